"""Knowledge: what people have said becomes notes, by their subjects, and with a model by what a day has taught."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from pydantic import Field, ValidationError

from memory.archive import documents
from memory.archive.files import slug
from memory.index.entry import OWN_TYPES, SPOKEN_TYPES, low_trust, speaker_name
from memory.sleep.night_judge import AnswerForm, ModelAsker, unfenced
from memory.sleep.night_view import NightView
from memory.sleep.subject_notes import write_subject_notes
from memory.sleep.validation import SourceText, ValidatedText, Validation
from memory.vocabulary.change import Change
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Judge

MOST_MESSAGES, MOST_LETTERS, MOST_QUESTIONS = 60, 12_000, 3
"""Of one question to the model, and in one night."""

KNOWN_FROM = 0.85
"""Calibrated similarity from which a finding is known already."""

EXTRACTION_INSTRUCTIONS = """\
Find in "messages" what will be worth knowing in months: facts, decisions, rules, preferences. Leave out small talk,
errands, questions, guesses, secrets. Each finding stands alone, in one or two sentences in the words of its messages,
with names for "I". Form:
{"knowledge": [{"title": "...", "text": "...", "sources": ["m1"]}]}
"""


class Finding(AnswerForm):
    title: str = Field(min_length=1, max_length=120)
    text: str = Field(min_length=2, max_length=600)
    sources: tuple[str, ...] = Field(min_length=1, max_length=16)


class Findings(AnswerForm):
    knowledge: tuple[Json, ...] = Field(max_length=40)


async def extract_findings(
    view: NightView, events: Sequence[Event], ask: ModelAsker, validation: Validation
) -> list[Change]:
    """The notes of what was found and is believed; nothing without a model."""
    known = {id for page in view.pages("knowledge", dormant=True) for item in page for id in _sources(item.meta)}
    heard = [event for event in events if is_heard(event) and event.id not in known]
    written: dict[str, Change] = {}
    for portion in list(question_portions(heard))[:MOST_QUESTIONS]:
        labelled = {f"m{number}": event for number, event in enumerate(portion, start=1)}
        answer = await ask(EXTRACTION_INSTRUCTIONS, messages_as_data(labelled), Findings)
        for told in answer.knowledge if answer else ():
            if (change := await _believed(view, told, labelled, validation)) is not None:
                written.setdefault(change.path, change)
    return list(written.values())


def is_heard(event: Event) -> bool:
    """What a person said whose word counts; the anima's own words are evidence of nothing."""
    is_own = event.type in OWN_TYPES or event.type not in SPOKEN_TYPES or event.meta.get("bot") is True
    return bool(event.id and event.content.strip()) and not is_own and not low_trust(event.meta.get("trust"))


def question_portions(events: Sequence[Event]) -> Iterator[list[Event]]:
    """As many as one question may hold."""
    portion, letters = list[Event](), 0
    for event in events:
        if portion and (len(portion) == MOST_MESSAGES or letters + len(event.content) > MOST_LETTERS):
            yield portion
            portion, letters = [], 0
        portion.append(event)
        letters += len(event.content)
    if portion:
        yield portion


def messages_as_data(labelled: dict[str, Event]) -> Json:
    """The messages as data."""
    messages: list[Json] = [
        {
            "id": label,
            "speaker": speaker_name(event),
            "at": event.ts.isoformat(timespec="minutes"),
            "text": event.content[:MOST_LETTERS],
        }
        for label, event in labelled.items()
    ]
    return {"messages": messages}


def source_texts(events: Sequence[Event]) -> list[SourceText]:
    return [SourceText(speaker_name(event), event.content) for event in events]


async def _believed(view: NightView, told: Json, labelled: dict[str, Event], validation: Validation) -> Change | None:
    try:
        finding = Finding.model_validate(told)
    except ValidationError:
        return None
    sources = [labelled[label] for label in dict.fromkeys(finding.sources) if label in labelled]
    text = " ".join(unfenced(finding.text).split())
    if len(sources) < len(set(finding.sources)) or not text:
        return None
    validated = await validation(text, source_texts(sources))
    if not validated.is_believed or any(near.similarity >= KNOWN_FROM for near in view.similar(text, "knowledge")):
        return None
    return _note(view, " ".join(finding.title.split()), text, sources, validated)


def _note(view: NightView, title: str, text: str, sources: Sequence[Event], validated: ValidatedText) -> Change | None:
    name = f"{slug(title)}-{sha256(text.encode()).hexdigest()[:8]}"
    path = documents.on_shelf(f"knowledge/{name}.md", view.audience)
    if view.document(path) is not None:
        return None
    ids: list[Json] = [event.id for event in sources]
    days: list[Json] = [*sorted({event.ts.astimezone(view.zone).date().isoformat() for event in sources})]
    return Change(
        kind="write",
        path=path,
        text=f"# {title.lstrip('# ')}\n\n{text}\n",
        meta={
            "sources": ids,
            "source_episodes": days,
            "confidence": validated.confidence,
            "validated_by": validated.how,
            "auto_consolidated": True,
            "valid_from": max(event.ts for event in sources).isoformat(),
        },
        because=f"said in {len(sources)} messages, validated by {validated.how}",
        expects="",
    )


def _sources(meta: object) -> list[str]:
    found = meta.get("sources") if isinstance(meta, dict) else None
    return [str(id) for id in found] if isinstance(found, list) else []


# --- knowledge ------------------------------------------------------------------------------------------------------


LOOK_BACK = timedelta(hours=36)
"""A day, and half of one for a night that came late, where none was left out; what is known is not learned twice."""


async def plan_knowledge(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    ask = ModelAsker(judge)
    written = write_subject_notes(view, now)
    if not ask.is_possible:
        return written
    found = await extract_findings(
        view, view.said(view.since(LOOK_BACK), now), ask, Validation(view.aids.entailment, ask)
    )
    taken = {change.path for change in written}
    return [*written, *(change for change in found if change.path not in taken)]


async def plan_past_knowledge(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """What a day has taught to which something was added; notes by subjects are of all days, and made each night."""
    ask = ModelAsker(judge)
    return await extract_findings(view, view.said_on(view.day), ask, Validation(view.aids.entailment, ask))
