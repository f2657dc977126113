"""`memory show | add | pin | forget | aside`: single memories, looked at and changed by hand."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, tzinfo

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.intervals import day, of_fact
from bots.commands.memory import audiences_of
from bots.commands.names import anima_called
from bots.people.role import Asker, Role
from memory.recall.explaining import Explanation
from memory.theories.importance import level
from memory.theories.timeline import Believed, Contradicted, Fate, NotYet, Over, Retracted, SupersededBy
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event, Json
from memory.vocabulary.fact import Fact

FACT = "fact:"
SHOWN_SOURCES, SHOWN_LINKS = 5, 8


async def show(desk: Desk, asker: Asker, name: str, memory: str, *, audience: str = "") -> Answer:
    """Explain a memory: source, date, strength and why, what it replaced, links.

    memory: a fact (fact:…), a file, or a line of the log (activity_log/2026-11-20.jsonl#L090412), as `search` shows
    audience: on the command line: as this audience only
    """
    engine = await desk.memory(anima_called(desk, name).name)
    for one in await audiences_of(engine, asker, audience):
        if memory.startswith(FACT):
            if found := await engine.facts.explain(memory, one):
                return Answer(
                    text=_explained(found, desk.clock().astimezone(engine.zone)), data=_data(found, engine.zone)
                )
            continue
        try:
            text = await engine.read(memory, one)
        except (NotAllowed, FileNotFoundError, ValueError):
            continue
        if text:
            facts = [fact for event in await engine.events_of(memory) for fact in await engine.facts.of(event, one)]
            told = "\n".join(f"- `{fact.id}` {fact.text}" for fact in facts)
            data: dict[str, Json] = {"path": memory, "text": text, "facts": [fact.id for fact in facts]}
            return Answer(text=f"{text}\n\nUnderstood from it:\n{told}" if facts else text, data=data)
    return Answer(text=f"{memory}: no such memory, or you may not read it.", data={"error": "not found"}, ok=False)


async def add(desk: Desk, asker: Asker, name: str, *text: str, audience: str = "") -> Answer:
    """Add a fact to an anima's memory.

    text: (required) the memory, in a sentence that stands alone
    audience: on the command line: who may hear of it (person:…, group:…, open:…, org); everybody, unless you say so
    """
    engine = await desk.memory(anima_called(desk, name).name)
    if audience or asker.place:
        (to,) = await audiences_of(engine, asker, audience)
    else:
        to = Audience.parse("org")
    fact = await engine.facts.add(" ".join(text), asker.person, to)
    return Answer(text=f"Kept as `{fact.id}`, for {to}.", data={"id": fact.id, "audience": str(to)})


async def pin(
    desk: Desk, asker: Asker, name: str, memory: str, *, immutable: bool = False, off: bool = False
) -> Answer:
    """Pin a memory: it is never forgotten.

    memory: a fact (fact:…)
    immutable: it is never merged with others either
    off: let it go again
    """
    engine = await desk.memory(anima_called(desk, name).name)
    for one in await audiences_of(engine, asker):
        with suppress(NotAllowed):
            fact = await engine.facts.pin(memory, one, asker.person, pinned=not off, immutable=immutable)
            return _done(fact, "not held any more" if off else "held")
    return _unknown(memory)


async def forget(desk: Desk, asker: Asker, name: str, memory: str) -> Answer:
    """Remove a memory from recall. The log keeps it.

    memory: a fact (fact:…), or, on the command line, the id of what was said, as `search --json` prints it
    """
    engine = await desk.memory(anima_called(desk, name).name)
    for one in await audiences_of(engine, asker):
        with suppress(NotAllowed):
            fact = await engine.facts.forget(memory, one, asker.person)
            return _done(fact, "taken back")
        if asker.place or memory.startswith(FACT):  # who may read the words is known on the command line only
            continue
        for _, words in await engine.said([memory], one):
            facts = await engine.facts.forget_said(memory, one, asker.person)
            also = f", and {len(facts)} facts understood from it" if facts else ""
            data: dict[str, Json] = {"id": memory, "text": words, "facts": [fact.id for fact in facts]}
            return Answer(text=f"`{memory}` is told no more{also}: {words}", data={**data, "done": "taken back"})
    return _unknown(memory)


async def aside(desk: Desk, asker: Asker, name: str, *, release: str = "") -> Answer:
    """List quarantined statements from low-trust sources, or release one.

    release: believe this one of them (fact:…)
    """
    engine = await desk.memory(anima_called(desk, name).name)
    facts: dict[str, Fact] = {}
    for one in await audiences_of(engine, asker):
        if release:
            with suppress(NotAllowed):
                return _done(await engine.facts.release(release, one, asker.person), "believed now")
        facts |= {fact.id: fact for fact in await engine.facts.aside(one)}
    if release:
        return _unknown(release)
    lines = [f"- `{fact.id}` {fact.speaker} ({fact.trust}): {fact.text}" for fact in facts.values()]
    return Answer(text="\n".join(lines) or "Nothing was put aside.", data={"aside": list(facts)})


def _done(fact: Fact, what: str) -> Answer:
    return Answer(text=f"`{fact.id}` is {what}: {fact.text}", data={"id": fact.id, "text": fact.text, "done": what})


def _unknown(memory: str) -> Answer:
    return Answer(
        text=f"{memory}: there is no such memory here. `memory search` with `--scope facts` shows them.",
        data={"error": "not found"},
        ok=False,
    )


def _explained(found: Explanation, now: datetime) -> str:
    fact, strength = found.fact, found.strength
    lines = [f"**{fact.text}**"] if fact.text else []
    lines += [f"`{fact.id}` · {fact.category} · for {fact.audience}"]
    lines += [f"- said by {_source(event)}" for event in found.sources[:SHOWN_SOURCES]]
    lines += [f"- {fact.reported}: not in their own name"] if fact.reported else []
    zone = now.tzinfo
    lines += [f"- {_fate(found.fate, zone)}; {of_fact(found, now)}"]
    lines += [f"- strength now {found.retrieval:.2f} of 1: {_why(found, now)}"]
    lines += [f"- importance {strength.importance:.2f} ({level(strength.importance)}){_feeling(fact)}"]
    lines += [f"- {note}" for note in found.notes]
    lines += ["- pinned: it is never forgotten"] if strength.pinned else []
    lines += [f"- replaced {one.value} ({day(one.recorded_at, zone)}): {one.text}" for one in found.replaced]
    lines += [f"- instead of it: {one.text} (`{one.id}`)" for one in found.instead]
    lines += [f"- {_link(link.kind, link.is_from_it)} `{link.fact.id}` {link.fact.text}" for link in found.links][
        :SHOWN_LINKS
    ]
    return "\n".join(lines)


def _source(event: Event) -> str:
    text = " ".join(event.content.split())
    who = event.meta.get("name") or event.sender
    quoted = text if len(text) <= 160 else f"{text[:157]}…"
    return f"{who} ({event.sender}) in {event.channel}, {event.ts:%Y-%m-%d %H:%M}: “{quoted}”"


def _why(found: Explanation, now: datetime) -> str:
    strength = found.strength
    since = strength.reviewed or strength.born
    days = max(0.0, (now - since).total_seconds() / 86_400) if since else 0.0
    last = "used or said again" if strength.reviewed else "formed"
    captured = ", held by something strong that came soon after" if strength.captured else ""
    return (
        f"{last} {days:.1f} days ago, stability {strength.stability_days:.1f} days, storage {strength.storage:.1f} of "
        f"10, used {strength.access_count} times, utility {strength.utility:.2f}{captured}"
    )


def _feeling(fact: Fact) -> str:
    named = f", {fact.feeling.name}" if fact.feeling.name else ""
    stirred = f", said with arousal {fact.feeling.arousal:.2f}{named}" if fact.feeling.arousal >= 0.3 else ""
    return f"{stirred}, a flashbulb memory" if fact.flashbulb else stirred


def _fate(fate: Fate, zone: tzinfo | None) -> str:
    match fate:
        case Believed():
            return "believed"
        case SupersededBy():
            return f"replaced by `{fate.id}` since {day(fate.at, zone)}"
        case Contradicted():
            return f"contradicted by `{fate.by}`, undecided"
        case Retracted():
            return f"taken back {day(fate.at, zone)}"
        case NotYet():
            return f"not yet so, before {day(fate.at, zone)}"
        case Over():
            return f"over since {day(fate.at, zone)}"


def _link(kind: str, is_from_it: bool) -> str:
    words = kind.replace("_", " ")
    return words if is_from_it else f"{words} (the other way)"


def _data(found: Explanation, zone: tzinfo) -> dict[str, Json]:
    fact, strength = found.fact, found.strength
    return {
        "id": fact.id,
        "text": fact.text,
        "category": fact.category,
        "slot": fact.slot,
        "value": fact.value,
        "speaker": fact.speaker,
        "person": fact.person,
        "audience": fact.audience,
        "trust": fact.trust,
        "confidence": fact.confidence,
        "valid_from": fact.valid_from.astimezone(zone).isoformat(),
        "valid_until": fact.valid_until.astimezone(zone).isoformat() if fact.valid_until else None,
        "observed_at": fact.said_at.astimezone(zone).isoformat(),
        "believed_until": ended.astimezone(zone).isoformat() if (ended := found.validity.invalidated_at) else None,
        "recorded_at": fact.recorded_at.astimezone(zone).isoformat(),
        "fate": _fate(found.fate, zone),
        "strength": {
            "retrieval": round(found.retrieval, 4),
            "storage": round(strength.storage, 4),
            "stability_days": round(strength.stability_days, 4),
            "utility": round(strength.utility, 4),
            "importance": round(strength.importance, 4),
            "access_count": strength.access_count,
            "pinned": strength.pinned,
        },
        "sources": [{"id": event.id, "at": event.ts.isoformat(), "text": event.content} for event in found.sources],
        "replaced": [one.id for one in found.replaced],
        "instead": [one.id for one in found.instead],
        "relations": [{"kind": link.kind, "id": link.fact.id, "from": link.is_from_it} for link in found.links],
        "notes": list(found.notes),
    }


SHOW = Command(path=("memory", "show"), run=show, role=Role.MEMBER)
ADD = Command(path=("memory", "add"), run=add, role=Role.ADMIN)
PIN = Command(path=("memory", "pin"), run=pin, role=Role.ADMIN)
FORGET = Command(path=("memory", "forget"), run=forget, role=Role.ADMIN)
ASIDE = Command(path=("memory", "aside"), run=aside, role=Role.ADMIN)
