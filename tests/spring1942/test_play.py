"""Spring 1942 at the terminal: whole orders of a person, and the board as text."""

import numpy as np

from warfront.spring1942.face import Spring1942Game
from warfront_agents.human import HumanAgent

GAME = Spring1942Game("mini")


def test_a_person_gives_whole_orders() -> None:
    told: list[str] = []
    lines = iter(["buy 9 tank", "buy 2 infantry", "done"])
    person = HumanAgent(GAME, read=lambda _: next(lines), write=told.append)
    state = GAME.new(0)
    while GAME.prompt(state) in ("purchase", "purchase_count"):
        mask = GAME.legal_mask(state)
        GAME.step(state, person.plan(lambda _: GAME.copy(state), np.zeros(0), mask, 0))
    assert GAME.describe(state)["purchased"] == {"germany": {"infantry": 2}}
    assert any("germany has 12 IPCs, 9 tank cost 45" in line for line in told)


def test_text_is_at_most_100_columns_wide_and_names_what_is_there() -> None:
    rng = np.random.default_rng(1)
    for game in (GAME, Spring1942Game()):
        state = game.new(1)
        for _ in range(150):
            if game.done(state):
                break
            text = game.text(state)
            assert max(map(len, text.splitlines())) <= 100
            game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))
    full = Spring1942Game()
    text = full.text(full.new(0))
    for words in (
        "Leningrad",
        "ussr                        allies      24      24",
        "uk 1 sub, 1 tr",
    ):
        assert words in text


def test_the_battle_board_shows_both_sides() -> None:
    libya = {"owner": "germany", "units": {"germany": {"infantry": 3}}}
    game = Spring1942Game()
    state = game.from_position(
        {"seat": "uk", "phase": "combat_move", "spaces": {"libya": libya}, "dice": [6, 6, 6, 6, 6]}
    )
    game.order(state, "move 1 infantry 1 tank anglo_egypt -> libya")
    game.order(state, "done")
    text = game.text(state)
    assert "battle of libya, round 1" in text and "attacker uk" in text
    assert "3 infantry (2)" in text and "press on or retreat" in text
