"""What mkdocs does beyond its own: pages that lie outside docs/, and links to other files.

README, CONTRIBUTING, CHANGELOG and three more become pages. A relative link to any other file of
the project leads to a copy of it under files/; a link to nothing fails the strict build.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "configs/README.md": "presets.md",
    "benchmarks/README.md": "benchmarks-how.md",
    "agents/warfront_agents/trained/README.md": "trained.md",
}
LINK = re.compile(r"(\]\()([^)#:\s]+)(#[^)\s]*)?(\))")


def place(target: str) -> str | None:
    """Where on the site a file of the project stands; None: nowhere, there is no such file."""
    if target in PAGES:
        return PAGES[target]
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    if (ROOT / target).is_dir() and f"{target}/README.md" in PAGES:
        return PAGES[f"{target}/README.md"]
    return f"files/{target}" if (ROOT / target).is_file() else None


def targets(source: str, text: str) -> set[str]:
    """The files of the project that a page (a path in the project) links to."""
    folder = posixpath.dirname(source)
    return {posixpath.normpath(posixpath.join(folder, found[1])) for found in LINK.findall(text)}


def sources(config: Any) -> dict[str, str]:
    """Path in the project -> path on the site, of every page."""
    docs = Path(config["docs_dir"])
    own = {
        f"docs/{path.relative_to(docs)}": str(path.relative_to(docs)) for path in docs.rglob("*.md")
    }
    return {**PAGES, **own}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside docs/ and the files that pages link to."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    for source in sources(config):
        for target in sorted(targets(source, (ROOT / source).read_text("utf-8"))):
            there = place(target)
            if there and there.startswith("files/") and there not in files.src_uris:
                files.append(File.generated(config, there, abs_src_path=str(ROOT / target)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Lead links that are written for the project's folders to where things are on the site."""
    site = {there: source for source, there in sources(config).items()}
    uri = page.file.src_uri
    folder = posixpath.dirname(site[uri])

    def led(found: re.Match[str]) -> str:
        there = place(posixpath.normpath(posixpath.join(folder, found[2])))
        if there is None:
            return found[0]  # mkdocs names the page and the link
        way = posixpath.relpath(there, posixpath.dirname(uri) or ".")
        return f"{found[1]}{way}{found[3] or ''}{found[4]}"

    return LINK.sub(led, markdown)
