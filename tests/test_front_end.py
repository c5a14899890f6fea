"""The page's files: built from the sources that stand beside them, and nothing from elsewhere."""

import json
import re
import shutil
from pathlib import Path

import pytest

import front_end
from front_end import STAMP, STATIC, WEB, build, has_compiler, stamp


def test_the_scripts_are_built_from_these_sources() -> None:
    assert STAMP.read_text(encoding="utf-8").strip() == stamp(), "run `make web`"


@pytest.mark.parametrize("changed", ["src/app.ts", "static/app.js"])
def test_a_changed_source_or_script_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    for folder in ("src", "static"):
        shutil.copytree(WEB / folder, tmp_path / folder)
    for name in ("tsconfig.json", "package.json"):
        shutil.copy(WEB / name, tmp_path / name)
    monkeypatch.setattr(front_end, "WEB", tmp_path)
    monkeypatch.setattr(front_end, "STATIC", tmp_path / "static")
    assert stamp() == STAMP.read_text(encoding="utf-8").strip()
    with (tmp_path / changed).open("a") as file:
        file.write("//")
    assert stamp() != STAMP.read_text(encoding="utf-8").strip()


@pytest.mark.skipif(not has_compiler(), reason="no TypeScript here (`make web` installs it)")
def test_building_again_changes_nothing(tmp_path: Path) -> None:
    build(tmp_path)
    fresh = {file.name: file.read_bytes() for file in tmp_path.glob("*.js")}
    assert fresh == {file.name: file.read_bytes() for file in STATIC.glob("*.js")}


def test_the_page_asks_nothing_of_other_hosts() -> None:
    for file in [*STATIC.iterdir(), WEB / "package-lock.json"]:
        found = re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]+[^\s\"']*", file.read_text("utf-8"))
        assert found == [], file.name


def test_what_the_build_needs_is_pinned() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    locked = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
