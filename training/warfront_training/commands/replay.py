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

    writes = [args.html, args.gif, args.mp4]
    quiet = args.json or any(writes)

    def tell(game: Any, state: Any, decision: Any) -> None:
        if not quiet:
            print(f"{decision.seat}: {decision.text}")

    if given(args, "game", "theatres", "scenario", "seed", "option"):
        raise BadInput("a record says itself how its game was made: give at most --decks")
    if args.eyes and not any(writes):
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
    written = _write(args, options)
    result.update(written)
    checked = ", every hash as recorded" if args.verify else ""
    files = "".join(f"; written: {path}" for path in written.values())
    show(args, result, f"{len(record.decisions)} decisions{checked}{files}")
    return 0


def _write(args: argparse.Namespace, options: dict[str, Any]) -> dict[str, str]:
    """Write what was asked for; the files by their kind."""
    from warfront.record import check_writable

    for kind in ("gif", "mp4"):
        path = getattr(args, kind)
        if path is not None and not path.lower().endswith(f".{kind}"):
            raise BadInput(f"--{kind} {path}: the name must end in .{kind}")
    written = {}
    if args.html is not None:
        from warfront_training.page import write
        from warfront_training.replay_page import replay_page
        from warfront_training.replay_timeline import timeline

        check_writable(args.html)
        write(Path(args.html), replay_page(timeline(args.file, args.eyes, options=options)))
        written["html"] = args.html
    for kind in ("gif", "mp4"):
        path = getattr(args, kind)
        if path is not None:
            from warfront_training.replay_film import film

            film(args.file, path, args.eyes, args.pictures, args.fps, options)
            written[kind] = path
    return written
