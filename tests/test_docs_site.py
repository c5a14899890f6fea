"""The site of the docs: built strictly, nothing fetched from elsewhere, pages as the code says."""

import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import env_pages

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)  # strict: a link to nothing or a page outside the menu raises
    return folder


def test_every_page_of_the_docs_is_on_the_site(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(ROOT / "docs")).with_suffix(".html").is_file(), page
    for name in ("index", "contributing", "changelog", "presets", "benchmarks-how"):
        assert (site / f"{name}.html").stat().st_size > 5_000


def test_a_link_to_a_file_of_the_project_leads_to_a_copy_of_it(site: Path) -> None:
    found = re.findall(r'href="?([^" >#]*files/[^" >#]+)', (site / "training.html").read_text())
    assert found and all((site / name).is_file() for name in found)


def test_the_site_fetches_nothing_from_other_hosts(site: Path) -> None:
    asked = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"?(https?:)?//[^>]*>")
    for page in site.rglob("*.html"):
        assert not asked.search(page.read_text()), page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )[\"']?(?:https?:)?//", sheet.read_text()), sheet


@pytest.mark.parametrize("name", env_pages.BLOCKS)
def test_the_page_of_an_environment_is_up_to_date(name: str) -> None:
    text = (env_pages.FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert set(env_pages.BLOCKS[name]()) == {found[1] for found in env_pages.BLOCK.findall(text)}
    assert env_pages.filled(name, text) == text, "run `make rulebook`"


@pytest.mark.parametrize("name", env_pages.BLOCKS)
def test_the_page_of_an_environment_has_the_usual_headings(name: str) -> None:
    text = (env_pages.FOLDER / f"{name}.md").read_text(encoding="utf-8")
    found = re.findall(r"^## (.+)$", text, re.M)
    assert found == [
        "Description",
        "Action space",
        "Observation space",
        "Starting state",
        "Rewards",
        "Episode end",
        "Arguments",
        "Version history",
    ]
