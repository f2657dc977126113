"""Faults of an index: every file of it truncated, flipped and deleted, in use, closed in order, and after a kill.

Asserted of each: questions are answered without an error, the files of the anima are untouched, what was deleted does
not come back, and afterwards the same is recalled as by an index that was made anew.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path

from memory.engine import MemoryEngine, Options
from tests.memory.stage import MONDAY, PRIVATE, TEAM, Stage
from tests.memory.word_embedder import WordEmbedder

CHROMA_FROM = 60
DAMAGES = ("truncated", "emptied", "flipped", "deleted")
MOMENTS = ("closed", "killed", "open")
SECRET = "the secret recipe of the marzipan torte"

_NOUNS = ["vault", "ferry", "kitchen", "printer", "garden", "invoice", "tram", "piano", "lamp", "contract"]
_VERBS = ["opens", "arrives", "breaks", "waits", "shines", "expires", "leaves"]
_TIMES = ["at noon", "on Monday", "in winter", "after lunch", "before the release", "every week"]


@dataclass(frozen=True, slots=True)
class Case:
    file: str
    damage: str
    moment: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """`same` of `asked` questions have the same ten memories as with a fresh index."""

    case: Case
    errors: tuple[str, ...]
    asked: int
    same: int
    came_back: int
    files_changed: bool

    @property
    def is_clean(self) -> bool:
        return not self.errors and self.same >= 0.99 * self.asked and not self.came_back and not self.files_changed


@dataclass(frozen=True, slots=True)
class Ground:
    """A home with a memory, its index as it is when closed and as it is when killed, and what it answers."""

    folder: Path
    questions: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...]
    files: str

    @classmethod
    async def prepare(cls, folder: Path, turns: int = 200, questions: int = 50) -> Ground:
        stage = await Stage.open(folder, embedder=WordEmbedder(), chroma_from=CHROMA_FROM)
        rng = random.Random(5)
        for n in range(turns):
            words = f"The {rng.choice(_NOUNS)} {rng.choice(_VERBS)} {rng.choice(_TIMES)}, says note {n}"
            await stage.say(words, audience=[TEAM, PRIVATE][n % 3 == 0], message_id=f"m{n}")
        await stage.engine.write("knowledge/garden.md", "# Garden\nThe roses stand in the shade.", TEAM, "noted")
        await stage.say(SECRET, message_id="secret")
        await stage.engine.settled()
        await stage.say("", type="message_deleted", message_id="secret")
        await stage.say("The tram stops here no more", type="message_edited", message_id="m4")
        await stage.engine.settled()
        asked = tuple(
            f"{rng.choice(_NOUNS)} {rng.choice(_TIMES)} note {rng.randrange(turns)}" for _ in range(questions)
        )
        await stage.engine.rebuild()
        await stage.engine.settled()
        answers = tuple([await _ids(stage.engine, one) for one in asked])
        shutil.copytree(_index(folder), folder / "killed")
        await stage.engine.close()
        shutil.copytree(_index(folder), folder / "closed")
        return cls(folder, asked, answers, _tree(folder))

    def parts(self) -> list[str]:
        """Every file that an index has, in whatever state; what Chroma names by chance is named by its place."""
        files = {file.relative_to(self.folder / at) for at in ("closed", "killed") for file in _files(self.folder / at)}
        return sorted({str(file) for file in files if not file.name.endswith(("-shm", ".lock"))})

    def cases(self, damages: Sequence[str] = DAMAGES, moments: Sequence[str] = MOMENTS) -> Iterator[Case]:
        for file, damage, moment in product(self.parts(), damages, moments):
            kept = "closed" if moment == "closed" else "killed"
            if (self.folder / kept / file).exists():
                yield Case(file, damage, moment)

    async def outcome(self, case: Case) -> Outcome:
        """Do the damage, ask, settle, close, open, ask again."""
        shutil.rmtree(_index(self.folder), ignore_errors=True)
        shutil.copytree(self.folder / ("killed" if case.moment == "killed" else "closed"), _index(self.folder))
        errors: list[str] = []
        engine = await self._engine()
        if case.moment == "open":
            await self._answers(engine, errors, 3)
            await engine.settled()
            await self._answers(engine, errors, 3)
        _do(case.damage, _index(self.folder) / case.file)
        await self._answers(engine, errors, 10)
        await engine.settled()
        await self._answers(engine, errors, 10)
        await engine.close()
        engine = await self._engine()
        await self._answers(engine, errors, 3)
        await engine.settled()
        found = await self._answers(engine, errors, len(self.questions))
        same = sum(one == true for one, true in zip(found, self.answers, strict=False))
        came_back = sum(SECRET in one.text for one in await engine.search(SECRET, TEAM))
        await engine.close()
        changed = _tree(self.folder) != self.files
        return Outcome(case, tuple(errors), len(self.questions), same, came_back, changed)

    async def _engine(self) -> MemoryEngine:
        directory = self.folder / "animas" / "alice"
        clock = Ticking()
        return await MemoryEngine.open(directory, WordEmbedder(), clock=clock, options=Options(chroma_from=CHROMA_FROM))

    async def _answers(self, engine: MemoryEngine, errors: list[str], count: int) -> list[tuple[str, ...]]:
        found = []
        for question in self.questions[:count]:
            try:
                found.append(await _ids(engine, question))
            except Exception as error:  # whatever it is: a person has not been answered
                errors.append(f"{type(error).__name__}: {error}")
                found.append(())
        return found


class Ticking:
    """A clock on which time passes with every look."""

    def __init__(self):
        self._now = MONDAY.replace(hour=20)

    def __call__(self):
        self._now = self._now.replace(microsecond=self._now.microsecond + 1)
        return self._now


async def run(folder: Path, told: Callable[[str], None], turns: int = 400) -> list[Outcome]:
    """All cases; a line is told for each."""
    ground = await Ground.prepare(folder, turns=turns, questions=100)
    outcomes = []
    for case in ground.cases():
        outcome = await ground.outcome(case)
        outcomes.append(outcome)
        told(f"{case.moment:6} {case.damage:9} {case.file}: {'well' if outcome.is_clean else asdict(outcome)}")
    return outcomes


def _do(damage: str, file: Path) -> None:
    if not file.exists():
        return
    size = file.stat().st_size
    if damage == "deleted":
        file.unlink()
    elif damage == "emptied":
        file.write_bytes(b"")
    elif damage == "truncated":
        with file.open("rb+") as stream:
            stream.truncate(size // 2)
    else:
        rng = random.Random(size)
        with file.open("rb+") as stream:
            for place in sorted({0, 24, size // 3, size // 2, *(rng.randrange(max(1, size)) for _ in range(12))}):
                if place < size:
                    stream.seek(place)
                    byte = stream.read(1)
                    stream.seek(place)
                    stream.write(bytes([byte[0] ^ 0x5A]))


async def _ids(engine: MemoryEngine, question: str) -> tuple[str, ...]:
    return tuple(one.id for one in await engine.search(question, TEAM))


def _index(folder: Path) -> Path:
    return folder / "index" / "alice"


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_file())


def _tree(folder: Path) -> str:
    hashed = sha256()
    for file in sorted(_files(folder / "animas")):
        hashed.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return hashed.hexdigest()
