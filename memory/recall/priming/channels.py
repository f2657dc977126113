"""The channels of priming, and at the end all of them in the order in which they stand in a prompt."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, tzinfo
from functools import partial
from typing import NamedTuple, Protocol

from memory.archive.shared_logs import Resolution
from memory.index.entry import one_line
from memory.language.analyser import fold, query_terms
from memory.recall.priming.activity_format import ActivityGroup, EventPointer, event_lines, group_events, group_text
from memory.recall.priming.channel import Offer, OfferedItem, PrimingChannel, PrimingSituation
from memory.recall.priming.injection_rules import SUMMARY_CONFIDENCE, injection_degree, keep_worth_saying, summarise
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue, RecallReason, Recollection
from memory.vocabulary.event import Event
from memory.vocabulary.text_form import attributed, quoted

IMPORTANT = "important"

LONGEST_IMPORTANT = 600
"""Characters up to which such a memory is said in full."""

ImportantSource = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""The hot tier, as far as this cue's audience may read it, the most useful first."""


def important_channel(hot: ImportantSource) -> PrimingChannel:
    async def offer(situation: PrimingSituation) -> Offer:
        found = await hot(situation.cue)
        return Offer(
            channel=IMPORTANT,
            items=[
                OfferedItem(text=_important_line(item, situation), position=position, recollections=(item,))
                for position, item in enumerate(found)
            ],
        )

    return PrimingChannel(name=IMPORTANT, tokens=300, retrieves=False, offer=offer)


def _important_line(found: Recollection, situation: PrimingSituation) -> str:
    if len(found.text) <= LONGEST_IMPORTANT:
        return recollection_line(found, situation.zone)
    return _summary_line(found)


# --- sender profile -------------------------------------------------------------------------------------------------
# Who is speaking: what is known of the person, as a face is known at sight.


SENDER_PROFILE = "sender_profile"

ProfileSource = Callable[[Person, Audience, datetime], Awaitable[str]]
"""What is kept of a person, holds now, and may be said in front of this audience; empty for a stranger."""


def face_of(cue: Cue) -> str:
    """What is seen of who is speaking before anything is known of them."""
    if cue.sender is None:
        return ""
    return f"Name: {one_line(cue.sender_name) or cue.sender.id}\nAddress: {cue.sender}"


def sender_profile_channel(profile: ProfileSource) -> PrimingChannel:
    async def offer(situation: PrimingSituation) -> Offer:
        cue = situation.cue
        if cue.sender is None:
            return Offer(channel=SENDER_PROFILE)
        face = OfferedItem(text=face_of(cue), position=0)
        known = (await profile(cue.sender, cue.audience, cue.now)).strip()
        return Offer(channel=SENDER_PROFILE, items=(face, OfferedItem(text=known, position=1)) if known else (face,))

    return PrimingChannel(name=SENDER_PROFILE, tokens=500, retrieves=False, offer=offer)


# --- recent activity ------------------------------------------------------------------------------------------------
# What happened lately, as far as those who are present may know of it.


RECENT_ACTIVITY = "recent_activity"

HappenedSource = Callable[[Cue], Awaitable[tuple[Sequence[Event], EventPointer]]]
"""The latest events that this cue's audience may read, oldest first, and where each of them stands."""


NotedSource = Callable[[Cue], Awaitable[Sequence[str]]]
"""The latest days' notes, as far as this cue's audience may read them, newest first."""


def recent_activity_channel(happened: HappenedSource, noted: NotedSource) -> PrimingChannel:
    async def offer(situation: PrimingSituation) -> Offer:
        events, pointer = await happened(situation.cue)
        if events := [event for event in events if not event.is_trouble]:
            return Offer(channel=RECENT_ACTIVITY, items=_activity_items(group_events(events), situation, pointer))
        # A log that is empty (an anima from elsewhere, a log put away): what was written down of the days.
        notes = await noted(situation.cue)
        return Offer(
            channel=RECENT_ACTIVITY,
            items=[OfferedItem(text=f"- {quoted(note)}", position=-age) for age, note in enumerate(notes)],
        )

    return PrimingChannel(name=RECENT_ACTIVITY, tokens=1300, retrieves=False, offer=offer)


def _activity_items(
    made: Sequence[ActivityGroup], situation: PrimingSituation, pointer: EventPointer
) -> list[OfferedItem]:
    """Newest first, for those are wanted most. Groups of another day than today stand under that day."""
    items, spent = [], 0
    today = situation.cue.now.astimezone(situation.zone).date()
    for position in range(len(made) - 1, -1, -1):
        text = group_text(made[position], situation.zone, pointer)
        day = _group_day(made[position], situation.zone)
        heading = "" if day == today else f"{day:%a} {day.day} {day:%b %Y}"
        item = OfferedItem(text=text, position=position, lines=event_lines(made[position], pointer), heading=heading)
        items.append(item)
        spent += item.tokens
        if spent > situation.budget:
            break
    return items


def _group_day(group: ActivityGroup, zone: tzinfo) -> date:
    return group.events[0].ts.astimezone(zone).date()


# --- related knowledge ----------------------------------------------------------------------------------------------
# What is known that bears on the message: the words themselves, with who said them, when.


RELATED_KNOWLEDGE = "related_knowledge"

RecalledSource = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""Recollections for the cue, best first."""


def related_knowledge_channel(recalled: RecalledSource) -> PrimingChannel:
    async def offer(situation: PrimingSituation) -> Offer:
        found = keep_worth_saying(await recalled(situation.cue), situation.cue)
        shown = [item for item in found if injection_degree(item) != "withheld"]
        first = {item.outdated: item.id for item in reversed(shown) if injection_degree(item) == "full"}
        return Offer(
            channel=RELATED_KNOWLEDGE,
            items=[
                OfferedItem(
                    text=_known_line(item, situation, is_known=first.get(item.outdated, item.id) != item.id),
                    position=position,
                    recollections=(item,),
                )
                for position, item in enumerate(shown)
            ],
            withheld=tuple(item for item in found if injection_degree(item) == "withheld"),
        )

    return PrimingChannel(name=RELATED_KNOWLEDGE, tokens=700, retrieves=True, offer=offer)


def recollection_line(
    recollection: Recollection, zone: tzinfo, here: Place | None = None, *, is_known: bool = False
) -> str:
    """`- [Mon 8 May 2023 13:56] Caroline: text`, or the path and the day for a document.

    Words of little trust have their label: `Mallory (guest): text`. What was said in another room than `here` names
    it: `Caroline [slack:T01/C02]: text`. A fact has its speaker in front as well: `- [fact:…, 8 May 2023] Caroline:
    text`. What was replaced, or is disputed, is told with what holds instead, in brackets on a line of its own; where
    that `is_known` already, the head alone says that it was. Further lines of the text itself stand behind a bar.
    """
    text = "\n".join(part for part in recollection.text.splitlines() if part.strip())
    instead = "" if is_known else recollection.outdated
    notes = "".join(f"\n  ({one_line(note)})" for note in (instead, recollection.context) if note)
    until = f", {recollection.outdated.partition(':')[0]}" if is_known and recollection.outdated else ""
    at = recollection.at.astimezone(zone) if recollection.at else None
    if recollection.kind == "turn":
        said = f"{at:%a} {at.day} {at:%b %Y %H:%M}" if at else ""
        speaker = f"{one_line(recollection.speaker)}{_elsewhere(recollection, here)}"
        return attributed(f"- [{said}{until}]", speaker, text) + notes
    written = f", {at.day} {at:%b %Y}" if at else ""
    return attributed(f"- [{recollection.path}{written}{until}]", one_line(recollection.speaker), text) + notes


def _known_line(found: Recollection, situation: PrimingSituation, *, is_known: bool) -> str:
    if injection_degree(found) == "full":
        return recollection_line(found, situation.zone, situation.cue.place, is_known=is_known)
    return _summary_line(found)


def _summary_line(found: Recollection) -> str:
    return f"{attributed('-', one_line(found.speaker), summarise(found.text))} (-> {found.path})"


def _elsewhere(found: Recollection, here: Place | None) -> str:
    room = one_line(found.place.partition("#")[0])
    return f" [{room}]" if room and here is not None and room != str(here.room) else ""


# --- skills ---------------------------------------------------------------------------------------------------------
# What the anima knows how to do that may serve now, found in three stages.
#
# 1. a `[keyword]` of the message stands in the description; 2. content words of both overlap; 3. they are alike in
# meaning (where there are vectors). The first stage that matches has the top place.


SKILLS = "skills"

LONGEST_DESCRIPTION = 160
"""Characters of a description."""

AbilitySource = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""Skills and procedures that recall finds for the cue, best first."""

_KEYWORD = re.compile(r"\[([^\[\]\n]{1,60})\]")
_STEM = 4


def skills_channel(able: AbilitySource) -> PrimingChannel:
    async def offer(situation: PrimingSituation) -> Offer:
        best: dict[str, Recollection] = {}
        for found in matched_skills(situation.cue.text, await able(situation.cue)):
            best.setdefault(found.path, found)
        return Offer(
            channel=SKILLS, items=[_skill_item(position, found) for position, found in enumerate(best.values())]
        )

    return PrimingChannel(name=SKILLS, tokens=200, retrieves=True, offer=offer)


class SkillMatch(NamedTuple):
    """In which stage something matches (3 is the first), how that is called, how well: ordered like that."""

    stage: int
    by: str
    share: float


def matched_skills(message: str, found: Sequence[Recollection]) -> list[Recollection]:
    """Those that match, in the order of the stages, each with the reason that brought it."""
    keywords = [fold(word).strip() for word in _KEYWORD.findall(message)]
    words = query_terms(message)
    pairs = [(_match_skill(item, keywords, words), item) for item in found]
    pairs.sort(key=lambda pair: pair[0], reverse=True)  # ties stay in recall's order
    return [
        replace(item, reasons=(RecallReason(match.by, round(match.share, 4)), *item.reasons))
        for match, item in pairs
        if match.share
    ]


def _match_skill(found: Recollection, keywords: Sequence[str], words: Sequence[str]) -> SkillMatch:
    text = fold(found.text)
    if any(word and word in text for word in keywords):
        return SkillMatch(3, "keyword", 1.0)
    if shared := _overlap(words, query_terms(found.text)):
        return SkillMatch(2, "words in common", shared)
    return SkillMatch(1, "similarity", found.confidence if found.confidence >= SUMMARY_CONFIDENCE else 0.0)


def _overlap(words: Sequence[str], others: Sequence[str]) -> float:
    held = [word for word in words if any(_alike(word, other) for other in others)]
    return len(held) / len(words) if words else 0.0


def _alike(text: str, other: str) -> bool:
    """The same word, or forms of it: `invoice` and `invoices`, `write` and `writing`."""
    return text == other or (len(text) >= _STEM <= len(other) and text[:_STEM] == other[:_STEM] and _near(text, other))


def _near(text: str, other: str) -> bool:
    return abs(len(text) - len(other)) <= 3


def _skill_item(position: int, found: Recollection) -> OfferedItem:
    text = one_line(found.text.lstrip("# "))
    text = text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1].rstrip() + "…"
    return OfferedItem(text=f"- {text} ({found.path})", position=position, recollections=(found,))


# --- resolutions ----------------------------------------------------------------------------------------------------
# What was settled lately, so that nobody worries about it any more.


RESOLUTIONS = "resolutions"


ResolvedSource = Callable[[Cue], Awaitable[Sequence[Resolution]]]
"""The latest resolutions that this cue's audience may read, newest first."""


def resolutions_channel(resolved: ResolvedSource) -> PrimingChannel:
    async def offer(situation: PrimingSituation) -> Offer:
        found = await resolved(situation.cue)
        return Offer(
            channel=RESOLUTIONS,
            items=[
                OfferedItem(text=_resolution_line(item, situation), position=position)
                for position, item in enumerate(found)
            ],
        )

    return PrimingChannel(name=RESOLUTIONS, tokens=100, retrieves=False, offer=offer)


def _resolution_line(settled: Resolution, situation: PrimingSituation) -> str:
    at = settled.ts.astimezone(situation.zone)
    how = f" — {one_line(settled.resolution)}" if settled.resolution else ""
    return f"- [{at:%a} {at.day} {at:%b %Y}] {one_line(settled.issue)}{how}"


# --- catalogue ------------------------------------------------------------------------------------------------------


KNOWN_KINDS = ("turn", "episode", "knowledge", "fact")


class PrimingSources(Protocol):
    """Where the channels draw from; what comes has passed the audience gate."""

    async def recalled(self, cue: Cue, kinds: Sequence[str]) -> Sequence[Recollection]: ...

    async def able(self, cue: Cue) -> Sequence[Recollection]: ...

    async def important(self, cue: Cue) -> Sequence[Recollection]: ...

    async def happened(self, cue: Cue) -> tuple[Sequence[Event], EventPointer]: ...

    async def noted(self, cue: Cue) -> Sequence[str]: ...

    async def profile(self, person: Person, present: Audience, now: datetime) -> str: ...

    async def resolved(self, cue: Cue) -> Sequence[Resolution]: ...


def all_channels(sources: PrimingSources) -> tuple[PrimingChannel, ...]:
    """Every channel, drawing from these sources."""
    return (
        important_channel(sources.important),
        sender_profile_channel(sources.profile),
        recent_activity_channel(sources.happened, sources.noted),
        related_knowledge_channel(partial(sources.recalled, kinds=KNOWN_KINDS)),
        skills_channel(sources.able),
        resolutions_channel(sources.resolved),
    )
