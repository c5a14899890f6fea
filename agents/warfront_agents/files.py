"""Files that are written whole or not at all, and what reading a damaged one raises."""

import os
import zipfile
import zlib
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
