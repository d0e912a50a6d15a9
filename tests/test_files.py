"""Every file is the old one or the new one, whole, whatever happens while it is written."""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from conjunct.errors import FileError
from conjunct.files import check_place, is_stream, write_text, writing

IS_ADMINISTRATOR = hasattr(os, "geteuid") and os.geteuid() == 0


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    assert write_text(path, "älter\n") == path
    write_text(str(path), "neuer\n")
    assert path.read_bytes() == b"neuer\n"
    assert names_in(tmp_path) == ["note.txt"]


@pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_permissions_survive(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "note.txt"
    write_text(path, "old")
    path.chmod(mode)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")
def test_a_new_file_has_the_permissions_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        path = write_text(tmp_path / "note.txt", "")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    path = write_text(tmp_path / "real" / "note.txt", "old")
    (tmp_path / "link.txt").symlink_to(path)
    write_text(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert path.read_text() == "new"


def test_whoever_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = write_text(tmp_path / "note.txt", "old")

    def fail() -> None:
        with writing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "old"
    assert names_in(tmp_path) == ["note.txt"]


def test_another_file_that_fails_meanwhile_is_not_blamed_on_this_one(tmp_path: Path) -> None:
    with (
        pytest.raises(FileNotFoundError, match="elsewhere"),
        writing(tmp_path / "note.txt"),
        open(tmp_path / "elsewhere"),
    ):
        pass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")
def test_a_pipe_is_written_straight(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    write_text(path, "through")
    reader.join(timeout=10)
    assert read == ["through"]
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert names_in(tmp_path) == ["pipe"]


@pytest.mark.skipif(not IS_ADMINISTRATOR, reason="only an administrator can make a device")
def test_a_device_is_written_straight(tmp_path: Path) -> None:
    path = tmp_path / "null"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        path.write_text("")
    except OSError:
        pytest.skip("devices cannot be made or used here")
    write_text(path, "nobody reads this")
    assert stat.S_ISCHR(path.stat().st_mode)


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="streams as files are POSIX")
@pytest.mark.parametrize("to_file", [False, True])
def test_standard_output_is_written_straight(tmp_path: Path, to_file: bool) -> None:
    """Also where it goes to a file, whose earlier lines stay."""
    script = "from conjunct.files import write_text; write_text('/dev/stdout', 'second\\n')"
    path = write_text(tmp_path / "out.txt", "first\n")
    with open(path, "ab") as file:
        done = subprocess.run(
            [sys.executable, "-c", script],
            stdout=file if to_file else subprocess.PIPE,
            check=True,
        )
    assert (path.read_text(), done.stdout) == (
        ("first\nsecond\n", None) if to_file else ("first\n", b"second\n")
    )


def test_what_is_a_stream() -> None:
    assert is_stream(os.devnull)
    assert not is_stream(__file__)
    assert not is_stream(Path(__file__).parent)
    assert not is_stream("no such file")


def test_what_killed_runs_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    for name in [".note.txt.0123abcd.tmp", ".other.txt.0123abcd.tmp", ".note.txt.mine.tmp"]:
        (tmp_path / name).write_text("left")
    write_text(tmp_path / "note.txt", "new")
    assert names_in(tmp_path) == [".note.txt.mine.tmp", ".other.txt.0123abcd.tmp", "note.txt"]


def test_what_another_run_is_writing_stays(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    with writing(path) as file:
        write_text(path, "of the second")
        assert len(names_in(tmp_path)) == 2
        file.write(b"of the first, which ends last")
    assert path.read_text() == "of the first, which ends last"
    assert names_in(tmp_path) == ["note.txt"]


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    path = write_text(tmp_path / ("n" * 255), "whole")
    assert path.read_text() == "whole"


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(FileError, match=r"^cannot write .*Too many levels of symbolic links"):
        write_text(tmp_path / "loop", "")
    assert (tmp_path / "loop").is_symlink()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^cannot write '.*': it is a folder"):
        write_text(tmp_path, "")
    with pytest.raises(FileError, match=r"^cannot write '.*': it is a folder; name a file in it$"):
        check_place(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")
@pytest.mark.skipif(IS_ADMINISTRATOR, reason="an administrator may write everywhere")
def test_a_read_only_folder_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = write_text(tmp_path / "note.txt", "old")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(FileError, match=r"is read-only; choose another place$"):
            check_place(path)
        with pytest.raises(FileError, match=r"Permission denied; choose another place$"):
            write_text(path, "new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "old"


def test_a_folder_that_vanishes_is_told_in_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()

    def write() -> None:
        with writing(folder / "note.txt") as file:
            file.write(b"half")
            for path in folder.iterdir():
                path.unlink()
            folder.rmdir()

    with pytest.raises(FileError, match=r"^cannot write '.*note.txt': No such file or directory"):
        write()


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = write_text(tmp_path / "note.txt", "old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(FileError, match=r"^cannot write '.*note.txt': File too large; choose"):
            write_text(path, "x" * 50_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "old"
    assert names_in(tmp_path) == ["note.txt"]


WRITES_FOR_EVER = """
import sys
from conjunct.files import write_text
print("started", flush=True)
while True:
    for letter in "ab":
        write_text(sys.argv[1], letter * 300_000)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_process_that_is_killed_leaves_a_whole_file(tmp_path: Path) -> None:
    path = write_text(tmp_path / "note.txt", "a" * 300_000)
    moments = random.Random(0)
    for _ in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITES_FOR_EVER, str(path)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(moments.uniform(0, 0.03))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        text = path.read_text()
        assert len(text) == 300_000
        assert len(set(text)) == 1
    write_text(path, "last")
    assert names_in(tmp_path) == ["note.txt"]
