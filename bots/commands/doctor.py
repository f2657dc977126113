"""`doctor`: what works, what is missing, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from bots.commands.command import Answer, Command
from bots.commands.desk import Check, Desk
from bots.people.role import Asker, Role

_MARKS = {True: "✓", False: "✗", None: "?"}


async def run(desk: Desk, asker: Asker, *, offline: bool = False) -> Answer:
    """Check the installation: what works, what is missing, what to do.

    offline: prove that nothing needs the network
    """
    return report(await desk.checks(asker, offline=offline))


def report(checks: Sequence[Check]) -> Answer:
    """All checks as an answer; it is not ok when one of them is not."""
    lines = [_line(check) for check in checks]
    ok = all(check.ok is not False for check in checks)
    return Answer(text="\n".join(lines), data={"ok": ok, "checks": [asdict(check) for check in checks]}, ok=ok)


def _line(check: Check) -> str:
    advice = f" → {check.advice}" if check.advice and check.ok is not True else ""
    return f"- {_MARKS[check.ok]} {check.subject}: {check.finding}{advice}"


COMMAND = Command(path=("doctor",), run=run, role=Role.ADMIN, recorded=False)
