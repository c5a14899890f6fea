"""What a program writes to standard error: kept in a file, not without end."""

import contextlib
import os
import tempfile
from pathlib import Path

MOST = 1_000_000  # bytes of a log; what comes after is dropped
TAIL = 2_000


class Log:
    """A file that is made when there is something to write.

    Args:
        path: Where; None: a new file in the folder for temporary files.
    """

    def __init__(self, path: str | None) -> None:
        """Nothing is written yet."""
        self._named = path is not None
        self._path = None if path is None else Path(path)
        self._left = MOST
        self._tail = b""
        self._begun = False

    def write(self, piece: bytes) -> None:
        """Append some bytes."""
        self._tail = (self._tail + piece)[-TAIL:]
        kept, self._left = piece[: self._left], max(self._left - len(piece), 0)
        if not kept:
            return
        with contextlib.suppress(OSError):  # a full disk stops no match
            with self._file().open("ab") as file:
                file.write(kept)
            self._begun = True

    def _file(self) -> Path:
        if self._path is None:
            handle, name = tempfile.mkstemp(".log", "warfront-bot-")
            os.close(handle)
            self._path = Path(name)
        return self._path

    @property
    def written(self) -> Path | None:
        """The file, where something stands in it."""
        return self._path if self._begun else None

    def last_line(self) -> str:
        """The last line that is not empty, at most 200 signs of it."""
        lines = self._tail.decode(errors="replace").split("\n")
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")

    def close(self, keep: bool) -> Path | None:
        """Done: the file, where there is one; one that nobody named goes unless it is to be kept.

        Args:
            keep: Keep it anyway.
        """
        if keep or self._named:
            return self.written
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        return None
