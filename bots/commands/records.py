"""`audit list | verify`, `approvals`, `cost`: who did what in the house, what waits for a yes, and what model calls
took, by day, purpose, model and person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from itertools import islice
from typing import Literal

from bots.commands.admin_api import AdminApi
from bots.commands.command import FLEET_WIDE, Command, CommandAnswer, CommandUsageError, anima_called
from bots.people.trust_policy import Asker, Role
from memory.archive.audit_log import AuditEntry, AuditLog
from memory.archive.operations_log import SPENDING_FOLDER, SpendingLog
from memory.archive.requests import AWAITED_APPROVAL, AWAITED_BY_ROLE, PersonQuestion
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Json


async def list_audit(admin: AdminApi, asker: Asker, *, n: int = 20, who: str = "", act: str = "") -> CommandAnswer:
    """List the last entries of the audit log: commands, approvals, refusals, exports, deletions; in a room those of it.

    n: how many
    who: only of the person or anima with this address
    act: only acts that begin so
    """
    found = await asyncio.to_thread(
        _newest_entries, admin.audit, max(1, n), who, act, "" if asker.is_direct else asker.room
    )
    data: list[Json] = [{**asdict(item), "at": item.at.isoformat() if item.at else None} for item in found]
    return CommandAnswer(text="\n".join(map(_audit_line, found)) or "Nothing was recorded.", data={"entries": data})


async def verify_audit(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """Check that no entry of the audit log was changed, removed, moved or added by another hand."""
    found = await asyncio.to_thread(admin.audit.verify)
    words = "is not as it was written" if found.problems else "is as it was written"
    if asker.place and not asker.is_direct:  # how much was done elsewhere, and what, shows in the count and in the hash
        return CommandAnswer(text=f"The audit log {words}.", data={"ok": not found.problems}, ok=not found.problems)
    lines = [f"The audit log {words}: {found.entries} entries, the last hash is `{found.head}`."]
    lines += [f"- {problem}" for problem in found.problems]
    lines += [f"- note: {note}" for note in found.notes]
    data: dict[str, Json] = {
        "entries": found.entries,
        "head": found.head,
        "problems": list(found.problems),
        "notes": list(found.notes),
    }
    return CommandAnswer(text="\n".join(lines), data=data, ok=not found.problems)


def _newest_entries(log: AuditLog, n: int, who: str, act: str, room: str) -> list[AuditEntry]:
    """What was done elsewhere is told to an owner alone, not to a room."""
    fitting = (
        item
        for item in log.newest()
        if who in ("", item.who) and item.act.startswith(act) and room in ("", item.place.partition("#")[0])
    )
    return list(islice(fitting, n))[::-1]


def _audit_line(entry: AuditEntry) -> str:
    when = entry.at.isoformat(timespec="seconds") if entry.at else "?"
    told = " · ".join(text for text in (entry.act, entry.what, entry.outcome, entry.place) if text)
    return f"- {entry.number}. {when} {entry.who}: {told}"


AUDIT_LIST = Command(path=("audit", "list"), run=list_audit, role=Role.OWNER)
AUDIT_VERIFY = Command(path=("audit", "verify"), run=verify_audit, role=Role.OWNER, limit=FLEET_WIDE)


# --- cost -----------------------------------------------------------------------------------------------------------
# `cost`: what model calls took, by day, purpose, model and person, with a small chart.


_WIDTH = 20
_MOST_DAYS = 366


@dataclass(slots=True)
class CostRow:
    """A sum over calls: tokens read and written, US dollars, and how many calls had no known price."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0

    def add(self, line: Mapping[str, Json]) -> None:
        usd = line.get("usd")
        self.calls += 1
        self.input_tokens += _whole_cost(line.get("input_tokens"))
        self.output_tokens += _whole_cost(line.get("output_tokens"))
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
class CostBill:
    """What was taken in all, and by what."""

    total: CostRow = field(default_factory=CostRow)
    by: dict[str, dict[str, CostRow]] = field(default_factory=dict)

    def add(self, line: Mapping[str, Json], **keys: str) -> None:
        self.total.add(line)
        for kind, name in keys.items():
            if name:
                self.by.setdefault(kind, {}).setdefault(name, CostRow()).add(line)


async def show_cost(admin: AdminApi, asker: Asker, name: str = "", *, days: int = 7) -> CommandAnswer:
    """Show what model calls took: tokens and US dollars a day, by purpose, model and person.

    name: of this anima only
    days: so many days back, today included
    """
    names = [anima_called(admin, name).name] if name else [anima.name for anima in admin.animas()]
    today = admin.clock().astimezone(admin.zone).date()
    wanted = [today - timedelta(days=back) for back in range(min(max(1, days), _MOST_DAYS))][::-1]
    bill = await asyncio.to_thread(
        _bill_of, {item: SpendingLog(admin.home / "animas" / item / SPENDING_FOLDER) for item in names}, wanted
    )
    present = Audience.find(asker.audience)
    if present is None or present.alone is None:
        bill.by.pop("person", None)  # who talks with an anima alone is nobody's business in a room
    return CommandAnswer(text=_cost_text(bill, wanted), data=_cost_data(bill))


def _bill_of(ledgers: Mapping[str, SpendingLog], wanted: Sequence[date]) -> CostBill:
    bill = CostBill()
    for anima, ledger in ledgers.items():
        known = set(ledger.days())
        for day in wanted:
            for line in ledger.of(day) if str(day) in known else ():
                if "told" not in line:
                    bill.add(line, day=str(day), anima=anima, **_cost_keys(line))
    return bill


def _cost_keys(line: Mapping[str, Json]) -> dict[str, str]:
    purpose = str(line.get("purpose") or "other") + (" (fallback)" if line.get("fallback") else "")
    return {"purpose": purpose, "model": str(line.get("model", "")), "person": str(line.get("person", ""))}


def _cost_text(bill: CostBill, wanted: Iterable[date]) -> str:
    days = bill.by.get("day", {})
    most = max((item.usd for item in days.values()), default=0.0)
    lines = [_cost_day(day, days.get(str(day), CostRow()), most) for day in wanted]
    parts = ["\n".join(["```", *lines, "```"]), f"In all: {_cost_told(bill.total)}."]
    for kind in ("anima", "purpose", "model", "person"):
        found = sorted(bill.by.get(kind, {}).items(), key=lambda item: (-item[1].usd, item[0]))
        if found:
            parts.append(f"By {kind}:\n" + "\n".join(f"- {name}: {_cost_told(taken)}" for name, taken in found))
    if bill.total.unpriced:
        parts.append(
            f"{bill.total.unpriced} calls have no known price and are not in the dollars: see `prices` in the config."
        )
    return "\n\n".join(parts)


def _cost_day(day: date, taken: CostRow, most: float) -> str:
    bar = "█" * round(_WIDTH * taken.usd / most) if most else ""
    return f"{day} {bar:<{_WIDTH}} {taken.usd:9.4f} $"


def _cost_told(taken: CostRow) -> str:
    tokens = f"{taken.input_tokens:,} tokens read, {taken.output_tokens:,} written"
    return f"{taken.usd:.4f} $, {taken.calls} calls, {tokens}"


def _cost_data(bill: CostBill) -> dict[str, Json]:
    groups: dict[str, Json] = {
        f"by_{kind}": {name: taken.data() for name, taken in sorted(found.items())} for kind, found in bill.by.items()
    }
    return {"total": bill.total.data(), **groups}


def _whole_cost(value: Json) -> int:
    return value if isinstance(value, int) else 0


COST = Command(path=("cost",), run=show_cost, role=Role.ADMIN, recorded=False)


# --- approvals ------------------------------------------------------------------------------------------------------
# The acts of animas that wait for somebody's yes, and the answer of whom they wait for.


async def settle_approvals(
    admin: AdminApi, asker: Asker, what: Literal["list", "yes", "no"] = "list", approval: str = ""
) -> CommandAnswer:
    """List the acts that wait for your yes, or answer one; on the command line list everybody's.

    what: list them, or answer
    approval: the id of the one that you answer
    """
    found = [item for anima in admin.animas() if anima.enabled for item in await _open_approvals(admin, anima.name)]
    seen = [(anima, item) for anima, item in found if not asker.place or _is_asked(admin, asker, item)]
    if what == "list":
        return _approvals_told(admin, asker, seen)
    for anima, item in seen:
        if item.id == approval and item.kind == AWAITED_APPROVAL and _is_asked(admin, asker, item):
            return await _answered(admin, asker, anima, item, what)
    return CommandAnswer(
        text=f"There is no approval {approval} that waits for you.", data={"error": "no such approval"}, ok=False
    )


async def _open_approvals(admin: AdminApi, anima: str) -> list[tuple[str, PersonQuestion]]:
    kept, now = await asyncio.to_thread(admin.questions(anima).all), admin.clock()
    return [(anima, item) for item in kept if item.kind in (AWAITED_APPROVAL, AWAITED_BY_ROLE) and item.is_open(now)]


def _is_asked(admin: AdminApi, asker: Asker, question: PersonQuestion) -> bool:
    return asker.person in admin.contacts.addresses(question.person)


def _approvals_told(admin: AdminApi, asker: Asker, found: list[tuple[str, PersonQuestion]]) -> CommandAnswer:
    lines, data = [], list[Json]()
    for anima, item in found:
        is_yours = item.kind == AWAITED_APPROVAL and _is_asked(admin, asker, item)
        whose = (
            "you"
            if is_yours
            else f"`{item.person}`, in a direct talk"
            if item.kind == AWAITED_BY_ROLE
            else (f"`{item.person}`, in `{item.place}`")
        )
        lines.append(f"- `{item.id}` **{anima}** asks {whose}: {' '.join(item.text.split())}")
        data.append({"id": item.id, "anima": anima, "text": item.text, "person": item.person, "is_yours": is_yours})
    return CommandAnswer(text="\n".join(lines) or "Nothing waits for a yes.", data={"approvals": data})


async def _answered(
    admin: AdminApi, asker: Asker, anima: str, question: PersonQuestion, choice: Literal["yes", "no"]
) -> CommandAnswer:
    try:
        is_taken = await admin.press(anima, question, choice, asker.account or asker.person)
    except KeyError:
        raise CommandUsageError("no fleet is running here") from None
    if not is_taken:
        return CommandAnswer(text="What asked for it is not known any more.", data={"error": "gone"}, ok=False)
    return CommandAnswer(text=f"Your {choice} is taken; {anima} goes on.", data={"answered": question.id})


APPROVALS = Command(path=("approvals",), run=settle_approvals, role=Role.MEMBER, chat=False, recorded=True)
