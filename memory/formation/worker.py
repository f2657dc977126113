"""Formation: from the activity log to facts in the memory log, behind the conversation.

Nobody waits for it. What has been heard of each day is kept; what a crash left open is heard again, and nothing is
formed twice, for facts have the ids of what they were understood from.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo

from memory.archive.activity_log import ActivityLog
from memory.archive.checkpoints import FormationState
from memory.archive.json_lines import parse_moment
from memory.archive.memory_log import MemoryNote
from memory.formation import corrections
from memory.formation.corrections import CarriedOut
from memory.formation.fact_maker import fact_id, take_back
from memory.formation.known_facts import KnownFacts
from memory.formation.message_filter import keep_standing
from memory.formation.message_intent import QUESTIONS, MessageIntent, judge_intent
from memory.formation.model_formation import is_worth_asking
from memory.formation.planning import plan_formation
from memory.formation.self_corrections import is_brief
from memory.formation.understanding import understand_by_rules, understand_request_to_remember
from memory.formation.utterances import CONTEXT_MESSAGES, Understood, Utterance, UtteranceReader
from memory.index.entry import message_key
from memory.index.log_now import AmendedLog
from memory.language import feedback
from memory.language.feedback import Verdict, judge_verdict
from memory.language.feelings import feeling_of
from memory.threads import BEHIND_THREADS
from memory.vocabulary.cue import MemoryEffect
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock

_log = logging.getLogger(__name__)

Append = Callable[[Sequence[MemoryNote]], None]
"""Writes notes into the memory log, and has them indexed. Raises StorageFault."""

ByModel = Callable[[Sequence[Utterance]], Awaitable[Mapping[str, Understood]]]
"""What a model understands of messages, by their ids; those that it fails at are not there."""

SHORTLY_S = 1.0
"""What is said within that time is formed together also where no model is asked: to write it down costs as much."""

BURST_S = 2.0
"""So long a model is not asked yet: what is said in one breath is asked of it at once."""

MOST = 64
"""Events of one batch."""

LAST_S = 1.0
"""So long what is still waiting is formed at the end, by rules."""

MOST_STATED = 64
"""So many statements a message has at most, where its facts are looked for by their ids."""

SAVED_EVERY = timedelta(seconds=5)
LONGEST_WORD = 600
"""Characters of a message that may be a verdict, or a wish to forget or to remember."""

NO_NEWS: frozenset[MessageIntent] = frozenset(("remind", "reminders", "stop"))
"""What is wanted so is no fact."""

RECENT = timedelta(days=1)
"""What was said longer ago is never asked of a model: an old log would cost a fortune."""


@dataclass(slots=True)
class FormationBatch:
    """Events that were heard together, in order, with what each says; how far each day file is read after them."""

    events: list[Event] = field(default_factory=list)
    said: dict[str, Utterance] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)


class MemoryEffects:
    """What the latest messages did to memory, by their events."""

    MOST = 256

    def __init__(self) -> None:
        self._of: OrderedDict[str, MemoryEffect] = OrderedDict()

    def note(self, event: str, effect: MemoryEffect) -> None:
        self._of[event] = effect
        while len(self._of) > self.MOST:
            self._of.popitem(last=False)

    def of(self, event: str) -> MemoryEffect | None:
        return self._of.get(event)


class FormationWorker:
    """One anima's. With `by_model` a model helps to understand; without it, or where it fails, rules do."""

    def __init__(
        self,
        log: Callable[[], ActivityLog],
        log_now: AmendedLog,
        known: KnownFacts,
        append: Append,
        state: FormationState,
        clock: Clock,
        zone: tzinfo,
        by_model: ByModel | None = None,
        burst_s: float = BURST_S,
    ) -> None:
        self._log = log
        self._log_now = log_now
        self._known = known
        self._append = append
        self._state = state
        self._clock = clock
        self._zone = zone
        self._hearing = UtteranceReader(zone)
        self._by_model = by_model
        self._burst_s = burst_s if by_model else min(burst_s, SHORTLY_S)
        self._effects = MemoryEffects()
        self._asked: dict[tuple[str, str], Sequence[str]] = {}
        self._waiting: list[tuple[str, int, list[Event]]] = []
        self._saved: datetime | None = None
        self._grown: set[str] = set()
        self._has_looked = False
        self._is_due = False
        self._is_closing = False
        self._is_over = False
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[Mapping[str, Understood]] | None = None

    @property
    def counted(self) -> Mapping[str, int]:
        """What was heard, left out, kept and decided so far. Blocking at the first time."""
        self._state.load()
        return self._state.counted

    def effect(self, event: str) -> MemoryEffect | None:
        """What the message of this event did to memory, where it has been heard since the start."""
        return self._effects.of(event)

    def heard(self, day_file: str = "") -> None:
        """This day has grown: form what there is to form, some time soon. Call it on an event loop."""
        self._is_due = True
        if day_file:
            self._grown.add(day_file)
        if not self._is_closing and (self._task is None or self._task.done()):
            self._hurry.clear()
            self._task = asyncio.create_task(self._run(), name="formation")

    async def formed(self) -> None:
        """Wait until everything that was recorded has been heard."""
        self.heard()
        self._hurry.set()
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """End soon: no model is waited for, rules understand what they can of the rest; what is left then is heard
        after the next start.
        """
        self._is_closing = True
        self._hurry.set()
        if self._asking is not None:
            self._asking.cancel()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=LAST_S)
            self._is_over = True
            await asyncio.gather(self._task, return_exceptions=True)
        self._waiting.clear()
        self._has_looked = False
        await BEHIND_THREADS.run(self._save)
        self._is_closing = self._is_over = False

    async def _run(self) -> None:
        while (self._is_due or self._waiting) and not self._is_over:
            if not self._waiting:
                await self._pause()
                self._is_due = False  # what is said while the rest is worked off is looked at after it
            try:
                batch = await BEHIND_THREADS.run(self._next)
                answers = await self._answers(batch)
                if batch.events and not self._is_over:
                    await BEHIND_THREADS.run(self._form, batch, answers)
                await BEHIND_THREADS.run(self._save, SAVED_EVERY)
            except (MemoryFault, OSError):
                _log.warning("nothing could be formed of what was said; it is tried again", exc_info=True)
                self._waiting.clear()
                self._has_looked = False

    async def _answers(self, batch: FormationBatch) -> Mapping[str, Understood]:
        if self._by_model is None:
            return {}
        asked = await BEHIND_THREADS.run(_worth_asking, batch, self._clock())
        if not asked or self._is_closing:
            return {}
        self._asking = asyncio.ensure_future(self._by_model(asked))
        await asyncio.wait({self._asking})
        answers = {} if self._asking.cancelled() else _answers_of(self._asking)
        self._state.counted["asked"] += len(asked)
        self._state.counted["fallback"] += len(asked) - len(answers)
        return answers

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), self._burst_s)

    # ------------------------------------------------------------------------------------- in a thread of its own

    def _next(self) -> FormationBatch:
        self._state.load()
        self._known.refresh()
        if not self._waiting:
            grown, self._grown = self._grown, set()  # after the first look at all of them, the others have not
            self._waiting = list(self._log().since(self._state.read, grown if self._has_looked else None))
            self._has_looked = True
        batch = FormationBatch()
        while self._waiting and len(batch.events) < MOST:
            name, end, events = self._waiting.pop(0)
            taken, rest = events[: MOST - len(batch.events)], events[MOST - len(batch.events) :]
            batch.events += taken
            if rest:
                self._waiting.insert(0, (name, end, rest))
            else:
                batch.read[name] = end
        for event in self._log_now.stand(batch.events):
            if said := self._heard(event):
                batch.said[event.id] = said
        if not batch.events:
            self._state.read |= batch.read
        return batch

    def _heard(self, event: Event) -> Utterance | None:
        if not event.id or not event.audience:
            return None  # a line of old that nobody but the operator may read
        if not self._hearing.knows(event):  # "forget that" and "no, it's Thursday" may be the first words after a start
            for earlier in self._log_now.before(event, CONTEXT_MESSAGES):
                self._hearing.heard(earlier)
        said = self._hearing.heard(event)
        if event.type == "message_edited" and (told := self._known.told(message_key(event))):
            return self._hearing.said_anew(event, told)
        return said

    def _form(self, batch: FormationBatch, answers: Mapping[str, Understood]) -> None:
        try:
            notes = []
            for event in batch.events:
                try:
                    for note in self._noticed(event, batch, answers):
                        self._known.expect(note)  # the next one knows of it
                        notes.append(note)
                except MemoryFault:
                    raise
                except Exception:  # one message must not keep all others from being heard
                    _log.exception("nothing could be formed of the event %s; it stays in the log", event.id)
                    self._state.counted["left out: it could not be understood"] += 1
            if notes:
                self._append(notes)
        finally:
            self._known.written()
        self._state.read |= batch.read

    def _noticed(self, event: Event, batch: FormationBatch, answers: Mapping[str, Understood]) -> Iterator[MemoryNote]:
        """What one event changes."""
        said, now = batch.said.get(event.id), self._clock()
        if event.type in ("message_deleted", "message_edited"):
            yield from self._taken_back(event, now)
            now += timedelta(microseconds=1)  # notes are folded in the order of their times
        if event.type == "reaction_added":
            yield from self._reacted(event, now)
        if said is not None:
            yield from self._told(said, answers.get(said.id), now)

    def _told(self, said: Utterance, answer: Understood | None, now: datetime) -> Iterator[MemoryNote]:
        counted = self._state.counted
        counted["heard"] += 1
        may_be_brief = not said.own and len(said.text) <= LONGEST_WORD
        if may_be_brief and (done := self._wished(said, now)) is not None:
            counted["left out: it is a wish"] += 1
            yield from done
            return
        wish = feedback.text_to_remember(said.text) if may_be_brief else ""
        if wish and (answer is None or not answer.category):  # a wish is a wish, whatever a model thinks of it
            answer = understand_request_to_remember(said, wish)
        understood = answer or keep_standing(
            said, understand_by_rules(said), lambda slot: bool(self._known.of_slot(slot, said.audience))
        )
        if not understood.category:
            counted[f"left out: {understood.because}"] += 1
            return
        counted["kept"] += 1
        feeling = feeling_of(said.text)
        plan = plan_formation(said, understood, feeling, self._known, now, is_asked=bool(wish))
        counted.update(f"gate: {decision}" for decision in plan.decisions)
        yield from plan.changes

    def _wished(self, said: Utterance, now: datetime) -> Iterator[MemoryNote] | None:
        """What is done by a message that wants something done rather than kept; None where it is there to be kept."""
        if (asked := self._asked.pop((said.place, said.person), None)) is not None:
            done = corrections.forget_chosen(said, asked, self._known, now)
            if done is not None:
                return self._carried_out(said, done)
        intent = judge_intent(said.text)
        if intent == "forget":
            return self._carried_out(said, corrections.forget(said, self._known, now))
        if intent in NO_NEWS:
            return iter(())
        is_after_own = bool(said.before) and said.before[-1].own and intent not in QUESTIONS
        verdict = judge_verdict(said.before[-1].text, said.text) if is_after_own else "neither"
        is_correction = intent == "correct" or verdict in ("corrected", "wrong")
        if is_correction and (found := corrections.corrected(said, self._known, now)) is not None:
            return self._corrected(said, *found, now=now)
        if verdict != "neither":
            return self._called(said, verdict, now)
        if intent == "correct" and is_brief(said.text):
            self._effects.note(said.id, MemoryEffect(kind="unclear_correction"))
            return iter(())
        return None

    def _carried_out(self, said: Utterance, done: CarriedOut) -> Iterator[MemoryNote]:
        self._effects.note(said.id, done.effect)
        if done.choices:
            self._asked[said.place, said.person] = done.choices
        yield from done.notes

    def _corrected(self, said: Utterance, done: CarriedOut, text: str, *, now: datetime) -> Iterator[MemoryNote]:
        """The sentence as it is meant is told anew, by the message that says so."""
        yield from self._carried_out(said, done)
        meant = replace(said, text=text)
        plan = plan_formation(
            meant, understand_request_to_remember(meant, text), feeling_of(text), self._known, now, is_asked=True
        )
        yield from plan.changes

    def _called(self, said: Utterance, verdict: Verdict, now: datetime) -> Iterator[MemoryNote]:
        """ "Exactly" and "that's wrong" speak of the answer before. Of what is wrong nobody is told any more; what
        strangers say of others' words changes nothing."""
        reply = said.before[-1]
        used = self._known.of_reply(self._known.answered_by(reply.id))
        memories = self._known.together(used)
        if verdict == "helped":
            yield from corrections.judge_memories(memories, True, said.id, said.audience, now)
        elif memories and not said.trust:
            texts = tuple(dict.fromkeys(text for id in used if (text := self._known.words(id)) and text in reply.text))
            self._effects.note(said.id, MemoryEffect(kind="left_out", told=texts))
            yield from corrections.judge_memories(memories, False, said.id, said.audience, now)

    def _reacted(self, event: Event, now: datetime) -> Iterator[MemoryNote]:
        was_right = feedback.reaction_verdict(event.content)
        told = self._known.told(message_key(event)) if was_right is not None else ""
        if told and was_right is not None:
            of_reply = self._known.of_reply(self._known.answered_by(told))
            memories = of_reply or [fact.id for fact in self._known.of_sources([told])]
            yield from corrections.judge_memories(
                self._known.together(memories), was_right, event.id, event.audience, now
            )

    def _taken_back(self, event: Event, now: datetime) -> Iterator[MemoryNote]:
        """What was understood of a message goes with it, but nothing that was understood since: after a crash it may
        be heard again."""
        because = "the message was deleted" if event.type == "message_deleted" else "the message was edited"
        person, message = str(event.meta.get("person") or event.sender), message_key(event)
        at = parse_moment(event.meta.get("recorded_at")) or event.ts
        own = {fact_id(event.id, number) for number in range(MOST_STATED)}
        resting = [
            item for item in self._known.resting_on(message) if item.fact.recorded_at <= at and item.fact.id not in own
        ]
        yield from take_back(resting, message, event.id, because, person, at, now)

    def _save(self, every: timedelta = timedelta()) -> None:
        now = self._clock()
        if self._saved is not None and timedelta() <= now - self._saved < every:
            return
        try:
            self._state.load()
            self._state.save()
            self._saved = now
        except MemoryFault:
            _log.warning("how far formation has come could not be kept; it is heard again after the next start")


def _answers_of(asking: asyncio.Task[Mapping[str, Understood]]) -> Mapping[str, Understood]:
    if fault := asking.exception():
        _log.error("the model's help with formation failed; rules do without", exc_info=fault)
        return {}
    return asking.result()


def _worth_asking(batch: FormationBatch, now: datetime) -> list[Utterance]:
    """Which messages a model is asked about: of the others rules keep nothing, or they were said long ago."""
    return [said for said in batch.said.values() if now - said.at < RECENT and is_worth_asking(said)]
