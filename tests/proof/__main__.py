"""`python -m tests.proof`: worlds by their seeds, in several processes, and what was found.

A world that shows a difference is replayed by its seed, with its steps and every difference: `--seed N`; `--shrink`
leaves out what is not needed for the first of them. `--mutants` opens each gate of the product, one at a
time, and leads worlds until one shows it (see `tests.proof.mutants`).
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

from tests.proof.gates import build_in
from tests.proof.mutants import try_all

if "--mutants" in sys.argv:  # the product is made with gates that can be opened, before anything of it is imported
    build_in()

from tests.proof.many import outcomes
from tests.proof.plan import Act, Plan, Step, sound
from tests.proof.proof import Outcome, compare, forged, lead
from tests.proof.sums import Sums
from tests.proof.worlds import plan_of

SHOWN = 12
MUTANT_WORLDS = 200
"""So many at most are led for each mutant."""


def main() -> int:
    asked = _arguments()
    logging.disable(logging.CRITICAL)
    if asked.mutants:
        tried = try_all(asked.start, min(asked.worlds, MUTANT_WORLDS), only=asked.only, out=asked.out)
        found, all_of_them = len(tried.verdicts) - len(tried.missed), len(tried.verdicts)
        print(f"{found} of {all_of_them} mutants found in {tried.worlds} worlds, {tried.seconds:.0f} s")
        return 1 if tried.missed or tried.leaking or not tried.verdicts else 0
    if asked.seed is not None:
        return _replay(asked.seed, shrinking=asked.shrink)
    sums, began = Sums(), time.monotonic()
    for number, outcome in enumerate(outcomes(range(asked.start, asked.start + asked.worlds), asked.workers), start=1):
        sums.add(outcome)
        for difference in outcome.differences[:1]:
            print(f"{difference}\n    themes {', '.join(outcome.themes)}; {len(outcome.differences)} differences")
        if number % 50 == 0 or number == asked.worlds:
            left = (time.monotonic() - began) / number * (asked.worlds - number)
            print(
                f"{number} of {asked.worlds} worlds, {len(sums.leaking)} with differences, {left:.0f} s left",
                flush=True,
            )
    print(sums.table(time.monotonic() - began))
    return 1 if sums.leaking or not sums.compared else 0  # what compares nothing proves nothing


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.proof", description=__doc__)
    parser.add_argument("--worlds", type=int, default=2000)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=max(1, min(os.cpu_count() or 1, 8)))
    parser.add_argument("--seed", type=int, help="only this world, step by step")
    parser.add_argument("--shrink", action="store_true", help="with --seed: leave out what is not needed")
    parser.add_argument("--mutants", action="store_true", help="open each gate, one at a time, until it is found out")
    parser.add_argument("--only", default="", help="with --mutants: gates whose names hold one of these, with commas")
    parser.add_argument("--out", type=Path, help="with --mutants: what was found, as JSON")
    return parser.parse_args()


def _replay(seed: int, *, shrinking: bool) -> int:
    plan = plan_of(seed)
    outcome = _differences(plan)
    if shrinking and outcome.differences:
        plan = shrunk(plan, outcome.differences[0].door)
        outcome = _differences(plan)
    print(f"observers {', '.join(sorted(plan.observers))}; themes {', '.join(plan.themes)}; owners {set(plan.owners)}")
    for number, step in enumerate(plan.steps):
        print(f"{number:3} {_told(step)}")
    for difference in outcome.differences[:SHOWN]:
        print(difference)
    print(f"{len(outcome.differences)} differences in {outcome.compared} bytes")
    return 1 if outcome.differences else 0


def _differences(plan: Plan) -> Outcome:
    one = lead(plan)
    outcome = compare(plan, one, lead(plan, is_other=True))
    outcome.differences += forged(plan, one)
    return outcome


def shrunk(plan: Plan, door: str) -> Plan:
    """The plan without the steps that this door's difference does not need; others keep their numbers."""
    for number in reversed(range(len(plan.steps))):
        fewer = replace(
            plan, steps=tuple(Step(one=None, other=None) if at == number else one for at, one in enumerate(plan.steps))
        )
        fewer = sound(fewer)
        if fewer.secrets and any(one.door == door for one in _differences(fewer).differences):
            plan = fewer
            print(f"step {number} is not needed", file=sys.stderr)
    return plan


def _told(step: Step) -> str:
    if step.one == step.other:
        return (
            f"{'probe  ' if step.is_probe else 'both   '}{_act(step.one)}{' (index lost in one)' if step.wipes else ''}"
        )
    return f"secret one:   {_act(step.one)}\n           other: {_act(step.other)}"


def _act(act: Act | None) -> str:
    if act is None:
        return "nothing"
    parts = [act.what, act.who, f"in {act.room}" if act.room else "", "(called)" if act.called else ""]
    parts += [f"of step {act.target}" if act.target >= 0 else "", act.path, repr(act.text[:160]) if act.text else ""]
    return " ".join(part for part in parts if part)


if __name__ == "__main__":
    sys.exit(main())
