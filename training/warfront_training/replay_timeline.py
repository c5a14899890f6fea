"""A game record as one JSON-able object that a page plays: pictures, words, chapters, plots.

    {"format": 1, "game": "spring1942", "title": ..., "width": 1600, "height": 900,
     "head": "<svg ...>",        the opening tag of every picture, with its styles
     "parts": ["<g ...>", ...],  the groups of all pictures, each once
     "frames": [...],            what is shown before the first decision and after each
     "moves": [[seat, words], ...], "news": {"12": ["dice in india, japan at 1: 1 6", ...], ...},
     "seats": {"german": {"side": "axis", "who": "staff"}, ...},
     "chapters": [{"move": 12, "kind": "battle", "title": ...}, ...],
     "plots": [{"title": "Points", "lines": [{"name": "axis", "values": [[0, 0], [40, 8]]}]}]}

A frame is `{"all": [i, j, ...]}`, its parts in order, or `{"set": [[place, i], ...]}`: what differs
from the frame before. The values of a line are listed where they change. The news of a frame tell
what came of the decision before it, dice among them.
"""

from pathlib import Path
from typing import Any

from warfront.drawing import Group, svg_head
from warfront.game import BadInput, Game, State
from warfront.record import Decision, replay
from warfront.titles import title_of
from warfront_training.replay_story import story_of
from warfront_training.telling import veil
from warfront_training.web.happenings import happened

FORMAT = 1
WHOLE_EVERY = 100  # frames between two that list all their parts


def timeline(
    path: str | Path,
    seat: str | None = None,
    verify: bool = False,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything a page needs to play a record.

    Args:
        path: The record.
        seat: Show only what this seat may know; None: all cards open.
        verify: Compare every hash on the way.
        options: In place of recorded ones, as for `warfront.record.replay`.

    Raises:
        BadInput: The file is no record, it differs, or there is no such seat.
    """
    maker: list[_Maker] = []

    def each(game: Game, state: State, decision: Decision) -> None:
        if not maker:
            maker.append(_Maker(game, seat))
        maker[0].frame(state)
        maker[0].move(state, decision)

    played = replay(path, verify=verify, each=each, options=options)
    made = maker[0] if maker else _Maker(played.game, seat)
    made.frame(played.state)
    return made.whole(played.record.seats, Path(path).name)


class _Maker:
    """Collects frames; equal groups of different pictures are kept once."""

    def __init__(self, game: Game, seat: str | None) -> None:
        seats = game.spec.seats
        if seat is not None and seat not in seats:
            raise BadInput(f"seat {seat!r} is not in play: use {', '.join(seats)}")
        self.game = game
        self.eyes = None if seat is None else seats.index(seat)
        self.story = story_of(game)
        self.numbers: dict[str, int] = {}
        self.last: list[int] = []
        self.head: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.news: dict[str, list[str]] = {}
        self.decided: tuple[State, Decision] | None = None  # what the next frame comes of
        self.moves: list[list[str]] = []
        self.chapters: list[dict[str, Any]] = []
        self.plots: list[dict[str, Any]] = [
            {"title": title, "lines": [{"name": name, "values": []} for name in names]}
            for title, names in self.story.plots
        ]

    def frame(self, state: State) -> None:
        """Add what is shown of a state."""
        scene = self.game.picture(state, self.eyes)
        if not self.head:
            self.head = {
                "width": scene.width, "height": scene.height, "head": svg_head(scene),
            }  # fmt: skip
        now = [self.number(group) for group in scene.groups]
        move = len(self.frames)
        if len(now) != len(self.last) or move % WHOLE_EVERY == 0:
            self.frames.append({"all": now})
        else:
            pairs = enumerate(zip(now, self.last, strict=True))
            self.frames.append({"set": [[at, new] for at, (new, old) in pairs if new != old]})
        self.last = now
        if lines := self.came_of(state):
            self.news[str(move)] = lines
        for kind, title in self.story.tell(state):
            self.chapters.append({"move": move, "kind": kind, "title": title})
        for plot, values in zip(self.plots, self.story.values(state), strict=False):
            for line, value in zip(plot["lines"], values, strict=True):
                if not line["values"] or line["values"][-1][1] != value:
                    line["values"].append([move, value])

    def move(self, state: State, decision: Decision) -> None:
        """Add the words of a decision, as far as whoever looks may know them."""
        instead = ""
        if self.eyes is not None:
            instead = veil(self.game, state, decision.action, (self.eyes,))
        self.moves.append([decision.seat, instead or decision.text])
        self.decided = self.game.copy(state), decision

    def came_of(self, state: State) -> list[str]:
        """What the last decision has led to, as far as whoever looks may know it."""
        if self.decided is None:
            return []
        before, decision = self.decided
        seat = self.game.spec.seats.index(decision.seat)
        ears = (seat if self.eyes is None else self.eyes,)
        return happened(self.game, before, decision.action, state, ears)

    def number(self, group: Group) -> int:
        """The number of a part."""
        return self.numbers.setdefault(group.svg(), len(self.numbers))

    def whole(self, who: dict[str, str], name: str) -> dict[str, Any]:
        """The timeline."""
        spec = self.game.spec
        side = {seat: side for side, seats in spec.sides.items() for seat in seats}
        return {
            "format": FORMAT,
            "game": spec.name,
            "version": spec.version,
            "title": f"{name}: {title_of(spec.name)}",
            **self.head,
            "parts": list(self.numbers),
            "frames": self.frames,
            "moves": self.moves,
            "news": self.news,
            "seats": {
                seat: {"side": side[seat], "who": who.get(seat, ""), "name": title_of(seat)}
                for seat in spec.seats
            },
            "chapters": self.chapters,
            "plots": self.plots,
        }
