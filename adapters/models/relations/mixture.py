"""What the judge of pairs is fitted to: labelled pairs, varied, and pairs of plain chat, in which nothing is updated.

Plain chat is what linking offers a judge most of the time: answers, follow-ups, jests, things of other people. Of it
comes the relation `PLAIN`: any but an update.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from memory.formation.linking import UPDATES
from memory.formation.pairs import EXAMPLES, Labelled, Pair, is_blind

PLAIN = "plain"
LATELY, FARTHER = 4, 2
"""Messages right before one that are paired with it, and so many from farther back."""
HELD = 4
"""One chat in so many is held out."""
STRANGERS, ALIKE, FAR = 0.08, 0.15, 0.1
"""Pairs of two scenes, updates of other things of the same kind, and pairs of long messages of two chats, for each
labelled pair."""
OF_ROOMS = 1000
"""Pairs of the rooms in the labelled messages."""

_OF_THINGS = frozenset({"value", "number", "place", "job", "food", "date", "plan_moved", "owner", "list"})
_WORDS = re.compile(r"[一-鿿々ァ-ヿー]{2}|[^\W\d_一-鿿々ぁ-ヿー]{4,}")
_NUMBER = re.compile(r"\d{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message of a chat; `is_plain`: it corrects and decides nothing."""

    speaker: str
    text: str
    is_plain: bool = True


def mixture(fit: Sequence[Labelled], chance: random.Random) -> list[Labelled]:
    """Each labelled pair once, half of them with other numbers, some with other names; beside them plain ones."""
    names = {language: [one.pair.by for one in fit if one.language == language] for language in _languages(fit)}
    further = (*_strangers(fit, chance), *lookalikes(fit, chance))
    varied = [_renamed(_renumbered(one, chance), names[one.language], chance) for one in (*fit, *further)]
    of_chats = [pair for chat in chats("fit") for pairs in plain(*chat, chance) for pair in pairs]
    of_rooms = [pair for room in rooms("fit") for pairs in plain(*room, chance) for pair in pairs]
    rooms_drawn = chance.sample(of_rooms, min(OF_ROOMS, len(of_rooms)))
    return [*varied, *of_chats, *rooms_drawn, *_far(int(FAR * len(fit)), chance)]


def plain(language: str, chat: Sequence[Said], chance: random.Random) -> Iterator[list[Labelled]]:
    """For each plain message of a chat, itself beside the earlier ones that linking would offer."""
    for at, said in enumerate(chat):
        farther = list(chat[: max(0, at - LATELY)])
        before = [*chat[max(0, at - LATELY) : at], *chance.sample(farther, min(FARTHER, len(farther)))]
        if said.is_plain and before:
            yield [_plain(one, said, language) for one in before]


def chats(part: str) -> list[tuple[str, list[Said]]]:
    """Those of `examples/chat`, with their language: a speaker and what is said on each line. `part`: fit, held."""
    found = []
    for file in sorted((EXAMPLES.parent / "chat").glob("*.txt")):
        for position, block in enumerate(file.read_text(encoding="utf-8").strip().split("\n\n")):
            lines = [line.partition(": ") for line in block.splitlines()]
            if (position % HELD == HELD - 1) == (part == "held"):
                found.append((file.stem, [Said(speaker=by, text=text) for by, _, text in lines]))
    return found


def rooms(part: str) -> list[tuple[str, list[Said]]]:
    """Rooms of the labelled messages, day by day. A message of the blind tenth is left out."""
    found = []
    for file in sorted((EXAMPLES.parent / "messages").glob("*.tsv")):
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        for position, (_, day) in enumerate(groupby(rows, key=lambda row: row[4][:10])):
            said = [
                Said(speaker=row[3], text=row[5].replace("⏎", " "), is_plain=row[0] not in ("correction", "decision"))
                for row in day
                if not is_blind(row[5])
            ]
            if (position % HELD == HELD - 1) == (part == "held"):
                found.append((file.stem, said))
    return found


def _far(count: int, chance: random.Random) -> Iterator[Labelled]:
    """Messages of different chats, which linking finds by words or by meaning; some are long."""
    by_language: dict[str, list[Said]] = {}
    for language, chat in (*chats("fit"), *rooms("fit")):
        by_language.setdefault(language, []).extend(one for one in chat if one.is_plain)
    for language in chance.choices(sorted(by_language), k=count):
        said = by_language[language]
        one, other = (_long(said, chance) for _ in range(2))
        yield _plain(one, replace(other, speaker=one.speaker) if chance.random() < 0.6 else other, language)


def _long(said: Sequence[Said], chance: random.Random) -> Said:
    at = chance.randrange(len(said) - 2)
    count = chance.choice((1, 2, 2, 3))
    return replace(said[at], text=" ".join(one.text for one in said[at : at + count]))


def _plain(earlier: Said, later: Said, language: str) -> Labelled:
    pair = Pair(speaker=earlier.speaker, earlier=earlier.text, gap="1 min", by=later.speaker, later=later.text)
    return Labelled(pair=pair, relation=PLAIN, kind=PLAIN, language=language, part="fit")


def _languages(fit: Sequence[Labelled]) -> set[str]:
    return {one.language for one in fit}


def _renumbered(one: Labelled, chance: random.Random) -> Labelled:
    if chance.random() < 0.5:
        return one
    digits = list("0123456789")
    chance.shuffle(digits)
    other = str.maketrans("0123456789", "".join(digits))
    earlier, later = (_NUMBER.sub(lambda found: found[0].translate(other), text)
                      for text in (one.pair.earlier, one.pair.later))  # fmt: skip
    return replace(one, pair=replace(one.pair, earlier=earlier, later=later))


def _renamed(one: Labelled, names: Sequence[str], chance: random.Random) -> Labelled:
    """With other names of the speakers where the texts do not use them."""
    pair = one.pair
    if chance.random() < 0.7 or any(name in pair.earlier + pair.later for name in (pair.speaker, pair.by)):
        return one
    first, second = chance.sample(names, 2)
    second = first if pair.speaker == pair.by else second
    return replace(one, pair=replace(pair, speaker=first, by=second))


def lookalikes(fit: Sequence[Labelled], chance: random.Random) -> Iterator[Labelled]:
    """An update of one scene after the earlier message of another that is about a thing of the same kind: a change of
    one number is not a change of all. Where the two share words they may be about one thing, and are left out."""
    updates = [one for one in fit if one.kind in _OF_THINGS and one.relation in UPDATES]
    alike: dict[tuple[str, str], list[Labelled]] = {}
    for one in updates:
        alike.setdefault((one.language, one.kind), []).append(one)
    for one in chance.sample(updates, min(len(updates), int(ALIKE * len(fit)))):
        other = chance.choice(alike[one.language, one.kind])
        shared = set(_words(other.pair.earlier)) & set(_words(one.pair.later))
        if other.pair.earlier != one.pair.earlier and len(shared) < 2:
            speaker = one.pair.by if chance.random() < 0.7 else other.pair.speaker
            pair = replace(one.pair, speaker=speaker, earlier=other.pair.earlier)
            yield replace(one, pair=pair, relation="unrelated", kind="lookalike")


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


def _strangers(fit: Sequence[Labelled], chance: random.Random) -> Iterator[Labelled]:
    """The later message of one scene after the earlier of another: nothing to do with each other.

    A fragment may fit any statement of its kind, so it is taken only where one of the two has figures.
    """
    by_language = {language: [one for one in fit if one.language == language] for language in _languages(fit)}
    for one in chance.sample(list(fit), int(len(fit) * STRANGERS)):
        other = chance.choice(by_language[one.language])
        has_figures = [bool(re.search(r"\d", text)) for text in (other.pair.earlier, one.pair.later)]
        if other.pair.earlier == one.pair.earlier or (one.kind in ("fragment", "typo") and len(set(has_figures)) == 1):
            continue
        speaker = one.pair.by if one.pair.speaker == one.pair.by else other.pair.speaker
        pair = replace(one.pair, speaker=speaker, earlier=other.pair.earlier)
        yield replace(one, pair=pair, relation="unrelated", kind="lookalike")
