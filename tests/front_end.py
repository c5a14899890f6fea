"""Build the scripts of the page from their TypeScript: `make web`.

What is built is committed, so that nobody needs node to use or to test the page; `built-from.txt`
holds a digest of the sources and one of the scripts: a test sees by them that both belong together.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[1] / "training" / "warfront_training" / "web"
STATIC = WEB / "static"
STAMP = STATIC / "built-from.txt"
COMPILER = WEB / "node_modules" / ".bin" / "tsc"


def stamp() -> str:
    """A digest of all that the scripts are built from, and one of the scripts."""
    sources = [*sorted((WEB / "src").glob("*.ts")), WEB / "tsconfig.json", WEB / "package.json"]
    return f"{digest(sources)} {digest(sorted(STATIC.glob('*.js')))}"


def digest(files: list[Path]) -> str:
    """16 hex digits over names and contents."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def has_compiler() -> bool:
    """Whether node and the pinned compiler are here."""
    return shutil.which("node") is not None and COMPILER.exists()


def build(target: Path) -> None:
    """Compile the sources into a folder."""
    command = [str(COMPILER), "--project", str(WEB / "tsconfig.json"), "--outDir", str(target)]
    subprocess.run(command, check=True, cwd=WEB)


def main() -> int:
    """Install the compiler where it is missing, and build."""
    npm = shutil.which("npm")
    if npm is None:
        print("npm is needed to build the page's scripts and was not found", file=sys.stderr)
        return 2
    if not COMPILER.exists():
        subprocess.run([npm, "ci"], check=True, cwd=WEB)
    build(STATIC)
    STAMP.write_text(stamp() + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
