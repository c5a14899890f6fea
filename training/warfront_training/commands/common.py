"""What the commands share: options of the game, and one JSON object or words for the terminal."""

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

import warfront
from warfront.game import BadInput, Game
from warfront_training.folders import check_new_folder, free_folder

Options = dict[str, Any]


def add_game(parser: argparse.ArgumentParser) -> None:
    """The options that say which game; they stand on every command."""
    group = parser.add_argument_group("the game")
    group.add_argument(
        "--game", default="battlecards", help="battlecards (where nothing else says) or spring1942"
    )
    group.add_argument(
        "--theatres", metavar="A,B", help="western_europe,pacific (default), russia, north_africa"
    )
    group.add_argument("--decks", metavar="FOLDER", help="card files of your own")
    group.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a rule option"
    )
    group.add_argument(
        "--scenario",
        metavar="FILE",
        help="battlecards: a position that games start from; spring1942: opening, mini or a file",
    )


def given(args: argparse.Namespace, *names: str) -> list[str]:
    """Those of these options that stand on the command line, as they are written there."""
    return [f"--{name}" for name in names if getattr(args, name) not in (None, [])]


def add_output(parser: argparse.ArgumentParser) -> None:
    """Seed and JSON; they stand on every command."""
    parser.add_argument("--seed", type=_seed, default=0, help="seeds all chance (default 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object, nothing else")


def add_on(parser: argparse.ArgumentParser) -> None:
    """Where the work is done; it stands on the commands that a cluster can do."""
    parser.add_argument(
        "--on",
        metavar="ray[:ADDRESS]",
        help="on Ray (extra `ray`): started here, or ray:HOST:PORT, or ray:auto for this node's",
    )


@contextlib.contextmanager
def elsewhere(args: argparse.Namespace) -> Iterator[Callable[[str], None] | None]:
    """Be connected where `--on` says; None when it does not.

    What it gives takes the command that goes on, to be told should this one die without a word.

    Raises:
        BadInput: It names no place, or Ray is not installed.
        ConnectionError: No cluster is there, or it is lost.
    """
    if args.on is None:
        yield None
        return
    from warfront_training.on_ray.address import read_address

    address = read_address(args.on)
    from warfront_training.on_ray.cluster import connected

    with connected(address) as watch:
        yield watch.tell


def _seed(text: str) -> int:
    """A seed of the command line."""
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if not 0 <= seed < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: use a whole number from 0")
    return seed


def whole(text: str) -> int:
    """A whole number of the command line."""
    try:
        return int(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number: write one, for instance 2")


def game_options(args: argparse.Namespace) -> Options:
    """How the game is made, from the command line; only what was said."""
    made: Options = {}
    if args.theatres is not None:
        made["theatres"] = tuple(word.strip() for word in args.theatres.split(",") if word.strip())
    if args.decks is not None:
        made["decks"] = args.decks
    if args.option:
        made["options"] = dict(read_pairs(args.option, "--option"))
    if args.scenario is not None:
        made["scenario"] = args.scenario
    return made


def read_pairs(texts: list[str], flag: str) -> list[tuple[str, str]]:
    """`KEY=VALUE` texts as pairs; BadInput for anything else, and for a key given twice."""
    pairs: list[tuple[str, str]] = []
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise BadInput(f"{flag} {text!r}: write {flag} KEY=VALUE")
        if any(key.strip() == known for known, _ in pairs):
            raise BadInput(f"{flag} {key.strip()} is given twice: give it once")
        pairs.append((key.strip(), value.strip()))
    return pairs


def make_game(args: argparse.Namespace) -> tuple[Game, Options]:
    """The game of the command line and how it was made."""
    options = game_options(args)
    return warfront.make_game(args.game, **options), options


def read_seats(text: str, game: Game) -> dict[str, str]:
    """`german=staff,british=random` as seat -> agent; BadInput for an unknown seat."""
    seats = dict(read_pairs([part for part in text.split(",") if part.strip()], "--seats"))
    for seat, agent in seats.items():
        if not agent:
            raise BadInput(f"--seats {seat}= names no agent: write for instance {seat}=random")
        if seat not in game.spec.seats:
            raise BadInput(f"seat {seat!r} is unknown: this game has {', '.join(game.spec.seats)}")
    return seats


def check_answerable(agents: Iterable[str]) -> None:
    """Refuse `human` where nobody sits at a terminal to answer.

    Raises:
        BadInput: Says so.
    """
    if "human" in agents and not sys.stdin.isatty():
        raise BadInput("human needs somebody at a terminal to answer: name other agents")


def show(args: argparse.Namespace, result: dict[str, Any], words: str) -> None:
    """Print the result: JSON with --json, else words."""
    print(json.dumps(result, ensure_ascii=False) if args.json else words)


def bar(total: int | None, what: str, quiet: bool = False, unit: str = " games") -> Any:
    """A progress bar on standard error, on a terminal only; None: nobody knows how many."""
    return tqdm(
        total=total, desc=what, unit=unit, file=sys.stderr, leave=False,
        disable=quiet or not sys.stderr.isatty(),
    )  # fmt: skip


def report_folder(name: str | None, usual: str) -> Path:
    """The folder of a new report: the one named, which must be empty, or runs/<usual>, numbered."""
    if name is None:
        return free_folder(Path("runs") / usual)
    folder = Path(name)
    check_new_folder(folder)
    return folder


def aligned(rows: list[list[str]]) -> list[str]:
    """Rows of a table as lines, the columns aligned."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
