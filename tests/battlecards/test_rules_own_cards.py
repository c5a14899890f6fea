"""Rules that the cards in the box cannot show, shown with Battlecards of one's own (89, Q27)."""

from pathlib import Path
from typing import Any

import pytest

from battlecards.positions import AFRICA, WEST, WEST_PACIFIC, at_turn, offers, orders
from warfront import make_game
from warfront.battlecards.deck_files import CARDS
from warfront.game import Game

pytestmark = pytest.mark.plain

BRITAIN = "Invasion of Britain"
GERMANY = "Battle for Germany"
NEEDS_A_CARRIER = ("decisive after Battle of Britain", "carrier")


def game_with(folder: Path, change: tuple[str, str], *theatres: str) -> Game:
    """A game in which one text of Western Europe's Battlecards is another."""
    text = (CARDS / WEST / "battles.csv").read_text(encoding="utf-8")
    assert text.count(change[0]) == 1
    file = folder / WEST / "battles.csv"
    file.parent.mkdir()
    file.write_text(text.replace(*change), encoding="utf-8")
    return make_game("battlecards", theatres=theatres, decks=folder, options={"handicaps": False})


def test_89_a_liberator_need_not_meet_the_cards_prerequisite(tmp_path: Path) -> None:
    game = game_with(tmp_path, NEEDS_A_CARRIER, *WEST_PACIFIC)
    seats: dict[str, Any] = {"british": {"vanquished_by": BRITAIN}, "german": ["Bf 109"]}
    seats["us"] = {"deployed": ["M4 Sherman"], "retained": ["Counterattack"]}
    state = at_turn(game, "us", **seats)
    assert f"counterattack {BRITAIN}" in offers(game, state)  # without any carrier
    orders(game, state, f"counterattack {BRITAIN}")
    assert game.prompt(state) == "deploy"


def test_89_nor_does_who_frees_the_germans(tmp_path: Path) -> None:
    change = ("decisive after Invasion of Normandy", "carrier")
    game = game_with(tmp_path, change, WEST, AFRICA)
    seats: dict[str, Any] = {"german": {"vanquished_by": GERMANY}, "british": ["Spitfire"]}
    seats["afrika_korps"] = {"deployed": ["M13 Tank"], "retained": ["Counterattack"]}
    state = at_turn(game, "afrika_korps", **seats)
    assert f"counterattack {GERMANY}" in offers(game, state)


def test_89_q27_others_must_meet_it(tmp_path: Path) -> None:
    game = game_with(tmp_path, NEEDS_A_CARRIER, *WEST_PACIFIC)
    card = {"card": BRITAIN, "winners": ["british"], "involved": ["german", "british"]}
    german = {"deployed": ["Tiger I"], "retained": ["Counterattack"]}
    seats: dict[str, Any] = {"german": german, "british": ["Spitfire"]}
    state = at_turn(game, "german", stacks={"allies": [card]}, **seats)
    assert f"counterattack {BRITAIN}" not in offers(game, state)
