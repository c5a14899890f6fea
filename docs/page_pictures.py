"""Make docs/img/web.png, replay.png and spring1942.png: screenshots of the pages, and a board.

Run it as `python docs/page_pictures.py` with the packages installed and Chromium on the path.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import warfront
from warfront.drawing import to_svg
from warfront.record import Record
from warfront_training.players import Players
from warfront_training.replay_page import replay_page
from warfront_training.replay_timeline import timeline

IMAGES = Path(__file__).parent / "img"
WIDE = {"width": 1440, "height": 900}
ORDERS = (
    "buy 3 infantry",
    "done",
    "move 3 infantry russia -> west_russia",
    "move 2 infantry archangel -> west_russia",
    "move 1 tank russia -> west_russia",
    "move 3 infantry caucasus -> ukraine_ssr",
)
BOARD = {
    "base": "opening", "seat": "germany", "phase": "combat_move", "round": 2,
    "spaces": {"karelia_ssr": {"owner": "ussr", "units": {
        "germany": {"tank": 2, "infantry": 2, "fighter": 1}, "ussr": {"infantry": 3, "tank": 1}}}},
}  # fmt: skip


@contextmanager
def served(folder: str) -> Iterator[str]:
    """The address of a server of tables."""
    words = [sys.executable, "-m", "warfront_training.cli", "web", "--port", "0", "--no-browser"]
    server = subprocess.Popen(
        [*words, "--json", "--folder", folder], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        yield str(json.loads(server.stdout.readline())["url"])
    finally:
        server.terminate()
        server.wait()


def table_link(url: str) -> str:
    """Begin a game of Spring 1942 at a server: the link of who plays the Allies."""
    address, _, key = url.partition("/?")
    seats = dict.fromkeys(("ussr", "uk", "usa"), "human:you")
    wanted = {"game": "spring1942", "seats": seats, "seed": 5, "pace": "fast"}
    with urllib.request.urlopen(f"{address}/api/tables?{key}", json.dumps(wanted).encode()) as got:
        return address + str(json.load(got)["links"][0]["link"])


def keep(page: Page, name: str) -> None:
    """A screenshot with few colours."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        page.screenshot(path=file.name)
        Image.open(file.name).convert("RGB").quantize(200).save(IMAGES / name, optimize=True)


def draw_table(page: Page, folder: str) -> None:
    """A combat move under way."""
    with served(folder) as url:
        page.goto(table_link(url))
        page.wait_for_selector(".offer")
        for order in ORDERS:
            at = page.evaluate("document.body.dataset.at")
            page.fill(".decision form input", order)
            page.press(".decision form input", "Enter")
            page.wait_for_function("at => document.body.dataset.at !== at", arg=at)
        page.hover("svg [data-key='name:ukraine_ssr']", force=True)
        page.wait_for_timeout(3000)  # odds
        keep(page, "web.png")


def draw_replay(page: Page, folder: str) -> None:
    """The first shot of a late battle between four pairs of seats."""
    theatres = ("western_europe", "pacific", "russia", "north_africa")
    game: Any = warfront.make_game("battlecards", theatres=theatres)
    state, seats = game.new(4), dict.fromkeys(game.spec.seats, "staff")
    record, players = Record.start(game, state, 4, seats), Players(game, seats, 4)
    shots = []
    while not game.done(state):
        record.step(game, state, players.ask(game.copy(state)))
        if not game.done(state) and game.prompt(state) == "shot":
            shots.append(len(record.decisions))
    path = Path(folder) / "game.jsonl"
    record.write(path)
    shown = Path(folder) / "game.html"
    shown.write_text(replay_page(timeline(path)), encoding="utf-8")
    page.goto(shown.as_uri())
    page.wait_for_selector("#replay svg")
    page.evaluate("move => replay.go(move)", shots[len(shots) * 2 // 3] + 1)
    keep(page, "replay.png")


def draw_board(page: Page) -> None:
    """The board alone."""
    game = warfront.make_game("spring1942")
    svg = to_svg(game.picture(game.from_position(BOARD)))
    page.set_viewport_size({"width": 1200, "height": 675})
    page.set_content(f"<style>body {{margin: 0}} svg {{width: 1200px; height: 675px}}</style>{svg}")
    keep(page, "spring1942.png")


def main() -> None:
    """Make all three."""
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.set_default_timeout(120_000)
        draw_table(page, folder)
        draw_replay(page, folder)
        draw_board(page)
        browser.close()


if __name__ == "__main__":
    main()
