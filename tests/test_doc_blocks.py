"""Every fenced block of the pages is run.

Python runs as it stands but for fewer games, command lines in the short forms of `doc_runs.py`.
TOML goes through the code that reads such files, JSON is taken for a position. JavaScript plays in
the browser of `tests/browser/test_replay.py`. A block of another kind fails.
"""

import ast
import contextlib
import io
import json
import re
import shutil
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import doc_runs
import warfront
from doc_blocks import INDENTED, PAGES, ROOT, Block, blocks, command_lines, prose, split, spoken
from doc_runs import ELSEWHERE, INSTEAD, MORE, carry_out, elsewhere, recipe, short
from films import stand_in
from warfront.game import BadInput
from warfront.record import Record
from warfront_agents.bots.settings import read_settings
from warfront_training.cases import read_cases, run_case
from warfront_training.cli import COMMANDS, current_folder_on_path, main, new_parser

BLOCKS = blocks()
FILE = "# my_"  # so begins a block that is a file of the reader's, with its name
FIRST = "make train"  # what a reader has run before all else
RUN = "runs/quickstart-seed0"  # and what it has left
OWN = (RUN, "runs/a", "runs/b", "runs/mine")  # runs that a reader has
BATTLE = {
    "seat": "germany",
    "phase": "combat_move",
    "spaces": {
        "karelia_ssr": {
            "owner": "ussr",
            "units": {"ussr": {"infantry": 3}, "germany": {"tank": 3}},
        }
    },
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that the pages take for granted in a reader's."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("benchmarks", "docs", "examples", "tests"):
        (folder / name).symlink_to(ROOT / name)
    (folder / ".venv").symlink_to(sys.prefix)
    for name in ("mine", "mine2"):
        shutil.copytree(ROOT / "envs/warfront/battlecards/cards/pacific", folder / name / "pacific")
    cards = folder / "mine2" / "pacific" / "axis.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("Tojo", "Togo"), encoding="utf-8")
    (folder / "position.json").write_text(json.dumps({"base": "opening", **BATTLE}))
    (folder / "map.toml").write_text('base = "mini"\n')
    (folder / "bots.toml").write_text('[mine]\ncommand = "python3 mybot.py"\n')
    for block in BLOCKS:
        if block.text.startswith(FILE):
            (folder / block.text.split()[1]).write_text(block.text, encoding="utf-8")
    bot = ROOT / "examples" / "bots" / "simple_bot.py"
    write_program(folder / "my_engine", f"exec '{sys.executable}' '{bot}'")
    # stands for the Python of the peers, which `make bench` installs from the network
    write_program(folder / "peers", """test "$1" = -c || echo '{"decisions": 9, "seconds": 1}'""")
    write_record(folder / "game.jsonl")
    assert FIRST == BLOCKS[0].commands()[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        carry_out(FIRST, patch)
    assert (folder / RUN / "report.html").is_file()
    return folder


def write_program(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


def write_record(path: Path) -> None:
    """A short game between random players."""
    game = warfront.make_game("battlecards", options={"game_rounds": 1})
    state, rng = game.new(3), np.random.default_rng(3)
    record = Record.start(game, state, 3)
    while not game.done(state):
        record.step(game, state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))
    record.write(path)


def lay_out(desk: Path, here: Path, words: str) -> None:
    """Put what lies on the desk into a folder, and the reader's own runs that are named.

    What a line makes itself is left out.
    """
    for there in desk.iterdir():
        if there.name != "runs" and f"--record {there.name}" not in words:
            (here / there.name).symlink_to(there)
    (here / "runs").mkdir()
    for name in OWN:
        if re.search(rf"{name}\b", words):
            (here / name).symlink_to(desk / RUN)


def run_python(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    code = block.text.replace("games=400", "games=2")
    stand_in(monkeypatch)
    exec(compile(ast.parse(code), f"{block.page}:{block.line}", "exec"), {})


def run_shell(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in block.commands():
        if line != FIRST:  # which has made what lies on the desk
            carry_out(line, monkeypatch)


def run_toml(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases pass, programs have settings, anything else is a scenario."""
    content, file = tomllib.loads(block.text), Path("block.toml")
    file.write_text(block.text, encoding="utf-8")
    if "case" in content:
        assert [run_case(case, game_of(block), {}).fault for case in read_cases(file)] == [""]
    elif all("command" in table for table in content.values() if isinstance(table, dict)):
        monkeypatch.setenv("WARFRONT_BOTS", str(file))
        assert [read_settings("bot", name).name for name in content] == ["bot:mine"]
    else:
        warfront.make_game("spring1942", scenario=str(file)).new(1)


def game_of(block: Block) -> str:
    return "spring1942" if "spring1942" in block.page else "battlecards"


def run_json(block: Block, _: pytest.MonkeyPatch) -> None:
    """A position, sound."""
    game = warfront.make_game(game_of(block))
    assert game.problems(game.from_position(json.loads(block.text))) == []


def run_js(block: Block, _: pytest.MonkeyPatch) -> None:
    """It plays in a browser: `tests/browser/test_replay.py`. Here, what it calls is there."""
    text = (ROOT / "training/warfront_training/replay_player.js").read_text(encoding="utf-8")
    for name in re.findall(r"player\.(\w+)\(", block.text):
        assert re.search(rf"^  {name}\(", text, re.M), name


def run_text(block: Block, _: pytest.MonkeyPatch) -> None:
    """The exchange, which `test_bot_protocol` plays and holds to the schema, or a command's output.

    The command is the first line of the block above, which is run whole.
    """
    if block.text.startswith("> {"):
        assert block.page == "docs/protocol.md"
        return
    line, out = BLOCKS[BLOCKS.index(block) - 1].commands()[0], io.StringIO()
    here = ["--processes", "1"] if line.startswith("warfront tournament ") else []
    with contextlib.redirect_stdout(out):
        assert main([*split(line)[1:], *here]) == 0
    assert out.getvalue().startswith(block.text)


KINDS: dict[str, Callable[[Block, pytest.MonkeyPatch], None]] = {
    "": run_shell,
    "python": run_python,
    "toml": run_toml,
    "json": run_json,
    "js": run_js,
    "text": run_text,
}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page}:{block.line}")
def test_a_block_of_the_pages(
    block: Block, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert block.kind in KINDS, f"of no known kind: {block.kind}"
    monkeypatch.chdir(tmp_path)
    lay_out(desk, tmp_path, block.text if block.kind else "\n".join(block.commands()))
    with current_folder_on_path():
        KINDS[block.kind](block, monkeypatch)


def test_the_short_forms_and_exceptions_are_of_lines_that_stand_in_the_pages() -> None:
    lines = command_lines()
    made = [
        line for words in lines if words.startswith("make ") for line in recipe(split(words)[1:])
    ]
    forms = [re.sub(r"^\S*/bin/", "", line) for line in (*lines, *made)]
    for pattern, _ in (*INSTEAD, *MORE):
        assert any(re.search(pattern, form) for form in forms), f"no line has {pattern}"
    for start in ELSEWHERE:
        assert any(line.startswith(start) for line in lines), f"no line begins with {start}"
    for command in (*doc_runs.JUDGES, *doc_runs.TYPED):
        assert any(form.startswith(f"warfront {command}") for form in forms), command


def test_what_is_not_run_here_is_run_elsewhere() -> None:
    """`.ci/run` makes `test`, which runs this file, and `test-ray`, which installs and runs."""
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "make test" in steps and "exec make test-ray" in steps
    whole = "\n".join(recipe(["test"]))
    for step in ("ruff check .", "ruff format --check .", "bin/mypy", '-m "not deep and not ray'):
        assert step in whole
    on_ray = "\n".join(recipe(["test-ray"], stale=".venv-ray"))
    assert on_ray.endswith("-m pytest -m ray tests/on_ray")
    (install,) = [line for line in command_lines() if elsewhere(line) == "make test-ray"]
    _, _, package, _, constraints = split(install)[1:]
    assert f"-e '{package}'" in on_ray and f"PIP_CONSTRAINT={constraints} " in on_ray


def test_a_short_form_is_the_line_with_words_behind_it() -> None:
    assert short(".venv/bin/warfront evaluate search:100 staff --games 20") == (
        "warfront evaluate search:1 staff --games 20 --games 2 --threads 1 --games 1"
    )
    assert short("warfront games") == "warfront games"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("warfront evaluate nobody random", AssertionError),
        ("warfront evaluate runs/nowhere random --games 20", AssertionError),
        ("warfront evaluate greedy random --games 0", AssertionError),
        ("warfront train quickstart --set stepz=3", BadInput),
        ("warfront train quickstart --set steps=0", BadInput),
        ("warfront train quickstart --steps 3", SystemExit),
        ("warfront scenarios nowhere", AssertionError),
        ("warfront balance --cards Nobody", AssertionError),
        ("warfront web --agents nobody", AssertionError),
        ("pip install 'warfront[nothing]'", AssertionError),
        ("pip install nothing", AssertionError),
        ("make nothing", AssertionError),
        ("python3 -m venv --nothing .venv", Exception),
        ("fly to the moon", AssertionError),
    ],
)
def test_a_line_that_would_fail_a_reader_fails(
    line: str, fault: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(fault):
        carry_out(line, monkeypatch)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_code_stands_in_fences(path: Path) -> None:
    """Code that is only indented would go untried."""
    lists = re.compile(r"^ *(?:[-*]|\d+\.) ", re.M)
    for paragraph in re.split(r"\n(?=\S)", prose(path)):
        assert lists.match(paragraph) or not INDENTED.search(paragraph)


def test_commands_within_sentences_are_real() -> None:
    """Their words for anything (N, RUN) stand for a number or a name; a lone command is known."""
    parser, seen = new_parser(), 0
    for page, line in spoken():
        words = split(re.sub(r"\b[A-Z]\b", "1", line))[1:]
        assert words[0] in COMMANDS or words[0] == "...", (page, line)
        if len(words) > 1 and "..." not in line and "[" not in line:
            parser.parse_args(words)
            seen += 1
    assert seen > 30
