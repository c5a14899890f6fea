"""The exchange in docs/protocol.md: `python tests/protocol_page.py` plays and writes it anew."""

import re
import shlex
import sys
import tempfile
from pathlib import Path

import warfront
from warfront_training.match import play_match

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "protocol.md"
BOT = Path(__file__).with_name("exchange_bot.py")
GAME = {"scenario": "mini", "options": {"round_limit": "1"}}
BLOCK = "<!-- the exchange, written by tests/protocol_page.py -->\n```text\n{}\n```\n"


def play_exchange(*parts: str) -> list[str]:
    """All lines of a short game on one seat: `>` to the program, `<` from it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lines"
        words = [sys.executable, "-S", "-E", str(BOT), str(file), *parts]
        seats = dict.fromkeys(warfront.make_game("spring1942", **GAME).spec.seats, "random")
        seats["germany"] = f"bot:{shlex.join(words)}"
        play_match("spring1942", GAME, [seats], 1, seed=1, threads=1, tell_faults=False)
        return file.read_text(encoding="utf-8").splitlines()


def shown(lines: list[str]) -> str:
    """The exchange as the page has it: of the version the number of the rules, without digest."""
    text = "\n".join(lines)
    return re.sub(r'"version":"(\d+)-[^"]*"', r'"version":"\1-..."', text)


def block_of(page: str) -> str:
    """The exchange that a page shows."""
    begin, end = (re.escape(part) for part in BLOCK.split("{}"))
    found = re.search(f"{begin}(.*?){end}", page, re.DOTALL)
    assert found is not None, "docs/protocol.md has no exchange"
    return found.group(1)


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        page.replace(BLOCK.format(block_of(page)), BLOCK.format(shown(play_exchange()))),
        encoding="utf-8",
    )
