"""Models as SQL, Python, PMML, spreadsheets, Markdown and LaTeX; nothing else."""
