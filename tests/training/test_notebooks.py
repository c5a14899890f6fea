"""Every notebook runs from start to end with small settings (trial 48)."""

import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
SMALL = {
    **{"DECISIONS = 60_000": "DECISIONS = 2_000", "games=100": "games=4"},
    **{"GAMES = 1_000": "GAMES = 30", "WITHIN = 0.05": "WITHIN = 0.3"},
}


WITHIN = 90.0  # seconds of the clock for a whole notebook


def _run(notebook: Any, folder: Path, within: float = WITHIN) -> Any:
    """The notebook with its outputs; TimeoutError when all its cells together take longer."""
    end = time.monotonic() + within
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        timeout_func=lambda _: max(end - time.monotonic(), 0.01),  # 0 would be no limit
    )
    return client.execute()


def test_there_are_four_and_all_that_makes_them_small_is_in_them() -> None:
    assert len(NOTEBOOKS) == 4
    text = "".join(path.read_text(encoding="utf-8") for path in NOTEBOOKS)
    assert [large for large in SMALL if large not in text] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        assert cell.cell_type != "code" or not cell.outputs, "clear the outputs before committing"
        for large, small in SMALL.items():
            cell.source = cell.source.replace(large, small)
    done = _run(notebook, tmp_path)
    shown = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    pictures = [o for o in shown if {"image/png", "image/svg+xml"} & set(o.get("data", {}))]
    assert len(pictures) >= 3


@pytest.mark.parametrize("code", ["1 / 0", "import os; os._exit(1)"])
def test_a_failing_notebook_fails_at_once(code: str, tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell(code)  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
    with pytest.raises((CellExecutionError, DeadKernelError)):
        _run(notebook, tmp_path)


def test_the_time_is_that_of_all_cells_together(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_code_cell("import time; time.sleep(1)") for _ in range(3)]  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=cells)  # type: ignore[no-untyped-call]
    with pytest.raises(TimeoutError):
        _run(notebook, tmp_path, within=2.5)
