"""Replays in a real browser, on a narrow screen: what happens is in view and told in words."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from doc_blocks import blocks
from play import pick
from warfront.record import Record
from warfront_training.replay_page import player_script, player_style, replay_page
from warfront_training.replay_timeline import timeline

from .conftest import keep_picture

pytestmark = pytest.mark.browser
DECISIONS = 100
SEEN = """() => {
    const box = document.querySelector(".sheet").getBoundingClientRect();
    const changed = [...document.querySelectorAll(".changed")];
    const parts = changed.map(part => part.getBoundingClientRect());
    const x = Math.min(...parts.map(p => p.left)) + Math.max(...parts.map(p => p.right));
    const y = Math.min(...parts.map(p => p.top)) + Math.max(...parts.map(p => p.bottom));
    const inside = (x, y) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    const all = parts.every(p => inside((p.left + p.right) / 2, (p.top + p.bottom) / 2));
    return [parts.length, all || inside(x / 2, y / 2)];
}"""


def played(path: Path, game_name: str, decisions: int = DECISIONS) -> dict[str, Any]:
    """The timeline of some random play."""
    game = warfront.make_game(game_name)
    state, rng = game.new(3), np.random.default_rng(3)
    record = Record.start(game, state, 3, dict.fromkeys(game.spec.seats, "random"))
    for _ in range(decisions):
        record.step(game, state, pick(game.legal_mask(state), rng))
    record.write(path)
    return timeline(path)


@pytest.mark.parametrize("game", ["battlecards", "spring1942"])
def test_a_replay_follows_what_happens_on_a_narrow_screen(
    page: Any, tmp_path: Path, game: str
) -> None:
    line = played(tmp_path / "game.jsonl", game)
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(replay_page(line))
    page.wait_for_selector("#replay svg")
    changed = 0
    for move in range(1, DECISIONS + 1):
        page.evaluate("move => replay.go(move)", move)
        parts, seen = page.evaluate(SEEN)
        changed += parts > 0
        assert parts == 0 or seen, move
        if str(move) in line["news"]:
            told = page.inner_text(".replay-words")
            assert all(words.replace("_", " ") in told for words in line["news"][str(move)])
    assert changed > 10 and line["news"]
    keep_picture(page, f"{game}-replay-narrow")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = page.evaluate("document.querySelector('#replay .sheet svg').clientWidth")
    page.click("[aria-label=Larger]")
    assert page.evaluate("document.querySelector('#replay .sheet svg').clientWidth") > wide >= 750


def test_the_script_of_the_docs_plays_a_replay_in_a_page_of_one_s_own(
    page: Any, tmp_path: Path
) -> None:
    (script,) = [block for block in blocks() if block.kind == "js"]
    line = played(tmp_path / "game.jsonl", "battlecards", 130)
    page.set_content(f"<style>{player_style()}</style><p id='mine'></p>")
    page.add_script_tag(content=player_script())
    page.evaluate(
        "([code, line]) => new Function('element', 'timeline', code)"
        "(document.getElementById('mine'), line)",
        [script.text, line],
    )
    assert page.locator("#mine svg [data-key]").count() > 0
    assert page.input_value("#mine input[type=range]") == "123"
    assert page.evaluate("location.hash") == "#move=123"
