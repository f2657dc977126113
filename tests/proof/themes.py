"""Themes: each puts one kind of secret into a plan, and what would show it among the probes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.proof import texts
from tests.proof.plan import Act
from tests.proof.probes import ask, look, look_up
from tests.proof.town import EVERYBODY
from tests.proof.worlds import Draft

Theme = Callable[[Draft], None]


def told(draft: Draft) -> None:
    """A value is said where observers do not read; perhaps the same person tells one of both where they do."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    in_front = draft.open_place(where[1])
    if rng.random() < 0.6:
        draft.both(draft.say(in_front, pair.of(0)))
    one = draft.say(where, texts.marked(rng, pair.of(0)))
    draft.either(one, replace(one, text=one.text.replace(pair.of(0), pair.of(1))))
    if rng.random() < 0.3:
        draft.both(draft.say(in_front, pair.of(1)))
    ask(draft, pair)


def present(draft: Draft) -> None:
    """Something is said where observers do not read, or not."""
    pair = draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    draft.both(draft.say(draft.open_place(where[1]), texts.marked(draft.rng, pair.of(0))))
    draft.either(draft.say(where, texts.marked(draft.rng, pair.of(draft.rng.randrange(2)))), None)
    draft.both(draft.say(draft.open_place(), pair.of(0)))
    ask(draft, pair)
    look(draft)


def repeated(draft: Draft) -> None:
    """The same is said once or more often, some of it where observers do not read."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    in_front = draft.open_place(where[1])
    if rng.random() < 0.7:
        draft.both(draft.say(in_front, pair.of(0)))
    for _ in range(rng.randint(1, 3)):
        draft.either(draft.say(where, pair.of(0), called=False), None)
    if rng.random() < 0.7:
        draft.both(draft.say(in_front, pair.of(0)))
    ask(draft, pair)
    look(draft)


def deleted(draft: Draft) -> None:
    """What was said in front of the observers, and never answered, is deleted; perhaps it was said elsewhere, too."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    in_front = draft.open_place()
    one = draft.say(in_front, pair.of(0), called=False)
    if one.called:
        return told(draft)
    if rng.random() < 0.5:
        said = draft.either(one, replace(one, text=pair.of(1)))
    else:
        said = draft.both(one)
        room, who = draft.secret_place()
        who = in_front[1] if in_front[1] in draft.town.members[room] else who
        draft.either(draft.say((room, who), pair.of(0), called=False), None)
    draft.both(Act(what="delete", who=in_front[1], room=in_front[0], target=said))
    ask(draft, pair)
    look(draft)
    return None


def edited(draft: Draft) -> None:
    """What was said in front of the observers, and never answered, is replaced by other words."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    in_front = draft.open_place()
    one = draft.say(in_front, texts.marked(rng, pair.of(0)), called=False)
    if one.called:
        return present(draft)
    said = draft.either(one, replace(one, text=one.text.replace(pair.of(0), pair.of(1))))
    text = rng.choice((pair.of(0), "Never mind."))
    draft.both(Act(what="edit", who=in_front[1], room=in_front[0], target=said, text=text))
    ask(draft, pair)
    return None


def changed_elsewhere(draft: Draft) -> None:
    """A hidden message is edited or deleted, or not."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    draft.both(draft.say(draft.open_place(where[1]), pair.of(0), called=False))
    said = draft.both(draft.say(where, pair.of(0), called=False))
    what = rng.choice(("edit", "delete"))
    act = Act(what=what, who=where[1], room=where[0], target=said, text=pair.of(1) if what == "edit" else "")  # type: ignore[arg-type]
    draft.either(act, None)
    ask(draft, pair)


def injected(draft: Draft) -> None:
    """A plant in a room, then a secret elsewhere: the model writes down what it hears for others to read."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    path = rng.choice(texts.PATHS)
    plant = draft.open_place()
    draft.both(draft.say(plant, texts.planted(rng, path), called=rng.random() < 0.3))
    where = draft.secret_place()
    wish = texts.planted(rng, path) if rng.random() < 0.5 else ""
    one = draft.say(where, f"{pair.of(0)} {wish}".strip(), called=True)
    other = replace(one, text=one.text.replace(pair.of(0), pair.of(1))) if rng.random() < 0.7 else None
    draft.either(one, other)
    probe = draft.open_place()
    draft.probe(draft.say(probe, f"Tell me everything {texts.reading(path)}", called=True))
    draft.probe(draft.say(probe, f"And? {texts.searching(pair.question)}", called=True))
    ask(draft, pair)


def noted(draft: Draft) -> None:
    """A note is written, or not, on behalf of others; observers try the same name."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    path = rng.choice(texts.PATHS)
    if rng.random() < 0.4:
        write_note(draft, EVERYBODY, path, "The rule is settled: invoices go to account 4711.")
    where = draft.secret_place()
    text = texts.write_note(path, rng.choice((pair.of(0), "", f"<!-- audience: org --> {pair.of(0)}")))
    one = draft.say(where, f"Please keep this {text}", called=True)
    other = replace(one, text=one.text.replace(pair.of(0), pair.of(1))) if rng.random() < 0.3 else None
    draft.either(one, other if other != one else None)
    probe = draft.open_place()
    mine = texts.write_note(path, rng.choice(("Ours now.", "")))
    for wish in (mine, texts.reading(path), texts.searching("rule settled account keep", "knowledge")):
        draft.probe(draft.say(probe, f"Do it {wish}", called=True))
    ask(draft, pair)


def by_operator(draft: Draft) -> None:
    """An operator keeps something for one audience: a note, a profile, a settled issue, an hour of a day."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    room, who = draft.secret_place()
    kind = rng.choice(("note", "note", "hot", "procedure", "profile", "resolution", "day", "state"))
    acts = [_kept(draft, kind, room, who, pair.of(which)) for which in range(2)]
    # What stands in a day for everybody is there in both.
    absent = replace(acts[0], text=_DAY) if kind == "day" else None
    draft.either(acts[0], acts[1] if rng.random() < 0.6 else absent)
    draft.both(draft.say(draft.open_place(who), pair.of(0)))
    probe = draft.open_place()
    path = acts[0].path or "knowledge/kept.md"
    draft.probe(draft.say(probe, f"Tell me everything {texts.reading(path)}", called=True))
    draft.probe(draft.say(probe, f"Do it {texts.write_note(path, 'Ours now.')}", called=True))
    ask(draft, pair)


def worked(draft: Draft) -> None:
    """A procedure that all may read is tried elsewhere, and works or does not."""
    path = "procedures/release.md"
    text = "---\naudience: org\ndescription: how to release the launch\n---\n\nRelease: tag, build, tell the room.\n"
    draft.both(Act(what="note", room=EVERYBODY, path=path, text=text))
    where = draft.secret_place()
    one = draft.say(where, f"We did the release. {texts.reporting(path, True)}", called=True)
    other = replace(one, text=one.text.replace("true", "false"))
    for _ in range(draft.rng.randint(1, 2)):
        draft.either(one, draft.rng.choice((other, None)))
    probe = draft.open_place()
    draft.probe(draft.say(probe, "Please release the launch", called=True))
    draft.probe(draft.say(probe, f"How? {texts.searching('how to release the launch', 'procedures')}", called=True))
    draft.probe(draft.command(probe, f"memory show alice {path}"))


def used(draft: Draft) -> None:
    """What all may read is asked for elsewhere, or not: nobody else's memory of it grows."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    path = "knowledge/plan.md"
    if rng.random() < 0.5:
        write_note(draft, EVERYBODY, path, f"The harbour plan. {pair.of(0)}", rng.choice(("", "pinned: true\n")))
    shown = draft.open_place()
    draft.both(draft.say(shown, pair.of(0), called=False))
    sources = [room for room in draft.hidden() if draft.town.flows(shown[0], room)] or draft.hidden()
    room = rng.choice(sources)
    for _ in range(rng.randint(1, 3)):
        wish = rng.choice((texts.searching(pair.question), texts.reading(path), texts.searching("harbour plan")))
        draft.either(draft.say((room, draft.somebody(room)), f"{pair.question} {wish}", called=True), None)
    if rng.random() < 0.4:
        verdict = rng.choice(("That's wrong.", "Exactly!", "Forget that."))
        draft.either(draft.say((room, draft.somebody(room)), verdict, called=True), None)
    look_up(draft, pair, shown)
    ask(draft, pair)
    look(draft)


def doubted(draft: Draft) -> None:
    """Two people's words about one of them: what observers may not read puts no question to anybody."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS[:3])
    where = draft.secret_place()
    who = where[1]
    in_front = draft.open_place(who)
    draft.both(draft.say(in_front, pair.of(0), called=False))
    name = draft.layout.people[in_front[1]].name
    about = f"{name} lives in {pair.values[1]}." if pair is texts.PAIRS[0] else f"{name}: {pair.of(1)}"
    draft.either(draft.say((where[0], draft.somebody(where[0])), about, called=False), None)
    room, _ = draft.open_place(in_front[1])
    draft.probe(draft.say((room, draft.somebody(room, prefer=in_front[1])), pair.question, called=True))
    if rng.random() < 0.5:
        others = draft.say(draft.open_place(), about, called=False)
        draft.both(others)
    draft.probe(Act(what="press", who=in_front[1], room=in_front[0], target=len(draft.steps), text="0"))
    ask(draft, pair)


def reminding(draft: Draft) -> None:
    """Somebody wishes to be reminded where observers do not read, or not."""
    where = draft.secret_place()
    wish = "Remind me tomorrow at 9:00 to call the bank."
    at = draft.either(draft.say(where, wish, called=True), None)
    if draft.rng.random() < 0.6:
        draft.both(Act(what="press", who=where[1], room=where[0], target=at, text="0"))
    in_front = draft.open_place(where[1])
    draft.both(draft.say(in_front, "Remind me tomorrow at 9:05 to buy a boat.", called=True))
    draft.both(Act(what="press", who=in_front[1], room=in_front[0], target=len(draft.steps) - 1, text="0"))
    draft.both(Act(what="wait", text=str(draft.rng.choice((10, 60 * 25)))))
    for words in ("reminders", "reminders --drop {reminder0}"):
        draft.probe(draft.command(in_front, words))


def crossed(draft: Draft) -> None:
    """Somebody has left a room: what was said there is theirs no more. Or a guest comes, and a room is closed."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    rooms = [key for key in draft.visible() if draft.town.kinds[key] == "closed"]
    leaving = sorted(draft.observers)[0]
    if len(draft.observers) > 1 or not rooms:
        return _joined(draft)
    room = rng.choice(rooms)
    others = sorted(draft.town.members[room] - {leaving})
    if not others:
        return _joined(draft)
    act = draft.say((room, rng.choice(others)), pair.of(0))
    draft.either(act, replace(act, text=pair.of(1)))
    draft.both(Act(what="leave", who=leaving, room=room, is_told=rng.random() < 0.7))
    ask(draft, pair)
    return None


def _joined(draft: Draft) -> None:
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    strangers = [key for key, one in draft.layout.people.items() if one.standing != "full"]
    act = draft.say(draft.secret_place(), pair.of(0))
    draft.either(act, replace(act, text=pair.of(1)))
    closed = [key for key, kind in draft.town.kinds.items() if kind == "closed"]
    room = rng.choice(closed)
    who = rng.choice(strangers or sorted(draft.layout.people))
    platform = draft.layout.rooms[room].place.platform
    if draft.layout.people[who].person.platform == platform:
        draft.both(Act(what="join", who=who, room=room, is_told=rng.random() < 0.7))
    if opened := [key for key in draft.hidden() if draft.town.kinds[key] == "open"]:
        draft.both(Act(what="close", room=rng.choice(opened), is_told=rng.random() < 0.5))
    ask(draft, pair)


def flooded(draft: Draft) -> None:
    """Very much is said where observers do not read, or little."""
    pair = draft.rng.choice(texts.PAIRS)
    in_front = draft.open_place()
    draft.both(draft.say(in_front, pair.of(0), called=False))
    where = draft.secret_place()
    many = Act(what="flood", who=where[1], room=where[0], text=f"{pair.of(1)} Number", path="120")
    draft.either(many, replace(many, path="2") if draft.rng.random() < 0.5 else None)
    if draft.rng.random() < 0.6:
        draft.add(Act(what="restart"), Act(what="restart"), wipes=draft.rng.random() < 0.5)
    draft.both(draft.say(in_front, "Forget that.", called=draft.rng.random() < 0.5))
    ask(draft, pair)


def by_hand(draft: Draft) -> None:
    """An admin adds, holds or takes back what observers may not read."""
    pair = draft.rng.choice(texts.PAIRS)
    where = draft.secret_place()
    one = draft.command(where, f"memory add alice {pair.of(0)}")
    draft.either(one, draft.rng.choice((replace(one, text=one.text.replace(pair.of(0), pair.of(1))), None)))
    draft.both(draft.say(draft.open_place(where[1]), pair.of(0), called=False))
    ask(draft, pair)
    look(draft)


def looked(draft: Draft) -> None:
    """Talk elsewhere, much or little, and everything that counts or names."""
    rng, pair = draft.rng, draft.rng.choice(texts.PAIRS)
    for _ in range(rng.randint(1, 3)):
        where = draft.secret_place()
        draft.either(draft.say(where, texts.marked(rng, pair.of(rng.randrange(2)))), None)
    draft.both(draft.say(draft.open_place(), "word " * 60 + pair.of(0)))
    look(draft)
    look(draft)


def undelivered(draft: Draft) -> None:
    """An answer elsewhere does not arrive, or arrives; one in front of the observers does not, either."""
    pair = draft.rng.choice(texts.PAIRS)
    where, in_front = draft.secret_place(), draft.open_place()
    lost = replace(draft.say(where, pair.of(0), called=True), is_lost=True)
    draft.either(lost, replace(lost, is_lost=False) if draft.rng.random() < 0.5 else None)
    draft.both(replace(draft.say(in_front, pair.question, called=True), is_lost=draft.rng.random() < 0.7))
    for words in ("status", "dead list", "dead resend {letter0}", "doctor --offline", "trace 0000000"):
        draft.probe(draft.command(draft.open_place(), words))


def forging(draft: Draft) -> None:
    """Somebody writes what looks like another one's line; and a secret is told meanwhile."""
    room, who = draft.open_place()
    other = draft.rng.choice(sorted(draft.layout.people))
    name = draft.layout.people[other].name
    draft.both(draft.say((room, who), texts.forged(draft.rng, " ".join(name.split())), called=True))
    question = f"What did we say? {texts.searching(f'{texts.TOKEN} agreed')}"
    draft.probe(draft.say((room, who), question, called=True))
    told(draft)


def write_note(draft: Draft, room: str, path: str, text: str, head: str = "") -> None:
    draft.both(Act(what="note", room=room, path=path, text=f'---\naudience: "{{audience}}"\n{head}---\n\n{text}\n'))


_DAY = "---\naudience: org\n---\n\n# Day\n"


def _kept(draft: Draft, kind: str, room: str, who: str, text: str) -> Act:
    head = 'audience: "{audience}"\n'
    match kind:
        case "profile":
            return Act(what="profile", room=room, who=who, text=text)
        case "resolution":
            return Act(what="resolution", room=room, text=text)
        case "day":
            content = f"{_DAY}\n## 09:00 Talk\n<!-- audience: {{audience}} -->\n{text}\n"
            return Act(what="note", room=room, path="episodes/2026-11-15.md", text=content)
        case "hot":
            return Act(
                what="note", room=room, path="knowledge/kept.md", text=f"---\n{head}pinned: true\n---\n\n{text}\n"
            )
        case "procedure":
            content = f"---\n{head}description: {text}\n---\n\nStep: {text}\n"
            return Act(what="note", room=room, path="procedures/release.md", text=content)
        case "state":
            return Act(what="note", room=room, path="state/current_task.md", text=f"---\n{head}---\n\n{text}\n")
    return Act(what="note", room=room, path="knowledge/kept.md", text=f"---\n{head}---\n\n{text}\n")


THEMES: tuple[Theme, ...] = (
    told,
    present,
    repeated,
    deleted,
    edited,
    changed_elsewhere,
    injected,
    noted,
    by_operator,
    worked,
    used,
    doubted,
    reminding,
    crossed,
    flooded,
    by_hand,
    looked,
    undelivered,
    forging,
)
