"""Published studies run again: plan, run, store, tables and figures."""
