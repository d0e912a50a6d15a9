"""How models are shown: as plain text, as HTML and as pictures. Their meaning is in `model`."""
