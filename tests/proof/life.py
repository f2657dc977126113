"""One twin's life: the plan is carried out in a home, and what is seen of it is kept."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bots.delivery.internal_channel import is_internal, letters_place
from bots.message import Kind, Message
from bots.ports import ChatMessage, ToolSpec
from memory.archive.shared_logs import Resolution, Resolutions
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.event import Event
from tests.proof.fleet import Believe, TownHouse, boards_of, house_of
from tests.proof.plan import CROSSINGS, Act, Plan, Step, apply
from tests.proof.platform import MONDAY, Now, Square
from tests.proof.seen import Seen
from tests.proof.town import EVERYBODY, Town

_KINDS = {"say": Kind.MESSAGE, "edit": Kind.EDIT, "delete": Kind.DELETE, "react": Kind.REACTION, "press": Kind.BUTTON}
_NAMED = re.compile(r"\{(fact|path|reminder|letter)(\d)\}")
_FOUND = {
    "fact": re.compile(r"fact:[0-9a-f]+"),
    "path": re.compile(r"(?:activity_log|knowledge|procedures|episodes|state)/[\w./#-]+"),
    "reminder": re.compile(r"(?<=- `)[0-9a-f]{8}(?=`)"),
    "letter": re.compile(r"(?<=- )\d+(?=: )"),
}


@dataclass(slots=True)
class Life:
    """Of the one twin, or of the other."""

    plan: Plan
    home: Path
    is_other: bool = False
    believe: Believe = lambda rooms: rooms
    seen: Seen = field(default_factory=Seen)
    square: Square = field(init=False)
    house: TownHouse = field(init=False)
    _noticed: list[str] = field(default_factory=list)
    """What the observers have seen, where they were when it was told."""

    def __post_init__(self) -> None:
        town = Town(self.plan.layout)
        self.square = Square(town=town, clock=Now(), tell=self._acted)
        self.house = house_of(self.plan, self.home, self.square, self._shown, self.believe)

    async def lead(self) -> Seen:
        """From the first step to the last."""
        steps, times = list(enumerate(self.plan.steps)), self.plan.times()
        while steps:
            async with self.house.open():
                await self.house.at_hand()
                while steps:
                    number, step = steps.pop(0)
                    self.square.step = number
                    self.square.clock.now = MONDAY + times[number]
                    act = step.other if self.is_other else step.one
                    if act is None:
                        continue
                    if act.what == "restart":
                        break
                    room = self.plan.layout.rooms.get(act.room)
                    self.square.refusing = {room.place} if room and act.is_lost else set()
                    await self._do(act)
                    await self.house.quiet()
                    self._notice(number)
            if steps:
                self._between(step)
        return self.seen

    def _between(self, step: Step) -> None:
        """Nobody runs; in the other twin the index is lost. What was rooms may be boards now."""
        apply(self.square.town, step.act)
        self.house.boards = tuple(boards_of(self.plan, self.square.town))
        if self.is_other and step.wipes:
            shutil.rmtree(self.home / "index", ignore_errors=True)

    # ------------------------------------------------------------------------------------ what happens

    async def _do(self, act: Act) -> None:
        apply(self.square.town, act)
        match act.what:
            case "note":
                self._keep(act)
            case "profile" | "resolution" | "flood":
                await self._furnish(act)
            case "wait":
                self.house.fleet.reminding._changed.set()  # type: ignore[union-attr]
                self.house.fleet.calling.changed.set()  # type: ignore[union-attr]
            case "night":
                await self._sleep()
            case "link":
                one, other = (str(self.square.town.address(key)) for key in (act.who, act.text))
                self.house.contacts.link(one, other, self.square.clock())
            case "unlink":
                self.house.contacts.unlink(str(self.square.town.address(act.who)), self.square.clock())
            case "restart":
                raise AssertionError("a restart is no act in a running fleet")
            case what if what in CROSSINGS:
                await self._cross(act)
            case _:
                await self.square.hand_over(self._message(act))

    async def _sleep(self) -> None:
        """Talks that are over become episodes; then the night, the week's and the month's if it is time, and who is
        told of it."""
        fleet = self.house.fleet
        assert fleet is not None
        assert fleet.nights is not None
        await fleet.nights.look()
        await fleet.rhythm.look()

    def _message(self, act: Act) -> Message:
        square, town = self.square, self.square.town
        place = town.layout.rooms[act.room].place
        number, text = square.message_id(square.step), self._named(act)
        if act.what == "command":
            self.seen.command = " ".join(text.split()[: 2 if text.startswith(("memory", "dead")) else 1])
        target = square.message_id(act.target) if act.target >= 0 else ""
        if act.what in ("press", "react") and act.target >= 0:
            target = square.last_post(act.target, place) or target
        if act.what == "press":
            text = self._value(place, target, int(act.text or 0))
        someone = town.layout.people[act.who]
        if act.in_thread and act.target >= 0:
            place = Place(place.platform, place.workspace, place.channel, square.message_id(act.target))
        return Message(
            kind=_KINDS.get(act.what, Kind.COMMAND),
            account=Account(place.platform, "main"),
            place=place,
            id=number,
            order=number,
            author=someone.person,
            author_name=someone.name,
            at=square.clock(),
            audience=town.audience(act.room),
            text=text,
            member=someone.standing == "full",
            is_direct=town.kinds[act.room] == "direct",
            mentions_app=act.called,
            reply_to=place.thread,
            target=target if act.what != "say" else "",
            files=square.files_of(act.file),
        )

    def _value(self, place: Place, post: str, choice: int) -> str:
        there = self.square.posts.get((place.room, post))
        choices = there.act.choices if there else ()
        return choices[choice % len(choices)].value if choices else "nothing"

    def _named(self, act: Act) -> str:
        """`{fact0}` and the like are what was seen of that kind, the latest first: by the observers, wherever they were
        then, else where somebody else speaks."""
        text = act.text
        room = self.plan.layout.rooms[act.room].place
        is_theirs = self.plan.observers <= self.square.town.readers(act.room)
        for kind, number in _NAMED.findall(text):
            told = self._noticed if is_theirs else [one.text for one in self.seen.told if one.place == str(room)]
            found = list(dict.fromkeys(one for each in reversed(told) for one in _FOUND[kind].findall(each)))
            text = text.replace(f"{{{kind}{number}}}", found[int(number) % len(found)] if found else f"{kind}:none")
        return text

    def _notice(self, step: int) -> None:
        readable = {
            str(room.place)
            for key, room in self.plan.layout.rooms.items()
            if self.plan.observers <= self.square.town.readers(key)
        }
        self._noticed += [
            one.text for one in self.seen.told if one.step == step and one.place.partition("#")[0] in readable
        ]

    async def _cross(self, act: Act) -> None:
        if not act.is_told:
            return
        place = self.square.town.layout.rooms[act.room].place
        if act.what in ("join", "leave"):
            message = self._message(act)
            kind = Kind.JOIN if act.what == "join" else Kind.LEAVE
            await self.square.hand_over(_of_kind(message, kind))
        self.square.readers_changed(place)

    def _keep(self, act: Act) -> None:
        """An operator writes a file with an editor; an empty one is deleted."""
        for name in self.plan.animas:
            root = self.home if act.path.startswith("shared/") else self.home / "animas" / name
            file = root / act.path
            file.parent.mkdir(parents=True, exist_ok=True)
            if act.text:
                file.write_text(act.text.replace("{audience}", str(self.square.town.audience(act.room))))
            else:
                file.unlink(missing_ok=True)
            self.house.animas[name].engine.changed()

    async def _furnish(self, act: Act) -> None:
        audience = str(self.square.town.audience(act.room))
        if act.what == "resolution":
            Resolutions(self.home / "shared").append(
                Resolution(
                    ts=self.square.clock(),
                    anima="zoe",
                    issue=act.text,
                    audience=audience,
                    id=f"r{self.square.step}",
                )
            )
            return
        if act.what == "profile":
            person = self.square.town.address(act.who)
            folder = self.home / "shared" / "users" / re.sub(r"[:/#]", ".", str(person))
            folder.mkdir(parents=True, exist_ok=True)
            head = f'---\nperson: "{person}"\nname: {act.who}\naudience: "{audience}"\n---\n\n'
            (folder / "index.md").write_text(f"{head}{act.text}\n")
            return
        for anima in self.plan.animas:
            for number in range(int(act.path)):
                await self.house.animas[anima].engine.record(self._event(act, audience, number))

    def _event(self, act: Act, audience: str, number: int) -> Event:
        place = self.square.town.layout.rooms[act.room].place if act.room != EVERYBODY else Place("slack", "T1", "C0")
        someone = self.square.town.layout.people[act.who]
        id = f"{place}/{self.square.message_id(self.square.step)}.{number:04d}"
        meta = {"id": id, "audience": audience, "name": someone.name, "person": str(someone.person)}
        return Event(
            ts=self.square.clock(),
            type="message_received",
            content=f"{act.text} {number}",
            sender=str(someone.person),
            channel=str(place),
            meta={**meta, "message_id": id, "platform": place.platform},
        )

    # ------------------------------------------------------------------------------------ what is seen

    def _acted(self, place: Place, act: object, id: str) -> None:
        self.seen.act(self.square.step, place, act, id)  # type: ignore[arg-type]

    def _shown(
        self, place: Place | None, anima: str, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> None:
        assert place is not None, "a model was asked outside of a turn"
        step = self.plan.steps[self.square.step]
        if is_internal(place) and (room := self.plan.layout.rooms.get(step.act.room)) is not None:
            place = self._behind(place) or room.place
        self.seen.prompt(self.square.step, place, anima, messages, tools)

    def _behind(self, letters: Place) -> Place | None:
        """A letter is written, and whenever it is answered read, on behalf of those with whom its writer talked."""
        town, rooms = self.square.town, self.plan.layout.rooms
        readers = {town.audience(key): room.place for key, room in rooms.items()}
        for sides in self.plan.layout.boards:
            readers[Audience.any_of(map(town.audience, sides))] = rooms[min(sides)].place
        threads = {letters_place("", "", audience).thread: place for audience, place in readers.items()}
        return threads.get(letters.thread) if letters.thread else None


def _of_kind(message: Message, kind: Kind) -> Message:
    from dataclasses import replace

    return replace(message, kind=kind)
