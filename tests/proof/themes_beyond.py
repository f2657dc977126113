"""Themes of what goes beyond a talk: letters, calls, boards, nights, several accounts of one person."""

from __future__ import annotations

from dataclasses import replace

from tests.proof import texts
from tests.proof.plan import Act
from tests.proof.probes import ask
from tests.proof.themes import present, told
from tests.proof.worlds import Draft


def lettered(draft: Draft) -> None:
    """An anima writes to a colleague, or hands a task over, where observers do not read; they do the same, and ask."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where, wish = draft.secret_place(), texts.writing(draft.rng)
    in_front = draft.open_place(where[1])
    draft.both(draft.say(in_front, pair.of(0), called=False))
    one = draft.say(where, f"{pair.of(0)} {wish}", called=True)
    draft.either(one, rng.choice((replace(one, text=f"{pair.of(1)} {wish}"), replace(one, text=pair.of(0)), None)))
    draft.probe(
        draft.say(in_front, f"{pair.of(0)} {rng.choice((wish, texts.writing(rng)))}", called=True),
        draft.say(in_front, f"What did you write? {texts.letters('bob')}", called=True),
    )
    asked = f"@bob {pair.question} {texts.letters('alice')} {texts.searching(pair.question)}"
    draft.probe(draft.say(draft.open_place(), asked, called=True))
    ask(draft, pair)


def called(draft: Draft) -> None:
    """Somebody is called from where observers do not read, and may answer; observers have them called, too."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    others = sorted(set(draft.layout.people) - draft.observers) or sorted(draft.layout.people)
    callee = rng.choice(others)
    draft.callees = (callee,)
    wish = texts.calling(rng.choice(("{heard}", "Come, please.")))
    where = draft.secret_place()
    one = draft.say(where, f"{pair.of(0)} {wish}", called=True)
    at = draft.either(one, rng.choice((replace(one, text=f"{pair.of(1)} {wish}"), replace(one, text=pair.of(0)), None)))
    if rng.random() < 0.6:
        draft.both(Act(what="press", who=callee, room=f"dm {callee}", target=at, text=str(rng.randrange(3))))
    in_front = draft.open_place()
    draft.staff += (in_front[1],)
    draft.probe(draft.command(in_front, "notify"))
    draft.probe(draft.say(in_front, f"{pair.of(0)} {wish}", called=True), draft.command(in_front, "status"))
    draft.probe(draft.say(in_front, f"Tell {callee}: {pair.of(1)} {texts.telling(callee)}", called=True))
    ask(draft, pair)


def boarded(draft: Draft) -> None:
    """Something is posted on a board, or somebody tries to, where observers do not read; then the board is read."""
    if not draft.layout.boards:
        return told(draft)
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    one = draft.say(where, f"{pair.of(0)} {rng.choice((texts.posting('board0'), ''))}", called=True)
    at = draft.either(one, rng.choice((replace(one, text=one.text.replace(pair.of(0), pair.of(1))), None)))
    sides = sorted(side for board in draft.layout.boards for side in board if draft.town.members[side])
    for side in sides[: rng.randint(0, 2)]:
        said = draft.both(draft.say((side, draft.somebody(side)), pair.of(rng.randrange(2))))
        how = rng.choice(("edit", "delete", "react", ""))
        if how:
            text = {"edit": "I meant something else.", "react": "👍"}.get(how, "")
            draft.both(Act(what=how, who=draft.steps[said].act.who, room=side, target=said, text=text))  # type: ignore[arg-type]
    if rng.random() < 0.3:
        draft.either(Act(what="delete", who=where[1], room=where[0], target=at), None)
    in_front = draft.open_place()
    draft.probe(draft.say(in_front, f"What is new? {texts.reading_board('board0')}", called=True))
    draft.probe(draft.say(in_front, f"{pair.of(0)} {texts.posting('board0')}", called=True))
    draft.probe(draft.command(in_front, "board list"))
    ask(draft, pair)
    return None


def beside_a_board(draft: Draft) -> None:
    """Something is said on a board that observers do not read, and they have the anima read it to them."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    sides = [side for board in draft.layout.boards for side in sorted(board) if side in draft.hidden()]
    sides = [side for side in sides if draft.town.members[side]]
    if not sides:
        return boarded(draft)
    side = rng.choice(sides)
    draft.both(draft.say((side, draft.somebody(side)), rng.choice(texts.PAIRS).of(0), called=False))
    one = draft.say((side, draft.somebody(side)), pair.of(0), called=False)
    draft.either(one, rng.choice((replace(one, text=pair.of(1)), None)))
    for _ in range(2):
        draft.probe(draft.say(draft.open_place(), f"What is new? {texts.reading_board('board0')}", called=True))
    return None


def notified(draft: Draft) -> None:
    """An admin has somebody called where observers do not read; then the calls are listed, and the same is called."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where, in_front = draft.secret_place(), draft.open_place()
    draft.staff += (where[1], in_front[1])
    draft.callees = (rng.choice(sorted(draft.layout.people)),)
    one = draft.command(where, f"notify {pair.of(0)}")
    draft.either(one, rng.choice((replace(one, text=f"notify {pair.of(1)}"), None, None)))
    draft.probe(draft.command(in_front, "notify"))
    draft.probe(draft.command(in_front, f"notify {pair.of(0)}"), draft.command(in_front, "notify"))
    ask(draft, pair)


def reminded(draft: Draft) -> None:
    """Somebody is to be reminded of what they said alone, and asks for their reminders where others read."""
    people = [key for key in sorted(draft.layout.people) if f"dm {key}" in draft.hidden()]
    rooms = [room for room in draft.visible() if draft.town.members[room] & set(people)]
    if not people or not rooms:
        return present(draft)
    room = draft.rng.choice(rooms)
    who = draft.rng.choice(sorted(draft.town.members[room] & set(people)))
    wish = "Remind me tomorrow at 9:00 to call the bank."
    at = draft.either(draft.say((f"dm {who}", who), wish, called=True), None)
    draft.both(Act(what="press", who=who, room=f"dm {who}", target=at, text="0"))
    draft.probe(draft.command((room, who), "reminders"), draft.command((room, who), "reminders --drop {reminder0}"))
    return None


def slept(draft: Draft) -> None:
    """Much is said where observers do not read, or little, and nights go by."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    in_front = draft.open_place(where[1])
    for one in (*rng.sample(texts.PAIRS, rng.randint(1, 3)), pair):
        draft.both(draft.say(in_front, one.of(0), called=False))
    for one in (*rng.sample(texts.PAIRS, rng.randint(0, 4)), pair):
        act = draft.say(where, one.of(rng.randrange(2)), called=False)
        draft.either(act, None)
    for days in rng.choice(((1,), (1, 1), (40, 1), (1, 60), (30, 30))):
        draft.both(Act(what="night", text=str(days)))
        if rng.random() < 0.4:
            draft.both(draft.say(in_front, pair.of(rng.randrange(2)), called=False))
    path = rng.choice(("episodes/2026-11-16.md", "knowledge/", "procedures/"))
    draft.probe(draft.say(in_front, f"Tell me everything {texts.reading(path)}", called=True))
    draft.probe(draft.command(in_front, "memory stats alice"))
    ask(draft, pair)
    ask(draft, rng.choice(texts.PAIRS))


def one_person(draft: Draft) -> None:
    """Two accounts are one person, perhaps for a while; others' secrets are told, and what is known of one is asked."""
    rng, people = draft.rng, sorted(draft.layout.people)
    watching = rng.choice(sorted(draft.observers))
    first = watching if rng.random() < 0.6 else rng.choice(people)
    other = rng.choice([key for key in people if key != first])
    for key in (first, other):
        if rng.random() < 0.6:
            room = rng.choice([one for one in draft.layout.rooms if key in draft.town.members[one]])
            draft.both(draft.say((room, key), rng.choice(texts.PAIRS).of(0)))
    draft.both(Act(what="link", who=first, text=other))
    told(draft) if rng.random() < 0.5 else present(draft)
    if rng.random() < 0.4:
        draft.both(Act(what="unlink", who=rng.choice((first, other))))
    where = draft.open_place(watching)
    shared = rng.choice(("everyone", "here"))
    words = (
        "me",
        f"me share {{fact0}} with {shared}",
        "me forget {fact0}",
        "me export",
        "me correct {fact0} I like tea.",
    )
    draft.probe(draft.command(where, "me"), draft.command(where, rng.choice(words)), draft.command(where, "me"))


BEYOND = (lettered, called, boarded, beside_a_board, notified, reminded, slept, one_person)
