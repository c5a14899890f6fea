"""Files that go with the work, for nodes without our disk: checkpoints, cards, scenarios."""

import hashlib
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warfront.spring1942.scenario import BUILT_IN
from warfront_agents.agent_files import TRAINED, files_of_agent, policy_of

PATHS = ("decks", "scenario")  # options of a game that may name a folder or file


@dataclass(frozen=True)
class Luggage:
    """Files as bytes.

    Attributes:
        files: Path as it was named -> name below it -> content; of a file itself the name is "".
        digest: Of all of it.
    """

    files: dict[str, dict[str, bytes]]
    digest: str


def pack(agents: Iterable[str], options: Mapping[str, Any]) -> Luggage:
    """What agents and a game's options name."""
    files = {}
    for agent in agents:
        path = policy_of(agent)
        if path is not None and not path.startswith(TRAINED):  # which every node has
            files[path] = _content(Path(path), files_of_agent(agent))
    for key in PATHS:
        made = options.get(key)
        if isinstance(made, str | Path) and made not in BUILT_IN and Path(made).exists():
            inside = [file for file in sorted(Path(made).rglob("*")) if file.is_file()]
            files[str(made)] = _content(Path(made), inside or [Path(made)])
    total = hashlib.sha256()
    for path in sorted(files):
        for name, data in files[path].items():
            total.update(f"{path}\0{name}\0{len(data)}\0".encode() + data)
    return Luggage(files, total.hexdigest())


def _content(path: Path, files: list[Path]) -> dict[str, bytes]:
    return {
        "" if file == path else file.relative_to(path).as_posix(): file.read_bytes()
        for file in files
    }


class Unpacked:
    """Luggage on the disk of another machine, for as long as this object lives."""

    def __init__(self, luggage: Luggage) -> None:
        """Write the files."""
        self._folder = tempfile.TemporaryDirectory(prefix="warfront-")
        self._where: dict[str, str] = {}
        for number, (path, files) in enumerate(luggage.files.items()):
            root = Path(self._folder.name) / str(number) / Path(path).name
            for name, data in files.items():
                file = root / name if name else root
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            self._where[path] = str(root)

    def agent(self, name: str) -> str:
        """An agent's name with the path that holds here."""
        for path, here in self._where.items():
            if name == path or (name.startswith("search:") and name.endswith(f":{path}")):
                return name.removesuffix(path) + here
        return name

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """A game's options with the paths that hold here."""
        moved = {
            key: self._where[str(options[key])]
            for key in PATHS
            if isinstance(options.get(key), str | Path) and str(options[key]) in self._where
        }
        return {**options, **moved}


_unpacked: dict[str, Unpacked] = {}


def unpack(luggage: Luggage) -> Unpacked:
    """The luggage on this machine's disk; a process keeps the last one."""
    if luggage.digest not in _unpacked:
        _unpacked.clear()
        _unpacked[luggage.digest] = Unpacked(luggage)
    return _unpacked[luggage.digest]
