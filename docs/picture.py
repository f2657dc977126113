"""The picture of a conversation in the README, drawn from a real one: `python docs/picture.py`.

A fleet is started in an empty home, the lines below are said to it in two talks, and what it answers is drawn as it
came. No language model is involved.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "conversation.svg"
WIDTH = 92
SITTINGS = (
    ("Hi, I am Ada. My sister Nora visits me on Friday.", "The backup server is called heron.", "I live in Ghent."),
    (
        "Which server has the backups?",
        "By the way, I moved to Antwerp.",
        "Where do I live?",
        "What do you know about me?",
    ),
)
STYLES = {"you": "bold cyan", "anima": "bold green"}
#: rich's own, without the web font that it would fetch.
SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
line-height: {line_height}px; }} .{unique_id}-title {{ font-size: 18px; font-family: sans-serif; }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>"""


def talk(home: Path, lines: tuple[str, ...]) -> list[tuple[str, str]]:
    """What was said and what was answered, pair by pair. One process a line keeps them apart."""
    pairs = []
    for line in lines:
        call = [sys.executable, str(ROOT / "run_bots.py"), "--home", str(home), "chat", "alice", "--once", line]
        environment = {**os.environ, "NO_COLOR": "1"}
        done = subprocess.run(call, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
        pairs.append((line, done.stdout.strip()))
    return pairs


def drawn(talks: list[list[tuple[str, str]]]) -> str:
    """SVG."""
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    for number, pairs in enumerate(talks):
        if number:
            console.print(Text("… another day, after a restart", style="dim italic"), end="\n\n")
        for said, answered in pairs:
            console.print(Text("you  ", style=STYLES["you"]) + Text(said, style="default"))
            console.print(Text("alice  ", style=STYLES["anima"]) + Text(answered, style="default"), end="\n\n")
    return console.export_svg(title="anima-fleet chat", code_format=SVG, unique_id="chat")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="anima-picture-") as folder:
        PICTURE.write_text(drawn([talk(Path(folder), lines) for lines in SITTINGS]), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
