"""Small random lives: a home with 10 to 40 messages of 2 to 4 people and what two animas have made of them, written by
the product's own writers, in English, Japanese, Turkish and German; one of the people is to be erased.

Every telling word is made up and is one person's alone, so that it can be looked for afterwards.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from bots.delivery import DATABASE, store
from bots.delivery.answer_parts import received_event, response_event
from bots.delivery.contract import Out
from bots.delivery.embedded import prepare
from bots.delivery.items import InboxItem, Letter, OutboxItem, pack_inbox, pack_outbox, unpack_outbox
from bots.message import Kind, Message, Send
from bots.turn.letters import letter_out
from memory.archive import home_backup
from memory.archive.activity_log import ActivityLog
from memory.archive.contacts import Contacts
from memory.archive.conversations import Attachments, Conversations, ConversationTurn
from memory.archive.documents import render_frontmatter
from memory.archive.files import Files
from memory.archive.home_backup import KnownBackups
from memory.archive.memory_log import MemoryLog
from memory.archive.operations_log import MOST_OPERATION_LETTERS, Operation, OperationsLog, SpendingLog
from memory.archive.requests import EscalationStep, PersonCall, PersonCalls, Reminder, Reminders
from memory.archive.shared_logs import BoardLogs
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.event import Event
from memory.vocabulary.fact import Fact, FactChange
from tests.backing_up import make_backup
from tests.bots.platform import Clock, MemoryAdapter, World

BEGIN = datetime(2026, 11, 16, 9, tzinfo=UTC)
ANIMA, COLLEAGUE = "alice", "bruno"
MAIN = Account("chat", "main")
ROOMS = (Place("chat", "W", "talk"), Place("chat", "W", "garden"))
LANGUAGES = ("en", "ja", "tr", "de")
_CAPABILITIES = MemoryAdapter(world=World(Clock()), account=MAIN).capabilities(ROOMS[0])
_SIGNS = {
    "en": ("bdfghklmnprstvwz", "aeiou"),
    "tr": ("bcçdgğkmnrsştvyz", "aıeioöuü"),
    "de": ("bdfghklmnrstwzß", "aäeioöuü"),
    "ja": ("ガザダバパマラサタカナハ", "イキシチニヒミリギジビピ"),
}
_KANJI = "鶴亀松竹梅藤菊蘭桐楓柏桜雀鷹鷲狐狸狼鯨鮫鯛鮎鰻蛙蝶蜂蟻蛍虎兎鹿馬牛羊猿犬猫鼠龍蛇鳥魚貝"
_SAID = {
    "en": "my {0} hangs behind the {1} of {2}, code {3}",
    "ja": "私の{0}は{1}の{2}にあります。番号は{3}です。",
    "tr": "benim {0} mavi {1} arkasında, adı {2}, kodu {3}",
    "de": "mein {0} hängt hinter dem {1} von {2}, Nummer {3}",
}
_TOLD = {  # an anima tells another person of it, in its own words
    "en": "I hear the {0} is near the {1}.",
    "ja": "{0}と{1}のことを聞きました。",
    "tr": "Duyduğuma göre {0}, {1} yanında.",
    "de": "Wie ich höre, ist {0} bei {1}.",
}
_ENDING = {"en": "", "ja": "", "tr": "nın", "de": "s"}


@dataclass(slots=True)
class Said:
    """One message, and the words in it that are its author's alone."""

    message: Message
    who: int
    words: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.message.place}/{self.message.key}"


@dataclass(slots=True)
class Life:
    home: Path
    addresses: tuple[str, ...]
    said: list[Said] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    """What must be nowhere afterwards."""
    kept: list[tuple[str, str]] = field(default_factory=list)
    """File below the home and a text that must stand in it as before."""


class Writing:
    """One life on its way to the disk. The first person is the one who will be erased."""

    def __init__(self, home: Path, chance: Random) -> None:
        self._home, self._chance, self._used = home, chance, {of_a_database()}
        self._people = [f"p{number}{chance.randrange(1000):03}x" for number in range(chance.randint(2, 4))]
        self._languages = [chance.choice(LANGUAGES) for _ in self._people]
        self._names = [self._word(language, 3).title() for language in self._languages]
        self._log = {name: ActivityLog(home / "animas" / name / "activity_log") for name in (ANIMA, COLLEAGUE)}
        self._events: dict[str, list[Event]] = {ANIMA: [], COLLEAGUE: []}
        self._turns: list[tuple[InboxItem, list[Out], str]] = []
        self._talks: dict[Place, list[ConversationTurn]] = {}
        self._second = self._chance.random() < 0.15
        own = [f"chat:W/{self._people[0]}", *([f"chat:V/{self._people[0]}"] if self._second else [])]
        self.life = Life(home=home, addresses=tuple(own), gone={self._people[0], self._names[0]})

    @property
    def _alice(self) -> Path:
        return self._home / "animas" / ANIMA

    def live(self) -> Life:
        for number in range(self._chance.randint(10, 40)):
            self._message(number)
        self._memories()
        self._notes()
        self._operations()
        self._sent_files()
        self._promises()
        self._letters_and_boards()
        self._people_known()
        for name, events in self._events.items():
            self._log[name].append_many(events)
        for place, turns in self._talks.items():
            self._conversation(place, turns)
        self._delivered()
        return self.life

    # ------------------------------------------------------------------------------------------------------- words

    def _word(self, language: str, syllables: int = 0) -> str:
        first, second = _SIGNS[language]
        while True:
            count = syllables or self._chance.randint(3, 5)
            word = "".join(self._chance.choice(first) + self._chance.choice(second) for _ in range(count))
            if not any(word[:6] in one or one[:6] in word for one in self._used):
                self._used.add(word)
                return word

    def _words(self, language: str) -> tuple[str, ...]:
        def compound() -> str:
            if language != "ja":
                return self._word(language)
            while (name := "".join(self._chance.choices(_KANJI, k=3))) in self._used:
                continue
            self._used.add(name)
            return name

        third = self._word(language).title() if self._chance.random() < 0.5 else compound()
        first, second = self._word(language), compound()
        if language == "de":
            first, second = first.title(), second.title()
        return first, second, third, self._number()

    def _number(self) -> str:
        """Long enough not to stand in a salt or a hash by chance."""
        while (number := str(self._chance.randrange(10**8, 10**12))) in self._used:
            continue
        self._used.add(number)
        return number if self._chance.random() < 0.7 else f"K-{number}-q"

    # ---------------------------------------------------------------------------------------------------- messages

    def _message(self, number: int) -> None:
        who = self._chance.randrange(len(self._people)) if number > 1 else number
        person = Person("chat", "W", self._people[who])
        if who == 0 and self._second and self._chance.random() < 0.4:
            person = Person("chat", "V", self._people[0])
        is_direct = self._chance.random() < 0.3
        place = Place("chat", person.workspace, f"D-{person.id}") if is_direct else self._chance.choice(ROOMS)
        words = self._words(language := self._languages[who])
        message = Message(
            kind=Kind.MESSAGE,
            account=MAIN,
            place=place,
            id=f"{number:06}",
            order=f"{number:06}",
            author=person,
            author_name=self._names[who],
            at=BEGIN + timedelta(minutes=number),
            audience=Audience.person(person) if is_direct else Audience.group(place),
            text=_SAID[language].format(*words),
            is_direct=is_direct,
        )
        said = Said(message=message, who=who, words=words)
        self.life.said.append(said)
        if who == 0:
            self.life.gone |= set(words)
        self._take(said)

    def _take(self, said: Said) -> None:
        """As it is heard, answered, recorded and remembered."""
        message = said.message
        heard = InboxItem(anima=ANIMA, message=message, answers=True, names=(ANIMA,))
        answer, of = self._answer(said)
        event = response_event(heard, answer, message.at + timedelta(seconds=20), _CAPABILITIES)
        event = replace(event, meta={**event.meta, **({"sources": of} if of else {})})
        self._events[ANIMA] += [received_event(heard), event]
        out = OutboxItem(
            anima=ANIMA, account=MAIN, act=Send(place=message.place, text=answer), reply_to=message.id, event=event
        )
        self._turns.append((heard, [Out(slot="0", body=pack_outbox(out), event=event.id)], answer))
        self._talks.setdefault(message.place, []).extend(
            (
                ConversationTurn(
                    role="user",
                    text=message.text,
                    at=message.at,
                    name=message.author_name,
                    id=said.id,
                    person=str(message.author),
                ),
                ConversationTurn(role="assistant", text=answer, at=event.ts, name=ANIMA, id=event.id),
            )
        )
        if said.who:
            self.life.kept += [
                (self._day(), message.text),
                (f"animas/{ANIMA}/state/conversations", message.text),
                (DATABASE, message.text),
            ]

    def _day(self) -> str:
        return f"animas/{ANIMA}/activity_log/2026-11-16.jsonl"

    def _answer(self, said: Said) -> tuple[str, list[str]]:
        """Text, and the ids of the events that it names as its origin."""
        theirs, others = self._of(0), [one for one in self.life.said if one.who and one is not said]
        way = self._chance.random()
        if way < 0.3 or said.message.is_direct or not theirs:
            return self._chance.choice(("Noted.", "わかりました。", "Tamam.", "Gut.")), []
        if said.who == 0:
            return f"{said.message.text} OK.", []
        one = self._chance.choice(theirs)
        if way < 0.5:  # of their words alone: in other ones
            own = self._word(self._languages[0])
            self.life.gone.add(own)
            return f"{own} {self._retold(one)}", [one.id]
        if way < 0.8 and others:
            other = self._chance.choice(others)
            return f"{self._retold(one)} {other.message.text}", [one.id, other.id]
        return f"{self._names[0]}: {one.message.text}", []  # as an anima answered before answers named their origin

    def _retold(self, said: Said) -> str:
        language = self._languages[said.who]
        words = [f"{word}{_ENDING[language]}" if self._chance.random() < 0.5 else word for word in said.words[:2]]
        return f"{_TOLD[language].format(*words)} {said.words[3]}"

    def _of(self, who: int) -> list[Said]:
        return [one for one in self.life.said if one.who == who]

    # ----------------------------------------------------------------------------------------- what is made of them

    def _memories(self) -> None:
        log, notes = MemoryLog(self._alice / "memory_log"), list[FactChange]()
        for number, one in enumerate(self.life.said):
            if self._chance.random() < 0.5:
                continue
            mixes = [other for other in self.life.said if other.who != one.who and not other.message.is_direct]
            sources = [one.id]
            if one.who and mixes and self._chance.random() < 0.3:
                sources.append(self._chance.choice(mixes).id)
            fact = _fact(number, one, tuple(sources))
            notes.append(FactChange(ts=fact.recorded_at, key=f"k{number}", type="formed", ids=(fact.id,), fact=fact))
            if one.who:
                self.life.kept.append((f"animas/{ANIMA}/memory_log", fact.text))
        log.append(notes)
        self._facts = [note.fact for note in notes if note.fact]

    def _notes(self) -> None:
        files, of = Files(self._alice), {one.id: one for one in self.life.said}
        facts = [fact for fact in self._facts if not of[fact.sources[0]].message.is_direct]
        if facts:
            chosen = self._chance.sample(facts, min(4, len(facts)))
            sources = [*dict.fromkeys(source for fact in chosen for source in fact.sources)]
            meta = {"audience": f"group:{ROOMS[0]}", "sources": sources, "auto_consolidated": True}
            lines = "\n".join(f"- {fact.text}" for fact in chosen)
            files.replace("knowledge/mixed.md", render_frontmatter(meta, f"# Things\n\n{lines}\n").encode())
            for fact in chosen:
                if of[fact.sources[0]].who:
                    self.life.kept.append((f"animas/{ANIMA}/knowledge/mixed.md", fact.text))
        told = self._chance.choice(self._of(0))
        body = f"# Rules\n\nLock up at six.\n{told.message.text}\nTea is at four.\n"
        files.replace("knowledge/rules.md", render_frontmatter({"audience": "org"}, body).encode())
        self.life.kept += [
            (f"animas/{ANIMA}/knowledge/rules.md", text) for text in ("Lock up at six.", "Tea is at four.")
        ]

    def _operations(self) -> None:
        log = OperationsLog(self._alice / "operations")
        for one in self._chance.sample(self.life.said, min(6, len(self.life.said))):
            cut = f"What lasts? {one.message.text}"[: self._chance.choice((20, 30, MOST_OPERATION_LETTERS))]
            log.note(Operation(ts=one.message.at, op="formation", input=cut, output=one.words[0], sources=(one.id,)))
        log.close()

    def _sent_files(self) -> None:
        kept = Attachments(self._alice)
        for one in self._chance.sample(self.life.said, min(3, len(self.life.said))):
            words = self._words(self._languages[one.who])
            text = "\n".join(("a list", _SAID[self._languages[one.who]].format(*words)))
            about = {
                "at": one.message.at.isoformat(),
                "event": one.id,
                "audience": str(one.message.audience),
            }
            (path,) = kept.begin(one.message.place, one.message.id, [("list.txt", "text/plain")], about)
            kept.append(path, text.encode())
            if one.who == 0:
                self.life.gone |= set(words)
            else:
                self.life.kept.append((f"animas/{ANIMA}/{path}", text))

    def _promises(self) -> None:
        reminders, calls = Reminders(self._alice / "state"), PersonCalls(self._alice / "state")
        spending = SpendingLog(self._alice / "usage")
        for number, one in enumerate(self._chance.sample(self.life.said, min(4, len(self.life.said)))):
            message, person = one.message, str(one.message.author)
            wish = Reminder(
                id=f"r{number}",
                text=message.text,
                person=person,
                place=str(message.place),
                audience=str(message.audience),
                wished_at=message.at,
                origin=json.loads(pack_inbox(InboxItem(anima=ANIMA, message=message))),
            )
            reminders.wish(wish)
            call = PersonCall(
                id=f"c{number}",
                anima=ANIMA,
                text=message.text,
                priority="normal",
                asked_at=message.at,
                rungs=(EscalationStep(person, "chat"),),
                options=(),
                turn=f"{ANIMA}@{message.place}/{message.key}",
                audience=str(message.audience),
            )
            calls.ask(call)
            spending.keep(message.at, {"purpose": "reply", "person": person})
            if one.who:
                self.life.kept += [
                    (f"animas/{ANIMA}/state/reminders.jsonl", message.text),
                    (f"animas/{ANIMA}/state/calls.jsonl", message.text),
                ]

    def _letters_and_boards(self) -> None:
        """Letters name no origin: they hold what was said word for word."""
        boards = BoardLogs(self._home / "shared" / "channels")
        for number, one in enumerate(self._chance.sample(self.life.said, min(4, len(self.life.said)))):
            message = one.message
            letter = Letter(
                id=f"letter{number}",
                thread_id=f"letter{number}",
                from_person=ANIMA,
                to_person=COLLEAGUE,
                content=f"{message.author_name}: {message.text}",
                timestamp=message.at,
                audience=str(message.audience),
            )
            sent = letter_out(letter, "letter", message.at)
            event = unpack_outbox(sent.body).event
            assert event is not None
            self._events[ANIMA].append(event)
            self._events[COLLEAGUE].append(
                replace(
                    event, type="dm_received", sender=f"anima:{ANIMA}", meta={**event.meta, "id": f"got/{letter.id}"}
                )
            )
            if message.is_direct:
                continue
            meta = {"id": f"board/{number}", "audience": "org", "message_id": message.id, "person": str(message.author)}
            boards.append(
                "general",
                Event(
                    ts=message.at,
                    type="channel_post",
                    content=message.text,
                    sender=str(message.author),
                    channel=str(message.place),
                    meta=meta,
                ),
            )
            if one.who:
                self.life.kept.append(("shared/channels/general.jsonl", message.text))

    def _people_known(self) -> None:
        contacts = Contacts(self._home / "shared")
        for number, id in enumerate(self._people):
            contacts.hear(f"chat:W/{id}", self._names[number], BEGIN)
            contacts.settle(f"chat:W/{id}", "name", self._names[number], BEGIN)
        if self._second:
            contacts.hear(f"chat:V/{self._people[0]}", self._names[0], BEGIN)
            contacts.link(*self.life.addresses, BEGIN)

    def _conversation(self, place: Place, turns: list[ConversationTurn]) -> None:
        talks = Conversations(self._alice / "state" / "conversations")
        for turn in turns:
            talks.append(place, turn)
        if len(turns) > 8 and self._chance.random() < 0.5:
            upto = len(turns) // 2
            summary = "\n".join(turn.text for turn in turns[:upto])
            compressed = {turn.text for turn in turns[:upto]}
            talks.compress(talks.read(place), summary, upto)
            folder = f"animas/{ANIMA}/state/conversations"
            self.life.kept = [
                (where, text) for where, text in self.life.kept if where != folder or text not in compressed
            ]

    def _delivered(self) -> None:
        with closing(sqlite3.connect(self._home / DATABASE)) as db:
            prepare(db)
            for heard, outs, answer in self._turns:
                message = heard.message
                lane = f"{ANIMA}@{message.place}"
                store.accept(db, lane, message.key, pack_inbox(heard), message.at)
                turn = store.next_turn(db, lane)
                assert turn is not None
                store.answer(db, turn, outs, message.at)
                db.execute("insert into journal values (?, 'answer', ?)", (turn.id, answer))
                db.execute("update outbox set state = 'sent', platform_id = ? where turn = ?", (f"x{turn.id}", turn.id))
                db.execute("update inbox set state = 'done' where id = ?", (turn.id,))
            db.commit()


@cache
def of_a_database() -> str:
    """What a new one holds (`tablehomehome…`): a word that stands in it is no trace of anybody."""
    with closing(sqlite3.connect(":memory:")) as db:
        prepare(db)
        return db.serialize().decode(errors="replace").casefold()


def lived(home: Path, chance: Random) -> Life:
    """A home that nobody uses, and what is in it."""
    home.mkdir(parents=True)
    life = Writing(home, chance).live()
    way, at = chance.random(), BEGIN + timedelta(days=1)
    if way < 0.3:
        make_backup(home, home.parent / "backups", lambda: at)
    elif way < 0.5:
        (home.parent / "backups").mkdir()
        KnownBackups(home / "shared").note(home.parent / "backups" / "one.zip", at)
        home_backup.write_backup(home, home.parent / "backups" / "one.zip", at, {})
    return life


def _fact(number: int, said: Said, sources: tuple[str, ...]) -> Fact:
    message = said.message
    return Fact(
        id=f"fact:{number:04}",
        text=f"{message.author_name}: {message.text}",
        category="fact",
        recorded_at=message.at,
        valid_from=message.at,
        observed_at=message.at,
        subject=str(message.author),
        person=str(message.author),
        speaker=message.author_name,
        place=str(message.place),
        message=f"{message.place} {message.id}",
        audience=str(message.audience),
        trust="member",
        sources=sources,
        confidence=0.5,
    )
