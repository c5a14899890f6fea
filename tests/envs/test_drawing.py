"""Pictures: shapes as SVG and as pixels, render modes, and what a seat may see."""

import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import warfront
from play import pick
from toy import ToyGame
from warfront.aec import CheckedAEC
from warfront.drawing import Scene, shorten, to_array, to_svg, width_of
from warfront.game import BadInput
from warfront.glyphs import GLYPHS
from warfront.palette import STYLES
from warfront.side import SideEnv
from warfront.titles import title_of


def small() -> Scene:
    scene = Scene(40, 20, "a < b")
    group = scene.group("space:x", "two & three")
    group.rect(0, 0, 20, 20, "fill_ussr")
    group.circle(30, 10, 5, "fill_germany")
    group.glyph("tank", 0, 0, 10, "fill_black")
    group.line([(20, 0), (40, 20)], "line_gold")
    group.polygon([(0, 0), (5, 0), (0, 5)], "land_uk")
    group.text(1, 19, "<b>", 8)
    return scene


def test_a_scene_is_one_well_formed_svg_with_keys_and_titles() -> None:
    root = ET.fromstring(to_svg(small()))
    names = {element.tag.split("}")[1] for element in root.iter()}
    assert {"svg", "g", "rect", "circle", "polyline", "polygon", "text", "use", "title"} <= names
    keyed = [element for element in root.iter() if element.get("data-key") == "space:x"]
    assert len(keyed) == 1 and keyed[0][0].text == "two & three"
    assert any(element.text == "<b>" for element in root.iter())


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("army_of_the_nile", "Army of the Nile"),
        ("us", "US"),
        ("ussr", "USSR"),
        ("uk", "UK"),
        ("german_barbarossa", "German Barbarossa"),
        ("spring1942", "Spring 1942"),
    ],
)
def test_ids_as_titles(name: str, title: str) -> None:
    assert title_of(name) == title


def test_the_same_shapes_as_pixels() -> None:
    pixels = to_array(small())
    assert pixels.shape == (20, 40, 3) and pixels.dtype == np.uint8
    assert pixels[15, 15].tolist() == [0xD9, 0x65, 0x3B]
    assert pixels[10, 28].tolist() == [0x8D, 0x94, 0x9C]
    assert to_array(small(), 2.0).shape == (40, 80, 3)
    with pytest.raises(BadInput, match="scale 0 makes no picture"):
        to_array(small(), 0)


def drawn(scene: Scene) -> set[str]:
    """Every style and silhouette of a picture, silhouettes with a `#` in front."""
    shapes = [shape for group in scene.groups for shape in group.shapes]
    styles = {shape[5 if shape[0] == "text" else -1] for shape in shapes}
    return styles | {f"#{shape[1]}" for shape in shapes if shape[0] == "glyph"}


def test_every_style_and_silhouette_is_drawn_somewhere() -> None:
    """Both games at the start, on the way through random play, and as a seat sees them."""
    there = set(STYLES) | {f"#{name}" for name in GLYPHS}
    found: set[str] = set()
    rng = np.random.default_rng(3)
    for name, every in (("battlecards", 7), ("spring1942", 40)):
        game = warfront.make_game(name)
        state = game.new(3)
        for step in range(100 * every):
            if step % every == 0:
                seen = drawn(game.picture(state, game.seat(state) if step % 2 else None))
                assert seen <= there
                found |= seen
            if game.done(state):
                break
            game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))
    assert there - found == set()


def test_without_pillow_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BadInput, match="pip install 'warfront"):
        to_array(small())


def test_words_are_shortened_to_their_room() -> None:
    assert shorten("Short", 10, 100) == "Short"
    cut = shorten("A very long name indeed", 10, 60)
    assert cut.endswith("…") and width_of(cut, 10) <= 60


@pytest.mark.parametrize("game", ["battlecards", "spring1942"])
def test_render_modes_of_both_faces(game: str) -> None:
    env = CheckedAEC(game, render_mode="svg")
    env.reset(seed=1)
    svg = env.render()
    assert ET.fromstring(svg).tag.endswith("svg")
    side = SideEnv(game, "axis", "random", render_mode="rgb_array")
    side.reset(seed=1)
    pixels = side.render()
    assert pixels.shape == (900, 1600, 3) and pixels.dtype == np.uint8
    assert set(env.metadata["render_modes"]) == set(side.metadata["render_modes"])
    assert env.metadata["render_fps"] > 0


def test_an_unknown_render_mode_is_refused(toy: ToyGame) -> None:
    with pytest.raises(BadInput, match="render_mode 'human' is unknown: use None or one of"):
        SideEnv(toy, "axis", "random", render_mode="human")


def test_a_picture_for_a_seat_depends_only_on_what_it_may_know() -> None:
    game = warfront.make_game("battlecards")
    rng = np.random.default_rng(1)
    state = game.new(5)
    for step in range(120):
        if step % 30 == 0:
            for seat in range(len(game.spec.seats)):
                other = game.resample(state, seat, step)
                assert to_svg(game.picture(other, seat)) == to_svg(game.picture(state, seat))
        game.step(state, pick(game.legal_mask(state), rng))
