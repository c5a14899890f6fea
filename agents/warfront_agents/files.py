"""Files that are written whole or not at all, and what reading a damaged one raises."""

import contextlib
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

# What comes of an npz that is none, or that lost or changed some bytes: zipfile raises a
# RuntimeError where a changed bit says that it is encrypted or packed in a way nobody knows.
DAMAGED = (
    *(OSError, KeyError, TypeError, ValueError, EOFError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place, down to the disk, and then move it there."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A name beside the file, of the same kind, for what writes by name.

    What stands there at the end is moved to its place; where the block raises, nothing is left.
    """
    part = path.with_name(f".part-{os.getpid()}-{path.name}")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
