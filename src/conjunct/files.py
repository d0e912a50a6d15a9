"""Files that are there whole or not at all: the one place that writes them."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from conjunct.errors import FileError

try:
    import fcntl
except ImportError:  # Windows has no such locks, and refuses to remove a file that is open
    fcntl = None  # type: ignore[assignment]

TOKEN = 8
"""Characters that tell temporary files of one place apart."""
NAME = 40
"""Characters of a file's name that its temporary file repeats; names have a longest length."""
STREAMS = ("/dev/", "/proc/")
"""What lies there is no file, even where standard output goes into one."""


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Lend a file that takes the place of `path` once everything is written.

    It is written beside its place, brought to the disk, and renamed. Whoever reads `path`
    meanwhile, or after a run was killed, finds the file of before or the new one, never a part.
    The permissions of a file that is replaced survive. What a killed run left behind is removed by
    the next one that writes the same place. Pipes and devices are written straight.

    Parameters
    ----------
    path : str or path
        The folder must exist; an existing file is replaced.

    Raises
    ------
    FileError
        When the system refuses; the old file is as it was.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "note.txt"
    >>> with writing(path) as file:
    ...     _ = file.write(b"whole")
    >>> path.read_bytes()
    b'whole'
    """
    try:
        if is_stream(path):
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
                yield file
        else:
            with _beside(Path(os.path.realpath(path))) as file:
                yield file
    except OSError as error:
        if error.filename is not None and not _is_ours(error.filename, path):
            raise  # the body has a file of its own that fails
        why = error.strerror or str(error)
        raise FileError(f"cannot write {os.fspath(path)!r}: {why}; choose another place") from error


def write_text(path: str | os.PathLike[str], text: str | Iterable[str]) -> Path:
    """Write texts in UTF-8 with plain line ends, whole or not at all, and return their path.

    Parameters
    ----------
    path : str or path
        The folder must exist; an existing file is replaced.
    text : str or iterable of str
        Several are written one after the other.
    """
    with writing(path) as file:
        for part in [text] if isinstance(text, str) else text:
            file.write(part.encode("utf-8"))
    return Path(path)


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written, before long work is done for it.

    Examples
    --------
    >>> check_place("no such folder/model.json")
    Traceback (most recent call last):
    ...
    conjunct.errors.FileError: cannot write 'no such folder/model.json': there is no folder \
'no such folder'; create it first
    """
    name, folder = repr(os.fspath(path)), Path(path).parent
    if is_stream(path):
        return
    if not folder.is_dir():
        why = f"there is no folder {str(folder)!r}; create it first"
    elif Path(path).is_dir():
        why = "it is a folder; name a file in it"
    elif not os.access(os.path.dirname(os.path.realpath(path)), os.W_OK):
        why = f"the folder {str(folder)!r} is read-only; choose another place"
    else:
        return
    raise FileError(f"cannot write {name}: {why}")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Tell whether a path leads to a pipe, a device or a stream of this process.

    Examples
    --------
    >>> is_stream(os.devnull), is_stream("no such file")
    (True, False)
    """
    if os.path.abspath(path).startswith(STREAMS):
        return True
    with suppress(OSError):
        mode = os.stat(path).st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False


@contextmanager
def _beside(place: Path) -> Iterator[IO[bytes]]:
    if place.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    old = _known(place)
    _remove_leftovers(place)
    name, descriptor = _new_file(place)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if old is not None:
                _take_over(old, descriptor)
            yield file
            file.flush()
            os.fsync(descriptor)
            if fcntl is not None:
                os.replace(name, place)  # while it is locked
        if fcntl is None:
            os.replace(name, place)  # Windows renames closed files only
    except BaseException:
        name.unlink(missing_ok=True)
        raise
    _bring_to_disk(place.parent)


@contextmanager
def whole_folder(place: Path) -> Iterator[Path]:
    """Yield a folder beside its place to be filled; what is whole at the end is moved there.

    Folders beside it that killed runs left behind are removed.

    Parameters
    ----------
    place : Path
        The folder to be made or replaced; others may be beside it.
    """
    remove_leftover_folders(place.parent)
    beside, descriptor = _new_folder(place)
    try:
        yield beside
        shutil.rmtree(place, ignore_errors=True)
        os.replace(beside, place)
        _bring_to_disk(place.parent)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        if descriptor is not None:
            os.close(descriptor)


def remove_leftover_folders(folder: Path) -> None:
    """Remove what `whole_folder` left in a folder when its process was killed.

    Parameters
    ----------
    folder : Path
        Where places are; it need not exist.
    """
    if fcntl is None or not folder.is_dir():
        return
    for name in os.listdir(folder):
        token = name[-4 - TOKEN : -4]
        if name.startswith(".") and name.endswith(f".{token}.tmp") and _is_token(token):
            with suppress(OSError):
                _remove_unlocked(folder / name)


def _remove_unlocked(name: Path) -> None:
    descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if _locked(descriptor):
            shutil.rmtree(name, ignore_errors=True)
    finally:
        os.close(descriptor)


def _new_folder(place: Path) -> tuple[Path, int | None]:
    """Make and lock an empty folder beside a place."""
    while True:
        name = place.with_name(f".{place.name[:NAME]}.{secrets.token_hex(TOKEN // 2)}.tmp")
        name.mkdir()
        if fcntl is None:
            return name, None
        with suppress(FileNotFoundError):
            descriptor = os.open(name, os.O_RDONLY)
            if _locked(descriptor) and name.exists():
                return name, descriptor
            os.close(descriptor)  # another run took it for a leftover before it was locked


def _known(place: Path) -> os.stat_result | None:
    """Return what is known of the file in a place; None where there is none."""
    try:
        return place.stat()
    except FileNotFoundError:
        return None


def _new_file(place: Path) -> tuple[Path, int]:
    """Make and lock an empty file beside a place."""
    while True:
        name = place.with_name(f".{place.name[:NAME]}.{secrets.token_hex(TOKEN // 2)}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        descriptor = os.open(name, flags, 0o666)
        if fcntl is None or (_locked(descriptor) and name.exists()):
            return name, descriptor
        os.close(descriptor)  # another run took it for a leftover before it was locked


def _remove_leftovers(place: Path) -> None:
    """Remove temporary files of runs that were killed: those that no process has locked."""
    start, end = f".{place.name[:NAME]}.", ".tmp"
    with suppress(OSError):
        for name in os.listdir(place.parent):
            token = name[len(start) : -len(end)]
            if f"{start}{token}{end}" == name and _is_token(token):
                _remove_leftover(place.with_name(name))


def _is_token(text: str) -> bool:
    return len(text) == TOKEN and set(text) <= set("0123456789abcdef")


def _remove_leftover(name: Path) -> None:
    with suppress(OSError):
        if fcntl is None:
            name.unlink()
            return
        descriptor = os.open(name, os.O_WRONLY | os.O_NOFOLLOW)
        try:
            if _locked(descriptor):
                name.unlink()
        finally:
            os.close(descriptor)


def _locked(descriptor: int) -> bool:
    """Lock a file until it is closed or its process ends; False where another one has locked it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _take_over(old: os.stat_result, descriptor: int) -> None:
    """Give a new file the permissions and, where that is allowed, the owner of the old one."""
    if hasattr(os, "fchown"):
        with suppress(OSError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _bring_to_disk(folder: Path) -> None:
    """Have the new name survive a power cut, where folders can be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _is_ours(name: object, path: str | os.PathLike[str]) -> bool:
    place = Path(path)
    ours = (place.name, f".{os.path.basename(os.path.realpath(place))[:NAME]}.")
    return os.path.basename(os.fsdecode(str(name))).startswith(ours)
