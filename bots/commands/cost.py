"""`cost`: what model calls took, by day, purpose, model and person, with a small chart."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.people.role import Asker, Role
from memory.archive.spending import FOLDER, Spending
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Json

_WIDTH = 20
_MOST_DAYS = 366


@dataclass(slots=True)
class Taken:
    """A sum over calls: tokens read and written, US dollars, and how many calls had no known price."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0

    def add(self, line: Mapping[str, Json]) -> None:
        usd = line.get("usd")
        self.calls += 1
        self.input_tokens += _whole(line.get("input_tokens"))
        self.output_tokens += _whole(line.get("output_tokens"))
        self.usd += usd if isinstance(usd, int | float) else 0.0
        self.unpriced += usd is None

    def data(self) -> dict[str, Json]:
        return {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "usd": round(self.usd, 6),
            "unpriced_calls": self.unpriced,
        }


@dataclass(slots=True)
class Bill:
    """What was taken in all, and by what."""

    total: Taken = field(default_factory=Taken)
    by: dict[str, dict[str, Taken]] = field(default_factory=dict)

    def add(self, line: Mapping[str, Json], **keys: str) -> None:
        self.total.add(line)
        for kind, name in keys.items():
            if name:
                self.by.setdefault(kind, {}).setdefault(name, Taken()).add(line)


async def run(desk: Desk, asker: Asker, name: str = "", *, days: int = 7) -> Answer:
    """Show what model calls took: tokens and US dollars a day, by purpose, model and person.

    name: of this anima only
    days: so many days back, today included
    """
    names = [anima_called(desk, name).name] if name else [anima.name for anima in desk.animas()]
    today = desk.clock().astimezone(desk.zone).date()
    wanted = [today - timedelta(days=back) for back in range(min(max(1, days), _MOST_DAYS))][::-1]
    bill = await asyncio.to_thread(_bill, {one: Spending(desk.home / "animas" / one / FOLDER) for one in names}, wanted)
    present = Audience.find(asker.audience)
    if present is None or present.alone is None:
        bill.by.pop("person", None)  # who talks with an anima alone is nobody's business in a room
    return Answer(text=_text(bill, wanted), data=_data(bill))


def _bill(ledgers: Mapping[str, Spending], wanted: Sequence[date]) -> Bill:
    bill = Bill()
    for anima, ledger in ledgers.items():
        known = set(ledger.days())
        for day in wanted:
            for line in ledger.of(day) if str(day) in known else ():
                if "told" not in line:
                    bill.add(line, day=str(day), anima=anima, **_keys(line))
    return bill


def _keys(line: Mapping[str, Json]) -> dict[str, str]:
    purpose = str(line.get("purpose") or "other") + (" (fallback)" if line.get("fallback") else "")
    return {"purpose": purpose, "model": str(line.get("model", "")), "person": str(line.get("person", ""))}


def _text(bill: Bill, wanted: Iterable[date]) -> str:
    days = bill.by.get("day", {})
    most = max((one.usd for one in days.values()), default=0.0)
    lines = [_day(day, days.get(str(day), Taken()), most) for day in wanted]
    parts = ["\n".join(["```", *lines, "```"]), f"In all: {_told(bill.total)}."]
    for kind in ("anima", "purpose", "model", "person"):
        found = sorted(bill.by.get(kind, {}).items(), key=lambda one: (-one[1].usd, one[0]))
        if found:
            parts.append(f"By {kind}:\n" + "\n".join(f"- {name}: {_told(taken)}" for name, taken in found))
    if bill.total.unpriced:
        parts.append(
            f"{bill.total.unpriced} calls have no known price and are not in the dollars: see `prices` in the config."
        )
    return "\n\n".join(parts)


def _day(day: date, taken: Taken, most: float) -> str:
    bar = "█" * round(_WIDTH * taken.usd / most) if most else ""
    return f"{day} {bar:<{_WIDTH}} {taken.usd:9.4f} $"


def _told(taken: Taken) -> str:
    tokens = f"{taken.input_tokens:,} tokens read, {taken.output_tokens:,} written"
    return f"{taken.usd:.4f} $, {taken.calls} calls, {tokens}"


def _data(bill: Bill) -> dict[str, Json]:
    groups: dict[str, Json] = {
        f"by_{kind}": {name: taken.data() for name, taken in sorted(found.items())} for kind, found in bill.by.items()
    }
    return {"total": bill.total.data(), **groups}


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


COMMAND = Command(path=("cost",), run=run, role=Role.ADMIN, recorded=False)
