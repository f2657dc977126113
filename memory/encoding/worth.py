"""Whether a message is worth keeping, and as what: one judgement over all that the rules found and the words it has.

Rules alone count what they know for and against; how far each of them is to be trusted, and which words go with idle
talk, was fitted to labelled messages (multinomial logistic regression, L2; `python -m memory.bench.fit_worth`).

Formula  share of c = e^(Σ features x · weight(x, c)) / Σ over all categories of the same
Source   logistic regression, Cox (1958), Journal of the Royal Statistical Society B 20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, sqrt

from memory.encoding.classification import ENOUGH, Classified
from memory.encoding.sentences import Sentence
from memory.encoding.statements import Context, told_by_cue, told_by_slot

NOTHING = "none"
WORDS = 6.0
"""The length of a message's words as a vector, beside findings of about one."""

FEWEST = 20
"""A word of a short message weighs no more than if there were so many."""

SCALE = 100
"""The table holds hundredths."""

_TABLE = "worth.tsv"
_MOST_OF_A_WEIGHT = 2.0
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[^\w\s]")
_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r"\s+")
_PICTURE = re.compile("[\U0001f300-\U0001faff]")
_LONG = {"ja": 25.0}
_LONG_ELSEWHERE = 60.0
_LETTERS = range(1, 5)
_MOST_LETTERS = 400

Features = Mapping[str, float]


def shares(features: Features) -> dict[str, float]:
    """How likely each category is, and that nothing is to be kept (NOTHING). They add up to one."""
    categories, table = _table()
    weighed: dict[float, list[tuple[int, ...]]] = {}  # most features are words, and all words count the same
    for name, value in features.items():
        if weights := table.get(name):
            weighed.setdefault(value, []).append(weights)
    columns = {value: list(map(sum, zip(*rows, strict=True))) for value, rows in weighed.items()}
    sums = [sum(value * column[place] for value, column in columns.items()) for place in range(len(categories))]
    highest = max(sums)
    each = [exp((one - highest) / SCALE) for one in sums]
    return {category: one / sum(each) for category, one in zip(categories, each, strict=True)}


def features(text: str, judged: Sequence[Classified], kept: Sequence[Classified], context: Context) -> dict[str, float]:
    """Of a message. `text` is what was spoken in it, `kept` are those of the `judged` that the rules would keep."""
    return {"=": 1.0, **dict(_findings(text, judged, kept, context)), **words(judged, context.forming.code)}


def words(judged: Sequence[Classified], code: str) -> dict[str, float]:
    """Words and pairs of them; of Japanese, which parts none, up to four letters in a row."""
    found = set[str]()
    for sentence in (one.sentence for one in judged):
        found.update(_letters(sentence) if code == "ja" else _words(sentence))
    weight = WORDS / sqrt(max(FEWEST, len(found)))
    return {f"{code}:{one}": weight for one in found}


def _letters(sentence: Sentence) -> Iterator[str]:
    text = f"^{_SPACES.sub(' ', _DIGIT.sub('0', sentence.folded[:_MOST_LETTERS]))}$"
    for length in _LETTERS:
        yield from (text[at : at + length] for at in range(len(text) - length + 1))


def _words(sentence: Sentence) -> Iterator[str]:
    each = _WORD.findall(_DIGIT.sub("0", sentence.folded[:_MOST_LETTERS]))
    yield from each
    yield from (f"{one} {next}" for one, next in zip(["^", *each], [*each, "$"], strict=True))


def _findings(
    text: str, judged: Sequence[Classified], kept: Sequence[Classified], context: Context
) -> Iterator[tuple[str, float]]:
    said, code = context.said, context.forming.code
    yield f"language {code}", 1.0
    for category in {one.category for one in kept} or {NOTHING}:
        yield f"rules {category}", 1.0
        yield f"rules {category} {code}", 1.0
    for category in {category for one in judged for category in one.weights}:
        weight = max(one.weights.get(category, 0.0) for one in judged)
        yield f"for {category}", max(-_MOST_OF_A_WEIGHT, min(_MOST_OF_A_WEIGHT, weight))
        yield f"enough for {category}", float(weight >= ENOUGH)
    hard, soft = (max((one.against[place] for one in judged), default=0.0) for place in (0, 1))
    yield "against all", min(_MOST_OF_A_WEIGHT, hard)
    yield "against facts", min(_MOST_OF_A_WEIGHT, soft)
    yield "question", float(any(one.is_question for one in judged))
    yield "request", float(any(one.is_request for one in judged))
    yield "told by a cue", float(any(told_by_cue(one.sentence, context) for one in judged))
    yield "told by a slot", float(any(told_by_slot(one.sentence, context) for one in kept))
    yield "sentences", min(4.0, len(judged))
    yield "length", min(3.0, len(text.strip()) / _LONG.get(code, _LONG_ELSEWHERE))
    yield "days ahead", float(bool(context.around.ahead))
    yield "days", min(2.0, len(context.dates))
    yield "names", min(3.0, len(context.around.names))
    yield "entities", min(3.0, len(context.entities))
    yield "more than prose", float(text != said.text)
    yield "exclamation", float("!" in text or "！" in text)
    yield "picture", float(_PICTURE.search(text) is not None)
    yield "number", float(_DIGIT.search(text) is not None)
    yield "after something", float(bool(said.before))
    yield "after the anima", float(any(one.own for one in said.before))
    yield "after a question", float(any("?" in one.text or "？" in one.text for one in said.before))


@cache
def _table() -> tuple[tuple[str, ...], Mapping[str, tuple[int, ...]]]:
    """Categories, and the weights of each feature for them."""
    head, *lines = files("memory.encoding").joinpath(_TABLE).read_text(encoding="utf-8").split("\n")
    rows = (line.split("\t") for line in lines if line)
    return tuple(head.split("\t")[1:]), {name: tuple(map(int, weights)) for name, *weights in rows}
