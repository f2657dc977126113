"""One board on three platforms, people who do what people do there, and the state of each side as people see it."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bots.errors import Unreachable
from bots.message import Kind
from bots.people.roster import Board
from memory.archive.shared_logs import BOARD_COPIED, BoardLogs
from memory.vocabulary.address import Account, Place
from memory.vocabulary.event import Event
from tests.bots.house import House
from tests.bots.platform import WORKSPACE, MemoryAdapter
from tests.bots.test_who_answers import Parrot

SIDES = ("slack", "discord", "telegram")
NAMES = {"slack": "Slack", "discord": "Discord", "telegram": "Telegram"}
PEOPLE = {"slack": "ada", "discord": "bob", "telegram": "cem"}
ROOM = "square"
_CHARACTERS = {"slack": ("+1", "tada"), "discord": ("👍", "🎉"), "telegram": ("👍", "🎉")}


@dataclass(slots=True)
class Said:
    """What a person said, and what is to be seen of it."""

    side: str
    id: str
    words: list[str]
    is_gone: bool = False
    reactions: set[str] = field(default_factory=set)

    @property
    def label(self) -> str:
        return f"{PEOPLE[self.side].title()} ({NAMES[self.side]})"


class Square:
    """Three memory platforms in one house. What is done is drawn from the seed."""

    def __init__(self, home: Path, seed: int, animas: tuple[str, ...] = ()) -> None:
        self.rng = random.Random(seed)
        rooms = tuple((Account(side, "main"), f"{WORKSPACE}/{ROOM}") for side in SIDES)
        board = Board(name="square", animas=animas, rooms=rooms)
        models = {name: Parrot() for name in animas}
        self.house = House(home=home, models=models, boards=(board,), platforms=SIDES, grace_s=0.0)
        self.places = {side: world.add_room(ROOM, PEOPLE[side]) for side, world in self.house.worlds.items()}
        for side in SIDES:
            self.adapter(side).answers_in_threads = side == "slack"
        self.said: list[Said] = []
        self.operations = 0

    def adapter(self, side: str) -> MemoryAdapter:
        return self.house.worlds[side].adapters[0]

    async def live(self, operations: int, lives: int) -> None:
        """So many operations, with the fleet killed and started again between and within them."""
        for life in range(lives):
            self._trouble()
            async with self.house.open():
                for _ in range(operations // lives):
                    await self._operate()
                    if self.rng.random() < 0.2:
                        await asyncio.sleep(self.rng.uniform(0, 0.004))
                if life == lives - 1:
                    self._mend()
                    await self.house.settled(120.0)
        async with self.house.open():
            self._mend()
            await self.house.settled(120.0)

    def _trouble(self) -> None:
        for side in SIDES:
            self.adapter(side).faults = [Unreachable("away") for _ in range(self.rng.choice([0, 0, 2]))]
            self.adapter(side).lost_answers = self.rng.choice([0, 0, 1])

    def _mend(self) -> None:
        for side in SIDES:
            self.adapter(side).faults, self.adapter(side).lost_answers = [], 0

    async def _operate(self) -> None:
        self.operations += 1
        what = self.rng.choices((self._post, self._edit, self._delete, self._react, self._moderate), (5, 2, 1, 2, 0.5))
        await what[0]()

    async def _post(self) -> None:
        side = self.rng.choice(SIDES)
        words = self._words(self.rng.choice([1, 1, 1, 90]), len(self.said))
        mine = [one for one in self.said if one.side == side and not one.is_gone]
        reply = self.rng.choice(mine).id if mine and self.rng.random() < 0.3 else ""
        place = self.places[side]
        if reply and side == "slack":
            place = Place(place.platform, place.workspace, place.channel, reply)
        world = self.house.worlds[side]
        id = await world.say(PEOPLE[side], place, " ".join(words), reply_to=reply)
        self.said.append(Said(side, id, words))

    def _words(self, many: int, number: int, version: int = 0) -> list[str]:
        return [f"m{number}.{version}.{self.operations}.{part}" for part in range(many)]

    async def _edit(self) -> None:
        if (one := self._one()) is not None:
            one.words = self._words(self.rng.choice([1, 1, 90]), self.said.index(one), version=1)
            await self._became(one, Kind.EDIT, " ".join(one.words))

    async def _delete(self) -> None:
        if (one := self._one()) is not None:
            one.is_gone = True
            await self._became(one, Kind.DELETE, "")

    async def _react(self) -> None:
        if (one := self._one()) is not None:
            reaction = self.rng.choice([0, 1])
            one.reactions.add(_CHARACTERS["telegram"][reaction])
            await self._became(one, Kind.REACTION, _CHARACTERS[one.side][reaction])

    async def _moderate(self) -> None:
        """Somebody takes a copy away. A copy in doubt is looked up, and made again where
        it is not there: one that goes before its receipt has come is another matter."""
        side = self.rng.choice(("slack", "discord"))
        world = self.house.worlds[side]
        whole = {one.label: one for one in self.said}
        lines = BoardLogs(self.house.home / "shared" / "channels").read("square")
        made = {f"{line.channel.partition(':')[0]}/{id}" for line in lines for id in ids_of(line)}
        posts = [post for post in world.posts if f"{side}/{post.id}" in made and post.face in whole]
        if not posts:
            return
        post = self.rng.choice(posts)
        number = post.text.split(".")[0]
        one = next(one for one in self.said if one.words[0].split(".")[0] == number)
        if not one.is_gone:
            one.is_gone = True
            await world.remove(PEOPLE[side], post.place, post.id)

    def _one(self) -> Said | None:
        living = [one for one in self.said if not one.is_gone]
        return self.rng.choice(living) if living else None

    async def _became(self, one: Said, kind: Kind, text: str) -> None:
        place = self.places[one.side]
        await self.house.worlds[one.side].say(PEOPLE[one.side], place, text, kind=kind, target=one.id)

    # ------------------------------------------------------------------------------------ what is seen

    def expected(self) -> Counter[tuple[str, str]]:
        """(who, word) of all that should be seen on every side."""
        return Counter((one.label, word) for one in self.said if not one.is_gone for word in one.words)

    def seen(self, side: str) -> Counter[tuple[str, str]]:
        """(who, word) of all that people see there: their own messages and the copies."""
        world = self.house.worlds[side]
        own = [one for one in self.said if one.side == side and one.id not in world.removed and not one.is_gone]
        told = Counter((one.label, word) for one in own for word in one.words)
        return told + Counter((post.face, word) for post in world.posts for word in post.text.split())

    def reacted(self, side: str) -> dict[str, set[str]]:
        """The first word of each copy that is there -> the reactions under it."""
        world = self.house.worlds[side]
        marks = {post.text.split()[0]: world.reactions.get(post.id, []) for post in world.posts}
        return {
            one.words[0]: {character.rstrip("️") for character in marks[one.words[0]]}
            for one in self.said
            if one.words[0] in marks
        }

    def is_in_order(self, side: str) -> bool:
        """Copies stand in the order in which they were said, as far as they were said on one side."""
        numbers: dict[str, list[int]] = {}
        for post in self.house.worlds[side].posts:
            word = post.text.split()[0]
            if post.face in {one.label for one in self.said} and word.split(".")[1] == "0":
                numbers.setdefault(post.face, []).append(int(word.split(".")[0][1:]))
        return all(found == sorted(found) for found in numbers.values())


def ids_of(line: Event) -> list[str]:
    """The posts that a line of the board's log tells of as copies."""
    ids = line.meta.get("message_ids")
    return [str(one) for one in ids] if line.type == BOARD_COPIED and isinstance(ids, list) else []
