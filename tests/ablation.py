"""What is lost without each judge and each table of the languages: `python -m tests.ablation [PART …]`.

Each part is taken away in a process of its own: a table's expressions match nothing and its lists are empty, a judge
finds every label equally likely. Then benchmarks of open data are run: a part whose absence no figure feels has no
place.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path

import memory.language
from memory.language import linear_judge, pack_tables
from memory.language.linear_judge import LinearJudge
from memory.language.pack_tables import NEVER, PackEntry, PackRecord

ALL = "nothing"
LANGUAGE = Path(memory.language.__file__).parent
JUDGES = (
    *(f"memory.formation/{name}" for name in ("category", "mark")),
    "memory.language.dating/tense",
    "memory.formation/standing",
    "memory.recall/changing",
    *(f"memory.formation/{name}" for name in ("wish", "span", "reminders", "own_name", "former")),
    *(f"memory.language/{name}" for name in ("tongue", "feedback")),
)
AT_ONCE = 2
RUNS: Mapping[str, Sequence[str]] = {
    "formation": ("--part", "tuning"),
    "changing": ("--part", "tuning", "--seeds", "1", "--embedder", "none"),
    "belief": ("--embedder", "none"),
    "talk": ("--part", "open", "--embedder", "none"),
}
FIGURES = (
    ("category F1", "formation", "all.macro_f1"),
    ("junk kept", "formation", "all.junk.kept"),
    ("names F1", "formation", "all.entities.f1"),
    ("dates", "formation", "all.dates.accuracy"),
    ("stale en", "changing", "en.stale"),
    ("stale ja", "changing", "ja.stale"),
    ("stale tr", "changing", "tr.stale"),
    ("right first", "belief", "alone.all.right_first"),
    ("harmed", "belief", "alone.all.harmed"),
    ("right kind", "talk", "all.right_kind"),
    ("first line", "talk", "all.first_line_answers"),
    ("silent", "talk", "all.silent"),
    ("language", "talk", "all.language"),
    ("told name", "talk", "all.told_name"),
)
"""A heading, the benchmark, and where in its findings the figure stands."""


def main() -> None:
    match sys.argv[1:]:
        case ["--without", part]:
            _without(part)
            print(json.dumps([*_measured()]))
        case chosen:
            parts = chosen or [ALL, *sorted({f"tables/{file.stem}" for file in LANGUAGE.glob("*/*.tsv")}), *JUDGES]
            print("| without | " + " | ".join(name for name, _, _ in FIGURES) + " |", flush=True)
            print("| --- " * (len(FIGURES) + 1) + "|", flush=True)
            with ThreadPoolExecutor(AT_ONCE) as pool:
                for part, told in zip(parts, pool.map(_asked, parts), strict=True):
                    print(f"| {part} | {told} |", flush=True)


def _asked(part: str) -> str:
    """A row of the table, or why there is none."""
    done = subprocess.run([sys.executable, "-m", "tests.ablation", "--without", part], capture_output=True, text=True)
    if done.returncode:
        return "does not run: " + done.stderr.strip().splitlines()[-1]
    return " | ".join("–" if one is None else f"{one}" for one in json.loads(done.stdout.splitlines()[-1]))


def _measured() -> Iterator[object]:
    from config.command_line.arguments import (
        BenchOptions,  # what reads the tables as it is imported comes after they are taken away
    )
    from config.verbs import bench_runner

    found = {}
    for name, words in RUNS.items():
        with redirect_stdout(io.StringIO()) as said:
            bench_runner(name)(BenchOptions(words=[*words], json=True, quiet=True))
        found[name] = json.loads(said.getvalue())
    for _, name, path in FIGURES:
        value = found[name]
        for step in path.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        yield value


def _without(part: str) -> None:
    folder, _, name = part.rpartition("/")
    if folder == "tables":
        read = pack_tables.read_records
        pack_tables.read_records = cache(
            lambda code, table: _empty(read(code, table)) if table == name else read(code, table)
        )
    elif folder:
        sums = LinearJudge.sums
        judge = linear_judge.fitted_judge(folder, name)
        LinearJudge.sums = lambda self, blocks: sums(self, blocks) * (self is not judge)  # type: ignore[method-assign]


def _empty(records: Sequence[PackRecord]) -> list[PackRecord]:
    """Its fields with nothing in them; numbers and switches stay."""
    first = PackRecord("", [_nothing(one) for one in records[0].entries])
    return [first, *(PackRecord(one.name, [_nothing(each) for each in one.entries]) for one in records[1:])]


def _nothing(one: PackEntry) -> PackEntry:
    return one if one.text.isdecimal() or one.text == "yes" else replace(one, text=NEVER, rows=())


if __name__ == "__main__":
    main()
