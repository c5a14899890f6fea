"""The folders of runs and reports: of their own, free, and with names that every system takes."""

from pathlib import Path

from warfront.game import BadInput

FORBIDDEN = '<>:"|?*'  # in names on one system or another


def free_folder(folder: Path) -> Path:
    """The folder itself, numbered when it is taken."""
    number = 2
    free = folder
    while free.exists():
        free = folder.with_name(f"{folder.name}-{number}")
        number += 1
    return free


def check_new_folder(folder: Path) -> None:
    """Refuse a folder that holds something already, or whose name another system refuses.

    Raises:
        BadInput: Says which.
    """
    wrong = sorted(set(FORBIDDEN) & set("".join(folder.parts[bool(folder.anchor) :])))
    if wrong:
        raise BadInput(f"{folder} has {' '.join(wrong)} in its name: name it without {FORBIDDEN}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is not empty: name another folder, nothing is overwritten")
