"""A page to open in a browser, self-contained: its style, its sections, and how it is written."""

import html
from pathlib import Path
from typing import Any

from warfront_agents.files import write_whole
from warfront_training import figures

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --page: #fbfaf7; --soft: #66727f;
  --line: #d9d6cc; --card: #ffffff; --good: #2f7d4f; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --ink: #e4e2da;
  --page: #15191e; --soft: #98a2ad; --line: #333b44; --card: #1c2228; --good: #77c596; } }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; --ink: #e4e2da; --page: #15191e; --soft: #98a2ad;
  --line: #333b44; --card: #1c2228; --good: #77c596; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 62rem; color: var(--ink);
  background: var(--page); font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2.4rem 0 .6rem; }
p.soft, td.soft, figcaption { color: var(--soft); }
figure { margin: 0; padding: .8rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; } figure svg { width: 100%; height: auto; display: block; }
figcaption { font-size: .85rem; margin-top: .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; }
.scroll { overflow-x: auto; } td b { font-weight: 650; } td.up b { color: var(--good); }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: .8rem; overflow-x: auto; font-size: .85rem; }
"""


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    write_whole(path, text.encode())


def section(title: str, figure: Any, note: str) -> str:
    """A heading, a picture and the words below it."""
    return (
        f"<h2>{html.escape(title)}</h2><figure>{figures.to_svg(figure)}"
        f"<figcaption>{html.escape(note)}</figcaption></figure>"
    )


def page(title: str, body: list[str]) -> str:
    """The whole page as HTML; the parts of the body are HTML, the title is text."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of text: the words of its head, then row by row."""
    heads = "".join(f"<th>{html.escape(word)}</th>" for word in head)
    lines = (
        "<tr>" + "".join(f"<td>{html.escape(word)}</td>" for word in row) + "</tr>" for row in rows
    )
    return (
        f"<div class='scroll'><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )
