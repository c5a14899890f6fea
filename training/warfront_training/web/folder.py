"""Games on disk: a game record each, whole after every decision, and who holds which seat."""

import hashlib
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront.record import Decision, Record
from warfront_agents.files import whole_file, write_whole


@dataclass
class Seating:
    """What a table is beside its record.

    Attributes:
        links: Token -> the seats its holder decides for.
        watch: Token of those who only watch.
        pace: How fast agents move.
        begun: When it was begun, seconds since 1970.
    """

    links: dict[str, list[str]]
    watch: str
    pace: str
    begun: float


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(12)


def _write_secret(file: Path, text: str) -> None:
    """Write a file whole or not at all; nobody else on this machine may read it."""
    with whole_file(file) as part:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())


class Folder:
    """A folder of games: `<id>.jsonl` is a game record, `<id>.json` its seating.

    The last line of a record is its footer; a decision is written over it, with the new footer
    behind, in one stroke, so that the file is a whole record at every moment but that one.
    """

    def __init__(self, path: str | Path) -> None:
        """Make the folder where there is none; BadInput when it cannot be."""
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            probe = self.path / f".{new_token()}"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise BadInput(
                f"{path} cannot hold games ({error.strerror or error}): name another folder"
            ) from None

    def key(self) -> str:
        """The secret of whoever may begin games here; made at the first call, then kept.

        Raises:
            BadInput: Its file is none of ours.
        """
        file = self.path / "key"
        try:
            kept = file.read_text(encoding="utf-8").strip() if file.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{file} holds no key ({error}): remove it") from None
        return kept or self._new_key(file)

    def _new_key(self, file: Path) -> str:
        """Make a key and write it whole or not at all: an empty one would open everything."""
        made = new_token()
        _write_secret(file, made)
        return made

    def names(self) -> list[str]:
        """The games, the newest first."""
        found = [file.stem for file in self.path.glob("*.jsonl") if self.seating_file(file.stem)]
        return sorted(found, reverse=True)

    def keep_record(self, text: str) -> str:
        """Keep a record from elsewhere, to be looked at; returns what it is called here.

        Raises:
            BadInput: It is no text.
        """
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise BadInput(f"the record is no text: {error}") from None
        name = hashlib.sha256(data).hexdigest()[:16]
        file = self.opened_file(name)
        file.parent.mkdir(exist_ok=True)
        write_whole(file, data)
        return name

    def opened_file(self, name: str) -> Path:
        """Where a record from elsewhere lies."""
        return self.path / "opened" / f"{name}.jsonl"

    def record_file(self, name: str) -> Path:
        """Where the record of a game lies."""
        return self.path / f"{name}.jsonl"

    def seating_file(self, name: str) -> Path | None:
        """Where the seating of a game lies, None where it has none."""
        file = self.path / f"{name}.json"
        return file if file.exists() else None

    def begin(self, name: str, record: Record, seating: Seating) -> None:
        """Write a new game."""
        record.write(self.record_file(name))
        self.write_seating(name, seating)

    def write_seating(self, name: str, seating: Seating) -> None:
        """Write who holds which seat, for this user alone: it holds the links."""
        _write_secret(self.path / f"{name}.json", json.dumps(asdict(seating)))

    def read_seating(self, name: str) -> Seating:
        """Read it again; BadInput where the file is damaged."""
        file = self.path / f"{name}.json"
        try:
            seating = Seating(**json.loads(file.read_text(encoding="utf-8")))
            if not all(isinstance(token, str) for token in [*dict(seating.links), seating.watch]):
                raise TypeError("a link is no text")
        except (OSError, TypeError, ValueError) as error:
            raise BadInput(f"{file} is no seating of a game ({error}): remove it") from None
        return seating

    def admits(self, name: str, token: str) -> bool:
        """Whether a token is one of a game's links; none is where the seating cannot be read."""
        if name not in self.names():
            return False
        try:
            seating = self.read_seating(name)
        except BadInput:
            return False
        links = [link.encode() for link in (*seating.links, seating.watch)]
        return any(secrets.compare_digest(link, token.encode()) for link in links)

    def append(self, name: str, record: Record) -> None:
        """Write the record's last decision behind those that are in the file."""
        self._overwrite_footer(name, "".join(f"{line}\n" for line in record.end()))

    def _overwrite_footer(self, name: str, text: str) -> None:
        with self.record_file(name).open("r+b") as file:
            file.seek(self._footer_at(file))
            file.write(text.encode())
            file.truncate()

    @staticmethod
    def _footer_at(file: Any) -> int:
        """Where the last line begins."""
        file.seek(0, os.SEEK_END)
        size = int(file.tell())
        reach = min(size, 4096)
        file.seek(size - reach)
        tail: bytes = file.read(reach)
        return size - reach + tail.rstrip(b"\n").rfind(b"\n") + 1

    def ends(self, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The header and the footer of a record; BadInput where they are none."""
        try:
            with self.record_file(name).open("rb") as file:
                head = json.loads(file.readline())
                file.seek(self._footer_at(file))
                foot = json.loads(file.readline())
            return {**head, "seats": dict(head["seats"])}, {"how": foot["how"], **foot}
        except (OSError, KeyError, TypeError, ValueError):
            record = self.read(name)
            head = {"game": record.game, "seats": record.seats}
            return head, {"how": record.how, "decisions": len(record.decisions)}

    def is_over(self, name: str) -> bool:
        """Whether a record says that its game has ended."""
        try:
            return bool(self.ends(name)[1]["how"] != "running")
        except BadInput:
            return False

    def read(self, name: str) -> Record:
        """Read a record; what a crash cut off at its end is left out.

        Raises:
            BadInput: It is no game record.
        """
        file = self.record_file(name)
        try:
            return Record.read(file)
        except BadInput:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        kept = lines[:1]
        for line in lines[1:]:
            try:
                row = Decision(**json.loads(line))
            except (TypeError, ValueError):
                break
            kept.append(json.dumps(asdict(row), ensure_ascii=False))
        footer = {"returns": None, "how": "running", "decisions": len(kept) - 1}
        write_whole(file, ("\n".join([*kept, json.dumps(footer)]) + "\n").encode())
        return Record.read(file)
