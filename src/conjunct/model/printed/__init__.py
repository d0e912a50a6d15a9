"""How models are shown: as plain text, as HTML and as pictures. What they mean is elsewhere."""
