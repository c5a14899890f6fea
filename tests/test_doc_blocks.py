"""Every fenced block of the pages is tried: code and cheap commands run, all others are read.

A command line goes through the parser of `warfront`, and what it names (presets, options of the
game, seats, agents, scenarios) must be there. TOML goes through the code that reads such files,
JSON is taken for a position or a message. A block of another kind fails.
"""

import ast
import importlib.util
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

import warfront
from doc_blocks import INDENTED, PAGES, ROOT, Block, blocks, check_named, prose, split, spoken
from films import stand_in
from warfront.record import Record
from warfront_agents.bots.settings import read_settings
from warfront_training.cases import read_cases, run_case
from warfront_training.cli import COMMANDS, current_folder_on_path, main, new_parser

BLOCKS = blocks()
WHOLE = (  # cheap enough to run as they stand
    "warfront games",
    "warfront scenarios",
    "warfront odds",
    "warfront replay",
    'warfront evaluate "',
)
OWN = {"runs/a": "greedy", "runs/b": "random", "games=400": "games=2"}  # for a reader's own runs
BATTLE = {
    "seat": "germany",
    "phase": "combat_move",
    "spaces": {"karelia_ssr": {"owner": "ussr", "units": {"ussr": {"infantry": 3}}}},
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that the pages take for granted in a reader's."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("examples", "tests", "docs"):
        (folder / name).symlink_to(ROOT / name)
    for name in ("mine", "mine2"):
        shutil.copytree(ROOT / "envs/warfront/battlecards/cards/pacific", folder / name / "pacific")
    BATTLE["spaces"]["karelia_ssr"]["units"]["germany"] = {"tank": 3}  # type: ignore[index]
    (folder / "position.json").write_text(json.dumps({"base": "opening", **BATTLE}))
    (folder / "map.toml").write_text('base = "mini"\n')
    (folder / "bots.toml").write_text('[mine]\ncommand = "python3 mybot.py"\n')
    (folder / "my_agents.py").write_text("class Cautious:\n    def act(self, *_): ...\n")
    (folder / "my_engine").write_text("#!/bin/sh\n")
    (folder / "my_engine").chmod(0o755)
    game = warfront.make_game("battlecards", options={"game_rounds": 1})
    state, rng = game.new(3), np.random.default_rng(3)
    record = Record.start(game, state, 3)
    while not game.done(state):
        record.step(game, state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))
    record.write(folder / "game.jsonl")
    return folder


def run_python(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code runs, with small settings and players of ours for a reader's own runs."""
    code = block.text
    for theirs, ours in OWN.items():
        code = code.replace(theirs, ours)
    assert "runs/" not in code, "say in OWN what stands for this run"
    stand_in(monkeypatch)
    exec(compile(ast.parse(code), f"{block.page}:{block.line}", "exec"), {})


def run_shell(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in block.commands():
        if line.startswith(WHOLE) and "runs/" not in line:
            assert main(split(line)[1:]) == 0, line
        else:
            read_line(line, monkeypatch)


def read_line(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command line that is read, not run."""
    echoed, pipe, command = line.partition(" | ")
    words = split(line)
    program = words[0].removeprefix(".venv-ray/bin/")
    if pipe:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(split(echoed)[1].encode())))
        assert main(split(command)[1:]) == 0
    elif program == "warfront":
        check_named(new_parser().parse_args(words[1:]))
    elif program == "make":
        check_make(words[1:])
    elif program == "pip":
        check_extras(words[-1] if words[2] != "-e" else words[3])
        assert all((ROOT / name).is_file() for name in words if name.endswith(".txt"))
    elif program == "ray":
        assert words[1] in ("up", "exec", "rsync-down", "down") and (ROOT / words[2]).is_file()
        for inner in words[3:]:
            if "bin/warfront " in inner:
                read_line("warfront " + inner.split("bin/warfront ")[1], monkeypatch)
    elif words[1] == "-m" and words[0] in ("python", "python3", "python3.11"):
        assert importlib.util.find_spec(words[2]) is not None
    else:
        pytest.fail(f"a command of no known kind: {line}")


def check_make(words: list[str]) -> None:
    """The targets are there; so are the flags in what is handed on."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    for word in words:
        name, is_set, value = word.partition("=")
        assert re.search(rf"^{name} \?=" if is_set else rf"^{name}:", text, re.M), word
        if name == "BENCH_ARGS":
            known = (ROOT / "benchmarks" / "run.py").read_text(encoding="utf-8")
            assert all(f'"{flag}"' in known for flag in re.findall(r"--\w+", value))


def check_extras(words: str) -> None:
    """`warfront[web]` or `.[train,ray]`: the extras are there."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = words.partition("[")[2].rstrip("]").split(",")
    assert set(extras) <= set(known["optional-dependencies"])


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
    """What it makes and calls is in the script that plays replays."""
    text = (ROOT / "training/warfront_training/replay_player.js").read_text(encoding="utf-8")
    for name in re.findall(r"new (\w+)\(", block.text):
        assert f"class {name} " in text
    for name in re.findall(r"player\.(\w+)\(", block.text):
        assert re.search(rf"^  {name}\(", text, re.M), name


def run_text(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exchange, which `test_bot_protocol` plays and holds to the schema, or a tournament's end.

    The tournament is that of the first line of the block above.
    """
    if block.text.startswith("> {"):
        assert block.page == "docs/protocol.md"
        return
    line, out = BLOCKS[BLOCKS.index(block) - 1].commands()[0], io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        assert main([*split(line)[1:], "--processes", "1"]) == 0
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
    for there in desk.iterdir():
        (tmp_path / there.name).symlink_to(there)
    with current_folder_on_path():
        KINDS[block.kind](block, monkeypatch)


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
