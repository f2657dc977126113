"""Conversations to read: `python docs/research/transcripts.py` says transcripts.txt and writes the answers to talk.md.

Each conversation has an empty home; `---` ends a sitting and the fleet with it. No language model is involved.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

BESIDE = Path(__file__).parent
ROOT = BESIDE.parents[1]
SAID, PAGE = BESIDE / "transcripts.txt", BESIDE / "talk.md"
HERE = """## Conversations

As they came, each in an empty home: `python docs/research/transcripts.py` says `docs/research/transcripts.txt` again.
"""
"""After this the page is written by this script."""
ANSWERED_S, QUIET_S = 300.0, 1.5


def conversations() -> Iterator[tuple[str, list[list[str]]]]:
    """A title, and the lines of each sitting."""
    for part in SAID.read_text(encoding="utf-8").strip().split("\n\n"):
        title, *lines = part.splitlines()
        yield title.removeprefix("# "), [one.splitlines() for one in "\n".join(lines).split("\n---\n")]


def sitting(home: Path, lines: list[str]) -> Iterator[str]:
    """What was said and what was answered, one after the other."""
    call = [sys.executable, str(ROOT / "run_bots.py"), "--home", str(home), "chat", "alice"]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        answers: Queue[str] = Queue()
        Thread(target=_read, args=(talk.stdout, answers), daemon=True).start()
        try:
            for line in lines:
                print(line, file=talk.stdin, flush=True)
                yield f"**you** {line}  "
                yield "**alice** " + "  \n".join(_answer(answers)) + "\n"
        finally:
            talk.stdin.close()  # the reading thread holds the other pipe until the process has ended


def _read(stdout: IO[str], answers: Queue[str]) -> None:
    for line in stdout:
        answers.put(line.strip())


def _answer(answers: Queue[str]) -> Iterator[str]:
    """Its lines: what comes until nothing more does."""
    yield answers.get(timeout=ANSWERED_S).removeprefix("alice> ")
    with suppress(Empty):
        while True:
            if line := answers.get(timeout=QUIET_S):
                yield line


def main() -> None:
    page = [PAGE.read_text(encoding="utf-8").partition(HERE)[0] + HERE]
    for title, sittings in conversations():
        page.append(f"### {title}\n")
        with tempfile.TemporaryDirectory(prefix="anima-talk-") as folder:
            for number, lines in enumerate(sittings):
                page += ["*after a restart*\n"] if number else []
                page += sitting(Path(folder), lines)
    PAGE.write_text("\n".join(page), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
