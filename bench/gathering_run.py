"""A gathering told to an engine through the real write path, and asked of it and of the baselines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.gathering import IMPOSTOR, ROOM, Asked, Gathering, Said
from bench.product import memory
from memory.language.analyser import terms
from memory.theories.text_retrieval import bm25, inverse_document_frequency, rank_fusion
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue, Recollection
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Embedder


class Bm25:
    """Okapi BM25 over all terms of the texts; ties keep the order of the texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(terms(text)) for text in texts]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = sum(self._lengths) / len(texts)
        self._containing = Counter(term for counts in self._counts for term in counts)

    def ranked(self, question: str) -> list[int]:
        """The places of the texts that share a word with the question, best first."""
        asked = {
            term: inverse_document_frequency(len(self._counts), self._containing[term]) for term in set(terms(question))
        }
        scores = [
            bm25([(asked[term], counts[term]) for term in sorted(asked) if term in counts], length, self._mean)
            for counts, length in zip(self._counts, self._lengths, strict=True)
        ]
        return [at for at in sorted(range(len(scores)), key=lambda at: -scores[at]) if scores[at] > 0]


class Fused:
    """Reciprocal rank fusion (K = 60) of BM25 and the cosines of an embedder."""

    def __init__(self, texts: Sequence[str], embedder: Embedder) -> None:
        self._words = Bm25(texts)
        self._embedder = embedder
        self._vectors = embedder.embed(texts)

    def ranked(self, question: str) -> list[int]:
        cosines = (self._vectors @ self._embedder.embed([question], query=True)[0]).tolist()
        near = sorted(range(len(cosines)), key=lambda at: -cosines[at])
        fused = rank_fusion([self._words.ranked(question), near])
        return sorted(fused, key=lambda at: -fused[at])


# --- gathering run --------------------------------------------------------------------------------------------------


TEAM = Audience.group(Place.parse(ROOM))
DEEP = 50
AT = 10

Rank = Callable[[str], Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What one system made of one question: ids, best first."""

    question: Asked
    ranking: tuple[str, ...]

    @property
    def recall(self) -> float:
        """The share of the evidence among the first ten."""
        return len(set(self.ranking[:AT]) & set(self.question.evidence)) / len(self.question.evidence)

    @property
    def has_all(self) -> bool:
        return self.recall == 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """All systems' answers, and how well it is told who said what.

    `mislabelled`: recollections whose line in the prompt names somebody else than the account that said it, or does
    not tell a stranger from the member whose name they display; of `lines` in all.
    `usurped`: questions whose first turn on the matter is a stranger's who plays the person asked about, of `stated`
    questions of which some turn on the matter came among the first ten.
    """

    answers: dict[str, list[Answered]]
    lines: int
    mislabelled: int
    stated: int
    usurped: int


async def run(gathering: Gathering, folder: Path, embedder: Embedder | None) -> Outcome:
    """Tell it all to a new anima in the folder, wait for its vectors, and ask."""
    engine = await memory(folder / "animas" / "main", lambda: gathering.now, embedder=embedder)
    for turn in gathering.turns:
        await engine.record(event(turn))
    await engine.settled()
    texts = [f"[{turn.at:%A}, {turn.at.day} {turn.at:%B %Y}] {turn.name}: {turn.text}" for turn in gathering.turns]
    baselines: dict[str, Rank] = {"bm25": Bm25(texts).ranked}
    if embedder is not None:
        baselines["rrf"] = Fused(texts, embedder).ranked
    answers: dict[str, list[Answered]] = {"default": [], **{name: [] for name in baselines}}
    by_id = {turn.id: turn for turn in gathering.turns}
    lines = mislabelled = stated = usurped = 0
    for asked in gathering.questions:
        found = await engine.search(asked.text, TEAM, limit=DEEP)
        answers["default"].append(Answered(question=asked, ranking=tuple(one.id for one in found)))
        for name, rank in baselines.items():
            ranking = tuple(gathering.turns[at].id for at in rank(asked.text)[:DEEP])
            answers[name].append(Answered(question=asked, ranking=ranking))
        first = _first_on_it([by_id[one.id] for one in found[:AT]], asked)
        stated += first is not None
        usurped += first is not None and first.speaker == IMPOSTOR
        told = await engine.prime(_cue(asked, gathering))
        shown = [one for one in told.recollections if one.id in by_id]
        lines += len(shown)
        mislabelled += sum(one.speaker != label(by_id[one.id]) or not _is_said(one, told.text(_BLOCK)) for one in shown)
    await engine.close()
    return Outcome(answers=answers, lines=lines, mislabelled=mislabelled, stated=stated, usurped=usurped)


def event(turn: Said) -> Event:
    """The turn as an adapter would hand it on; the impostor is a guest."""
    trust = "guest" if turn.speaker == IMPOSTOR else "member"
    meta = {"id": turn.id, "audience": str(TEAM), "name": turn.name, "person": turn.person, "message_id": turn.id}
    return Event(
        ts=turn.at,
        type="message_received",
        content=turn.text,
        sender=turn.person,
        channel=turn.place,
        meta={**meta, "trust": trust},
    )


def label(turn: Said) -> str:
    """How a prompt must name who said it."""
    return f"{turn.name} (guest)" if turn.speaker == IMPOSTOR else turn.name


_BLOCK = "related_knowledge"


def _is_said(found: Recollection, text: str) -> bool:
    """Whether the line stands in the prompt under this name."""
    return f"] {found.speaker}: {found.text.splitlines()[0]}" in text


def _first_on_it(found: Sequence[Said], asked: Asked) -> Said | None:
    return next((turn for turn in found if turn.states == (asked.relation, asked.about)), None)


def _cue(asked: Asked, gathering: Gathering) -> Cue:
    asker = next(turn for turn in gathering.turns if turn.speaker not in (asked.about, IMPOSTOR))
    return Cue(
        text=asked.text,
        audience=TEAM,
        now=gathering.now,
        sender=Person.parse(asker.person),
        sender_name=asker.name,
        place=Place.parse(ROOM),
    )
