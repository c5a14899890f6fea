"""Beside the board: what agents think, the odds of battles, and the dice that fell."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

import warfront
from tables import PACIFIC, SHORT, begin, hear, new_table, play, receive, ws
from warfront.game import Game
from warfront.record import Record
from warfront.spring1942 import odds
from warfront_agents.agent import make_agent
from warfront_training.web.battles import battle_odds
from warfront_training.web.folder import Folder, Seating
from warfront_training.web.messages import table_message
from warfront_training.web.server import Server
from warfront_training.web.table import Table
from warfront_training.web.thinking import chances
from warfront_training.web.viewer import Viewer


def think(line: Any, agent: str) -> Any:
    """What an agent thinks, as a page hears it."""
    line.send_json({"type": "think", "agent": agent})
    return hear(line, lambda message: message["type"] != "table")


def test_a_search_says_how_often_it_tried_its_choices(client: TestClient, server: Server) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        offered = {each["text"] for each in receive(line)["offers"]}
        for agent, measure in (("search:60p", "share of its tries"), ("staff", "its choice")):
            found = think(line, agent)
            assert found["type"] == "thoughts" and found["measure"] == measure
            assert {choice["text"] for choice in found["choices"]} <= offered
            shares = [choice["share"] for choice in found["choices"]]
            assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.0001
            assert sum(found["value"]["sides"].values()) == pytest.approx(1.0)


def test_a_checkpoint_says_how_likely_its_choices_are(
    client: TestClient, server: Server, tmp_path: Path
) -> None:
    """The five likeliest of the probabilities that the policy itself gives for this decision."""
    from exports import write_run

    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    table = server.rooms[made["id"]].table
    run = str(write_run(tmp_path / "mine", table.game, "flat", PACIFIC))
    offered = client.get("/api/choices", params={"key": server.key}).json()["agents"]
    assert {"name": run, "game": "battlecards"} in offered
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        receive(line)
        found = think(line, run)
    game, state = table.game, table.state
    seat, mask = game.seat(state), game.legal_mask(state)
    policy: Any = make_agent(run, game)
    seats = np.array([seat], np.int8)
    shares = policy.probabilities(game.observe(state, seat)[None], mask[None], seats)[0]
    order = sorted(np.flatnonzero(mask).tolist(), key=lambda action: -shares[action])[:5]
    assert found["measure"] == "probability"
    assert [choice["action"] for choice in found["choices"]] == order
    assert [choice["share"] for choice in found["choices"]] == pytest.approx(shares[order])


@pytest.mark.parametrize(
    ("game", "options", "shipped"),
    [
        ("battlecards", {}, "trained:battlecards"),
        ("spring1942", {"scenario": "mini-even"}, "trained:mini-even"),
    ],
)
def test_a_table_suggests_the_policy_that_ships_for_its_game(
    tmp_path: Path, game: str, options: dict[str, Any], shipped: str
) -> None:
    table = new_table(tmp_path, game, options, ["germany", "us"])
    assert table_message(table, table.seating.watch, 0)["advisers"][:2] == [shipped, "staff"]
    other = new_table(tmp_path, "spring1942", SHORT, ["germany"])
    assert table_message(other, other.seating.watch, 0)["advisers"][0] == "staff"


def test_no_value_is_told_of_fewer_than_eight_playouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warfront_training.web.thinking.SECONDS", 0.0)
    table = new_table(tmp_path, "spring1942", SHORT, ["germany"])
    told = chances(table, table.state)
    assert told is not None and told["playouts"] == 8


def test_what_another_seat_thinks_is_not_shown(client: TestClient, server: Server) -> None:
    people = {"japanese": "human", "us": "human"}
    made = begin(client, server, "battlecards", people, options=PACIFIC)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        receive(line)
        assert "hidden from you" in think(line, "staff")["why"]


BATTLE: dict[str, Any] = {
    "base": "opening", "seat": "japan", "phase": "combat_move",
    "spaces": {
        "china": {"owner": "japan", "units": {"japan": {"infantry": 3}}},
        "india": {"owner": "usa", "units": {"usa": {"infantry": 2}}},
    },
}  # fmt: skip
ATTACK = ("move 3 infantry china -> india", "done")


def table_at(folder: Path, position: dict[str, Any]) -> Table:
    """A table of people whose game starts from a position."""
    game = warfront.make_game("spring1942", **SHORT)
    state = game.from_position(position)
    kept, seats = Folder(folder), dict.fromkeys(game.spec.seats, "human")
    record = Record.start(game, state, 1, seats, position)
    kept.begin("battle", record, Seating({"all": list(game.spec.seats)}, "watch", "fast", 0.0))
    return Table.open(kept, "battle")


@pytest.mark.parametrize(
    "dice", [[1, 6, 6, 6, 6, 1, 2, 6], [6, 6, 6, 1, 1, 6, 6, 6, 1, 1], [2, 1, 6, 1, 1]]
)
def test_the_dice_that_are_told_are_those_that_fell(tmp_path: Path, dice: list[int]) -> None:
    """Each volley's own, in order; what the script still held is not told."""
    table = table_at(tmp_path, {**BATTLE, "dice": dice})
    everybody = Viewer(tuple(range(4)))
    for order in ATTACK:
        table.order(everybody, table.at, order)
    rng = np.random.default_rng(1)
    while table.game.describe(table.state)["dice_left"] and not table.over:
        play(table, rng, 1)
    assert told_dice(table)[: len(dice)] == dice


def test_dice_are_told_by_who_rolled_them_and_what_hits(tmp_path: Path) -> None:
    """B1 to B3: infantry with artillery hit at 2, the last without at 1; defenders at 2."""
    china = {"owner": "japan", "units": {"japan": {"infantry": 3, "artillery": 2}}}
    position = {**BATTLE, "spaces": {**BATTLE["spaces"], "china": china}}
    table = table_at(tmp_path, {**position, "dice": [1, 6, 5, 6, 4, 2, 6]})
    everybody = Viewer(tuple(range(4)))
    table.order(everybody, 0, "move 3 infantry 2 artillery china -> india")
    table.order(everybody, table.at, "done")
    while not told_dice(table):
        play(table, np.random.default_rng(1), 1)
    while table.game.describe(table.state)["dice_left"]:
        play(table, np.random.default_rng(1), 1)
    lines = [line for entry in table.logs[table.seating.watch] for line in entry.more]
    assert [line for line in lines if line.startswith("dice")][:4] == [
        "dice in india, japan at 2: 1 6",
        "dice in india, japan at 1: 5",
        "dice in india, japan at 2: 6 4",
        "dice in india, usa at 2: 2 6",
    ]


def test_most_dice_of_a_game_are_told_with_who_rolled_them(tmp_path: Path) -> None:
    table = new_table(tmp_path, "spring1942", SHORT, ["germany", "japan", "uk", "usa"])
    play(table, np.random.default_rng(0), 100_000)
    lines = [line for entry in table.logs[table.seating.watch] for line in entry.more]
    dice = [line for line in lines if line.startswith("dice")]
    assert sum(" at " in line for line in dice) > len(dice) / 2 > 5


def told_dice(table: Table) -> list[int]:
    """All dice that whoever watches was told of."""
    lines = [line for entry in table.logs[table.seating.watch] for line in entry.more]
    rows = [line.rpartition(": ")[2].split() for line in lines if line.startswith("dice")]
    return [int(die) for row in rows for die in row]


def test_the_dice_that_are_told_lead_from_each_position_to_the_next(tmp_path: Path) -> None:
    """Scripted in the position before a decision they give the position after it, none left."""
    table = new_table(tmp_path, "spring1942", SHORT, ["germany", "japan", "uk", "usa"])
    game, rng, rolled = table.game, np.random.default_rng(0), 0
    while not table.over:
        before, told = game.describe(table.state), len(told_dice(table))
        play(table, rng, 1)
        dice = told_dice(table)[told:]
        if dice:
            again = game.from_position({**before, "dice": dice})
            game.step(again, table.record.decisions[-1].action)
            assert but_chance(game, again) == but_chance(game, table.state)
            assert game.describe(again)["dice_used"] == dice
            assert game.describe(again)["dice_left"] == 0
            rolled += len(dice)
    assert rolled > 20


def but_chance(game: Game, state: Any) -> dict[str, Any]:
    """A position without the chance to come."""
    chance = ("rng", "dice", "dice_left", "dice_used")
    return {key: value for key, value in game.describe(state).items() if key not in chance}


def test_a_decision_of_a_space_says_which(tmp_path: Path) -> None:
    table = table_at(tmp_path, BATTLE)
    everybody, token = Viewer(tuple(range(4))), table.seating.watch
    assert table_message(table, token, 0)["origin"] == ""
    table.order(everybody, 0, "from china")
    assert table_message(table, token, 0)["origin"] == "space:china"
    assert table_message(table, token, 0)["home"] == "space:japan"


def test_the_odds_of_a_battle_are_those_of_its_armies(tmp_path: Path) -> None:
    table = table_at(tmp_path, BATTLE)
    everybody = Viewer(tuple(range(4)))
    table.order(everybody, 0, ATTACK[0])
    (row,) = battle_odds(table.game, table.state, 2)
    chances = odds(attacker={"infantry": 3}, defender={"infantry": 2})
    assert row["name"] == "india" and row["key"] == "space:india"
    assert (row["win"], row["lose"], row["draw"]) == (chances.win, chances.lose, chances.draw)
    assert row["words"].startswith("3 infantry against 2 infantry; attacker loses")


def test_odds_say_which_hits_they_do_not_count(tmp_path: Path) -> None:
    table = new_table(tmp_path, "spring1942", SHORT, ["germany", "japan", "uk", "usa"])
    rng, told = np.random.default_rng(0), 0
    while not table.over and told < 2:
        fight = table.game.view(table.state, 0)["battle"]
        if fight and table.game.prompt(table.state) in ("casualty", "retreat"):
            hits = sum(fight["hits"].values())
            for row in battle_odds(table.game, table.state, 0):
                assert ("to be taken now not counted" in row["words"]) == (hits > 0)
                assert not hits or f"; the {hits} hit" in row["words"]
                told += hits > 0
        play(table, rng, 1)
    assert told == 2


def test_odds_are_told_of_the_battles_that_can_be_fought(tmp_path: Path) -> None:
    table = new_table(tmp_path, "spring1942", SHORT, ["germany", "japan", "uk", "usa"])
    rng, told = np.random.default_rng(0), 0
    while not table.over:
        if table.game.prompt(table.state) == "battle":
            mask = table.game.legal_mask(table.state)
            offered = {
                table.game.action_text(table.state, int(a)).removeprefix("fight ")
                for a in np.flatnonzero(mask)
            }
            rows = battle_odds(table.game, table.state, 0)
            assert {row["name"] for row in rows} == offered
            for row in rows:
                assert row["win"] + row["lose"] + row["draw"] == pytest.approx(1.0, abs=1e-6)
            told += len(rows)
        play(table, rng, 1)
    assert told > 0
