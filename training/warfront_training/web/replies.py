"""What the server answers: refusals in one line, and replays as pages."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from warfront.game import BadInput
from warfront.record import Record
from warfront_training.replay_page import replay_page
from warfront_training.replay_timeline import timeline
from warfront_training.web.guard import OF_REPLAYS


async def replay_of(file: Path, check: Callable[[Record], None] = lambda record: None) -> Response:
    """The page of a replay; what is wrong with the record where there is none."""

    def made() -> str:
        check(Record.read(file))
        return replay_page(timeline(file))

    try:
        page = await asyncio.to_thread(made)
    except BadInput as error:
        return PlainTextResponse(one_line(error).replace(str(file), "the record"), 400)
    return HTMLResponse(page, headers={"content-security-policy": OF_REPLAYS})


def no_key() -> Response:
    """For whoever does not show the key."""
    return JSONResponse(
        {"why": "open the address that `warfront web` printed: it holds the key"}, 403
    )


def refused(error: Exception) -> Response:
    """Why what a page asked for cannot be done."""
    return JSONResponse({"why": one_line(error)}, 400)


def one_line(error: Exception) -> str:
    """The words of an error, on one line."""
    return " ".join(str(error).split())
