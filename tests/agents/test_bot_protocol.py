"""The protocol: what goes out is what the seat may know, and as the schema says."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import warfront
from exports import write_run
from play import advance, pick
from protocol_page import BOT, PAGE, block_of, play_exchange, shown
from warfront.game import Game, State
from warfront_agents.agent import ask, begin, make_agent
from warfront_agents.bots import protocol
from warfront_agents.bots.desk import Line
from warfront_agents.bots.faults import Fault
from warfront_agents.bots.protocol import Answer, Message
from warfront_agents.bots.serve import Clerk, serve
from warfront_agents.bots.settings import PARTS
from warfront_training.cli import main
from warfront_training.exporting import read_policies
from warfront_training.match import play_match, sides_seating

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads(protocol.SCHEMA.read_text(encoding="utf-8"))
PACIFIC: dict[str, Any] = {"theatres": ("pacific",), "options": {"game_rounds": "12"}}
GAMES = [
    ("battlecards", {"theatres": ("western_europe", "pacific")}),
    ("spring1942", {"scenario": "mini"}),
]


def valid(message: Message, way: str) -> bool:
    """Whether a message going this way (to_program, from_program) is as the schema says."""
    part = {"$ref": f"#/$defs/{way}", "$defs": SCHEMA["$defs"]}
    validator = jsonschema.Draft202012Validator(part)
    return bool(validator.is_valid(message))


def read_exchange(lines: list[str]) -> list[tuple[str, Message]]:
    ways = {">": "to_program", "<": "from_program"}
    return [(ways[line[0]], json.loads(line[2:])) for line in lines]


def test_the_exchange_of_the_page_is_played_and_fits_the_schema() -> None:
    lines = play_exchange()
    hint = "the page shows another exchange: python tests/protocol_page.py"
    assert block_of(PAGE.read_text(encoding="utf-8")) == shown(lines), hint
    messages = read_exchange(lines)
    for way, message in messages:
        assert valid(message, way), message
    kinds = [message.get("type", "answer") for _, message in messages]
    assert set(kinds) == {"hello", "ready", "decide", "answer", "error", "over", "bye"}
    assert kinds.count("decide") == kinds.count("answer") == 5


def test_every_part_of_a_request_fits_the_schema() -> None:
    (decide,) = [m for _, m in read_exchange(play_exchange(*PARTS)) if m.get("id") == 1][:1]
    assert valid(decide, "to_program") and set(PARTS) <= decide.keys()
    game = warfront.make_game("spring1942", scenario="mini", options={"round_limit": "1"})
    state = game.from_position(decide["position"])
    assert game.view(state, 0) == decide["view"]
    assert game.decode(np.array(decide["observation"], np.float32)) == decide["view"]
    listed = [row["action"] for row in decide["legal"]]
    assert listed == np.flatnonzero(game.legal_mask(state)).tolist()


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        ("from_program", {"id": 1}),
        ("from_program", {"id": 1, "action": 2, "order": "draw"}),
        ("from_program", {"id": 1, "action": "2"}),
        ("from_program", {"type": "ready", "protocol": 2}),
        ("from_program", {"type": "ready", "protocol": 1, "parts": ["state"]}),
        ("to_program", {"type": "decide"}),
        ("to_program", {"type": "farewell"}),
    ],
)
def test_the_schema_refuses_what_the_protocol_does(way: str, wrong: Message) -> None:
    assert not valid(wrong, way)
    if way == "from_program":
        read = protocol.read_ready if wrong.get("type") == "ready" else _read_answer
        with pytest.raises(Fault):
            read(wrong)


def _read_answer(message: Message) -> Answer:
    return protocol.read_answer(message, 1)


@pytest.fixture
def overheard(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """Every request; each is answered by its first action, and no program is started."""
    heard: list[Message] = []

    def answer(self: Line, request: Message, limit: float) -> Answer:
        heard.append(request)
        return Answer(action=request["legal"][0]["action"])

    def no_program(self: Line) -> None:
        self.wishes = protocol.Wishes(("view", "observation", "text"), None)

    monkeypatch.setattr(Line, "ask", answer)
    monkeypatch.setattr(Line, "open", no_program)
    return heard


def put(game: Game, agent: Any, state: State, seat: int) -> int:
    """Ask an agent about a state as a match does."""
    return ask(
        agent, "bot", lambda: game.view(state, seat), game.observe(state, seat),
        game.legal_mask(state), seat, lambda seed: game.resample(state, seat, seed),
    )  # fmt: skip


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_a_seat_may_not_know_is_in_no_request(
    name: str, options: dict[str, Any], overheard: list[Message]
) -> None:
    """Two games that differ only in what is hidden give byte-equal requests, history and all."""
    game = warfront.make_game(name, **options)
    rng = np.random.default_rng(2)
    agents = [make_agent(f"bot:{sys.executable}", game) for _ in range(2)]
    state, differed, watched = game.new(5), 0, -1
    for _ in range(150):
        seat = game.seat(state)
        watched = seat if watched < 0 else watched
        if seat == watched:
            other = game.resample(state, seat, 99)
            differed += game.hash(other) != game.hash(state)
            chosen = [put(game, agents[k], one, seat) for k, one in enumerate((state, other))]
            one, two = overheard[-2:]
            assert protocol.write({**one, "id": 0}) == protocol.write({**two, "id": 0})
            assert chosen[0] == chosen[1]
        game.step(state, pick(game.legal_mask(state), rng))
        if game.done(state):
            break
    assert differed > 5 and len(overheard) > 10


def test_seats_have_programs_of_their_own(tmp_path: Path) -> None:
    """What one seat is told never reaches the program of another."""
    words = [sys.executable, "-S", "-E", str(BOT), str(tmp_path / "PID"), "view"]
    name = f"bot:{shlex.join(words)}"
    game = warfront.make_game("battlecards", **PACIFIC)
    play_match("battlecards", PACIFIC, [sides_seating(game, name, name)], 2, seed=1)
    seats = []
    for file in tmp_path.iterdir():
        told = [m for way, m in read_exchange(file.read_text().splitlines()) if way == "to_program"]
        seats.append({message["seat"] for message in told if "seat" in message})
        assert all(m["view"]["observer"] == m["seat"] for m in told if m["type"] == "decide")
    assert sorted(map(sorted, seats)) == [["japanese"], ["us"]]


@pytest.fixture(scope="module")
def pacific() -> Game:
    return warfront.make_game("battlecards", **PACIFIC)


def talk(game: Game, *messages: Message | str, agent: str = "greedy") -> list[Message]:
    """What one of our agents answers to these lines."""
    lines = [line if isinstance(line, str) else json.dumps(line) for line in messages]
    said: list[str] = []
    serve(game, agent, 0, lines, said.append)
    answers = [json.loads(line) for line in said]
    assert all(valid(answer, "from_program") for answer in answers)
    return answers


def asked(game: Game, state: State, *parts: str) -> Message:
    """A request about a state."""
    seat = game.seat(state)
    holds = {"position": game.describe(state), "observation": game.observe(state, seat).tolist()}
    legal = [
        (int(a), game.action_text(state, int(a))) for a in np.flatnonzero(game.legal_mask(state))
    ]
    return protocol.decide(
        7, 1, game.spec.seats[seat], game.prompt(state), legal, (None, None),
        {part: holds[part] for part in parts},
    )  # fmt: skip


@pytest.mark.parametrize("part", ["position", "observation"])
def test_our_agents_answer_as_they_play(pacific: Game, part: str) -> None:
    rng = np.random.default_rng(1)
    state = pacific.new(3)
    requests: list[Message] = []
    choices: list[int] = []
    while len(requests) < 12:
        advance(pacific, state, rng, 3)
        seat = pacific.seat(state)
        agent = make_agent("greedy", pacific)
        begin(agent, "greedy", 0, seat, "")
        requests.append(asked(pacific, state, part))
        choices.append(put(pacific, agent, state, seat))
    answers = talk(pacific, *requests)
    assert [answer["action"] for answer in answers] == choices
    assert ("words" in answers[0]) == (part == "position")


def test_agents_that_look_ahead_wish_for_positions(pacific: Game) -> None:
    hello = protocol.hello(pacific, "us", [], None, None)
    ready, answer = talk(
        pacific, hello, asked(pacific, pacific.new(3), "position"), agent="montecarlo:1"
    )
    assert ready["parts"] == ["position"] and answer["id"] == 7
    assert talk(pacific, hello)[0]["parts"] == ["observation"]


@pytest.mark.parametrize("suffix", ["", ".onnx"])
@pytest.mark.parametrize("kind", ["flat", "recurrent"])
def test_policies_of_one_side_answer_for_their_seats(
    pacific: Game, tmp_path: Path, kind: str, suffix: str
) -> None:
    """Both sides' policies, whoever decides first; the seat of the other side is refused."""
    run = write_run(tmp_path / "run", pacific, kind, PACIFIC)
    state, rng = pacific.new(3), np.random.default_rng(1)
    requests: dict[str, Message] = {}
    while len(requests) < 2:
        requests[pacific.spec.seats[pacific.seat(state)]] = asked(pacific, state, "observation")
        advance(pacific, state, rng, 1)
    for side, (own,) in pacific.spec.sides.items():
        policy = run / "checkpoints" / f"{side}.npz"
        if suffix:
            policy = tmp_path / f"{side}.onnx"
            read_policies(run, side).write_onnx(policy, 1, 0)
        (other,) = set(requests) - {own}
        good, bad = talk(pacific, requests[own], requests[other], agent=str(policy))
        legal = [row["action"] for row in requests[own]["legal"]]
        assert good["action"] in legal
        assert f"not trained for seat {other}" in bad["message"]


def test_who_answers_for_many_games_is_there_once(pacific: Game, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", pacific, "flat", PACIFIC)
    read_policies(run).write_onnx(tmp_path / "both.onnx", 1, 0)
    clerk = Clerk(pacific, str(tmp_path / "both.onnx"), 0)
    request = asked(pacific, pacific.new(3), "observation")
    assert [clerk.answer({**request, "game": k}) for k in (1, 2)] == [clerk.answer(request)] * 2
    assert not clerk._seated


@pytest.mark.parametrize(
    ("change", "remedy"),
    [
        ({"type": "greeting"}, "hello, decide, over, bye"),
        ({"id": None}, "whole number"),
        ({"observation": None, "position": None}, "needs position or observation"),
        ({"observation": [1, 2]}, "must have"),
        ({"seat": "gorman"}, "japanese, us"),
        ({"legal": []}, "list one or more"),
        ({"legal": [{"action": 999}]}, "write 0 to"),
        ({"legal": None}, "give legal"),
        ({"game": "x"}, "whole number"),
        ({"position": "/etc/passwd"}, "game.describe"),
        ({"position": {"turn": "nobody"}}, "nobody"),
        ({"type": "hello", "protocol": 9}, "protocol 1"),
        ({"type": "hello", "protocol": 1, "game": "chess"}, "same --game"),
    ],
)
def test_bad_requests_are_answered_in_one_line_and_the_talk_goes_on(
    pacific: Game, change: Message, remedy: str
) -> None:
    good = asked(pacific, pacific.new(3), "observation")
    error, answer = talk(pacific, {**good, **change}, good)
    assert error["type"] == "error" and remedy in error["message"]
    assert "\n" not in error["message"] and answer["id"] == 7


def test_no_line_ends_the_talk_but_bye(pacific: Game) -> None:
    good = asked(pacific, pacific.new(3), "observation")
    over = protocol.over(1, "us", None, 0.0)
    errors = talk(pacific, "", "{", "[]", "7", over, good, protocol.BYE, good)
    assert [answer.get("type") for answer in errors] == ["error", "error", "error", None]


@pytest.mark.serial
def test_our_agent_behind_the_protocol_plays_the_very_same_games() -> None:
    command = (
        f"{shlex.quote(sys.executable)} -m warfront_training.cli bot greedy --theatres pacific"
    )
    name = f"bot:{command} --option game_rounds=12"
    game = warfront.make_game("battlecards", **PACIFIC)
    seatings = [sides_seating(game, agent, "greedy") for agent in (name, "greedy")]
    behind, plain = play_match("battlecards", PACIFIC, seatings, 2, seed=4)
    assert behind.faults[name]["lost"] == 0 < behind.faults[name]["asked"]
    assert behind.margin.tolist() == plain.margin.tolist()
    assert behind.decisions.tolist() == plain.decisions.tolist()


@pytest.mark.skipif(
    shutil.which("node") is None, reason="no node here: the JavaScript bot is untried"
)
def test_the_javascript_example_plays() -> None:
    name = f"bot:node {ROOT / 'examples' / 'bots' / 'simple_bot.js'}"
    python = f"bot:{shlex.quote(sys.executable)} -S {ROOT / 'examples' / 'bots' / 'simple_bot.py'}"
    game = warfront.make_game("battlecards", **PACIFIC)
    (one,), (two,) = (
        play_match("battlecards", PACIFIC, [sides_seating(game, agent, "random")], 2, seed=4)
        for agent in (name, python)
    )
    assert one.faults[name]["lost"] == 0 < one.faults[name]["asked"]
    assert one.margin.tolist() == two.margin.tolist()  # both examples play alike


@pytest.mark.parametrize("words", ["bot greedy --json", "bot human", "bot nobody"])
def test_the_command_refuses_in_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1
