"""`bench care`: whether distress is heard, what is taken for it, and whether a feeling is known as what it is."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from time import process_time

from bench.harness import Words, conditions, names, print_findings
from config.command_line.arguments import DONE, BenchOptions, WrongUsage
from memory.language.feelings import (
    DISTRESS_FROM,
    DISTRESS_FROM_IN_ROOM,
    DISTRESS_KINDS,
    FEELING_KINDS,
    Care,
    care_of,
)
from memory.vocabulary.event import Json

LANGUAGES = ("en", "de", "tr", "ja")
LOOKS_ALIKE = "look_alike"
BOUNDS = {"direct": DISTRESS_FROM, "room": DISTRESS_FROM_IN_ROOM}


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    found: dict[str, Json] = {}
    for place, bound in BOUNDS.items():
        began = process_time()
        told = {code: list(_judged(code, bound)) for code in given.languages}
        messages = sum(map(len, told.values()))
        figures: dict[str, Json] = {code: _figures(rows) for code, rows in told.items()}
        whole = _figures([row for rows in told.values() for row in rows])
        cost = round((process_time() - began) * 1000 / messages, 2)
        found[place] = {"all": whole, **figures, "messages": messages, "cpu_ms_a_message": cost}
    print_findings(conditions(bounds=BOUNDS), found)
    return DONE


def _judged(language: str, bound: float) -> Iterator[tuple[str, Care]]:
    text = (files("bench") / "data" / "care" / f"{language}.tsv").read_text(encoding="utf-8")
    for line in filter(None, text.splitlines()):
        said, label = line.rsplit("\t", 1)
        yield label, care_of(said, distress_from=bound)


def _figures(rows: Sequence[tuple[str, Care]]) -> dict[str, Json]:
    """Shares of 100."""
    distress = [heard.is_distress for label, heard in rows if label in DISTRESS_KINDS]
    alike = [heard.is_distress for label, heard in rows if label == LOOKS_ALIKE]
    others = [heard.is_distress for label, heard in rows if label not in (*DISTRESS_KINDS, LOOKS_ALIKE)]
    felt = [(label, heard.kind) for label, heard in rows if label in FEELING_KINDS]
    missed = Counter(label for label, kind in felt if kind != label)
    return {
        "heard": _share(distress),
        "false in look-alikes": _share(alike),
        "false in feelings": _share(others),
        "kind right": _share([label == kind for label, kind in felt]),
        "kind wrong, by label": {str(label): number for label, number in missed.items()},
        "felt in look-alikes": _share([heard.kind in FEELING_KINDS for label, heard in rows if label == LOOKS_ALIKE]),
    }


def _share(claims: Sequence[bool]) -> float:
    return round(100 * sum(claims) / max(1, len(claims)), 1)


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("care")
    parser.add_argument("--languages", type=names, default=list(LANGUAGES), help=",".join(LANGUAGES))
    given = parser.parse_args(list(words))
    if unknown := set(given.languages) - set(LANGUAGES):
        raise WrongUsage(f"--languages: {', '.join(sorted(unknown))} has no messages here ({', '.join(LANGUAGES)})")
    return given
