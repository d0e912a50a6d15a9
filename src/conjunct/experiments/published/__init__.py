"""Numbers and statements of the papers that the studies repeat: one file a paper, each once."""
