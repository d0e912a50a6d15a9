"""Workers of other packages cannot be imported here: they run in environments of their own."""

from __future__ import annotations

collect_ignore_glob = ["peers/workers/*.py"]
