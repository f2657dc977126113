"""Questions whose names are misspelled or cut short, by chance that is seeded: whom they mean has to be found."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from bench.conversations import Conversation

SEED = 7
_VOWELS = "aeiou"


def misspelled(conversation: Conversation, seed: int = SEED) -> Conversation:
    """With each name of a speaker in a question written in another way, every time anew."""
    chance = random.Random(seed)
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, conversation.speakers))})\b")
    queries = tuple(
        replace(query, text=names.sub(lambda found: another(found[0], chance), query.text))
        for query in conversation.queries
    )
    return replace(conversation, queries=queries)


def another(name: str, chance: random.Random) -> str:
    """Cut short, or with a letter left out, doubled, exchanged with the next, or another vowel; never the name."""
    at = chance.randrange(1, len(name) - 1)
    vowels = [place for place, letter in enumerate(name) if place and letter in _VOWELS]
    place = chance.choice(vowels) if vowels else at
    ways = [
        name[: max(3, len(name) // 2)],
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        name[:place] + chance.choice(_VOWELS.replace(name[place], "")) + name[place + 1 :],
    ]
    return chance.choice([way for way in ways if way != name])
