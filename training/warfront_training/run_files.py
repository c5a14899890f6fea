"""What a run's folder must hold, read with a word for what is missing or damaged."""

import json
import time
from pathlib import Path
from typing import Any

from warfront.game import BadInput


def refuse_older(path: Path) -> None:
    """Refuse the state of a run of an older version, which was a pickle."""
    if path.exists():
        raise BadInput(
            f"{path} was saved by an older version, and nothing is unpickled: train anew "
            "(the checkpoints of the run still play)"
        )


def pass_second_of(log: Path) -> None:
    """Wait, at most a second, until a new log file is named, and so read, after all there are.

    Names begin with whole seconds; what follows them has no order of time.
    """
    parts = [file.name.split(".") for file in log.glob("events.out.tfevents.*")]
    newest = max((int(name[3]) for name in parts if name[3].isdigit()), default=0)
    time.sleep(min(1.0, max(0.0, newest + 1 - time.time())))


def check_there(path: Path) -> None:
    """Refuse to go on with a run that lacks a part."""
    if not path.exists():
        raise BadInput(f"{path} is missing: put it back, or train anew")


def read_json(path: Path, *keys: str, usual: Any = None) -> list[Any]:
    """What a file of the run says under these keys; BadInput when it is not all there.

    `usual` stands for what a file of an older version lacks, where it is given.
    """
    check_there(path)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return [found[key] if usual is None else found.get(key, usual) for key in keys]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} cannot be read ({error!r}): train anew") from error
