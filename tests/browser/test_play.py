"""Whole games of both kinds played through the page in a real browser."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from warfront import make_game
from warfront.record import replay
from warfront_training.web.table import Table

from .conftest import Running, keep_picture, wait_until

pytestmark = pytest.mark.browser
OFFER = ".offer"
READY = f"{OFFER}, .result:not([hidden])"


def begin(page: Any, running: Running, game: str, **fields: str) -> Table:
    """Begin a game through the form: the table it made."""
    page.goto(running.home)
    page.wait_for_selector(".seat-row")
    page.select_option("select[name=game]", game)
    page.click("summary")
    page.select_option("select[name=pace]", "fast")
    page.fill("input[name=seed]", "5")
    for name, value in fields.items():
        page.locator(f"[name='{name.replace('__', ':')}']").fill(value)
    if game == "battlecards":
        page.uncheck("input[value=western_europe]")
        page.wait_for_selector("text=british", state="detached")
    else:
        page.select_option("select[name=scenario]", "mini")
        page.wait_for_selector("text=ussr", state="detached")
    page.click("button[type=submit]")
    page.wait_for_url("**/table/**")
    (room,) = running.server.rooms.values()
    return room.table


def offered(page: Any) -> dict[int, str]:
    """The buttons of the page: action and words."""
    rows = page.eval_on_selector_all(
        OFFER, "all => all.map(one => [one.dataset.action, one.firstChild.textContent])"
    )
    return {int(action): words for action, words in rows}


def check_offers(page: Any, table: Table) -> None:
    """What the page offers is the mask, in the game's words."""
    mask = table.game.legal_mask(table.state)
    wanted = {
        int(a): table.game.action_text(table.state, int(a)).replace("_", " ")
        for a in np.flatnonzero(mask)
    }
    assert offered(page) == wanted


def settle(page: Any, running: Running, table: Table) -> bool:
    """Wait until a person is asked and the page shows it; whether the game goes on."""
    wait_until(lambda: running.look(lambda: table.over or table.asks_person), "a person is asked")
    at, over = running.look(lambda: (table.at, table.over))
    page.wait_for_selector(READY)
    page.wait_for_function("at => document.body.dataset.at === String(at)", arg=at)
    return not over


def wait_beyond(table: Table, at: int) -> None:
    """Wait until the server has taken a decision."""
    wait_until(lambda: table.at > at, f"a decision after {at}")


def take_first(page: Any, table: Table) -> None:
    """Take the first of the choices."""
    at = table.at
    page.locator(OFFER).first.click()
    wait_beyond(table, at)


def choose_on_board(page: Any, rng: np.random.Generator) -> bool:
    """Click something that is lit: it decides, or narrows the list, whose first choice is taken."""
    lit = page.locator("svg .lit[tabindex]")
    if lit.count() == 0:
        return False
    at = page.evaluate("document.body.dataset.at")
    lit.nth(int(rng.integers(lit.count()))).dispatch_event("click")
    page.wait_for_function(
        "at => document.body.dataset.at !== at || document.querySelector('.narrowed')", arg=at
    )
    if page.locator(".narrowed").count():
        page.locator(OFFER).first.click()
    return True


def test_no_game_begins_before_its_seats_are_known(page: Any, running: Running) -> None:
    """Nor does an answer that comes late put the seats of what was chosen before."""
    page.goto(running.home)
    page.wait_for_selector(".seat-row")
    held: list[Any] = []
    page.route("**/api/seats*", lambda route: held.append(route))
    page.select_option("select[name=game]", "spring1942")
    page.select_option("select[name=scenario]", "mini")
    assert page.is_disabled("button[type=submit]")
    wait_until(lambda: len(held) == 2, "two questions", lambda s: page.wait_for_timeout(1000 * s))
    held[1].continue_()
    page.wait_for_selector("button[type=submit]:enabled")
    seats = page.locator(".seat-row").all_inner_texts()
    with page.expect_response("**/api/seats*"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert page.locator(".seat-row").all_inner_texts() == seats
    assert len(seats) == len(make_game("spring1942", scenario="mini").spec.seats)


def test_an_opened_record_shows_that_it_is_being_reckoned(
    page: Any, running: Running, tmp_path: Path
) -> None:
    page.goto(running.home)
    page.wait_for_selector(".seat-row")
    held: list[Any] = []
    page.route("**/api/records*", lambda route: held.append(route))
    (tmp_path / "game.jsonl").write_text("nothing\n")
    for _ in range(2):  # the same file again, too
        page.set_input_files("input[type=file]", tmp_path / "game.jsonl")
        page.wait_for_selector("text=reckoning...")
        assert page.is_disabled("input[type=file]")
        wait_until(lambda: held, "a question", lambda s: page.wait_for_timeout(1000 * s))
        held.pop().continue_()
        page.wait_for_selector("[role=status].fault:has-text('the record')")
        assert page.is_enabled("input[type=file]") and page.locator("text=reckoning").count() == 0


@pytest.mark.parametrize(
    ("game", "fields"),
    [("battlecards", {}), ("spring1942", {"rule__round_limit": "1"})],
)
def test_a_whole_game_is_played_through_the_page(
    page: Any, running: Running, game: str, fields: dict[str, str]
) -> None:
    """By buttons, keys and board in turn; at every decision the page offers exactly the mask."""
    table = begin(page, running, game, **fields)
    rng, decided, on_board = np.random.default_rng(1), 0, 0
    while settle(page, running, table):
        assert decided < table.game.spec.max_decisions
        check_offers(page, table)
        at, buttons = table.at, page.locator(OFFER)
        n = int(rng.integers(buttons.count()))
        if decided % 3 == 2 and choose_on_board(page, rng):
            on_board += 1
        elif decided % 3:
            buttons.nth(n).click()
        else:
            buttons.nth(n).focus()
            page.keyboard.press("Enter")
        wait_beyond(table, at)
        decided += 1
        if decided == 12:
            keep_picture(page, f"{game}-desktop")
    keep_picture(page, f"{game}-end")
    if game == "spring1942":
        assert page.locator(".log .roll b").count() > 0
    assert decided > 3 and on_board > 0 and page.is_visible(".result a[download]")
    replay(running.server.folder.record_file(table.name))
    with page.expect_popup() as opened:
        page.click("text=Replay")
    opened.value.wait_for_selector("#replay svg")
    with page.expect_download() as kept:
        page.click("text=Replay as a file")
    assert "openReplay()" in Path(kept.value.path()).read_text(encoding="utf-8")
    words = "undecided" if table.record.how == "limit" else "won"
    assert words in page.inner_text(".result")


def test_a_refusal_stands_until_the_next_act(page: Any, running: Running) -> None:
    """Nor does the table's next message take it away; thoughts of before are not left beside it."""
    table = begin(page, running, "battlecards")
    settle(page, running, table)
    page.fill(".decision form input", "conquer the moon")
    page.press(".decision form input", "Enter")
    page.wait_for_selector("#notice:not([hidden])")
    page.wait_for_timeout(1000)
    assert "conquer the moon" in page.inner_text("#notice")
    take_first(page, table)
    settle(page, running, table)
    page.wait_for_selector("#notice", state="hidden")
    page.click("#mind summary")
    page.click("#mind button")
    page.wait_for_selector(".thoughts")
    page.fill("input[list=advisers]", "nobody")
    page.click("#mind button")
    page.wait_for_selector("#notice:not([hidden])")
    assert page.locator(".thoughts").count() == 0 and "thinking" not in page.inner_text("#mind")


def test_help_has_the_keys_while_it_is_open(page: Any, running: Running) -> None:
    table = begin(page, running, "battlecards")
    for _ in range(6):  # until something can be taken back
        settle(page, running, table)
        if page.locator("#undo").count():
            break
        take_first(page, table)
    at = table.at
    assert page.locator("#undo").count()
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    assert running.look(lambda: table.at) == at
    page.keyboard.press("u")
    wait_until(lambda: table.at == at - 1, "a decision taken back")


def test_the_board_shows_what_a_decision_is_of(page: Any, running: Running) -> None:
    """Outlines on top of all spaces, the origin among them; a larger board keeps its middle."""
    table = begin(page, running, "spring1942")
    settle(page, running, table)
    field = page.locator(".decision form input")
    assert "buy 3 infantry" in field.get_attribute("placeholder")
    field.fill("done")
    field.press("Enter")
    wait_beyond(table, 0)
    settle(page, running, table)
    assert "move 2 infantry" in field.get_attribute("placeholder")
    lit = page.locator("svg [data-key^='space:'].lit").count()
    assert page.locator("svg > .outlines:last-child > .rim").count() >= lit > 0
    assert page.locator(".rim.origin").count() == 0
    page.locator(OFFER, has_text="from").first.click()
    wait_beyond(table, 1)
    settle(page, running, table)
    assert page.locator(".rim.origin").count() > 0
    middle = "sheet => (sheet.scrollLeft + sheet.clientWidth / 2) / sheet.scrollWidth"
    before = page.eval_on_selector(".sheet", middle)
    for _ in range(3):
        page.click("[aria-label=Larger]")
    assert abs(page.eval_on_selector(".sheet", middle) - before) < 0.01


def test_a_reload_and_a_server_started_again_lose_nothing(
    page: Any, running: Running, tmp_path: Path
) -> None:
    table = begin(page, running, "battlecards")
    for _ in range(4):
        settle(page, running, table)
        take_first(page, table)
    settle(page, running, table)
    before, log = offered(page), page.inner_text(".log")
    page.reload()
    settle(page, running, table)
    assert offered(page) == before and page.inner_text(".log") == log
    running.stop()
    page.wait_for_selector("#notice:not([hidden])")
    again = Running(tmp_path / "web", running.port)
    try:
        page.wait_for_selector("#notice", state="hidden")
        assert offered(page) == before
        page.locator(OFFER).first.click()
        page.wait_for_function("at => Number(document.body.dataset.at) > at", arg=table.at)
    finally:
        again.stop()


def test_two_windows_hold_two_seats_of_one_game(page: Any, running: Running) -> None:
    page.goto(running.home)
    page.wait_for_selector(".seat-row")
    page.uncheck("input[value=western_europe]")
    page.wait_for_selector("text=british", state="detached")
    page.select_option("[name='who:us']", "human")
    page.click("button[type=submit]")
    page.wait_for_selector("text=sit down as us")
    other = page.context.new_page()
    links = [each.get_attribute("href") for each in page.query_selector_all(".links a")]
    page.goto(running.address + links[0])
    other.goto(running.address + links[1])
    (room,) = running.server.rooms.values()
    table, windows = room.table, {0: page, 1: other}
    for _ in range(8):
        asked = running.look(lambda: table.game.seat(table.state))
        for window in windows.values():
            window.wait_for_function("at => document.body.dataset.at === String(at)", arg=table.at)
        assert windows[1 - asked].locator(OFFER).count() == 0
        check_offers(windows[asked], table)
        take_first(windows[asked], table)


def test_what_is_pointed_at_is_told_and_names_are_readable_on_a_narrow_screen(
    page: Any, running: Running
) -> None:
    """Owner, income and units of a space; a board opens so large that names can be read."""
    begin(page, running, "spring1942")
    page.wait_for_selector(OFFER)
    page.hover("svg [data-key='name:germany']", force=True)
    page.wait_for_function("document.querySelector('.about').innerText.startsWith('Germany')")
    told = page.inner_text(".about")
    assert told.startswith("Germany held by Germany; 8 IPC, victory city Berlin"), told
    assert "germany: 3 infantry, 1 artillery" in told
    size = """() => Math.min(...[...document.querySelectorAll("svg [data-key^='name:'] > text")]
        .map(text => text.getBoundingClientRect().height))"""
    wide = page.evaluate(size)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.querySelector('.zoom span').textContent !== '100%'")
    page.wait_for_function(f"({size})() >= {0.6 * wide}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("[aria-label=Smaller]")
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.wait_for_function("document.querySelector('.zoom span').innerText === '100%'")
    page.keyboard.press("+")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_function("innerWidth === 1440")
    assert page.inner_text(".zoom span") == "150%"  # a size that was chosen stays


@pytest.mark.parametrize("game", ["battlecards", "spring1942"])
def test_narrow_and_dark_windows_show_the_game(page: Any, running: Running, game: str) -> None:
    """Nothing is wider than a narrow window; the pictures are kept to be looked at."""
    table = begin(page, running, game)
    for _ in range(6):
        if settle(page, running, table):
            take_first(page, table)
    settle(page, running, table)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    keep_picture(page, f"{game}-narrow")
    page.emulate_media(color_scheme="dark")
    keep_picture(page, f"{game}-narrow-dark")
    page.set_viewport_size({"width": 1440, "height": 900})
    keep_picture(page, f"{game}-dark")
    page.goto(running.home)
    page.wait_for_selector(".links a")
    keep_picture(page, f"{game}-lobby-dark")
