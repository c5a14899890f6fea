"""A replay as a moving picture: GIF by Pillow, MP4 by ffmpeg as imageio-ffmpeg brings it."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.drawing import to_array
from warfront.game import BadInput, Game, State
from warfront.record import Record, check_writable, replay
from warfront_agents.files import whole_file

SCALE = 0.6  # 960 x 540
LAST = 8  # times the last picture is shown


def film(
    path: str | Path,
    out: str | Path,
    seat: str | None = None,
    most: int = 240,
    fps: float = 4.0,
    options: dict[str, Any] | None = None,
) -> int:
    """Write a record as a film; returns how many moments it shows.

    Args:
        path: The record.
        out: A file that ends in .gif or .mp4.
        seat: Show only what this seat may know; None: all cards open.
        most: Show at most so many moments, evenly spread over the decisions.
        fps: Pictures a second.
        options: In place of recorded ones, as for `warfront.record.replay`.

    Raises:
        BadInput: The file cannot be written or read, or what draws it is not installed.
    """
    kind = Path(out).suffix.lower()
    if kind not in (".gif", ".mp4"):
        raise BadInput(f"film {out}: its name must end in .gif or .mp4")
    if most < 1 or not 0 < fps <= 60:
        raise BadInput(f"{most} pictures, {fps} a second make no film: use 1 or more, 1 to 60")
    if find_spec("PIL") is None:
        raise BadInput("a film needs Pillow, which is missing: pip install 'warfront[render]'")
    if kind == ".mp4" and find_spec("imageio_ffmpeg") is None:
        raise BadInput(
            "an MP4 needs imageio-ffmpeg, which is not installed: pip install imageio-ffmpeg, "
            "or write a .gif"
        )
    check_writable(out)
    frames = _pictures(path, seat, most, options or {})
    write = _write_gif if kind == ".gif" else _write_mp4
    with whole_file(Path(out)) as part:
        return write(part, frames, fps)


def moments(decisions: int, most: int) -> set[int]:
    """Which of the states 0 to `decisions` are shown: start and end, and even steps between."""
    return set(np.linspace(0, decisions, min(decisions + 1, most)).round().astype(int).tolist())


def _pictures(
    path: str | Path, seat: str | None, most: int, options: dict[str, Any]
) -> list[NDArray[np.uint8]]:
    shown = moments(len(Record.read(path).decisions), most)
    found: list[NDArray[np.uint8]] = []
    count = 0

    def each(game: Game, state: State, decision: Any) -> None:
        nonlocal count
        if count in shown:
            found.append(_picture(game, state, seat))
        count += 1

    played = replay(path, verify=False, each=each, options=options)
    return [*found, _picture(played.game, played.state, seat)]


def _picture(game: Game, state: State, seat: str | None) -> NDArray[np.uint8]:
    seats = game.spec.seats
    if seat is not None and seat not in seats:
        raise BadInput(f"seat {seat!r} is not in play: use {', '.join(seats)}")
    return to_array(game.picture(state, None if seat is None else seats.index(seat)), SCALE)


def _write_gif(out: Path, frames: list[NDArray[np.uint8]], fps: float) -> int:
    """One palette for all pictures, so that only what changes is stored."""
    from PIL import Image

    first = Image.fromarray(frames[len(frames) // 2]).quantize(128)
    images = [
        Image.fromarray(frame).quantize(palette=first, dither=Image.Dither.NONE) for frame in frames
    ]
    times = [round(1000 / fps)] * (len(images) - 1) + [round(1000 * LAST / fps)]
    images[0].save(out, save_all=True, append_images=images[1:], duration=times, loop=0)
    return len(images)


def _write_mp4(out: Path, frames: list[NDArray[np.uint8]], fps: float) -> int:
    import imageio_ffmpeg  # type: ignore[import-not-found]

    high, wide = frames[0].shape[:2]
    writer = imageio_ffmpeg.write_frames(
        str(out), (wide - wide % 2, high - high % 2), fps=fps, macro_block_size=2, quality=7
    )
    writer.send(None)
    for frame in _held(frames):
        writer.send(np.ascontiguousarray(frame[: high - high % 2, : wide - wide % 2]))
    writer.close()
    return len(frames)


def _held(frames: list[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    """The pictures, the last one a while."""
    yield from frames
    for _ in range(LAST - 1):
        yield frames[-1]
