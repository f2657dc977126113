"""Mutants: each place that asks who may read something is made to say yes, one at a time, and worlds must find it out.

Each world is led with all gates closed first. One that shows a difference then is a fault of the product and finds no
mutant; a gate that said no to nobody in it cannot show there, so it is opened in the others alone.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.proof.gates import SWITCHES, gates

_RECALL = "the query looks among what may be read, and the text that is shown is asked for once more when it is read"
_SHELVES = "which shelves are looked at for a name is asked first, and each piece of what stands there for itself"
_SOURCES = "a fact is asked for first, and each message that tells it for itself, which is for the same readers today"
TOGETHER = {
    "Recall._readable": ("Hydration._is_readable", _RECALL),
    "Hydration._is_readable": ("Recall._readable", _RECALL),
    "Explaining.__call__": ("Explaining._known", _SOURCES),
    "PointerReader._candidates": ("PointerReader._of_note", _SHELVES),
}
"""Gates that stand twice on purpose are opened together, and neither is removed: gate -> (the other, the reason).

Where the second of them is asked elsewhere, too, it is opened alone as well.
"""


@dataclass(slots=True, kw_only=True)
class Verdict:
    """`found`: in the how manieth world the mutant was found; 0: in none of those that were led."""

    mutant: str
    found: int = 0
    seed: int = -1
    door: str = ""
    said_no: int = 0
    """In so many worlds the gate said no to somebody until then: it was opened in them."""

    def __str__(self) -> str:
        found = f"world {self.found:3} (seed {self.seed}) by {self.door[:40]}" if self.found else "not found"
        return f"{self.mutant:60} {found:60} said no in {self.said_no}"


@dataclass(slots=True, kw_only=True)
class Tried:
    """All mutants, and the worlds that were led for them."""

    verdicts: list[Verdict]
    worlds: int = 0
    leaking: list[str]
    """What showed without any mutant."""

    seconds: float = 0.0

    @property
    def missed(self) -> list[Verdict]:
        return [one for one in self.verdicts if not one.found]


def mutants(only: str = "") -> list[str]:
    """The names of those whose names hold one of these, separated by commas."""
    parts = only.split(",")
    return [one.name for one in gates() if any(part in one.name for part in parts)]


def try_all(start: int, worlds: int, *, only: str = "", out: Path | None = None) -> Tried:
    """In this process, in which the gates are built in: worlds until each has been found.

    What was found is told as it comes; `out` gets all of it as JSON.
    """
    tried = Tried(verdicts=[Verdict(mutant=one) for one in mutants(only)], leaking=[])
    began = time.monotonic()
    for seed in range(start, start + worlds):
        if not tried.missed:
            break
        tried.worlds += 1
        for verdict in _found_by(seed, tried):
            print(verdict, f"after {time.monotonic() - began:.0f} s", flush=True)
        tried.seconds = time.monotonic() - began
        if out is not None:
            out.write_text(json.dumps(asdict(tried), indent=1))
    for verdict in tried.missed:
        print(verdict)
    return tried


def _found_by(seed: int, tried: Tried) -> Iterator[Verdict]:
    from tests.proof.proof import compare, lead
    from tests.proof.worlds import plan_of

    plan = plan_of(seed)
    SWITCHES.opened, SWITCHES.said_no = frozenset(), Counter()
    differences = compare(plan, lead(plan), lead(plan, is_other=True)).differences
    said_no, SWITCHES.said_no = SWITCHES.said_no, None
    if differences:
        print(f"without a mutant: {differences[0]}", flush=True)
        tried.leaking.append(str(differences[0]))
        return
    for verdict in tried.missed:
        opened = {verdict.mutant, *TOGETHER.get(verdict.mutant, ())[:1]}
        if not opened & said_no.keys():
            continue
        verdict.said_no += 1
        SWITCHES.opened = frozenset(opened)
        try:
            differences = compare(plan, lead(plan), lead(plan, is_other=True)).differences
        finally:
            SWITCHES.opened = frozenset()
        if differences:
            verdict.found, verdict.seed, verdict.door = tried.worlds, seed, differences[0].door
            yield verdict
