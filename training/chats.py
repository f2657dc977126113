"""The examples of the judge of updates: labelled pairs, chats in which things change, and plain chats."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from memory.formation.update_judge import CORRECTS, FARTHEST, UPDATES, MessagePair
from memory.language.analyser import terms
from memory.theories.ranking_signals import open_question

EXAMPLES = Path(__file__).parent / "examples" / "pairs"
FIT, HELD, BLIND = "fit", "validation", "blind"
PLAIN = "plain"
"""The relation of messages that no label relates."""

NEVER_SAID, OTHER_THINGS = "never said", "other things"
"""Sources of examples that are made of others: nothing that is offered is changed."""

_OF_THINGS = frozenset({"value", "number", "place", "job", "food", "date", "plan_moved", "owner", "list"})
_SHARED = 2
_BLIND_BELOW = 26
_BLOCK = 10
_VALIDATED = 3
_CHATS_A_HELD, _PLAIN_A_HELD = 5, 4
"""One chat of so many is held out."""

_BETWEEN, _BEFORE = (0, 0, 1, 2, 3, 5, 8), (0, 1, 2)
"""Messages of plain chat that are put between the two of a labelled pair, and before them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A pair of the examples. `part`: fit, validation or blind."""

    pair: MessagePair
    relation: str
    kind: str
    language: str
    part: str
    scene: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat; `is_plain`: it corrects and decides nothing."""

    speaker: str
    text: str
    is_plain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """One later message with all earlier ones that it may change, and how it relates to each. `scene`: what it is
    never parted from where examples are divided; `source` is the folder of the example."""

    pairs: tuple[MessagePair, ...]
    relations: tuple[str, ...]
    source: str
    language: str
    scene: str
    part: str


def labelled(parts: Sequence[str], folder: Path = EXAMPLES) -> list[Labelled]:
    """Pairs of these parts, in the order of the files.

    Validation are blocks of groups at the same positions of every language: scenes recur across languages.
    """
    return [one for file in sorted(folder.glob("*.tsv")) for one in _of_file(file) if one.part in parts]


def offered(seed: int) -> list[Offered]:
    """All examples as linking offers them; nothing blind."""
    told = [*_of_pairs(random.Random(seed)), *_of_chats(), *_of_plain()]
    return [*told, *_of_what_was_never_said(told), *_of_other_things(told, random.Random(seed))]


def rows() -> Iterator[str]:
    """All lines that a judge is fitted to, for their hash."""
    for folder in ("chat", "messages", "pairs", "threads"):
        for file in sorted((EXAMPLES.parent / folder).glob("*.t*")):
            yield file.read_text(encoding="utf-8")


def offers(chat: Sequence[Message], at: int) -> Iterator[tuple[int, MessagePair]]:
    """Each earlier message of the chat that states something, the latest first, by its place."""
    later = chat[at]
    for earlier in range(at - 1, max(-1, at - 1 - FARTHEST), -1):
        if not open_question(chat[earlier].text):
            yield (
                earlier,
                MessagePair(
                    speaker=chat[earlier].speaker,
                    earlier=chat[earlier].text,
                    by=later.speaker,
                    later=later.text,
                    before=chat[at - 1].text,
                    back=at - earlier,
                    own=sum(one.speaker == later.speaker for one in chat[earlier:at]),
                ),
            )


def is_blind(text: str) -> bool:
    """Whether nobody reads it and nothing is fitted to it: a tenth of the examples, by hash."""
    return blake2b(text.encode(), digest_size=8).digest()[0] < _BLIND_BELOW


def _of_file(file: Path) -> Iterator[Labelled]:
    for position, group in enumerate(re.split(r"\n\n+", file.read_text(encoding="utf-8").strip())):
        for line in group.splitlines():
            relation, kind, speaker, earlier, _, by, later = line.split("\t")
            pair = MessagePair(
                speaker=speaker, earlier=earlier, by=by, later=later, before=earlier, own=int(speaker == by)
            )
            part, scene = _part(earlier, position), f"{file.stem} {position}"
            yield Labelled(
                pair=pair, relation=relation, kind=kind, language=file.stem, part=part, scene=f"pairs {scene}"
            )


def _part(earlier: str, position: int) -> str:
    if is_blind(earlier):
        return BLIND
    return HELD if position // _BLOCK % _BLOCK == _VALIDATED else FIT


def _of_pairs(chance: random.Random) -> Iterator[Offered]:
    """Each pair amid messages of a plain chat: alone it would say that one of its messages changes something."""
    plain: dict[tuple[str, str], list[list[Message]]] = {}
    for language, part, _, chat in (*_chats(), *_rooms()):
        if len(said := [one for one in chat if one.is_plain]) >= _BLOCK // 3:
            plain.setdefault((language, part), []).append(said)
    for one in labelled([FIT, HELD]):
        between, before = chance.choice(_BETWEEN), chance.choice(_BEFORE)
        chat = _amid(one, chance.choice(plain[one.language, one.part]), between, before, chance)
        found = list(offers(chat, len(chat) - 1))
        relations = tuple(one.relation if pair.earlier == one.pair.earlier else PLAIN for _, pair in found)
        if one.relation in relations:
            yield Offered(
                pairs=tuple(pair for _, pair in found), relations=relations, source="pairs", language=one.language,
                scene=one.scene, part=one.part,
            )  # fmt: skip


def _amid(one: Labelled, plain: Sequence[Message], between: int, before: int, chance: random.Random) -> list[Message]:
    start = chance.randrange(max(1, len(plain) - between - before))
    around = plain[start : start + between + before]
    pair = one.pair
    names = {name: chance.choice((pair.speaker, pair.by, name)) for name in dict.fromkeys(m.speaker for m in around)}
    around = [replace(message, speaker=names[message.speaker]) for message in around]
    told, changed = Message(speaker=pair.speaker, text=pair.earlier), Message(speaker=pair.by, text=pair.later)
    return [*around[:before], told, *around[before:], changed]


def _of_chats() -> Iterator[Offered]:
    """Chats in which messages are marked by what they change."""
    for file in sorted((EXAMPLES.parent / "threads").glob("*.tsv")):
        for position, block in enumerate(file.read_text(encoding="utf-8").strip().split("\n\n")):
            lines = [line.split("\t") for line in block.splitlines()]
            chat = [Message(speaker=speaker, text=text) for _, speaker, text in lines]
            part = HELD if position % _CHATS_A_HELD == _CHATS_A_HELD - 1 else FIT
            for at, (mark, _, _) in enumerate(lines):
                yield from _marked(chat, at, marks(mark), ("threads", file.stem, f"{file.stem} {position}", part))


def marks(mark: str) -> Mapping[int, str]:
    """What a mark says of earlier lines, counted from 0."""
    each = [one.split() for one in mark.split(",") if mark != "-"]
    return {int(line) - 1: relation for relation, line in each}


def _of_what_was_never_said(told: Sequence[Offered]) -> Iterator[Offered]:
    """The same chats without what is changed: a change of something else, by the same words. A slip is always one of
    what was said."""
    for one in told:
        kept = [at for at, relation in enumerate(one.relations) if relation == PLAIN]
        if one.source == "threads" and kept and len(kept) < len(one.pairs) and CORRECTS not in one.relations:
            pairs = tuple(one.pairs[at] for at in kept)
            yield replace(one, pairs=pairs, relations=(PLAIN,) * len(pairs), source=NEVER_SAID)


def _of_other_things(told: Sequence[Offered], chance: random.Random) -> Iterator[Offered]:
    """A change of one thing where another of the same kind was told of: one new number does not change all numbers.
    Where the two share words they may be about one thing, and are left out."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    of_scene = {one.scene: one for one in labelled([FIT, HELD]) if one.kind in _OF_THINGS}
    for each in of_scene.values():
        kinds.setdefault((each.language, each.kind, each.part), []).append(each.pair.earlier)
    for one in told:
        about = of_scene.get(one.scene)
        at = next((at for at, relation in enumerate(one.relations) if relation in UPDATES), -1)
        if about is None or at < 0:
            continue
        other = chance.choice(kinds[one.language, about.kind, one.part])
        pair = one.pairs[at]
        if other != pair.earlier and len(set(terms(other)) & set(terms(pair.later))) < _SHARED:
            pairs = (*one.pairs[:at], replace(pair, earlier=other), *one.pairs[at + 1 :])
            yield replace(one, pairs=pairs, relations=(PLAIN,) * len(pairs), source=OTHER_THINGS)


def _of_plain() -> Iterator[Offered]:
    for source, found in (("chat", _chats()), ("messages", _rooms())):
        for position, (language, part, _, chat) in enumerate(found):
            for at, message in enumerate(chat):
                if message.is_plain:
                    yield from _marked(chat, at, {}, (source, language, f"{language} {position}", part))


def _marked(
    chat: Sequence[Message], at: int, of: Mapping[int, str], where: tuple[str, str, str, str]
) -> Iterator[Offered]:
    found = list(offers(chat, at))
    source, language, scene, part = where
    if found:
        yield Offered(
            pairs=tuple(pair for _, pair in found),
            relations=tuple(of.get(earlier, PLAIN) for earlier, _ in found),
            source=source,
            language=language,
            scene=f"{source} {scene}",
            part=part,
        )


def _chats() -> list[tuple[str, str, int, list[Message]]]:
    """Language, part, position and messages of each plain chat: a speaker and what is said on each line."""
    found = []
    for file in sorted((EXAMPLES.parent / "chat").glob("*.txt")):
        for position, block in enumerate(file.read_text(encoding="utf-8").strip().split("\n\n")):
            lines = [line.partition(": ") for line in block.splitlines()]
            said = [Message(speaker=by, text=text) for by, _, text in lines]
            found.append((file.stem, _plain_part(position), position, said))
    return found


def _rooms() -> list[tuple[str, str, int, list[Message]]]:
    """Rooms of the labelled messages, day by day. A message of the blind tenth is left out."""
    found = []
    for file in sorted((EXAMPLES.parent / "messages").glob("*.tsv")):
        lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        for position, (_, day) in enumerate(groupby(lines, key=lambda line: line[4][:10])):
            said = [
                Message(
                    speaker=row[3], text=row[5].replace("⏎", " "), is_plain=row[0] not in ("correction", "decision")
                )
                for row in day
                if not is_blind(row[5])
            ]
            found.append((file.stem, _plain_part(position), position, said))
    return found


def _plain_part(position: int) -> str:
    return HELD if position % _PLAIN_A_HELD == _PLAIN_A_HELD - 1 else FIT
