"""Themes of who reads what: rooms that are left or joined, boards that are founded, and what is told beside a talk."""

from __future__ import annotations

from dataclasses import replace

from tests.proof import texts
from tests.proof.plan import FOUNDING, Act
from tests.proof.probes import ask, look_up
from tests.proof.themes import Theme, told, write_note
from tests.proof.town import EVERYBODY
from tests.proof.worlds import Draft


def valued(draft: Draft) -> None:
    """What all may read has proved useful elsewhere, or not: what is learned beside it is worth the same here."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS[:9])
    shown = draft.open_place()
    draft.both(draft.say(shown, pair.of(0), called=False))
    room = rng.choice([room for room in draft.hidden() if draft.town.flows(shown[0], room)] or draft.hidden())
    who = draft.somebody(room)
    for _ in range(3):
        draft.either(draft.say((room, who), f"{pair.question} {texts.searching(pair.question)}", called=True), None)
        draft.either(draft.say((room, who), "Exactly!", called=True), None)
    draft.both(draft.say(shown, pair.of(1), called=False))
    found = draft.command(shown, f"memory search alice {' '.join(pair.values)} --scope facts".replace("'", " "))
    draft.probe(
        found, draft.command(shown, "memory show alice {fact0}"), draft.command(shown, "memory show alice {fact1}")
    )


def woken(draft: Draft) -> None:
    """A note that all may read sleeps, and is read and used where observers do not read, or not."""
    shown, where = draft.open_place(), draft.secret_place()
    asleep = "status: dormant\nupdated_at: 2026-01-01T00:00:00+00:00\n" + draft.rng.choice(("", "pinned: true\n"))
    write_note(draft, EVERYBODY, "knowledge/lantern.md", "The lantern is kept in the attic.", asleep)
    question = "Where is the lantern kept?"
    draft.either(draft.say(where, f"{question} {texts.searching(question, 'knowledge')}", called=True), None)
    draft.probe(draft.say(shown, question, called=True))


def left_behind(draft: Draft) -> None:
    """Who was in a room knows the names of its memories; after they have left, these are changed there, or not."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS[:9])
    rooms = [
        room
        for room in draft.visible()
        if draft.town.kinds[room] == "closed" and draft.town.members[room] > draft.observers
    ]
    if not rooms:
        return told(draft)
    room = rng.choice(rooms)
    leaving = sorted(draft.town.members[room] & draft.observers)
    staying = rng.choice(sorted(draft.town.members[room] - draft.observers))
    draft.staff += (*leaving[:1], staying)
    said = draft.both(draft.say((room, staying), pair.of(0), called=False))
    words = " ".join(pair.values).replace("'", " ")
    draft.both(draft.command((room, leaving[0]), f"memory search alice {words} --scope facts"))
    for one in leaving:
        draft.both(Act(what="leave", who=one, room=room))
    change = rng.choice(
        (
            Act(what="delete", who=staying, room=room, target=said),
            Act(what="edit", who=staying, room=room, target=said, text=pair.of(1)),
        )
    )
    draft.either(change, None)
    where = draft.open_place(leaving[0])
    acts = ("pin", "forget", "show")
    draft.probe(*(draft.command(where, f"memory {act} alice {{fact0}}") for act in rng.sample(acts, len(acts))))
    draft.probe(draft.command(where, f"memory show alice {texts.LOG}"))
    return None


def unsaid(draft: Draft) -> None:
    """The anima has quoted what is deleted since; where observers do not read, somebody still says it, or not."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS[:9])
    where = draft.open_place()
    said = draft.both(draft.say(where, pair.of(0), called=False))
    draft.both(draft.say(where, f"Read it again {texts.reading(draft.line(said))}", called=True))
    elsewhere = draft.secret_place()
    again = draft.say(elsewhere, pair.of(0), called=False)
    is_said_before = rng.random() < 0.5
    if is_said_before:
        draft.either(again, None)
    draft.both(Act(what="delete", who=where[1], room=where[0], target=said))
    if not is_said_before:
        draft.either(again, None)
    draft.probe(draft.say(where, "What did you say?", called=True))
    draft.probe(draft.say(where, f"Again? {texts.searching(pair.question, 'activity')}", called=True))


def shared_by_another(draft: Draft) -> None:
    """Something is said of somebody where observers do not read; they would share it, but it is not theirs."""
    rng = draft.rng
    rooms = [room for room in draft.hidden() if len(draft.town.members[room]) > 1]
    named = [key for key, one in draft.layout.people.items() if one.name.isascii() and one.name.isalpha()]
    rooms = [room for room in rooms if draft.town.members[room] & set(named)]
    if not rooms:
        return told(draft)
    room = rng.choice(rooms)
    whom = rng.choice(sorted(draft.town.members[room] & set(named)))
    who = rng.choice(sorted(draft.town.members[room] - {whom}))
    name, values = draft.layout.people[whom].name, texts.PAIRS[0].values
    draft.both(draft.say((room, whom), "The harbour was quiet.", called=False))
    one = draft.say((room, who), f"{name} lives in {values[0]}.", called=False)
    draft.either(one, replace(one, text=f"{name} lives in {values[1]}."))
    draft.both(draft.command((room, whom), "me"))
    draft.both(draft.command((room, whom), "me share {fact0} with everyone"))
    where = draft.open_place()
    draft.probe(draft.say(where, f"Where does {name} live?", called=True))
    draft.probe(draft.command(where, f"memory search alice {name} lives {' '.join(values)} --scope facts"))
    return None


def contradicted(draft: Draft) -> None:
    """What somebody has told observers is told otherwise among those who know it: nobody is asked in front of them."""
    rng, values = draft.rng, texts.PAIRS[0].values
    places = [
        (room, who, elsewhere, other)
        for room in draft.visible()
        for who in draft.town.members[room]
        if draft.layout.people[who].name.isascii() and draft.layout.people[who].name.isalpha()
        for elsewhere in draft.hidden()
        if draft.town.flows(room, elsewhere)
        for other in draft.town.members[elsewhere] - {who}
    ]
    if not places:
        return told(draft)
    room, who, elsewhere, other = rng.choice(sorted(places))
    name = draft.layout.people[who].name
    draft.both(draft.say((room, who), f"I live in {values[0]}.", called=False))
    draft.either(draft.say((elsewhere, other), f"{name} lives in {values[1]}.", called=False), None)
    draft.probe(draft.say((room, who), "Where do I live?", called=True), draft.command((room, who), "me"))
    return None


def put_aside(draft: Draft) -> None:
    """A stranger says nearly the same again and again where observers do not read: it is put aside, or not."""
    rng, pair = draft.rng, draft.rng.choice((texts.PAIRS[1], texts.PAIRS[4], texts.PAIRS[7]))
    strangers = [key for key, one in draft.layout.people.items() if one.standing != "full"]
    places = [(f"dm {one}", one) for one in strangers if f"dm {one}" in draft.hidden()]
    staff = [(room, one) for room in draft.visible() for one in draft.town.members[room] - {*strangers}]
    if not places or not staff:
        return told(draft)
    where, in_front = rng.choice(places), rng.choice(sorted(staff))
    draft.owners, draft.strangers = (in_front[1],), (where[1],)
    for value in pair.values:
        draft.both(draft.say(where, pair.own.format(v=value), called=True))
    draft.either(draft.say(where, pair.own.format(v="something else"), called=True), None)
    draft.probe(draft.command(in_front, "memory aside alice"))
    draft.probe(draft.command(in_front, "memory aside alice --release {fact0}"))
    return None


def pictured(draft: Draft) -> None:
    """More or less is told where observers do not read; what is known is drawn for them."""
    rng = draft.rng
    where = draft.secret_place()
    in_front = draft.open_place(where[1])
    draft.both(draft.say(in_front, rng.choice(texts.PAIRS).of(0), called=False))
    for pair in rng.sample(texts.PAIRS, 2):
        draft.either(draft.say(where, pair.of(0), called=False), None)
    for words in ("graph alice", "year alice", f"show alice {texts.LOG}"):
        draft.probe(draft.command(in_front, f"memory {words}"))


def settled(draft: Draft) -> None:
    """An issue is settled, a note, a rule or a day written down for others than the observers, or in other words."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    room, _ = draft.secret_place()
    one = Act(what="resolution", room=room, text=pair.of(0))
    draft.either(one, rng.choice((replace(one, text=pair.of(1)), None)))
    draft.probe(draft.say(draft.open_place(), pair.question, called=True))


def founded(draft: Draft) -> None:
    """What was said and sent in a room before it was a side of a board is not told on the other sides."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    rooms = [room for room in draft.layout.rooms if draft.town.kinds[room] != "direct" and draft.town.members[room]]
    hidden, seen = sorted({*rooms} & {*draft.hidden()}), sorted({*rooms} & {*draft.visible()})
    if draft.town.founded or not hidden or not seen:
        return told(draft)
    side = rng.choice(hidden)
    draft.layout = draft.town.layout = replace(draft.layout, boards=(frozenset({side, rng.choice(seen)}),))
    who = rng.choice(sorted(draft.town.members[side]))
    one = replace(draft.say((side, who), pair.of(0), called=True), file=pair.of(0))
    other = replace(one, text=pair.of(1), file=pair.of(1))
    said = draft.either(one, rng.choice((other, replace(one, file=pair.of(1)), None)))
    draft.both(Act(what="restart", text=FOUNDING))
    is_threaded = draft.layout.rooms[side].place.platform == "slack"
    for words in (f"Read it again. {texts.reading_file()}", pair.question):
        draft.probe(replace(draft.say((side, who), words, called=True, target=said), in_thread=is_threaded))
    ask(draft, pair)
    look_up(draft, pair, draft.open_place(), "activity")
    return None


def sent(draft: Draft) -> None:
    """A file comes where observers do not read, and they ask for one of its name."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where, in_front = draft.secret_place(), draft.open_place()
    if rng.random() < 0.5:
        draft.both(replace(draft.say(in_front, "Please read this.", called=True), file=pair.of(0)))
    one = replace(draft.say(where, "Please read this.", called=True), file=pair.of(0))
    draft.either(one, rng.choice((replace(one, file=pair.of(1)), replace(one, file=""), None)))
    draft.probe(draft.say(in_front, f"Read it again. {texts.reading_file()}", called=True))
    ask(draft, pair)


def overheard(draft: Draft) -> None:
    """A colleague is written to where observers do not read; letters are seen on boards by those who may read them."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    letter = '[[send_message {"to": "bob", "text": "{heard}"}]]'
    one = draft.say(where, f"{pair.of(0)} {letter}", called=True)
    draft.either(one, rng.choice((replace(one, text=f"{pair.of(1)} {letter}"), replace(one, text=pair.of(0)), None)))
    draft.probe(draft.say(draft.open_place(), f"What is new? {texts.reading_board('board0')}", called=True))
    ask(draft, pair)


def approved(draft: Draft) -> None:
    """A colleague would tell others what is said where observers do not read: who may allow that reads it, too."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    asked = rng.choice(sorted(draft.observers - draft.town.readers(where[0])))
    strangers = [key for key in draft.layout.people if key not in draft.town.readers(where[0])]
    draft.owners = (asked,)
    letter = f'[[send_message {{"to": "bob", "text": "{{heard}} {{tell {rng.choice(sorted(strangers))}}}"}}]]'
    one = draft.say(where, f"{pair.of(0)} {letter}", called=True)
    draft.either(one, rng.choice((replace(one, text=f"{pair.of(1)} {letter}"), replace(one, text=pair.of(0)), None)))
    draft.both(Act(what="wait", text="20"))  # the next one is asked where nobody answers
    draft.probe(draft.command(draft.open_place(asked), "status"))
    ask(draft, pair)


def explained(draft: Draft) -> None:
    """Who joins a room reads what was answered there, and not what the anima had in mind when it answered."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    (one,) = draft.observers if len(draft.observers) == 1 else ("",)
    rooms = [
        (source, room)
        for room, kind in draft.town.kinds.items()
        if one and kind == "closed" and room in draft.hidden() and _could_join(draft, one, room)
        for source in draft.hidden()
        if draft.town.kinds[source] == "open" and draft.town.flows(source, room)
    ]
    if not rooms:
        return told(draft)
    source, room = rng.choice(sorted(rooms))
    said = draft.say((source, draft.somebody(source)), pair.of(0), called=False)
    draft.either(said, replace(said, text=pair.of(1)))
    asking = replace(draft.say((room, draft.somebody(room)), pair.question, called=True), tells=False)
    draft.both(asking)
    draft.both(Act(what="join", who=one, room=room))
    draft.probe(draft.command((room, one), rng.choice(("why", "why alice --last", "why alice --last --whole"))))
    return None


def _could_join(draft: Draft, who: str, room: str) -> bool:
    return draft.layout.people[who].person.platform == draft.layout.rooms[room].place.platform


READERS: tuple[Theme, ...] = (
    valued,
    woken,
    left_behind,
    unsaid,
    shared_by_another,
    contradicted,
    put_aside,
    pictured,
    settled,
    founded,
    sent,
    overheard,
    approved,
    explained,
)
ON_BOARDS = ("boarded", "beside_a_board", "overheard")
"""Themes that need a board."""

AMONG_STRANGERS, SEEN_BY_STRANGERS = ("put_aside",), ("explained",)
"""Themes that need somebody who is little trusted, and those in which they watch."""

SEEN_FROM_BESIDE, SEEN_FROM_INSIDE = ("founded", "beside_a_board"), ("left_behind",)
"""Themes in which somebody watches who does not read every room; in which it is somebody in a closed one."""

ALONE = ("explained",)
"""Themes beside which there is no other."""
