"""The embedded model: needs no key, no network and no library; it answers out of what is known of a turn."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, cached_property
from zlib import crc32

from adapters.models.offline_recall import SURELY, about, answering, decided, profile, quotable
from bots.ports import ChatMessage, Chunk, StructuredPrompt, ToolCall, ToolSpec, Usage
from memory.formation.message_intent import ACTS, MessageIntent, judge_intent, own_name
from memory.formation.message_span import meant
from memory.language.analyser import fold, query_terms
from memory.language.dating.written_days import written_day, written_weekday
from memory.language.feedback import text_to_remember
from memory.language.feelings import FEELING_KINDS, care_of
from memory.language.folders import FALLBACK, language_file
from memory.language.language_id import language_spoken
from memory.theories.ranking_signals import open_question
from memory.vocabulary.cue import MemoryEffect, Recollection


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineWords:
    """One language's. `seed` decides which of several ways is taken: the same for the same message."""

    language: str
    seed: str

    @property
    def said(self) -> Mapping[str, Sequence[str] | str]:
        return offline_words(self.language)

    def __call__(self, key: str, **values: str) -> str:
        ways = self.said[key]
        return ways[crc32(f"{key} {self.seed}".encode(errors="replace")) % len(ways)].format(**values)

    def named(self, key: str, name: str) -> str:
        """With the name, or the way that does without."""
        return self(key, name=self.titled(name)) if name else self(f"{key}_nameless")

    def titled(self, name: str) -> str:
        """As the language calls people; a name that has a title keeps it."""
        has_title = any(name.endswith(title) for title in self.said["titles"])
        return name if has_title else f"{name}{self.said['honorific']}"

    def day(self, at: datetime, now: datetime) -> str:
        """Today by that word; with the year where it is another one."""
        if at.date() == now.date():
            return str(self.said["today"])
        return written_day(at, self.language, now)

    def time(self, now: datetime) -> str:
        weekday, date = written_weekday(now, self.language), written_day(now, self.language)
        return self("time", time=f"{now:%H:%M}", weekday=weekday, date=date, zone=str(now.tzinfo))


@cache
def offline_words(language: str) -> Mapping[str, Sequence[str] | str]:
    text = language_file(language, "offline.json").read_text(encoding="utf-8")
    found: Mapping[str, Sequence[str] | str] = json.loads(text)
    return found


# --- offline talk ---------------------------------------------------------------------------------------------------
# What the offline model answers: one thing, out of what is known, or plainly that it is not known.
#
# The message's want (`memory.formation`, learned) chooses what is done; what memory brought is said only where it is
# sure.


MOST_LISTED = 5

MAY_TELL_A_NAME: frozenset[MessageIntent] = frozenset(("greeting", "thanks", "statement", "do", "feel", "correct"))
"""What else tells the speaker's name is taken for a statement."""


@dataclass(frozen=True)
class OfflineTurn:
    """One message, and what is known as it comes."""

    known: StructuredPrompt

    @cached_property
    def words(self) -> OfflineWords:
        return OfflineWords(language=self.language, seed=f"{self.known.text} {self.known.now.date()}")

    @cached_property
    def language(self) -> str:
        """The person's; where nothing tells it, the fallback."""
        return language_spoken(self.known.text, self.known.said) or FALLBACK

    @cached_property
    def name(self) -> str:
        """How the person wants to be called, else what the platform calls them."""
        earlier = (self.known.text, *reversed(self.known.said))
        told = next((name for text in earlier if not open_question(text) and (name := own_name(text))), "")
        return told or _name_of(self.known) or self.known.name

    def answer(self) -> str:
        return ANSWERS[self._want()](self) if self.known.effect is None else self.tell_effect(self.known.effect)

    def _want(self) -> MessageIntent:
        found = judge_intent(self.known.text)
        if found not in ACTS and text_to_remember(self.known.text):
            return "statement"
        return "statement" if self._is_introduced and found not in MAY_TELL_A_NAME else found

    # ------------------------------------------------------------------------------------------- ways to answer

    def greet(self) -> str:
        return (
            self.words("named", name=self.words.titled(self.name)) if self._is_introduced else self._named("greeting")
        )

    def thank(self) -> str:
        return self._named("thanks")

    def part(self) -> str:
        return self._named("goodbye")

    def react(self) -> str:
        return self.words("reaction")

    def chat(self) -> str:
        return self._care() or self.words("smalltalk_asked" if open_question(self.known.text) else "smalltalk")

    def tell_time(self) -> str:
        return self.words.time(self.known.now)

    def tell_itself(self) -> str:
        return self.words("about_anima", anima=self.known.anima.title() or "Anima")

    def help(self) -> str:
        return self.words("help")

    def tell_person(self) -> str:
        """Who they are and what they told of themselves; how to correct it."""
        facts = profile(self.known, self.name)
        name = self.words.titled(self.name) if self.name else ""
        if not facts:
            return "\n".join(
                [self.words("you_are", name=name) if name else self.words("name_unknown"), self.words("know_nothing")]
            )
        parts = [self.words("part", text=text, day=self._day(at)) for text, at in facts]
        what = str(self.words.said["between"]).join(parts)
        told = self.words("you_are_and", name=name, what=what) if name else self.words("i_know", what=what)
        return f"{told}\n{self.words('correct')}"

    def recall(self) -> str:
        return self._quoted(answering(self.known), "unknown")

    def decide(self) -> str:
        return self._quoted(decided(self.known), "unknown_decision")

    def enumerate(self) -> str:
        found = about(self.known)[:MOST_LISTED]
        if len(found) < 2:
            return self._quoted(found[0] if found else None, "unknown_list")
        return "\n".join(self._item(item) for item in found)

    def listen(self) -> str:
        if self._is_introduced:
            is_new = not any(own_name(text) for text in self.known.said if text != self.known.text)
            return self.words("named" if is_new else "named_later", name=self.words.titled(self.name))
        if text_to_remember(self.known.text):
            return self.words("noted_remember")
        return self._care() or self.words("smalltalk" if judge_intent(self.known.text) == "feel" else "noted")

    def wish(self) -> str:
        if self._is_introduced:
            return self.words("named_later", name=self.words.titled(self.name))
        return self.words("wish")

    def remind(self) -> str:
        """What becomes of it is told beside the answer."""
        return self.words("reminder")

    def stop(self) -> str:
        return self.words("stop")

    def let_go(self) -> str:
        """Memory has not said that it let go of anything."""
        return self.words("forget_what")

    def tell_effect(self, effect: MemoryEffect) -> str:
        """What memory has done, and nothing more."""
        told = [quotable(text, self.known.text) for text in effect.told]
        match effect.kind:
            case "forgot":
                return self.words("forget")
            case "nothing_to_forget":
                return self.words("forget_none")
            case "which_to_forget":
                items = "\n".join(f"{number}. “{text}”" for number, text in enumerate(told, 1))
                return self.words("forget_which", items=items)
            case "corrected":
                return self.words("corrected", old=effect.old, new=effect.new, text=" ".join(told))
            case "unclear_correction":
                return self.words("correct_what")
            case "left_out":
                return self.words("left_out", text=told[0]) if told else self.words("left_out_answer")

    def open(self) -> str:
        return self._quoted(answering(self.known, SURELY), "open")

    @property
    def _is_introduced(self) -> bool:
        return not open_question(self.known.text) and bool(own_name(self.known.text))

    def _named(self, key: str) -> str:
        return self.words.named(key, self.name)

    def _care(self) -> str:
        """To what is felt; distress is answered before a model is asked."""
        kind = care_of(self.known.text).kind
        return self.words(kind) if kind in FEELING_KINDS else ""

    def _quoted(self, found: Recollection | None, otherwise: str) -> str:
        if found is None:
            return self.words(otherwise)
        text = quotable(found.text, self.known.text)
        if found.at is None:
            return text
        day = self._day(found.at)
        if not found.speaker:
            return self.words("noted_on", day=day, text=text)
        today = "_today" if day == self.words.said["today"] else ""
        if self._is_own(found):
            return self.words(f"you_said{today}", day=day, text=text)
        return self.words(f"they_said{today}", day=day, text=text, speaker=self.words.titled(found.speaker))

    def _item(self, found: Recollection) -> str:
        text = quotable(found.text, self.known.text)
        day = self._day(found.at) if found.at else "…"
        if self._is_own(found) or not found.speaker:
            return self.words("item", text=text, day=day)
        return self.words("item_of", text=text, day=day, speaker=self.words.titled(found.speaker))

    def _day(self, at: datetime) -> str:
        return self.words.day(at.astimezone(self.known.now.tzinfo), self.known.now)

    def _is_own(self, found: Recollection) -> bool:
        return found.speaker in (self.known.name, self.known.person.rpartition(":")[2])


def _name_of(known: StructuredPrompt) -> str:
    """Out of what is believed of the person, the latest first: what others call them goes before their name."""
    of_person = [fact for fact in known.facts if fact.slot in (f"{known.person} nickname", f"{known.person} name")]
    for fact in sorted(of_person, key=lambda item: item.slot.endswith(" name")):
        source = known.words.get(fact.sources[0], "") if fact.sources else ""
        start = fold(source).find(fact.value)
        return source[start : start + len(fact.value)] if start >= 0 else fact.value.title()
    return ""


ANSWERS: Mapping[MessageIntent, Callable[[OfflineTurn], str]] = {
    "greeting": OfflineTurn.greet,
    "thanks": OfflineTurn.thank,
    "goodbye": OfflineTurn.part,
    "reaction": OfflineTurn.react,
    "smalltalk": OfflineTurn.chat,
    "time": OfflineTurn.tell_time,
    "about_anima": OfflineTurn.tell_itself,
    "about_me": OfflineTurn.tell_person,
    "help": OfflineTurn.help,
    "recall": OfflineTurn.recall,
    "list": OfflineTurn.enumerate,
    "decision": OfflineTurn.decide,
    "statement": OfflineTurn.listen,
    "do": OfflineTurn.wish,
    "remind": OfflineTurn.remind,
    "reminders": OfflineTurn.remind,
    "stop": OfflineTurn.stop,
    "correct": OfflineTurn.listen,
    "feel": OfflineTurn.listen,
    "forget": OfflineTurn.let_go,
    "open_question": OfflineTurn.open,
}


# --- offline --------------------------------------------------------------------------------------------------------


HEARTBEAT = "HEARTBEAT_OK"
WRITE = "write_memory_file"
NOTES = "knowledge/"
MOST_FORGOTTEN = 3
_PIECE = 24


class OfflineModel:
    """A ChatModel that the whole pipeline runs on."""

    def __init__(self) -> None:
        self.name = "offline"
        self.context_tokens = 32_000

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        known = await _known(messages)
        text, calls = await asyncio.to_thread(self._answer, known, messages, frozenset(spec.name for spec in tools))
        for at in range(0, len(text), _PIECE):
            yield Chunk(text=text[at : at + _PIECE])
            await asyncio.sleep(0)
        read = sum(len(message.content) for message in messages) // 4
        usage = Usage(input_tokens=read, output_tokens=len(text) // 4)
        yield Chunk(tool_calls=calls, end="tool_calls" if calls else "stop", usage=usage)

    def _answer(
        self, known: StructuredPrompt, messages: Sequence[ChatMessage], tools: frozenset[str]
    ) -> tuple[str, tuple[ToolCall, ...]]:
        if HEARTBEAT in known.text:
            return HEARTBEAT, ()
        results, wish = _results(messages), text_to_remember(known.text)
        if not results and WRITE in tools and (calls := _calls(known, wish)):
            return "", calls
        talk = OfflineTurn(known)
        if wish and (results or WRITE not in tools):
            text = _told(talk, wish, results[-1]) if results else talk.words("heard_only")
        else:
            text = talk.answer()
        return (f"{text}\n\n{talk.words('offline')}" if known.is_first else text), ()


async def _known(messages: Sequence[ChatMessage]) -> StructuredPrompt:
    """Of the turn; of a question that is no turn, the question alone."""
    asked = next((message.content for message in reversed(messages) if message.role == "user"), "")
    known = next((message.known for message in messages if message.known is not None), None)
    found = await known() if known is not None else StructuredPrompt(anima="", text=asked, now=datetime.now(UTC))
    return _unaddressed(found)


def _results(messages: Sequence[ChatMessage]) -> list[str]:
    """What the tools answered since the person spoke."""
    asked = max((at for at, message in enumerate(messages) if message.role == "user"), default=-1)
    return [message.content for message in messages[asked + 1 :] if message.role == "tool"]


def _told(talk: OfflineTurn, wish: str, result: str) -> str:
    """What became of it, honestly."""
    if result.startswith("Error"):
        return talk.words("not_remembered", why=result.removeprefix("Error:").strip())
    return talk.words("remembered", what=wish)


def _calls(known: StructuredPrompt, wish: str) -> tuple[ToolCall, ...]:
    """To keep a note of what shall be remembered; to put away the notes of what shall be forgotten."""
    if wish:
        return (_note(wish, known),)
    what = set(query_terms(meant(known.text, "forget"))) if judge_intent(known.text) == "forget" else set[str]()
    notes = (item for item in known.found if item.path.startswith(NOTES) and "#" not in item.path)
    concerned = (note.path for note in notes if what and 2 * len(what & set(query_terms(note.text))) >= len(what))
    paths = list(dict.fromkeys(concerned))[:MOST_FORGOTTEN]
    return tuple(_call(path=path, text="", reason="asked to forget") for path in paths)


def _note(wish: str, known: StructuredPrompt) -> ToolCall:
    speaker = known.name or "Someone"
    words = re.findall(r"[a-z0-9]+", wish.casefold())[:6]
    slug = "-".join([*words, hashlib.sha256(wish.encode()).hexdigest()[:6]])
    text = f"{speaker} asked me to remember: {wish}\n"
    return _call(path=f"{NOTES}{slug}.md", text=text, reason="asked to remember")


def _call(**arguments: str) -> ToolCall:
    body = json.dumps(arguments, ensure_ascii=False)
    return ToolCall(id=f"offline_{hashlib.sha256(body.encode()).hexdigest()[:12]}", name=WRITE, arguments=body)


def _unaddressed(known: StructuredPrompt) -> StructuredPrompt:
    """What is said to `alice, …` or `@alice …` without the address."""
    if not known.anima:
        return known
    who = re.escape(known.anima)
    address = rf"\A(?:@?{who}\s*[,:、，：]\s*|@{who}\s+)(?=\S)"
    return replace(known, text=re.sub(address, "", known.text, flags=re.IGNORECASE))
