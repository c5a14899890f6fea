"""A replay as one HTML file that needs nothing else: its timeline packed into the page."""

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

from warfront_training.page import page

HERE = Path(__file__).parent
SHEET = HERE / "web" / "static"  # the box of a board, which tables have too


def replay_page(timeline: dict[str, Any]) -> str:
    """The page of a timeline (see `replay_timeline`).

    It unpacks itself, which browsers do since 2023 (`DecompressionStream`).
    """
    packed = base64.b64encode(zlib.compress(json.dumps(timeline).encode(), 9)).decode()
    seats = ", ".join(
        f"{seat['name']}: {seat['who']}" for seat in timeline["seats"].values() if seat["who"]
    )
    return page(
        timeline["title"],
        [
            f"<style>{player_style()}</style>",
            f"<h1>{html.escape(timeline['title'])}</h1>",
            f"<p class='soft'>{html.escape(seats)}</p>" if seats else "",
            "<main id='replay' tabindex='-1'></main>",
            "<noscript>A replay needs JavaScript; it asks no other host for anything.</noscript>",
            f"<script type='text/plain' id='timeline'>{packed}</script>",
            f"<script>{player_script()}\nopenReplay();</script>",
        ],
    )


def player_script() -> str:
    """The script that plays a timeline in any page: the class `ReplayPlayer`."""
    sheet = (SHEET / "sheet.js").read_text(encoding="utf-8")
    plain = re.sub(r"^export (?=class|function)", "", sheet, flags=re.MULTILINE)
    return '"use strict";\n' + plain + (HERE / "replay_player.js").read_text(encoding="utf-8")


def player_style() -> str:
    """The styles it needs, beside the page's own colours."""
    sheet = (SHEET / "sheet.css").read_text(encoding="utf-8")
    return sheet + (HERE / "replay_player.css").read_text(encoding="utf-8")
