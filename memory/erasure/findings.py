"""Finding: everything in a home that is a person's, or that one message has left, before anything is touched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from memory.archive.conversations import attachment_stem
from memory.archive.data_subject import (
    FEWEST_RUN_LETTERS,
    DataSubject,
    TextRun,
    names_of,
    runs_of,
    scrubber,
    wording_in,
    words_of,
)
from memory.archive.documents import shelf_name
from memory.archive.json_lines import record_of_line
from memory.vocabulary.address import Audience, file_name
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Event, Json, author_of

_LOGS = ("animas/*/activity_log/*.jsonl", "shared/channels/*.jsonl")
_NOTES = ("animas/*/memory_log/*.jsonl",)
_MOST_OF_A_FILE = 1 << 20
_ANY = datetime.min.replace(tzinfo=UTC)
_OPERATORS = ("config.json", "animas/*/*.md", "shared/common_*/**/*.md", "animas/*/skills/*.md")


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureRequest:
    """Whose data go: all addresses of a person, or the ids of the events of one message. `by` asked for it."""

    addresses: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    by: str = ""


@dataclass(slots=True)
class _SubjectFindings:
    marks: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    runs: set[TextRun] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    names: set[TextRun] = field(default_factory=set)
    rooms: set[str] = field(default_factory=set)
    first: str = "9999"
    kept: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def data_subject_of(home: Path, asked: ErasureRequest) -> DataSubject:
    """Read the home's logs: for what is theirs, what is understood of it, what others say, and what comes of it."""
    found = _found(home, asked)
    found.names |= {run for name in _names(home, asked.addresses) for run in names_of(name)}
    _take_files(found, home)
    _drop_what_others_say(found, home, asked)
    literal = {*asked.addresses, *asked.events, *found.rooms}
    return DataSubject(
        addresses=asked.addresses,
        marks=frozenset({*found.marks, *map(attachment_stem, found.messages)}),
        messages=frozenset(found.messages),
        texts=frozenset(found.texts),
        kept={event: tuple(texts) for event, texts in found.kept.items()},
        derived=_derived(home, DataSubject(addresses=asked.addresses, marks=frozenset(found.marks))),
        scrub=scrubber(found.runs | found.names, literal),
        scrub_derived=scrubber(found.runs | found.names, literal, found.words),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldText:
    """What one anima holds of theirs that has one audience: the ids of events and of facts."""

    anima: str
    audience: str
    events: tuple[str, ...]
    facts: tuple[str, ...]


def held_texts(home: Path, asked: ErasureRequest) -> list[HeldText]:
    """What each anima is to tell nobody any more, before anything is taken out of a file."""
    marks = _found(home, asked).marks
    ids: defaultdict[tuple[str, str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for path in sorted(home.glob("animas/*/*_log/*.jsonl")):
        anima, log = path.parts[-3], path.parts[-2]
        for record in _records_in(path):
            fact = record.get("fact") if log == "memory_log" else None
            if isinstance(fact, Mapping) and (id := str(fact.get("id") or "")) in marks:
                ids[anima, str(fact.get("audience") or "")][1].append(id)
            elif (id := _meta(record, "id")) in marks:
                ids[anima, _meta(record, "audience")][0].append(id)
    return [
        HeldText(anima=anima, audience=audience, events=tuple(dict.fromkeys(events)), facts=tuple(dict.fromkeys(facts)))
        for (anima, audience), (events, facts) in ids.items()
    ]


def _found(home: Path, asked: ErasureRequest) -> _SubjectFindings:
    found = _SubjectFindings(marks={*asked.events, *_marks(asked.addresses)})
    before = 0
    while before != len(found.marks):  # an answer to an answer
        before = len(found.marks)
        for record in _records(home, _LOGS):
            _take_event(found, DataSubject(addresses=asked.addresses, marks=frozenset(found.marks)), record)
    _take_facts(found, home, asked.addresses)
    return found


def addresses_in(home: Path) -> set[str]:
    """Everybody whose address stands in the home's logs or among its people."""
    found = {str(record.get("person") or "") for record in _records(home, ("shared/people.jsonl",))}
    for record in _records(home, _LOGS):
        found |= {str(record.get(name) or "") for name in ("from", "to")} | {_meta(record, "person")}
    return {item for item in found if ":" in item}


def events_in(home: Path) -> set[str]:
    return {id for record in _records(home, _LOGS) if (id := _meta(record, "id"))}


def messages_of(home: Path, addresses: Sequence[str]) -> int:
    """How many messages they have said, whoever heard them."""
    heard = (record for record in _records(home, _LOGS) if record.get("type") == "message_received")
    return len({message_id_of(record) or event_id_of(record) for record in heard if record.get("from") in addresses})


def _marks(addresses: Iterable[str]) -> Iterator[str]:
    for address in addresses:
        yield from (address, f"person:{address}", file_name(address))
        try:
            yield shelf_name(Audience.parse(f"person:{address}"))
        except AddressError:
            continue


def _take_event(found: _SubjectFindings, so_far: DataSubject, record: Mapping[str, Json]) -> None:
    if not is_event_of_subject(record, so_far) and message_id_of(record) not in found.messages:
        return
    if id := _meta(record, "id"):
        found.marks.add(id)
    is_direct = _meta(record, "audience").startswith("person:")
    if is_direct and _meta(record, "audience") in found.marks:
        room = str(record.get("channel") or "").partition("#")[0]
        found.marks |= {room, file_name(room)} if room else set()
        found.rooms |= {room} if room else set()
    if message := message_id_of(record):
        found.messages.add(message)
    if not is_event_of_anima(record):
        for text in (str(record.get("content") or ""), str(record.get("summary") or "")):
            _take_text(found, text)
        found.first = min(found.first, str(record.get("ts") or "9999"))
        found.names |= names_of(_meta(record, "name")) if so_far.addresses else set()


def is_event_of_subject(record: Mapping[str, Json], so_far: DataSubject) -> bool:
    """Whether an event is the person's, the anima's to them, or about what is theirs. What others say is others'."""
    values = [
        record.get("from"),
        record.get("tool"),
        *(record.get(name) for name in ("to",) if is_event_of_anima(record)),
    ]
    meta = record.get("meta")
    if isinstance(meta, Mapping):
        is_others = not is_event_of_anima(record)
        values += [meta.get(name) for name in ("id", "person", "audience", "of")]
        values += [] if is_others else [item for item in meta.values() if isinstance(item, str)]
    return any(isinstance(value, str) and so_far.owns(value) for value in values)


def is_event_of_anima(record: Mapping[str, Json]) -> bool:
    """Whether no person said it: an anima, a colleague, a tool or the program did, and may have it from a person."""
    meta = record.get("meta")
    event = Event(
        ts=_ANY,
        type=str(record.get("type") or ""),
        sender=str(record.get("from") or ""),
        meta=meta if isinstance(meta, Mapping) else {},
    )
    return not author_of(event).is_person


def event_id_of(record: Mapping[str, Json]) -> str:
    return _meta(record, "id")


def message_id_of(record: Mapping[str, Json]) -> str:
    """Room and platform id of the message that the event is or concerns."""
    room, id = str(record.get("channel") or "").partition("#")[0], _meta(record, "message_id")
    return f"{room} {id}" if room and id else ""


def _derived(home: Path, theirs: DataSubject) -> dict[str, bool]:
    """What animas said to others that names something of theirs as its origin; True: nothing but theirs."""
    derived: dict[str, bool] = {}
    for record in _records(home, _LOGS):
        meta = record.get("meta")
        sources = meta.get("sources") if isinstance(meta, Mapping) and is_event_of_anima(record) else None
        owned = (
            [isinstance(source, str) and theirs.owns(source) for source in sources] if isinstance(sources, list) else []
        )
        if any(owned):
            derived[event_id_of(record)] = all(owned)
    return derived


def _take_facts(found: _SubjectFindings, home: Path, addresses: Sequence[str]) -> None:
    before = -1
    while before != len(found.marks):
        before = len(found.marks)
        found.kept.clear()
        so_far = DataSubject(
            addresses=tuple(addresses), marks=frozenset(found.marks), messages=frozenset(found.messages)
        )
        for record in _records(home, _NOTES):
            fact = record.get("fact")
            if isinstance(fact, Mapping):
                _take_fact(found, so_far, fact)


def _take_fact(found: _SubjectFindings, so_far: DataSubject, fact: Mapping[str, Json]) -> None:
    id, text, sources = str(fact.get("id") or ""), str(fact.get("text") or ""), fact.get("sources")
    listed = [str(source) for source in sources] if isinstance(sources, list) else []
    left = [item for item in listed if not so_far.owns(item)]
    named = [str(fact.get(name) or "") for name in ("subject", "person", "audience")]
    is_theirs = any(map(so_far.owns, named)) or fact.get("message") in so_far.messages or (listed and not left)
    if is_theirs:
        found.marks.add(id)
        found.texts.add(text.strip())
        _take_text(found, text)
    else:
        for event in left:
            found.kept[event].append(text)


def _take_text(found: _SubjectFindings, text: str) -> None:
    found.texts |= _lines_of(text)
    found.runs |= runs_of(text)
    found.words |= words_of(text)


def _take_files(found: _SubjectFindings, home: Path) -> None:
    """What they sent is theirs as what they said: the words of files that are text."""
    stems = set(map(attachment_stem, found.messages))
    for path in home.glob("animas/*/attachments/*") if stems else ():
        if path.name.partition(".")[0].partition("-")[0] in stems and path.suffix != ".json":
            content = path.read_bytes()[:_MOST_OF_A_FILE]
            if b"\0" not in content:
                _take_text(found, content.decode(errors="replace"))


def _lines_of(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if len(line.strip()) >= FEWEST_RUN_LETTERS}


def _names(home: Path, addresses: Sequence[str]) -> Iterator[str]:
    for record in _records(home, ("shared/people.jsonl",)):
        if record.get("person") in addresses:
            is_name = record.get("type") == "seen" or record.get("what") == "name"
            yield str(record.get("name") or record.get("value") or "") if is_name else ""


def _drop_what_others_say(found: _SubjectFindings, home: Path, asked: ErasureRequest) -> None:
    theirs = DataSubject(addresses=asked.addresses, marks=frozenset(found.marks))
    for record in _records(home, _LOGS):
        is_earlier = str(record.get("ts") or "") < found.first
        if is_event_of_subject(record, theirs) or (is_event_of_anima(record) and not is_earlier):
            continue
        text = f"{record.get('content') or ''}\n{record.get('summary') or ''}"
        found.runs -= wording_in(text, found.runs)
        found.words -= words_of(text)
        found.texts -= _lines_of(text)
        found.names -= names_of(_meta(record, "name"))
    for pattern in _OPERATORS:
        for path in home.glob(pattern):
            text = path.read_text(errors="replace")
            found.runs -= wording_in(text, found.runs)
            found.words -= words_of(text)


def _records(home: Path, patterns: Iterable[str]) -> Iterator[dict[str, Json]]:
    for pattern in patterns:
        for path in sorted(home.glob(pattern)):
            yield from _records_in(path)


def _records_in(path: Path) -> Iterator[dict[str, Json]]:
    with path.open("rb") as file:
        yield from (record for line in file if (record := record_of_line(line)) is not None)


def _meta(record: Mapping[str, Json], name: str) -> str:
    meta = record.get("meta")
    return str(meta.get(name) or "") if isinstance(meta, Mapping) else ""
