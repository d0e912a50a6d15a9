"""``python -m conjunct`` is the command ``conjunct``."""

from conjunct.cli.start import main

if __name__ == "__main__":
    main()
