"""What people write in each language, as far as the project holds it: by it the tables of the languages are linted.

Nothing of what is held out or blind is among it.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from bench import changing
from memory.formation.cued_attributes import level
from memory.language.pack_tables import CODES
from training.labelled import plain, practice, read
from training.linear import is_blind

_ROOT = Path(__file__).parents[3]
_EXAMPLES = _ROOT / "training" / "examples"
_SEEDS = (1, 2)
_SENTENCES = re.compile(r"(?<=[.!?。！？…])\s+|\n|(?<=[。！？])")


@cache
def sentences() -> Mapping[str, frozenset[str]]:
    """Folded letter by letter, of each language; whole messages are among them."""
    found: dict[str, set[str]] = defaultdict(set)
    for code, text in _texts():
        found[code] |= {level(one).strip() for one in (text, *_SENTENCES.split(text))}
    return {code: frozenset(found[code] | found[""]) for code in CODES}


def _texts() -> Iterator[tuple[str, str]]:
    for label in (*read("tuning"), *practice(), *read("examples"), *plain()):
        yield label.language, label.text
        yield from ((label.language, one.text) for one in label.before)
    for code in CODES:
        for seed in _SEEDS:
            yield from ((code, turn.text) for turn in changing.generate(code, seed, "tuning").turns)
        yield from ((code, text) for text in _of_tables(code))
        own = _ROOT / "memory/language" / code / "examples.txt"
        yield from ((code, text) for text in own.read_text(encoding="utf-8").splitlines())
        talk = (_ROOT / "bench/data/talk" / f"talk.{code}.jsonl").read_text(encoding="utf-8")
        yield from ((code, text) for line in talk.splitlines() for text in _strings(json.loads(line)))
    for file in sorted((_ROOT / "tests").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        yield from (("", one.value) for one in ast.walk(tree) if isinstance(one, ast.Constant) and _is_text(one.value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _of_tables(code: str) -> Iterator[str]:
    for line in (_EXAMPLES / "pairs" / f"{code}.tsv").read_text(encoding="utf-8").splitlines():
        _, _, _, earlier, *_, later = line.split("\t") if line else [""] * 5
        if not is_blind(earlier):
            yield from (earlier, later)
    for folder in ("standing", "plain/days"):
        for line in (_EXAMPLES / folder / f"{code}.tsv").read_text(encoding="utf-8").splitlines():
            yield line.split("\t")[-1]
    for line in (_EXAMPLES / "chat" / f"{code}.txt").read_text(encoding="utf-8").splitlines():
        yield line.partition(": ")[2]
    for stem in ("intents", "heard", "core", "wishes_about"):
        for line in (_EXAMPLES / "wishes" / f"{stem}.{code}.tsv").read_text(encoding="utf-8").splitlines():
            text = line.split("\t")[-1]
            if stem == "core" or not is_blind(text):
                yield text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for one in value.values() for text in _strings(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in _strings(one))
