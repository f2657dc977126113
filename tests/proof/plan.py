"""A plan: what happens in a town, step by step, twice: the twins differ in what the observers may not read.

Whether a difference is a secret is worked out, not believed: `sound` follows where each one may lawfully flow, through
everything that is said in front of people who may all read it, and makes those equal that reach the observers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

from tests.proof.town import Layout, Town

What = Literal[
    "say", "edit", "delete", "react", "command", "press", "join", "leave", "close", "open", "restart", "wait",
    "note", "profile", "resolution", "flood", "night", "link", "unlink",
]  # fmt: skip
A_MINUTE = timedelta(minutes=1)
CROSSINGS: frozenset[What] = frozenset({"join", "leave", "close", "open"})
UNTOLD = timedelta(minutes=11)
"""After that time nobody may believe an older look-up of members."""

MORNING, A_DAY = timedelta(hours=18, minutes=30), timedelta(days=1)
"""From the first step to half past three at night, and from one night to the next."""

FOUNDING = "with boards"
"""The text of a restart after which rooms are boards that were none before."""

LEAVING = ("[[send_message", "[[delegate_task", "[[call_human", "[[post_channel")
"""What a model that obeys tells others than those who are present."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One thing that happens. `who` and `room` are keys of the town; `target` is the step that it concerns.

    A `say` that is `called` calls on the anima. `text` is the words, of a note its file's content and `path` its
    place; of a `press` the number of the button; of a `wait` the minutes; of a `night` the days before it; of a `link`
    who else `who` is. `room` is for a note who may read it. A `restart` may found the boards of the layout.
    """

    what: What
    who: str = ""
    room: str = ""
    text: str = ""
    path: str = ""
    called: bool = False
    is_lost: bool = False
    """The room takes no post meanwhile."""

    tells: bool = True
    """Whether what is answered may repeat more than what was said there just now."""

    file: str = ""
    """What a text file says that comes with it."""

    target: int = -1
    in_thread: bool = False
    is_told: bool = True
    """The platform says that somebody came or went; else it shows when members are looked up again."""

    @property
    def is_answered(self) -> bool:
        """Whether something may be said of it, or written down by a model."""
        return self.called or self.what in ("command", "press", "react")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What happens in each of the twins; None: nothing. A probe is what observers do to learn something."""

    one: Act | None
    other: Act | None
    is_probe: bool = False
    wipes: bool = False
    """Only in the other twin the index is made anew at this restart."""

    @property
    def is_secret(self) -> bool:
        return self.one != self.other

    @property
    def act(self) -> Act:
        act = self.one or self.other
        assert act is not None
        return act


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A world, everything that happens in it, and who is watching."""

    seed: int
    layout: Layout
    observers: frozenset[str]
    steps: tuple[Step, ...]
    animas: tuple[str, ...] = ("alice",)
    owners: frozenset[str] = frozenset()
    admins: frozenset[str] = frozenset()
    guests: Literal["refuse", "answer"] = "answer"
    history_share: float = 0.3
    context_tokens: int = 60_000
    embeds: bool = False
    """Whether memories are found by their meaning, too."""

    themes: tuple[str, ...] = ()
    callees: tuple[str, ...] = ()
    """Who is called where nobody is named."""

    def times(self) -> list[timedelta]:
        return times_of(self.steps)

    @property
    def secrets(self) -> list[int]:
        return [number for number, step in enumerate(self.steps) if step.is_secret]

    @property
    def leaves(self) -> bool:
        """Whether an anima may write to others than those to whom it speaks."""
        acts = [act for step in self.steps for act in (step.one, step.other) if act is not None]
        return any(sign in act.text for act in acts for sign in LEAVING)


def times_of(steps: Iterable[Step]) -> list[timedelta]:
    """When each step happens; a change of readers that is not told takes ten minutes to show."""
    times, now = [], timedelta()
    for step in steps:
        now += A_MINUTE
        act = step.one or step.other
        if act is not None and act.what == "wait":
            now += float(act.text) * A_MINUTE
        elif act is not None and act.what == "night":
            now = MORNING + ((now - MORNING) // A_DAY + int(act.text)) * A_DAY
        elif act is not None and act.what in CROSSINGS and not act.is_told:
            now += UNTOLD
        times.append(now)
    return times


def apply(town: Town, act: Act) -> None:
    """What the act changes of who reads what."""
    match act.what:
        case "join":
            town.members[act.room].add(act.who)
        case "leave":
            town.members[act.room].discard(act.who)
        case "close":
            town.kinds[act.room] = "closed"
        case "open":
            town.kinds[act.room] = "open"
        case "link":
            town.link(act.who, act.text)
        case "unlink":
            town.unlink(act.who)
        case "restart" if act.text == FOUNDING:
            town.founded = True


def flows(plan: Plan, secret: int) -> Iterator[frozenset[str]]:
    """Step by step: the rooms in which the secret may lawfully be known after it.

    What was said and not answered is gone when it is deleted or has been edited. An anima that writes to others may
    tell it wherever only those read who could read it. What stood in a room before it was a side of a board is its own.
    """
    town, known, source = Town(plan.layout), set[str](), plan.steps[secret].act
    origin = source.room
    is_live, leaves = False, plan.leaves
    for number, step in enumerate(plan.steps):
        acts = [act for act in (step.one, step.other) if act is not None]
        if number == secret:
            is_live = True
        heard = {act.room for act in acts if act.is_answered and act.tells}
        for room in heard & set(plan.layout.rooms):
            sources = [*known, origin] if is_live else list(known)
            if any(town.flows(one, room) for one in sources):
                known |= {one for one in plan.layout.rooms if leaves and town.flows(room, one)} | {room}
                known |= {f"dm {one}" for one in plan.callees}
        for act in acts[:1]:
            was_founded = town.founded
            apply(town, act)
            if town.founded and not was_founded and number > secret:
                known, origin = {town.before(one) for one in known}, town.before(origin)
        if not step.is_secret and any(_ends(act, secret, source) for act in acts):
            is_live = False
        yield frozenset({*known, origin} if is_live else known)


def _ends(act: Act, secret: int, source: Act) -> bool:
    return act.what in ("edit", "delete") and act.target == secret and source.what == "say"


def watched(plan: Plan) -> list[frozenset[str]]:
    """Step by step: the rooms that all observers read, among others, and where no secret may be known."""
    town = Town(plan.layout)
    known = [list(flows(plan, secret)) for secret in plan.secrets]
    found = []
    for number, step in enumerate(plan.steps):
        if (act := step.one or step.other) is not None:
            apply(town, act)
        spoilt = {room for each in known for room in each[number]}
        found.append(
            frozenset(
                key
                for key in plan.layout.rooms
                if plan.observers <= town.readers(key) and not any(town.flows(room, key) for room in spoilt)
            )
        )
    return found


def sound(plan: Plan) -> Plan:
    """The plan with only those differences that are secret from the observers at every probe."""
    steps = list(plan.steps)
    for secret in plan.secrets:
        alone = replace(plan, steps=tuple(_levelled(steps, keep=secret)))
        rooms = watched(alone)
        probes = [number for number, step in enumerate(steps) if step.is_probe and number > secret]
        is_kept = bool(probes) and all(steps[number].act.room in rooms[number] for number in probes)
        if not is_kept or steps[secret].is_probe or _takes_a_file_of_both(steps, secret):
            steps[secret] = _equal(steps[secret])
    return replace(plan, steps=tuple(steps))


def _takes_a_file_of_both(steps: Sequence[Step], secret: int) -> bool:
    """An operator writes over what stands in both twins: that it is gone tells those who could read it."""
    path = steps[secret].act.path
    kept = [step.one for step in steps if step.one == step.other]
    return steps[secret].act.what == "note" and any(act and act.what == "note" and act.path == path for act in kept)


def _levelled(steps: Sequence[Step], keep: int) -> list[Step]:
    return [step if number == keep else _equal(step) for number, step in enumerate(steps)]


def _equal(step: Step) -> Step:
    act = step.one or step.other
    return replace(step, one=act, other=act)
