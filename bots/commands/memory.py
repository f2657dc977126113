"""`memory search | stats | rebuild | verify`: what an anima remembers, within what the asker may read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.intervals import interval
from bots.commands.names import anima_called
from bots.commands.progress import progress
from bots.commands.signature import Usage
from bots.people.role import Asker, Role
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Json
from memory.vocabulary.recall import Recollection

if TYPE_CHECKING:  # a command line that asks a running fleet needs no memory of its own
    from memory.engine import MemoryEngine

OF_FACTS = ("facts put aside", "facts taken back", "facts merged", "relations")
KINDS = ("activity_log", "memory_log", "episodes", "knowledge", "procedures", "skills")


async def search(
    desk: Desk,
    asker: Asker,
    name: str,
    *query: str,
    k: int = 10,
    scope: Literal["all", "activity", "episodes", "knowledge", "procedures", "facts"] = "all",
    as_of: str = "",
    whole: bool = False,
    audience: str = "",
) -> Answer:
    """Search an anima's memory.

    query: (required) words to look for
    k: how many
    scope: in which kind of memory
    as_of: what was known and believed on this day (2026-11-20)
    whole: facts that hold no more, too
    audience: on the command line: as this audience only (person:…, group:…, open:…, org)
    """
    engine = await desk.memory(anima_called(desk, name).name)
    at = _day(as_of, engine.zone) if as_of else None
    found: dict[str, Recollection] = {}
    for one in await audiences_of(engine, asker, audience):
        for memory in await engine.search(" ".join(query), one, scope=scope, as_of=at, limit=max(1, k), whole=whole):
            found.setdefault(memory.id, memory)
    best = sorted(found.values(), key=lambda memory: -memory.score)[: max(1, k)]
    text = "\n".join(_line(memory, engine.zone) for memory in best) or "Nothing comes to mind."
    return Answer(text=text, data={"results": [_data(memory) for memory in best]})


async def stats(desk: Desk, asker: Asker, name: str) -> Answer:
    """Count an anima's memories by kind; in a chat those that may be read there."""
    anima = anima_called(desk, name).name
    engine = await desk.memory(anima)
    if asker.place:
        (here,) = await audiences_of(engine, asker)
        kept = await engine.counted(here)
        lines = [f"- {kind}: {number}" for kind, number in kept.items()]
        return Answer(text="\n".join(lines) or "Nothing is kept that may be read here.", data=dict(kept))
    counts = await asyncio.to_thread(_counts, desk.home / "animas" / anima)
    embedded, entries = await engine.embedded()
    formed = await engine.facts.counted()
    lines = [f"- {kind}: {files} files, {size / 1000:.0f} kB" for kind, (files, size) in counts.items()]
    lines.append(f"- index: {entries} entries, {embedded} of them with a vector")
    lines += _formation(formed)
    data: dict[str, Json] = {kind: {"files": files, "bytes": size} for kind, (files, size) in counts.items()}
    index: dict[str, Json] = {"entries": entries, "vectors": embedded}
    return Answer(text="\n".join(lines), data={**data, "index": index, "formation": dict(formed)})


async def rebuild(desk: Desk, asker: Asker, name: str) -> Answer:
    """Rebuild an anima's indexes from its files. Nothing is lost."""
    anima = anima_called(desk, name).name
    engine = await desk.memory(anima)
    before = desk.clock()
    await engine.rebuild(progress.get())
    seconds = (desk.clock() - before).total_seconds()
    return Answer(text=f"The indexes of **{anima}** are new ({seconds:.1f} s).", data={"seconds": seconds})


async def verify(desk: Desk, asker: Asker, name: str) -> Answer:
    """Check an anima's indexes against its files."""
    anima = anima_called(desk, name).name
    found = await (await desk.memory(anima)).verify()
    if asker.place:
        return _well(anima) if not found.problems else _ill(anima)
    data: dict[str, Json] = {
        field: getattr(found, field) for field in ("entries", "indexed", "vectors", "filed", "asked")
    }
    data["problems"] = list(found.problems)
    filed = f" ({found.filed} of them in Chroma)" if found.filed else ""
    vectors = "" if found.vectors is None else f", {found.vectors} vectors{filed}"
    counts = f"{found.entries} entries in the files, {found.indexed} in the text index{vectors}"
    if not found.problems:
        asked = f"{found.asked} of them were looked for and found"
        return replace(_well(anima, f": {counts}; {asked}"), data=data)
    return replace(_ill(anima, f": {counts}", found.problems), data=data)


def _well(anima: str, counts: str = "") -> Answer:
    return Answer(text=f"The indexes of **{anima}** are well{counts}.")


def _ill(anima: str, counts: str = "", problems: Sequence[str] = ()) -> Answer:
    lines = [f"There are problems with the indexes of **{anima}**{counts}.", *(f"- {one}" for one in problems)]
    lines.append(f"`memory rebuild {anima}` rebuilds them from the files; nothing is lost.")
    return Answer(text="\n".join(lines), ok=False)


async def audiences_of(engine: MemoryEngine, asker: Asker, wanted: str = "") -> list[Audience]:
    """As whom it is asked: in chat as those who are there, on the command line as everybody in turn. Raises Usage."""
    if asker.place and wanted:
        raise Usage("--audience is for the command line")
    try:
        if wanted:
            return [Audience.parse(wanted)]
        if not asker.place:
            return await engine.audiences()
        return [Audience.parse(asker.audience)]
    except AddressError as error:
        raise Usage(str(error)) from None


def _day(text: str, zone: tzinfo) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise Usage(f"{text!r} is no date like 2026-11-20") from None
    if len(text) <= len("2026-11-20"):
        at = datetime.combine(at.date(), time.max)  # what was learned on that day belongs to it
    return at if at.tzinfo else at.replace(tzinfo=zone)


def _line(memory: Recollection, zone: tzinfo) -> str:
    text = " ".join(memory.text.split())
    when = f"{interval(memory, zone)} · " if memory.at else ""
    return f"- {text if len(text) <= 200 else text[:199] + '…'}\n  {when}`{memory.path}` · {memory.score:.2f}"


def _data(memory: Recollection) -> dict[str, Json]:
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


def _formation(counted: Mapping[str, int]) -> list[str]:
    """What was heard and what came of it, as shares of the messages."""
    heard = counted.get("heard", 0)
    kinds = [f"- {name}: {counted[name]}" for name in ("facts", *OF_FACTS) if counted.get(name)]
    if not heard:
        return kinds
    out = sum(number for name, number in counted.items() if name.startswith("left out: "))
    decided = {name.removeprefix("gate: "): number for name, number in counted.items() if name.startswith("gate: ")}
    lines = [
        f"- formation: {heard} messages heard, {_share(counted.get('kept', 0), heard)} kept, {_share(out, heard)} not"
    ]
    if asked := counted.get("asked", 0):
        failed = counted.get("fallback", 0)
        lines.append(f"- model: asked of {asked} messages, {_share(failed, asked)} fell back to rules")
    if decided:
        every = sum(decided.values())
        lines.append(
            "- gate: " + ", ".join(f"{name} {_share(number, every)}" for name, number in sorted(decided.items()))
        )
    return [*kinds, *lines]


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.0f} %)"


def _counts(directory: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for kind in KINDS:
        files = [file for file in (directory / kind).rglob("*") if file.is_file()]
        found[kind] = (len(files), sum(file.stat().st_size for file in files))
    return found


SEARCH = Command(path=("memory", "search"), run=search, role=Role.MEMBER)
STATS = Command(path=("memory", "stats"), run=stats, role=Role.MEMBER)
REBUILD = Command(path=("memory", "rebuild"), run=rebuild, role=Role.OWNER, limit=FLEET_WIDE)
VERIFY = Command(path=("memory", "verify"), run=verify, role=Role.ADMIN, limit=FLEET_WIDE)
