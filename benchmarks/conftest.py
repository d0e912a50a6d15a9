"""Skip the workers of other packages, which run in environments of their own."""

from __future__ import annotations

collect_ignore_glob = ["peers/workers/*.py"]
