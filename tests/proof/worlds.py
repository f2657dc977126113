"""Random worlds: towns of three kinds, who watches, and a plan made of themes, each with its probes."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from memory.vocabulary.address import Person, Place
from tests.proof import texts
from tests.proof.plan import Act, Plan, Step, apply, sound, times_of
from tests.proof.platform import MONDAY
from tests.proof.town import EVERYBODY, Kind, Layout, Room, Someone, Standing, Town

_NAMES = ("Ada", "аda", "Bea: yes", "Bea\nAda", "Cem [slack:T1/C3]", "Alice", "Noted", "Ａｄａ")


def slack(rng: random.Random) -> Layout:
    """A workspace with a guest in one room, and a room shared with another workspace."""
    people = _people("slack", "T1", ("ada", "bea", "cem"))
    people |= _people("slack", "T1", ("gus",), "guest") | _people("slack", "T2", ("fay",), "foreign")
    rooms = [
        _room("core", Place("slack", "T1", "C1"), "closed", "ada", "bea"),
        _room("team", Place("slack", "T1", "C2"), "closed", "ada", "bea", "cem"),
        _room("general", Place("slack", "T1", "C3"), "open", "ada", "bea", "cem"),
        _room("random", Place("slack", "T1", "C4"), "open", "ada", "cem"),
        _room("shared", Place("slack", "T1", "C5"), "open", "ada", "fay"),
        _room("help", Place("slack", "T1", "C6"), "open", "bea", "gus"),
    ]
    rooms += [_room(f"dm {key}", Place("slack", "T1", f"D{key}"), "direct", key) for key in people]
    return Layout(people=_renamed(rng, people), rooms={room.key: room for room in rooms})


def discord(rng: random.Random) -> Layout:
    """A guild with a room that is closed to one of its people."""
    people = _people("discord", "", ("dora", "eli", "finn"))
    vip = replace(_room("vip", Place("discord", "100", "203"), "open", "dora", "eli"), denied=frozenset({"finn"}))
    rooms = [
        _room("lobby", Place("discord", "100", "201"), "open", "dora", "eli", "finn"),
        _room("mods", Place("discord", "100", "202"), "closed", "dora", "eli"),
        vip,
        _room("stage", Place("discord", "100", "204"), "open", "finn"),
    ]
    rooms += [_room(f"dm {key}", Place("discord", "@me", f"9{at}"), "direct", key) for at, key in enumerate(people)]
    return Layout(people=_renamed(rng, people), rooms={room.key: room for room in rooms})


def telegram(rng: random.Random) -> Layout:
    """Groups of which the platform does not tell who is in them."""
    people = _people("telegram", "", ("tara", "uma", "vic"))
    rooms = [
        _room("pair", Place("telegram", "", "-1001"), "closed", "tara", "uma"),
        _room("club", Place("telegram", "", "-1002"), "closed", "tara", "uma", "vic"),
    ]
    rooms += [_room(f"dm {key}", Place("telegram", "", f"5{at}"), "direct", key) for at, key in enumerate(people)]
    silent = frozenset({"telegram"} if rng.random() < 0.6 else ())
    return Layout(people=_renamed(rng, people), rooms={room.key: room for room in rooms}, silent=silent)


def _people(platform: str, workspace: str, keys: tuple[str, ...], standing: Standing = "full") -> dict[str, Someone]:
    return {
        key: Someone(key=key, person=Person(platform, workspace, f"U{key}"), name=key.title(), standing=standing)
        for key in keys
    }


def _room(key: str, place: Place, kind: Kind, *people: str) -> Room:
    return Room(key=key, place=place, kind=kind, people=frozenset(people))


def _renamed(rng: random.Random, people: dict[str, Someone]) -> dict[str, Someone]:
    """Sometimes one of them goes by an odd name, or by somebody else's."""
    if rng.random() < 0.3:
        key = rng.choice(list(people))
        people[key] = replace(people[key], name=rng.choice(_NAMES))
    return people


def _together(one: Layout, other: Layout) -> Layout:
    return Layout(
        people={**one.people, **other.people}, rooms={**one.rooms, **other.rooms}, silent=one.silent | other.silent
    )


THEIRS, CURIOUS = 8, 3
"""Acts of the observers after which no more probes are added: of the themes, and of what anybody tries anywhere."""


@dataclass(slots=True)
class Draft:
    """A plan in the making."""

    rng: random.Random
    layout: Layout
    observers: frozenset[str]
    town: Town = field(init=False)
    steps: list[Step] = field(default_factory=list)
    probes: list[tuple[Act, ...]] = field(default_factory=list)
    themes: list[str] = field(default_factory=list)
    callees: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    """Who are admins, whoever else is."""

    owners: tuple[str, ...] = ()
    """Who owns the house; by chance, where nobody is named."""

    strangers: tuple[str, ...] = ()
    """Who is no admin, and little trusted."""

    def __post_init__(self) -> None:
        self.town = Town(self.layout)

    def add(self, one: Act | None, other: Act | None, *, is_probe: bool = False, wipes: bool = False) -> int:
        self.steps.append(Step(one=one, other=other, is_probe=is_probe, wipes=wipes))
        if (act := one or other) is not None:
            apply(self.town, act)
        return len(self.steps) - 1

    def both(self, act: Act) -> int:
        return self.add(act, act)

    def either(self, act: Act, other: Act | None) -> int:
        """The secret: which twin has which is chance, too."""
        return self.add(act, other) if self.rng.random() < 0.5 else self.add(other, act)

    def line(self, step: int) -> str:
        """Where the log tells of the step."""
        at = MONDAY + times_of(self.steps)[step]
        return f"activity_log/{at:%Y-%m-%d}.jsonl#L{at:%H%M%S}"

    @property
    def has_begun(self) -> bool:
        """Whether something was said in both; an anima that nobody has ever spoken to does not sleep."""
        return any(step.one is not None and not step.is_secret and step.one.what == "say" for step in self.steps)

    def visible(self) -> list[str]:
        return [key for key in self.layout.rooms if self.observers <= self.town.readers(key)]

    def hidden(self) -> list[str]:
        return [key for key in self.layout.rooms if not self.observers <= self.town.readers(key)]

    def near(self) -> list[str]:
        """Hidden rooms on the platforms of the visible ones, where a leak is likeliest."""
        platforms = {self.layout.rooms[key].place.platform for key in self.visible()}
        close = [key for key in self.hidden() if self.layout.rooms[key].place.platform in platforms]
        return close or self.hidden()

    def somebody(self, room: str, *, prefer: str = "") -> str:
        here = sorted(self.town.members[room])
        watching = [one for one in here if one in self.observers]
        if prefer in here:
            return prefer
        return self.rng.choice(watching if watching and self.rng.random() < 0.7 else here)

    def secret_place(self) -> tuple[str, str]:
        """A hidden room and somebody in it, if there can be one who speaks in a visible room, too."""
        room = self.rng.choice(self.near())
        elsewhere = {one for key in self.visible() for one in self.town.members[key]}
        here = sorted(self.town.members[room])
        known = [one for one in here if one in elsewhere]
        return room, self.rng.choice(known if known and self.rng.random() < 0.8 else here)

    def open_place(self, who: str = "") -> tuple[str, str]:
        """A visible room and somebody in it: `who`, where they are in one."""
        rooms = [key for key in self.visible() if self.town.members[key]]
        theirs = [key for key in rooms if who in self.town.members[key]]
        room = self.rng.choice(theirs or rooms)
        return room, self.somebody(room, prefer=who)

    def probe(self, *acts: Act) -> None:
        """What observers do to learn something, one after the other."""
        self.probes.append(acts)

    def say(self, where: tuple[str, str], text: str, *, called: bool | None = None, target: int = -1) -> Act:
        room, who = where
        is_called = self.rng.random() < 0.5 if called is None else called
        in_dm = self.town.kinds[room] == "direct"
        return Act(what="say", who=who, room=room, text=text, called=is_called or in_dm, target=target)

    def command(self, where: tuple[str, str], words: str) -> Act:
        return Act(what="command", who=where[1], room=where[0], text=words)


def plan_of(seed: int) -> Plan:
    """The world of the seed. Where chance gives none with a secret it is asked again."""
    from tests.proof.probes import generic
    from tests.proof.themes import THEMES
    from tests.proof.themes_beyond import BEYOND
    from tests.proof.themes_readers import (
        ALONE,
        AMONG_STRANGERS,
        ON_BOARDS,
        READERS,
        SEEN_BY_STRANGERS,
        SEEN_FROM_BESIDE,
        SEEN_FROM_INSIDE,
    )

    for attempt in range(50):
        rng = random.Random(f"{seed}/{attempt}")
        themes = rng.sample((*THEMES, *BEYOND, *READERS), rng.choice((2, 2, 3)))
        themes = next(([one] for one in themes if one.__name__ in ALONE), themes)
        names = {one.__name__ for one in themes}
        makers = rng.choices((slack, discord, telegram), weights=(6, 3, 2), k=2 if rng.random() < 0.25 else 1)
        if names & {*AMONG_STRANGERS, *SEEN_BY_STRANGERS}:
            makers[0] = slack
        layout = makers[0](rng)
        if len(makers) == 2 and makers[0] is not makers[1]:
            layout = _together(layout, makers[1](rng))
        layout = replace(_boarded(rng, layout, bool(names & {*ON_BOARDS})), founds_later="founded" in names)
        watching = _strangers(layout) if names & {*SEEN_BY_STRANGERS} else []
        watching = watching or (_beside(layout) if names & {*SEEN_FROM_BESIDE} else [])
        watching = watching or (_inside(layout) if names & {*SEEN_FROM_INSIDE} else [])
        draft = Draft(rng, layout, frozenset({rng.choice(watching)}) if watching else _observers(rng, layout))
        if not draft.hidden() or not [key for key in draft.visible() if draft.town.members[key]]:
            continue
        for theme in themes:
            theme(draft)
            draft.themes.append(theme.__name__)
        if rng.random() < 0.2 and draft.has_begun:
            draft.both(Act(what="night", text=str(rng.choice((1, 1, 40)))))
        if rng.random() < 0.25:
            draft.add(Act(what="restart"), Act(what="restart"), wipes=rng.random() < 0.7)
        asked, draft.probes = _some(rng, draft.probes, THEIRS), []
        generic(draft)
        asked += _some(rng, draft.probes, CURIOUS)
        rng.shuffle(asked)
        for act in [act for acts in asked for act in acts]:
            draft.add(act, act, is_probe=True)
        plan = sound(_plan(seed, draft))
        if plan.secrets:
            return plan
    raise ValueError(f"the seed {seed} gives no world with a secret")


def _some(rng: random.Random, probes: list[tuple[Act, ...]], most: int) -> list[tuple[Act, ...]]:
    """By chance so many that they are about `most` acts."""
    found: list[tuple[Act, ...]] = []
    for acts in rng.sample(probes, len(probes)):
        if sum(map(len, found)) < most:
            found.append(acts)
    return found


def _boarded(rng: random.Random, layout: Layout, is_needed: bool) -> Layout:
    """Sometimes two or three rooms are one board, of one platform or of several."""
    rooms = [key for key, room in layout.rooms.items() if room.kind != "direct"]
    if rng.random() > 0.5 and not is_needed:
        return layout
    return replace(layout, boards=(frozenset(rng.sample(rooms, min(len(rooms), rng.choice((2, 2, 3))))),))


def _strangers(layout: Layout) -> list[str]:
    return [key for key, one in layout.people.items() if one.standing != "full"]


def _beside(layout: Layout) -> list[str]:
    """Those who read some of the rooms that are not talks with one person, and not others."""
    town, rooms = Town(layout), [key for key, room in layout.rooms.items() if room.kind != "direct"]
    return [one for one in layout.people if len({one in town.readers(room) for room in rooms}) == 2]


def _inside(layout: Layout) -> list[str]:
    """Those who are among others in a closed room."""
    closed = [room.people for room in layout.rooms.values() if room.kind == "closed" and len(room.people) > 1]
    return sorted(frozenset[str]().union(*closed))


def _observers(rng: random.Random, layout: Layout) -> frozenset[str]:
    """One person, or all who read a room."""
    if rng.random() < 0.7:
        return frozenset({rng.choice(sorted(layout.people))})
    town = Town(layout)
    rooms = [key for key, room in layout.rooms.items() if room.kind != "direct"]
    return town.readers(rng.choice(rooms))


_WITH_BOB = frozenset({"lettered", "overheard", "approved"})


def _plan(seed: int, draft: Draft) -> Plan:
    rng, people = draft.rng, sorted(draft.layout.people)
    return Plan(
        seed=seed,
        layout=draft.layout,
        observers=draft.observers,
        steps=tuple(draft.steps),
        animas=("alice",) if rng.random() < 0.85 and not _WITH_BOB & {*draft.themes} else ("alice", "bob"),
        owners=frozenset(draft.owners or {rng.choice(people)}),
        admins=frozenset({*rng.sample(people, 2), *draft.staff} - {*draft.strangers}),
        guests="answer" if rng.random() < 0.8 else "refuse",
        history_share=0.3 if rng.random() < 0.8 else 0.01,
        context_tokens=60_000 if rng.random() < 0.7 else 12_000,
        embeds=rng.random() < 0.3,
        themes=tuple(draft.themes),
        callees=draft.callees,
    )


__all__ = ["EVERYBODY", "Draft", "plan_of", "texts"]
