"""The one place that writes files: a file is written completely or not at all."""

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
"""Length of the random part of a temporary file's name, which tells those of one file apart."""
NAME = 40
"""Characters of a file's name that the name of its temporary file repeats. The rest is left out,
because file systems limit the length of names."""
STREAMS = ("/dev/", "/proc/")
"""Paths below these folders are streams, even if standard output is redirected to a file."""


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Yield a temporary file that replaces `path` once everything is written.

    The file is written in the same folder, flushed to the disk, and renamed. A process that reads
    `path` meanwhile, or after a run was killed, finds the old file or the new one, never a part of
    it. The permissions of a replaced file are kept. Temporary files that a killed run left behind
    are removed by the next run that writes the same path. Pipes and devices are written directly.

    Parameters
    ----------
    path : str or path
        The file to write. Its folder must exist; an existing file is replaced.

    Raises
    ------
    FileError
        If the system refuses; the old file is unchanged.

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
            raise  # another file, which the caller's block uses, has failed
        why = error.strerror or str(error)
        raise FileError(f"cannot write {os.fspath(path)!r}: {why}; choose another place") from error


def write_text(path: str | os.PathLike[str], text: str | Iterable[str]) -> Path:
    """Write text in UTF-8, completely or not at all, and return the path.

    Line ends are written as they are in the text.

    Parameters
    ----------
    path : str or path
        The file to write. Its folder must exist; an existing file is replaced.
    text : str or iterable of str
        The text, or parts of it to be written one after the other.
    """
    with writing(path) as file:
        for part in [text] if isinstance(text, str) else text:
            file.write(part.encode("utf-8"))
    return Path(path)


def check_place(path: str | os.PathLike[str]) -> None:
    """Raise an error if a path cannot be written: to be called before long work.

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
                os.replace(name, place)  # while the file is locked
        if fcntl is None:
            os.replace(name, place)  # Windows can rename only closed files
    except BaseException:
        name.unlink(missing_ok=True)
        raise
    _bring_to_disk(place.parent)


@contextmanager
def whole_folder(place: Path) -> Iterator[Path]:
    """Yield a temporary folder to be filled, and move it to its place when it is complete.

    Temporary folders that killed runs left behind in the same parent folder are removed.

    Parameters
    ----------
    place : Path
        The folder to make or replace. Its parent may hold other folders.
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
    """Remove the temporary folders of `whole_folder` whose process was killed.

    Parameters
    ----------
    folder : Path
        The parent folder to clean up; it need not exist.
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
    """Make and lock an empty temporary folder beside a place."""
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
    """Return the status of the file in a place; None if there is no file."""
    try:
        return place.stat()
    except FileNotFoundError:
        return None


def _new_file(place: Path) -> tuple[Path, int]:
    """Make and lock an empty temporary file beside a place."""
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
    """Lock a file until it is closed or its process ends; False if another process has a lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _take_over(old: os.stat_result, descriptor: int) -> None:
    """Give a new file the permissions and, if the system allows it, the owner of the old one."""
    if hasattr(os, "fchown"):
        with suppress(OSError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _bring_to_disk(folder: Path) -> None:
    """Flush a folder to the disk, so that a new name survives a power cut.

    Nothing happens on systems where folders cannot be opened.
    """
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
