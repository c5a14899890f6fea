"""warfront replay: a recorded game in words, checked hash by hash, as a page or as a film."""

import argparse
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import add_game, add_output, given, show


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", help="a game record")
    parser.add_argument("--verify", action="store_true", help="compare every state hash")
    parser.add_argument("--html", metavar="FILE", help="write it as a page that plays itself")
    parser.add_argument("--gif", metavar="FILE", help="write it as an animated GIF")
    parser.add_argument("--mp4", metavar="FILE", help="write it as an MP4 film")
    parser.add_argument("--as", dest="eyes", metavar="SEAT", help="show what this seat may know")
    parser.add_argument(
        "--pictures", type=int, default=240, metavar="N", help="pictures of a film at most (240)"
    )
    parser.add_argument(
        "--fps", type=float, default=4.0, metavar="N", help="pictures of a film a second (4)"
    )
    add_game(parser)
    add_output(parser)
    parser.set_defaults(seed=None, game=None)


def run(args: argparse.Namespace) -> int:
    """Play the record again."""
    from warfront.record import replay

    targets = _targets(args)
    quiet = args.json or bool(targets)

    def tell(game: Any, state: Any, decision: Any) -> None:
        if not quiet:
            print(f"{decision.seat}: {decision.text}")

    if given(args, "game", "theatres", "scenario", "seed", "option"):
        raise BadInput("a record says itself how its game was made: give at most --decks")
    if args.eyes and not targets:
        raise BadInput("--as is for pictures: give --html, --gif or --mp4 with it")
    options = {} if args.decks is None else {"decks": args.decks}
    played = replay(args.file, verify=args.verify, each=tell, options=options)
    record, game = played.record, played.game
    returns = dict(zip(game.spec.seats, game.returns(played.state).tolist(), strict=True))
    result = {
        "file": args.file,
        "decisions": len(record.decisions),
        "verified": args.verify,
        "returns": returns,
        "over": game.done(played.state),
        "game_version": game.spec.version,
    }
    _write(args, targets, options)
    result.update(targets)
    checked = ", every hash as recorded" if args.verify else ""
    files = "".join(f"; written: {path}" for path in targets.values())
    show(args, result, f"{len(record.decisions)} decisions{checked}{files}")
    return 0


def _targets(args: argparse.Namespace) -> dict[str, str]:
    """The files to write by their kind; BadInput for a name that will not do."""
    found = {kind: getattr(args, kind) for kind in ("html", "gif", "mp4")}
    targets = {kind: path for kind, path in found.items() if path is not None}
    for kind, path in targets.items():
        if kind != "html" and not path.lower().endswith(f".{kind}"):
            raise BadInput(f"--{kind} {path}: the name must end in .{kind}")
        if Path(path).exists():
            raise BadInput(f"{path} exists already: name another file")
    return targets


def _write(args: argparse.Namespace, targets: dict[str, str], options: dict[str, Any]) -> None:
    """Write what was asked for."""
    from warfront.record import check_writable

    for path in targets.values():
        check_writable(path)
    for kind, path in targets.items():
        if kind == "html":
            from warfront_training.page import write
            from warfront_training.replay_page import replay_page
            from warfront_training.replay_timeline import timeline

            write(Path(path), replay_page(timeline(args.file, args.eyes, options=options)))
        else:
            from warfront_training.replay_film import film

            film(args.file, path, args.eyes, args.pictures, args.fps, options)
