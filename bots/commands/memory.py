"""`memory …`: what an anima remembers, within what the asker may read; single memories looked at and changed by
hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime, time, tzinfo
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bots.commands.admin_api import AdminApi
from bots.commands.command import FLEET_WIDE, Command, CommandAnswer, CommandUsageError, anima_called, command_progress
from bots.people.trust_policy import Asker, Role
from memory.theories.salience import importance_level
from memory.theories.truth import Believed, Contradicted, Ended, FactFate, NotYet, Retracted, SupersededBy
from memory.vocabulary.address import Audience
from memory.vocabulary.change import Change, NotKept
from memory.vocabulary.cue import Recollection
from memory.vocabulary.errors import AddressError, EmbedderFault, NotAllowed
from memory.vocabulary.event import Event, Json
from memory.vocabulary.fact import Fact

if TYPE_CHECKING:  # help needs no memory
    from memory.engine import MemoryEngine
    from memory.index.calibration import LabelSeparation
    from memory.recall.explaining import Explanation


def interval_told(memory: Recollection, zone: tzinfo | None) -> str:
    """The day of a recollection; of a fact that begins or ends on others, those too, and what holds instead."""
    known = day_written(memory.at, zone) if memory.at else ""
    begins = day_written(memory.valid_from, zone) if memory.valid_from else known
    parts = [
        known,
        f"true from {begins}" if begins != known else "",
        f"until {day_written(memory.valid_until, zone)}" if memory.valid_until else "",
        f"believed until {day_written(memory.invalidated_at, zone)}" if memory.invalidated_at else "",
        " ".join(memory.outdated.split()),
    ]
    return ", ".join(part for part in parts if part)


def interval_of_fact(found: Explanation, now: datetime) -> str:
    """Since when it is so, as far as that is told, and until when; and then since when it is known."""
    fact, zone, ended = found.fact, now.tzinfo, found.validity.invalidated_at
    is_told = fact.valid_from != fact.said_at
    begins = (
        f"true from {day_written(fact.valid_from, zone)}" if is_told else f"seen on {day_written(fact.said_at, zone)}"
    )
    until = f" until {day_written(fact.valid_until, zone)}" if fact.valid_until else ""
    believed = f", believed until {day_written(ended, zone)}" if ended and ended <= now else ""
    return f"{begins}{until}; known since {day_written(fact.recorded_at, zone)}{believed}"


def has_ended(found: Explanation, now: datetime) -> bool:
    """Whether it is so no more, or believed no more."""
    return any(at is not None and at <= now for at in (found.fact.valid_until, found.validity.invalidated_at))


def day_written(at: datetime, zone: tzinfo | None) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d}"


# --- memory ---------------------------------------------------------------------------------------------------------
# `memory search | stats | rebuild | verify`: what an anima remembers, within what the asker may read.


OF_FACTS = ("facts put aside", "facts taken back", "facts merged", "relations")
KINDS = ("activity_log", "memory_log", "episodes", "knowledge", "procedures", "skills")


async def search_memories(
    admin: AdminApi,
    asker: Asker,
    name: str,
    *query: str,
    k: int = 10,
    scope: Literal["all", "activity", "episodes", "knowledge", "procedures", "facts"] = "all",
    as_of: str = "",
    whole: bool = False,
    audience: str = "",
) -> CommandAnswer:
    """Search an anima's memory.

    query: (required) words to look for
    k: how many
    scope: in which kind of memory
    as_of: what was known and believed on this day (2026-11-20)
    whole: facts that hold no more, too
    audience: on the command line: as this audience only (person:…, group:…, open:…, org)
    """
    engine = await admin.memory(anima_called(admin, name).name)
    at = _day_of_recollection(as_of, engine.zone) if as_of else None
    found: dict[str, Recollection] = {}
    for item in await audiences_of(engine, asker, audience):
        for memory in await engine.search(" ".join(query), item, scope=scope, as_of=at, limit=max(1, k), whole=whole):
            found.setdefault(memory.id, memory)
    best = sorted(found.values(), key=lambda memory: -memory.score)[: max(1, k)]
    text = "\n".join(_recollection_line(memory, engine.zone) for memory in best) or "Nothing comes to mind."
    return CommandAnswer(text=text, data={"results": [_recollection_data(memory) for memory in best]})


async def show_stats(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Count an anima's memories by kind; in a chat those that may be read there."""
    anima = anima_called(admin, name).name
    engine = await admin.memory(anima)
    if asker.place:
        (here,) = await audiences_of(engine, asker)
        kept = await engine.counted(here)
        lines = [f"- {kind}: {number}" for kind, number in kept.items()]
        return CommandAnswer(text="\n".join(lines) or "Nothing is kept that may be read here.", data=dict(kept))
    counts = await asyncio.to_thread(_counts_line, admin.home / "animas" / anima)
    embedded, entries = await engine.embedded()
    formed = await engine.facts.counted()
    lines = [f"- {kind}: {files} files, {size / 1000:.0f} kB" for kind, (files, size) in counts.items()]
    lines.append(f"- index: {entries} entries, {embedded} of them with a vector")
    lines += _formation_line(formed)
    data: dict[str, Json] = {kind: {"files": files, "bytes": size} for kind, (files, size) in counts.items()}
    index: dict[str, Json] = {"entries": entries, "vectors": embedded}
    return CommandAnswer(text="\n".join(lines), data={**data, "index": index, "formation": dict(formed)})


async def rebuild_index(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Rebuild an anima's indexes from its files. Nothing is lost."""
    anima = anima_called(admin, name).name
    engine = await admin.memory(anima)
    before = admin.clock()
    await engine.rebuild(command_progress.get())
    seconds = (admin.clock() - before).total_seconds()
    return CommandAnswer(text=f"The indexes of **{anima}** are new ({seconds:.1f} s).", data={"seconds": seconds})


async def verify_index(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Check an anima's indexes against its files."""
    anima = anima_called(admin, name).name
    found = await (await admin.memory(anima)).verify()
    if asker.place:
        return _index_is_well(anima) if not found.problems else _index_is_ill(anima)
    data: dict[str, Json] = {
        field: getattr(found, field) for field in ("entries", "indexed", "vectors", "filed", "asked")
    }
    data["problems"] = list(found.problems)
    filed = f" ({found.filed} of them in Chroma)" if found.filed else ""
    vectors = "" if found.vectors is None else f", {found.vectors} vectors{filed}"
    counts = f"{found.entries} entries in the files, {found.indexed} in the text index{vectors}"
    if not found.problems:
        asked = f"{found.asked} of them were looked for and found"
        return replace(_index_is_well(anima, f": {counts}; {asked}"), data=data)
    return replace(_index_is_ill(anima, f": {counts}", found.problems), data=data)


def _index_is_well(anima: str, counts: str = "") -> CommandAnswer:
    return CommandAnswer(text=f"The indexes of **{anima}** are well{counts}.")


def _index_is_ill(anima: str, counts: str = "", problems: Sequence[str] = ()) -> CommandAnswer:
    lines = [f"There are problems with the indexes of **{anima}**{counts}.", *(f"- {problem}" for problem in problems)]
    lines.append(f"`memory rebuild {anima}` rebuilds them from the files; nothing is lost.")
    return CommandAnswer(text="\n".join(lines), ok=False)


async def audiences_of(engine: MemoryEngine, asker: Asker, wanted: str = "") -> list[Audience]:
    """As whom it is asked: in chat as those who are there, on the command line as everybody in turn. Raises Usage."""
    if asker.place and wanted:
        raise CommandUsageError("--audience is for the command line")
    try:
        if wanted:
            return [Audience.parse(wanted)]
        if not asker.place:
            return await engine.audiences()
        return [Audience.parse(asker.audience)]
    except AddressError as error:
        raise CommandUsageError(str(error)) from None


def _day_of_recollection(text: str, zone: tzinfo) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise CommandUsageError(f"{text!r} is no date like 2026-11-20") from None
    if len(text) <= len("2026-11-20"):
        at = datetime.combine(at.date(), time.max)  # what was learned on that day belongs to it
    return at if at.tzinfo else at.replace(tzinfo=zone)


def _recollection_line(memory: Recollection, zone: tzinfo) -> str:
    text = " ".join(memory.text.split())
    when = f"{interval_told(memory, zone)} · " if memory.at else ""
    return f"- {text if len(text) <= 200 else text[:199] + '…'}\n  {when}`{memory.path}` · {memory.score:.2f}"


def _recollection_data(memory: Recollection) -> dict[str, Json]:
    return {
        "id": memory.id,
        "kind": memory.kind,
        "text": memory.text,
        "score": memory.score,
        "confidence": memory.confidence,
        "signals": {reason.signal: reason.value for reason in memory.reasons},
        "date": memory.at.isoformat() if memory.at else None,
        "valid_from": memory.valid_from.isoformat() if memory.valid_from else None,
        "valid_until": memory.valid_until.isoformat() if memory.valid_until else None,
        "invalidated_at": memory.invalidated_at.isoformat() if memory.invalidated_at else None,
        "instead": memory.outdated or None,
        "source": memory.path,
        "speaker": memory.speaker,
        "place": memory.place,
        "audience": memory.audience,
    }


def _formation_line(counted: Mapping[str, int]) -> list[str]:
    """What was heard and what came of it, as shares of the messages."""
    heard = counted.get("heard", 0)
    kinds = [f"- {name}: {counted[name]}" for name in ("facts", *OF_FACTS) if counted.get(name)]
    if not heard:
        return kinds
    out = sum(number for name, number in counted.items() if name.startswith("left out: "))
    decided = {name.removeprefix("gate: "): number for name, number in counted.items() if name.startswith("gate: ")}
    lines = [
        f"- formation: {heard} messages heard, {_shared_part(counted.get('kept', 0), heard)} kept, "
        f"{_shared_part(out, heard)} not"
    ]
    if asked := counted.get("asked", 0):
        failed = counted.get("fallback", 0)
        lines.append(f"- model: asked of {asked} messages, {_shared_part(failed, asked)} fell back to rules")
    if decided:
        every = sum(decided.values())
        lines.append(
            "- gate: " + ", ".join(f"{name} {_shared_part(number, every)}" for name, number in sorted(decided.items()))
        )
    return [*kinds, *lines]


def _shared_part(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.0f} %)"


def _counts_line(directory: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for kind in KINDS:
        files = [file for file in (directory / kind).rglob("*") if file.is_file()]
        found[kind] = (len(files), sum(file.stat().st_size for file in files))
    return found


MEMORY_SEARCH = Command(path=("memory", "search"), run=search_memories, role=Role.MEMBER)
MEMORY_STATS = Command(path=("memory", "stats"), run=show_stats, role=Role.MEMBER)
MEMORY_REBUILD = Command(path=("memory", "rebuild"), run=rebuild_index, role=Role.OWNER, limit=FLEET_WIDE)
MEMORY_VERIFY = Command(path=("memory", "verify"), run=verify_index, role=Role.ADMIN, limit=FLEET_WIDE)


# --- memory facts ---------------------------------------------------------------------------------------------------
# `memory show | add | pin | forget | aside`: single memories, looked at and changed by hand.


FACT = "fact:"
SHOWN_SOURCES, SHOWN_LINKS = 5, 8


async def show_memory(admin: AdminApi, asker: Asker, name: str, memory: str, *, audience: str = "") -> CommandAnswer:
    """Explain a memory: source, date, strength and why, what it replaced, links.

    memory: a fact (fact:…), a file, or a line of the log (activity_log/2026-11-20.jsonl#L090412), as `search` shows
    audience: on the command line: as this audience only
    """
    engine = await admin.memory(anima_called(admin, name).name)
    for item in await audiences_of(engine, asker, audience):
        if memory.startswith(FACT):
            if found := await engine.facts.explain(memory, item):
                return CommandAnswer(
                    text=_explained(found, admin.clock().astimezone(engine.zone)), data=_fact_data(found, engine.zone)
                )
            continue
        try:
            text = await engine.read(memory, item)
        except (NotAllowed, FileNotFoundError, ValueError):
            continue
        if text:
            facts = [fact for event in await engine.events_of(memory) for fact in await engine.facts.of(event, item)]
            told = "\n".join(f"- `{fact.id}` {fact.text}" for fact in facts)
            data: dict[str, Json] = {"path": memory, "text": text, "facts": [fact.id for fact in facts]}
            return CommandAnswer(text=f"{text}\n\nUnderstood from it:\n{told}" if facts else text, data=data)
    return CommandAnswer(
        text=f"{memory}: no such memory, or you may not read it.", data={"error": "not found"}, ok=False
    )


async def add_memory(admin: AdminApi, asker: Asker, name: str, *text: str, audience: str = "") -> CommandAnswer:
    """Add a fact to an anima's memory.

    text: (required) the memory, in a sentence that stands alone
    audience: on the command line: who may hear of it (person:…, group:…, open:…, org); everybody, unless you say so
    """
    engine = await admin.memory(anima_called(admin, name).name)
    if audience or asker.place:
        (to,) = await audiences_of(engine, asker, audience)
    else:
        to = Audience.parse("org")
    fact = await engine.facts.add(" ".join(text), asker.person, to)
    return CommandAnswer(text=f"Kept as `{fact.id}`, for {to}.", data={"id": fact.id, "audience": str(to)})


async def pin_memory(
    admin: AdminApi, asker: Asker, name: str, memory: str, *, immutable: bool = False, off: bool = False
) -> CommandAnswer:
    """Pin a memory: it is never forgotten.

    memory: a fact (fact:…)
    immutable: it is never merged with others either
    off: let it go again
    """
    engine = await admin.memory(anima_called(admin, name).name)
    for item in await audiences_of(engine, asker):
        with suppress(NotAllowed):
            fact = await engine.facts.pin(memory, item, asker.person, pinned=not off, immutable=immutable)
            return _done_answer(fact, "not held any more" if off else "held")
    return _unknown_memory(memory)


async def forget_memory(admin: AdminApi, asker: Asker, name: str, memory: str) -> CommandAnswer:
    """Remove a memory from recall. The log keeps it.

    memory: a fact (fact:…), or, on the command line, the id of what was said, as `search --json` prints it
    """
    engine = await admin.memory(anima_called(admin, name).name)
    for item in await audiences_of(engine, asker):
        with suppress(NotAllowed):
            fact = await engine.facts.forget(memory, item, asker.person)
            return _done_answer(fact, "taken back")
        if asker.place or memory.startswith(FACT):  # who may read the words is known on the command line only
            continue
        for _, words in await engine.said([memory], item):
            facts = await engine.facts.forget_said(memory, item, asker.person)
            also = f", and {len(facts)} facts understood from it" if facts else ""
            data: dict[str, Json] = {"id": memory, "text": words, "facts": [fact.id for fact in facts]}
            return CommandAnswer(text=f"`{memory}` is told no more{also}: {words}", data={**data, "done": "taken back"})
    return _unknown_memory(memory)


async def set_memory_aside(admin: AdminApi, asker: Asker, name: str, *, release: str = "") -> CommandAnswer:
    """List quarantined statements from low-trust sources, or release one.

    release: believe this one of them (fact:…)
    """
    engine = await admin.memory(anima_called(admin, name).name)
    facts: dict[str, Fact] = {}
    for item in await audiences_of(engine, asker):
        if release:
            with suppress(NotAllowed):
                return _done_answer(await engine.facts.release(release, item, asker.person), "believed now")
        facts |= {fact.id: fact for fact in await engine.facts.aside(item)}
    if release:
        return _unknown_memory(release)
    lines = [f"- `{fact.id}` {fact.speaker} ({fact.trust}): {fact.text}" for fact in facts.values()]
    return CommandAnswer(text="\n".join(lines) or "Nothing was put aside.", data={"aside": list(facts)})


def _done_answer(fact: Fact, what: str) -> CommandAnswer:
    return CommandAnswer(
        text=f"`{fact.id}` is {what}: {fact.text}", data={"id": fact.id, "text": fact.text, "done": what}
    )


def _unknown_memory(memory: str) -> CommandAnswer:
    return CommandAnswer(
        text=f"{memory}: there is no such memory here. `memory search` with `--scope facts` shows them.",
        data={"error": "not found"},
        ok=False,
    )


def _explained(found: Explanation, now: datetime) -> str:
    fact, strength = found.fact, found.strength
    lines = [f"**{fact.text}**"] if fact.text else []
    lines += [f"`{fact.id}` · {fact.category} · for {fact.audience}"]
    lines += [f"- said by {_fact_source(event)}" for event in found.sources[:SHOWN_SOURCES]]
    lines += [f"- {fact.reported}: not in their own name"] if fact.reported else []
    zone = now.tzinfo
    lines += [f"- {_fact_fate(found.fate, zone)}; {interval_of_fact(found, now)}"]
    lines += [f"- strength now {found.retrieval:.2f} of 1: {_fact_reasons(found, now)}"]
    lines += [f"- importance {strength.importance:.2f} ({importance_level(strength.importance)}){_fact_feeling(fact)}"]
    lines += [f"- {note}" for note in found.notes]
    lines += ["- pinned: it is never forgotten"] if strength.pinned else []
    lines += [
        f"- replaced {item.value} ({day_written(item.recorded_at, zone)}): {item.text}" for item in found.replaced
    ]
    lines += [f"- instead of it: {item.text} (`{item.id}`)" for item in found.instead]
    lines += [f"- {_fact_link(link.kind, link.is_from_it)} `{link.fact.id}` {link.fact.text}" for link in found.links][
        :SHOWN_LINKS
    ]
    return "\n".join(lines)


def _fact_source(event: Event) -> str:
    text = " ".join(event.content.split())
    who = event.meta.get("name") or event.sender
    quoted = text if len(text) <= 160 else f"{text[:157]}…"
    return f"{who} ({event.sender}) in {event.channel}, {event.ts:%Y-%m-%d %H:%M}: “{quoted}”"


def _fact_reasons(found: Explanation, now: datetime) -> str:
    strength = found.strength
    since = strength.reviewed or strength.born
    days = max(0.0, (now - since).total_seconds() / 86_400) if since else 0.0
    last = "used or said again" if strength.reviewed else "formed"
    captured = ", held by something strong that came soon after" if strength.captured else ""
    return (
        f"{last} {days:.1f} days ago, stability {strength.stability_days:.1f} days, storage {strength.storage:.1f} of "
        f"10, used {strength.access_count} times, utility {strength.utility:.2f}{captured}"
    )


def _fact_feeling(fact: Fact) -> str:
    named = f", {fact.feeling.name}" if fact.feeling.name else ""
    stirred = f", said with arousal {fact.feeling.arousal:.2f}{named}" if fact.feeling.arousal >= 0.3 else ""
    return f"{stirred}, a flashbulb memory" if fact.flashbulb else stirred


def _fact_fate(fate: FactFate, zone: tzinfo | None) -> str:
    match fate:
        case Believed():
            return "believed"
        case SupersededBy():
            return f"replaced by `{fate.id}` since {day_written(fate.at, zone)}"
        case Contradicted():
            return f"contradicted by `{fate.by}`, undecided"
        case Retracted():
            return f"taken back {day_written(fate.at, zone)}"
        case NotYet():
            return f"not yet so, before {day_written(fate.at, zone)}"
        case Ended():
            return f"over since {day_written(fate.at, zone)}"


def _fact_link(kind: str, is_from_it: bool) -> str:
    words = kind.replace("_", " ")
    return words if is_from_it else f"{words} (the other way)"


def _fact_data(found: Explanation, zone: tzinfo) -> dict[str, Json]:
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
        "fate": _fact_fate(found.fate, zone),
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
        "replaced": [item.id for item in found.replaced],
        "instead": [item.id for item in found.instead],
        "relations": [{"kind": link.kind, "id": link.fact.id, "from": link.is_from_it} for link in found.links],
        "notes": list(found.notes),
    }


MEMORY_SHOW = Command(path=("memory", "show"), run=show_memory, role=Role.MEMBER)
MEMORY_ADD = Command(path=("memory", "add"), run=add_memory, role=Role.ADMIN)
MEMORY_PIN = Command(path=("memory", "pin"), run=pin_memory, role=Role.ADMIN)
MEMORY_FORGET = Command(path=("memory", "forget"), run=forget_memory, role=Role.ADMIN)
MEMORY_ASIDE = Command(path=("memory", "aside"), run=set_memory_aside, role=Role.ADMIN)


# --- memory versions ------------------------------------------------------------------------------------------------
# `memory versions | undo`: what a note was before, and bringing that back.


_VERSIONS_SHOWN = 12


async def list_versions(admin: AdminApi, asker: Asker, name: str, path: str) -> CommandAnswer:
    """List the versions that are kept of an anima's note, oldest first.

    name: the anima
    path: its note, for example knowledge/tea.md
    """
    engine = await admin.memory(anima_called(admin, name).name)
    found = await engine.versions(path)
    lines = [f"- {item.id[:_VERSIONS_SHOWN]} · {item.at.astimezone(engine.zone):%Y-%m-%d %H:%M:%S}" for item in found]
    data: list[Json] = [{"id": item.id, "at": item.at.isoformat()} for item in found]
    return CommandAnswer(text="\n".join(lines) or f"No versions of {path} are kept.", data={"versions": data})


async def undo_version(admin: AdminApi, asker: Asker, name: str, path: str, *, version: str = "") -> CommandAnswer:
    """Bring back the version of a note before its last change, or the one that is named; what stands now is kept, too.

    name: the anima
    path: its note, for example knowledge/tea.md
    version: the beginning of a version's id in `memory versions`
    """
    engine = await admin.memory(anima_called(admin, name).name)
    known = [item.id for item in await engine.versions(path)]
    wanted = [item for item in known if item.startswith(version)] if version else known[-2:-1]
    if len(wanted) != 1:
        return CommandAnswer(
            text=f"{path} has no such version; `memory versions` lists them.", data={"error": "none"}, ok=False
        )
    change = Change(kind="restore", because=f"brought back by {asker.person}", path=path, version=wanted[0])
    try:
        now = admin.clock()
        batch = sha256(f"{path} {now.isoformat()}".encode()).hexdigest()[:_VERSIONS_SHOWN]
        (outcome,) = await engine.apply(f"restored-{now:%Y-%m-%d}-{batch}", [change])
    except NotKept as error:
        return CommandAnswer(text=str(error), data={"error": str(error)}, ok=False)
    words = "is what it was" if outcome.applied else f"stays as it is: {outcome.why}"
    return CommandAnswer(
        text=f"{path} {words} ({wanted[0][:_VERSIONS_SHOWN]}).", data={"version": wanted[0]}, ok=outcome.applied
    )


MEMORY_VERSIONS = Command(path=("memory", "versions"), run=list_versions, role=Role.OWNER, chat=False)
MEMORY_UNDO = Command(path=("memory", "undo"), run=undo_version, role=Role.OWNER, chat=False)


# --- calibrate ------------------------------------------------------------------------------------------------------
# `memory calibrate`: what a similarity means with the embedding model in use.


async def calibrate_similarity(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Fit the similarity scale of the embedding model to labelled pairs, for all animas."""
    anima = anima_called(admin, name).name
    try:
        fitted = await (await admin.memory(anima)).calibrate()
    except EmbedderFault as fault:
        return CommandAnswer(text=str(fault), data={"error": str(fault)}, ok=False)
    if fitted is None:
        return CommandAnswer(text="Recall goes by words here: there is nothing to calibrate.", ok=False)
    text = "\n".join([f"**{fitted.embedder}** is calibrated.", *map(_calibration_line, fitted.separations)])
    languages: dict[str, Json] = {separation.language: asdict(separation) for separation in fitted.separations}
    return CommandAnswer(text=text, data={"embedder": fitted.embedder, "languages": languages})


def _calibration_line(labels: LabelSeparation) -> str:
    return (
        f"- {labels.language}: the same before the unrelated {labels.area:.0%}; on their side of the bound: "
        f"unrelated below 0.70 {labels.unrelated_below_070:.0%}, related from 0.75 {labels.others_from_075:.0%}, "
        f"the same from 0.92 {labels.same_from_092:.0%}"
    )


MEMORY_CALIBRATE = Command(path=("memory", "calibrate"), run=calibrate_similarity, role=Role.ADMIN, limit=FLEET_WIDE)
