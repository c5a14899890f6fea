"""The fenced blocks of the pages and their command lines; `test_doc_blocks.py` runs them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ELSEWHERE = ("CONTRIBUTING", "configs/README", "benchmarks/README")
PAGES = [
    ROOT / "README.md",
    *(ROOT / f"{name}.md" for name in ELSEWHERE),
    ROOT / "agents" / "warfront_agents" / "trained" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCE = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^ *```", re.M | re.S)
INDENTED = re.compile(r"\n\n(?: {4,}|\t)\S.*")  # Markdown takes these for code too


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: str
    line: int
    kind: str
    text: str

    def commands(self) -> list[str]:
        """Its lines without comments; a backslash joins a line to the next."""
        lines = self.text.replace("\\\n", " ").splitlines()
        kept = (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines)
        return [line for line in kept if line]


def blocks() -> list[Block]:
    """Every fenced block of the pages, in order."""
    found = []
    for path in PAGES:
        text, page = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        for fence in FENCE.finditer(text):
            line = text[: fence.start()].count("\n") + 1
            found.append(Block(page, line, fence[2], fence[3]))
    return found


def command_lines() -> list[str]:
    """Every command line of the pages, each once."""
    lines = [line for block in blocks() if not block.kind for line in block.commands()]
    return list(dict.fromkeys(lines))


def prose(path: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def spoken() -> Iterator[tuple[str, str]]:
    """Page and text of every command line that stands within a sentence."""
    for path in PAGES:
        for found in re.findall(r"`(warfront [^`]+)`", prose(path)):
            yield path.relative_to(ROOT).as_posix(), " ".join(found.split())


def split(line: str) -> list[str]:
    """The words of a command line."""
    return shlex.split(line, comments=True)
