"""What goes over the wire to a viewer, made only from what the viewer may know."""

from typing import Any

from warfront.drawing import to_svg
from warfront.game import Game, State, View
from warfront_training.web.offers import ODDS, QUICK, home, offers, origin
from warfront_training.web.summary import summary
from warfront_training.web.table import Table
from warfront_training.web.viewer import Viewer

TAIL = 400  # log entries that a newcomer gets


def view_of(game: Game, state: State, viewer: Viewer) -> View:
    """The view that everything shown to a viewer is made from."""
    eyes = viewer.eyes(game, state)
    return game.public_view(state) if eyes is None else game.view(state, eyes)


def board_of(game: Game, state: State, viewer: Viewer) -> dict[str, str]:
    """The board as the viewer may see it: the one place that knows how it is drawn."""
    eyes = viewer.eyes(game, state)
    if eyes is None and not viewer.everything:
        cards: Any = game  # the one game that hides something
        scene = cards.picture_of(game.public_view(state))
    else:
        scene = game.picture(state, eyes)
    return {"kind": "svg", "body": to_svg(scene)}


def table_message(table: Table, token: str, heard: int) -> dict[str, Any]:
    """How the table stands, for whoever holds a token.

    Args:
        table: The table.
        token: The viewer's.
        heard: Log entries the page has already; the message holds those behind.
    """
    game, state, viewer = table.game, table.state, table.viewers[token]
    view, seat = view_of(game, state, viewer), game.seat(state)
    eyes = viewer.eyes(game, state)
    yours = not table.over and seat in viewer.seats
    log = table.logs[token]
    first = max(min(heard, len(log)), len(log) - TAIL)
    return {
        "type": "table",
        "at": table.at,
        "game": game.spec.name,
        "seats": [
            {"seat": name, "player": table.record.seats[name], "side": side}
            for side, names in game.spec.sides.items()
            for name in names
        ],
        "holds": [game.spec.seats[own] for own in viewer.seats],
        "eyes": None if eyes is None or not viewer.seats else game.spec.seats[eyes],
        "asked": None if table.over else game.spec.seats[seat],
        "prompt": game.prompt(state),
        "yours": yours,
        "quick": game.prompt(state) in QUICK.get(game.spec.name, ()),
        "odds": yours and game.prompt(state) in ODDS.get(game.spec.name, ()),
        "offers": offers(game, state) if yours else [],
        "origin": origin(game, state),
        "home": home(game, state),
        "undo": table.can_undo(viewer),
        "summary": summary(game, view),
        "board": board_of(game, state, viewer),
        "log": [{"seat": e.seat, "words": e.words, "more": e.more} for e in log[first:]],
        "log_from": first,
        "pace": table.seating.pace,
        "thinking": not table.over and not table.asks_person,
        "advisers": table.advisers,
        "fault": fault_of(table, viewer),
        "over": result_of(table) if table.over else None,
    }


def fault_of(table: Table, viewer: Viewer) -> str:
    """Why agents do not go on, as far as the viewer may know it."""
    if table.fault is None:
        return ""
    known = table.over or viewer.may_see(table.game, table.game.seat(table.state))
    return table.fault.words if known else table.fault.public


def result_of(table: Table) -> dict[str, Any]:
    """How a finished game ended."""
    returns = dict(zip(table.game.spec.seats, table.game.returns(table.state), strict=True))
    return {
        "how": table.record.how,
        "decisions": table.at,
        "returns": {seat: float(value) for seat, value in returns.items()},
    }
