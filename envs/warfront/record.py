"""Game records: set-up, seed and actions as JSON Lines, with a state hash at every decision.

The first line is the header, then one line a decision, last the footer:

    {"record": 1, "game": "battlecards", "version": ..., "options": {...}, "seed": 7,
     "position": null, "seats": {"german": "staff", ...}, "hash": ...}
    {"seat": "german", "prompt": "turn_start", "action": 0, "text": "draw", "hash": ...}
    {"returns": [1.0, -1.0, ...], "how": "decided", "decisions": 311}

A hash is that of the state after the decision; the header's is that of the start.
"""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Game, IllegalAction, Position, State
from warfront.games import make_game

FORMAT = 1


@dataclass(frozen=True)
class Decision:
    """One decision as it was taken."""

    seat: str
    prompt: str
    action: int
    text: str
    hash: str  # of the state after it


@dataclass
class Record:
    """One game as it was played, from its start to where it stands."""

    game: str
    version: str
    options: dict[str, Any]
    seed: int
    seats: dict[str, str]  # who sat where
    hash: str  # of the start
    position: Position | None = None  # where it started; None: the game's opening
    decisions: list[Decision] = field(default_factory=list)
    returns: list[float] | None = None  # team returns; None: not over
    how: str = "running"  # decided, limit (undecided at a limit) or running

    @staticmethod
    def start(
        game: Game,
        state: State,
        seed: int,
        seats: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> "Record":
        """Begin a record.

        Args:
            game: The game.
            state: Its state at the start.
            seed: What it was started with.
            seats: Who sits where, by seat.
            position: Where it started, unless from the opening.
        """
        return Record(
            game.spec.name,
            game.spec.version,
            game.settings,
            int(seed),
            dict(seats or {}),
            game.hash(state),
            position,
        )

    def step(self, game: Game, state: State, action: int) -> None:
        """Apply an action to the state and note it.

        Raises:
            IllegalAction: The action is not legal; neither state nor record has changed.
        """
        number = int(action)
        seat, prompt = game.spec.seats[game.seat(state)], game.prompt(state)
        legal = 0 <= number < game.spec.num_actions and game.legal_mask(state)[number]
        text = game.action_text(state, number) if legal else ""
        game.step(state, number)
        self.decisions.append(Decision(seat, prompt, number, text, game.hash(state)))
        if game.done(state):
            self.returns = game.returns(state).tolist()
            self.how = _how(game, state)

    def lines(self) -> list[str]:
        """The record as JSON, a line each."""
        header = {
            "record": FORMAT,
            **{key: getattr(self, key) for key in ("game", "version", "options", "seed")},
            **{key: getattr(self, key) for key in ("position", "seats", "hash")},
        }
        rows = [header, *(asdict(decision) for decision in self.decisions), self._footer()]
        return [json.dumps(row, ensure_ascii=False) for row in rows]

    def end(self) -> list[str]:
        """The last decision and the footer: what a file takes in place of its old footer."""
        rows = [*(asdict(decision) for decision in self.decisions[-1:]), self._footer()]
        return [json.dumps(row, ensure_ascii=False) for row in rows]

    def _footer(self) -> dict[str, Any]:
        return {"returns": self.returns, "how": self.how, "decisions": len(self.decisions)}

    def write(self, path: str | Path) -> None:
        """Write the record; a file that stood there is replaced whole or not at all."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write("\n".join(self.lines()) + "\n")
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @staticmethod
    def read(path: str | Path) -> "Record":
        """Read a record.

        Raises:
            BadInput: The file cannot be read, or a line is not as this format has it.
        """
        rows = _read_rows(Path(path))
        header, *decisions, footer = rows
        if header.get("record") != FORMAT:
            raise BadInput(f"{path}: line 1 is no header of a game record of format {FORMAT}")
        if footer.get("decisions") != len(decisions):
            raise BadInput(f"{path}: the last line is no footer for {len(decisions)} decisions")
        values = {key: value for key, value in header.items() if key != "record"}
        try:
            taken = [Decision(**row) for row in decisions]
            ends = {"returns": footer["returns"], "how": footer["how"]}
            record = Record(**values, decisions=taken, **ends)
        except (KeyError, TypeError) as error:
            raise BadInput(f"{path}: a line has a wrong or missing key: {error}") from error
        record._check_kinds(path)
        return record

    def _check_kinds(self, path: str | Path) -> None:
        """Raise BadInput when a value is of the wrong kind."""
        kinds: dict[str, Any] = {
            "game": str, "version": str, "options": dict, "seed": int, "seats": dict,
            "hash": str, "position": dict | None, "returns": list | None, "how": str,
        }  # fmt: skip
        rows = [(1, kinds, vars(self))]
        numbers = {"seat": str, "prompt": str, "action": int, "text": str, "hash": str}
        rows += [(line, numbers, vars(each)) for line, each in enumerate(self.decisions, 2)]
        for line, wanted, values in rows:
            for key, kind in wanted.items():
                if not isinstance(values[key], kind) or isinstance(values[key], bool):
                    where = len(self.decisions) + 2 if key in ("returns", "how") else line
                    raise BadInput(
                        f"{path}: line {where}: {key} is {values[key]!r}, of a wrong kind"
                    )


def check_writable(path: str | Path) -> None:
    """Find out, before a game is played, whether its record can be written there.

    Raises:
        BadInput: It cannot; says why.
    """
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError("is a folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        Path(name).unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(f"{path} cannot be written ({reason}): name another file") from None


def _read_rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read as a game record: {error}") from error
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise BadInput(f"{path}: line {number} is no JSON object; was the file cut off?")
        rows.append(row)
    if len(rows) < 2:
        raise BadInput(f"{path}: a game record has a header and a footer; was the file cut off?")
    return rows


Watcher = Callable[[Game, State, Decision], None]


@dataclass(frozen=True)
class Replayed:
    """A record played through again."""

    record: Record
    game: Game
    state: State  # where it ends


def replay(
    path: str | Path,
    verify: bool = True,
    each: Watcher | None = None,
    options: Mapping[str, Any] | None = None,
) -> Replayed:
    """Play a record again.

    Args:
        path: The file.
        verify: Compare every hash, every action's words, the version and the outcome with the
            recorded ones.
        each: Called with the game, the state before each decision, and the decision.
        options: In place of recorded ones: `decks`, where the card files now lie.

    Raises:
        BadInput: The file is no record, a recorded action is illegal, or (when verifying) the
            version, a hash or the outcome differs; the first decision that differs is named.
    """
    record = Record.read(path)
    game = _game_of(path, record, options or {})
    if verify and game.spec.version != record.version:
        raise BadInput(
            f"{path} is of {record.game} {record.version}, this is {game.spec.version}: "
            "replay it with that version, or without verifying"
        )
    if record.position is None:
        state = game.new(record.seed)
    else:
        try:
            state = game.from_position(record.position)
        except BadInput as error:
            raise BadInput(f"{path}: line 1: {error}") from error
    if verify and game.hash(state) != record.hash:
        raise BadInput(f"{path}: the start differs (hash {game.hash(state)}, not {record.hash})")
    for number, decision in enumerate(record.decisions, 1):
        _replay_one(f"{path}: decision {number}", game, state, decision, verify, each)
    returns = game.returns(state).tolist() if game.done(state) else None
    if verify and returns != record.returns:
        raise BadInput(f"{path}: returns are {returns}, not {record.returns}")
    if verify and _how(game, state) != record.how:
        raise BadInput(f"{path}: the last line: how is {_how(game, state)}, not {record.how}")
    return Replayed(record, game, state)


def _game_of(path: str | Path, record: Record, changed: Mapping[str, Any]) -> Game:
    """The game of a record; BadInput when it cannot be made."""
    made = {**record.options, **changed}
    decks = made.get("decks")
    if "decks" in changed and not record.options.get("decks"):
        raise BadInput(f"{path} was played without card files of one's own: leave decks out")
    if isinstance(decks, str) and not Path(decks).is_dir():
        raise BadInput(
            f"{path} was played with the card files of {decks}, a folder that is not there: "
            "name the folder where they are now (--decks, or options={'decks': ...})"
        )
    try:
        return make_game(record.game, **made)
    except (BadInput, TypeError) as error:
        raise BadInput(f"{path}: line 1: its game cannot be made: {error}") from error


def _how(game: Game, state: State) -> str:
    """How a game stands: decided, limit or running."""
    if not game.done(state):
        return "running"
    return "limit" if game.truncated(state) else "decided"


def _replay_one(
    where: str, game: Game, state: State, decision: Decision, verify: bool, each: Watcher | None
) -> None:
    asked = game.spec.seats[game.seat(state)]
    if verify and (asked, game.prompt(state)) != (decision.seat, decision.prompt):
        raise BadInput(
            f"{where}: {asked} is asked {game.prompt(state)!r}, "
            f"not {decision.seat} {decision.prompt!r}"
        )
    if verify and game.legal_mask(state)[decision.action : decision.action + 1].any():
        words = game.action_text(state, decision.action)
        if words != decision.text:
            raise BadInput(f"{where}: action {decision.action} is {words!r}, not {decision.text!r}")
    if each is not None:
        each(game, state, decision)
    try:
        game.step(state, decision.action)
    except IllegalAction as error:
        raise BadInput(f"{where} ({decision.text!r}): {error}") from error
    if verify and game.hash(state) != decision.hash:
        raise BadInput(
            f"{where} ({decision.text!r}) leads elsewhere: "
            f"hash {game.hash(state)}, not {decision.hash}"
        )
