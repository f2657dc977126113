"""A generated gathering: eight people and an impostor in one room, over some weeks, and questions about them.

It judges recall where what works between two people may not: bursts that part a topic from its answer, several talks
at once, threads, nicknames, quotations, hearsay, things that change, a stranger under a member's name. One seed gives
the same gathering in every language: only the words differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random

from bench.gathering_lists import Lists, Relation
from bench.gathering_words import en, ja, tr

WORDS: dict[str, dict[str, Lists]] = {
    "en": {"tuning": en.TUNING, "held_out": en.HELD_OUT},
    "ja": {"tuning": ja.TUNING, "held_out": ja.HELD_OUT},
    "tr": {"tuning": tr.TUNING, "held_out": tr.HELD_OUT},
}
ROOM = "slack:T01/C01"
IMPOSTOR = 99
FIRST_DAY = datetime(2026, 9, 1, 8, tzinfo=UTC)

FORMS = ("plain", "plain", "burst", "burst", "answer", "answer", "hearsay", "changed", "quoted", "spoofed")
"""How a fact is told; the likely ones more often."""

FACTS_OF_A_KIND = 5
CHATS = 190
AT_ONCE = 3
"""So many talks go on side by side."""

DATED = 4
"""So many questions name a day."""

_MONTHS = {
    "en": ("{} September", "{} October", "{} November", "{} December"),
    "ja": ("9月{}日", "10月{}日", "11月{}日", "12月{}日"),
    "tr": ("{} Eylül", "{} Ekim", "{} Kasım", "{} Aralık"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn. `states` is (relation, whose it is) where it tells or quotes a fact, `true` whether that holds."""

    id: str
    at: datetime
    speaker: int
    name: str
    text: str
    place: str
    states: tuple[str, int] | None = None
    true: bool = True

    @property
    def person(self) -> str:
        return f"slack:T01/{'X' if self.speaker == IMPOSTOR else 'U'}{self.speaker:02}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question; `about` is whose fact it asks for, `relation` which, `kind` how it was told."""

    text: str
    kind: str
    relation: str
    about: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    language: str
    people: tuple[str, ...]
    turns: tuple[Said, ...]
    questions: tuple[Asked, ...]

    @property
    def now(self) -> datetime:
        """A day after the last word."""
        return self.turns[-1].at + timedelta(days=1)


@dataclass(slots=True)
class _Line:
    """A turn that is yet to be said. `fact` is the key of the question that it answers."""

    speaker: int
    text: str
    pause_s: float = 30.0
    fact: int | None = None
    states: tuple[str, int] | None = None
    true: bool = True


@dataclass(slots=True)
class _Plan:
    """What will be said and asked, before it has a time."""

    lists: Lists
    chance: Random
    talks: list[list[_Line]] = field(default_factory=list)
    after: dict[int, int] = field(default_factory=dict)  # talk -> the talk that must come before it
    asked: list[tuple[str, str, str, int]] = field(default_factory=list)  # text, kind, relation, about

    def someone(self, *others: int) -> int:
        return self.chance.choice([one for one in range(len(self.lists.people)) if one not in others])

    def question(self, relation: Relation, about: int, kind: str) -> int:
        """Ask for the fact, by name, by nickname, in one wording or the other; the key of the question."""
        wording = relation.questions[self.chance.randrange(2)]
        by_nickname = self.chance.random() < 0.15
        name = self.lists.nicknames[about] if by_nickname else self.lists.people[about]
        owner = self.lists.owners[about].replace(self.lists.people[about], name)
        text = wording.format(p=name, o=owner)
        self.asked.append((text, f"{kind}, nickname" if by_nickname else kind, relation.name, about))
        return len(self.asked) - 1


def generate(language: str, seed: int, words: str = "tuning") -> Gathering:
    """Raises KeyError for a language or word list that there is not."""
    plan = _Plan(WORDS[language][words], Random(seed))
    for relation in plan.lists.relations:
        for about in plan.chance.sample(range(len(plan.lists.people)), FACTS_OF_A_KIND):
            _tell(plan, relation, about)
    for _ in range(CHATS):
        plan.talks.append(_chat(plan))
    turns = tuple(_said(plan, _order(plan)))
    return Gathering(
        language=language,
        people=plan.lists.people,
        turns=tuple(turn for turn, _ in turns),
        questions=(*_questions(plan, turns), *_dated(plan, [turn for turn, _ in turns], language)),
    )


# ------------------------------------------------------------------------------------------------- what is told


def _tell(plan: _Plan, relation: Relation, about: int) -> None:
    values = list(relation.values)
    plan.chance.shuffle(values)
    if relation.is_many:
        key = plan.question(relation, about, "list")
        for value in values[:3]:
            form = plan.chance.choice(("plain", "burst", "answer"))
            plan.talks.append(_MEANS[form](plan, relation, about, value, key))
        return
    form = plan.chance.choice(FORMS)
    key = plan.question(relation, about, form)
    if form == "changed":
        plan.talks.append(_plain(plan, relation, about, values[1], None))
        plan.after[len(plan.talks)] = len(plan.talks) - 1
        form = "plain"
    if form == "spoofed":
        plan.talks.append([_line(relation, IMPOSTOR * 100 + about, relation.says[1], values[2], about, true=False)])
        form = "plain"
    if form == "quoted":
        talk = _plain(plan, relation, about, values[0], key)
        quoting = f"> {talk[0].text}\n{plan.chance.choice(plan.lists.thanks).format(p=plan.lists.people[about])}"
        plan.talks.append(talk)
        plan.after[len(plan.talks)] = len(plan.talks) - 1
        plan.talks.append([_Line(plan.someone(about), quoting, states=(relation.name, about))])
        return
    plan.talks.append(_MEANS[form](plan, relation, about, values[0], key))


def _plain(plan: _Plan, relation: Relation, about: int, value: str, key: int | None) -> list[_Line]:
    say = relation.says[plan.chance.randrange(2)]
    return [_line(relation, about, say, value, about, key), *_reply(plan, about)]


def _burst(plan: _Plan, relation: Relation, about: int, value: str, key: int | None) -> list[_Line]:
    """The topic in one message, what is told in a later one."""
    between = [_Line(about, plan.chance.choice(plan.lists.fillers), 4.0)] if plan.chance.random() < 0.4 else []
    told = _line(relation, about, relation.tail, value, about, key)
    told.pause_s = 5.0
    return [_Line(about, relation.opener), *between, told, *_reply(plan, about)]


def _answer(plan: _Plan, relation: Relation, about: int, value: str, key: int | None) -> list[_Line]:
    asker = plan.someone(about)
    asked = _Line(asker, relation.asked.format(p=plan.lists.people[about]))
    return [asked, _line(relation, about, relation.tail, value, about, key)]


def _hearsay(plan: _Plan, relation: Relation, about: int, value: str, key: int | None) -> list[_Line]:
    """Somebody else tells it."""
    teller = plan.someone(about)
    owner, name = plan.lists.owners[about], plan.lists.people[about]
    text = relation.report.format(v=value, p=name, o=owner)
    return [_Line(teller, text, fact=key, states=(relation.name, about))]


_MEANS: dict[str, Callable[[_Plan, Relation, int, str, int | None], list[_Line]]] = {
    "plain": _plain,
    "burst": _burst,
    "answer": _answer,
    "hearsay": _hearsay,
}


def _line(
    relation: Relation, speaker: int, text: str, value: str, about: int, key: int | None = None, true: bool = True
) -> _Line:
    return _Line(speaker, text.format(v=value), fact=key, states=(relation.name, about), true=true)


def _reply(plan: _Plan, about: int) -> list[_Line]:
    if plan.chance.random() < 0.5:
        return []
    nickname = plan.chance.random() < 0.4
    name = plan.lists.nicknames[about] if nickname else plan.lists.people[about]
    return [_Line(plan.someone(about), plan.chance.choice(plan.lists.thanks).format(p=name))]


def _chat(plan: _Plan) -> list[_Line]:
    """Talk about the same things in which nothing is told, and talk about nothing."""
    relation = plan.chance.choice(plan.lists.relations)
    speaker = plan.someone()
    kind = plan.chance.random()
    if kind < 0.35:
        return [_Line(speaker, relation.chatter[plan.chance.randrange(2)]), *_reply(plan, speaker)]
    if kind < 0.5:
        other = plan.someone(speaker)
        return [
            _Line(speaker, relation.asked.format(p=plan.lists.people[other])),
            _Line(other, plan.chance.choice(plan.lists.fillers)),
        ]
    fillers = plan.chance.sample(plan.lists.fillers, 2)
    return [_Line(speaker, fillers[0], 6.0), _Line(plan.chance.choice((speaker, plan.someone())), fillers[1], 9.0)]


# ---------------------------------------------------------------------------------------------- when it is said


def _order(plan: _Plan) -> list[int]:
    """The talks in the order in which they begin."""
    order = list(range(len(plan.talks)))
    plan.chance.shuffle(order)
    for later, earlier in plan.after.items():
        here, there = order.index(later), order.index(earlier)
        if here < there:
            order[here], order[there] = order[there], order[here]
    return order


def _said(plan: _Plan, order: list[int]) -> Iterator[tuple[Said, _Line]]:
    """Some talks at a time, turn by turn, in rooms and threads, with nights between."""
    at, number, waiting = FIRST_DAY, 0, list(order)
    going: list[tuple[str, list[_Line]]] = []
    while waiting or going:
        while waiting and len(going) < AT_ONCE:
            talk = list(plan.talks[waiting.pop(0)])
            thread = plan.chance.random() < 0.25
            going.append((f"{ROOM}#17{len(waiting):04}.1" if thread else ROOM, talk))
        place, talk = going[plan.chance.randrange(len(going))]
        line = talk.pop(0)
        if plan.chance.random() < 0.05:
            at += timedelta(hours=plan.chance.choice((5, 12, 40)))
        at += timedelta(seconds=line.pause_s * (0.5 + plan.chance.random()))
        number += 1
        yield _turn(plan, line, place, at, number), line
        going = [(where, rest) for where, rest in going if rest]


def _turn(plan: _Plan, line: _Line, place: str, at: datetime, number: int) -> Said:
    shown = line.speaker % 100  # the impostor displays the name of the member whose part they play
    return Said(
        id=f"t{number}",
        at=at,
        speaker=IMPOSTOR if line.speaker >= 100 else line.speaker,
        name=plan.lists.people[shown],
        text=line.text,
        place=place,
        states=line.states,
        true=line.true,
    )


def _questions(plan: _Plan, turns: tuple[tuple[Said, _Line], ...]) -> Iterator[Asked]:
    evidence: dict[int, list[str]] = {}
    for turn, line in turns:
        if line.fact is not None:
            evidence.setdefault(line.fact, []).append(turn.id)
    for key, (text, kind, relation, about) in enumerate(plan.asked):
        yield Asked(text=text, kind=kind, relation=relation, about=about, evidence=tuple(evidence[key]))


def _dated(plan: _Plan, turns: list[Said], language: str) -> Iterator[Asked]:
    """What somebody said on a day on which they told one thing."""
    told: dict[tuple[int, date], list[Said]] = {}
    for turn in turns:
        if turn.states and turn.true and turn.states[1] == turn.speaker:
            told.setdefault((turn.speaker, turn.at.date()), []).append(turn)
    alone = [(who, day, said[0]) for (who, day), said in told.items() if len(said) == 1]
    for who, day, turn in plan.chance.sample(alone, min(DATED, len(alone))):
        name, owner = plan.lists.people[who], plan.lists.owners[who]
        text = plan.lists.said_on.format(p=name, o=owner, d=_MONTHS[language][day.month - 9].format(day.day))
        relation = turn.states[0] if turn.states else ""
        yield Asked(text=text, kind="dated", relation=relation, about=who, evidence=(turn.id,))
