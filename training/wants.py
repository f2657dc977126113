"""Fit the judges of this package to their examples: `python -m training.wants [JUDGE …]`. Seeded.

Of each judge's examples a tenth (by the hash of the text) is blind: it is measured and not fitted. The hash of the data
stands in the weights, and a test asks that it is still that of the data.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np

from memory.formation import message_intent, message_span
from memory.formation.message_intent import FORMER, INTENTS, NOW, REMINDER_ACTS, REMINDERS, MessageIntent
from memory.formation.message_span import BEGIN, END, INSIDE, SPAN, SPANNED
from memory.language import feedback, linear_judge
from memory.language.linear_judge import LinearJudge
from training import linear as fitting
from training import parallel
from training.linear import SEED, Example, Shape, is_blind

JAPANESE = "ja"
LANGUAGES = ("en", *parallel.LANGUAGES)
SLOT = "◊"
FEEDBACK = "feedback"
NAMES, LOWER = 8, 0.3
"""Names in each frame, and how many of them are written small."""
NAMELESS = frozenset(
    ("recall", "list", "decision", "open_question", "time", "help", "about_anima", "forget", "reaction")
)
"""Wishes in which nobody tells their name; every third of them is an example."""
EACH = 3
TOPICS, LIGHT = 4, 0.5
"""Topics in each frame, and the weight of such an example beside one that was written whole."""

_WISHES = ("intents.{}.tsv", "heard.{}.tsv", "core.{}.tsv")
_CORE = _WISHES[-1]
"""The few that everybody says are fitted all."""
_SAID = "said.{}.tsv"
"""By another hand, each with the words that say what is meant."""
_SPANNED = "spanned.{}.tsv"
"""The same by the author of the judge: short wishes of the kinds that change something, and what only looks so."""
_CHAT = "chat.{}.txt"
"""What people say to each other in ordinary chats: nothing of it is for whoever listens."""
_LIVES = "lives.{}.tsv"
"""Of people of all kinds, the same topics with many wishes; they tell wishes alone."""

_FORMER = "former.{}.tsv"
"""Questions for what was so before, and such that only look so."""
ASKING, SELDOM = frozenset(("recall", "list", "decision")), 0.5
"""Wishes that ask memory: hardly one in 100 is for what was so before; what such an example weighs."""

_FRAMED = ("wishes_about.{}.tsv", "topics.{}.txt")
"""The same topics in frames of many wishes: what is talked of says nothing of what is wanted."""

SAID_AS: Mapping[str, MessageIntent] = {
    "ask": "recall", "ask_world": "open_question", "tell": "statement", "thank": "thanks", "greet": "greeting",
}  # fmt: skip
"""Labels of `said` that have another name among those of the older files."""

_UNSPLIT = frozenset(("remind", "reminders", "do", "stop"))
"""What was one label, "wish", when the older files were written; rows that nobody has looked at again still have it."""
_MAY_BE: Mapping[str, frozenset[str]] = {
    "wish": _UNSPLIT,
    "statement": frozenset(("feel", "correct")),
    "smalltalk": frozenset(("feel",)),
    "forget": frozenset(("correct", "reminders")),
    "ask": frozenset(("list", "decision", "about_me")),
    "ask_world": frozenset(("smalltalk", "time", "about_anima", "help", "reaction", "statement")),
    "greet": frozenset(("goodbye", "smalltalk")),
    "feel": frozenset(("smalltalk", "statement", "reaction")),
}
"""What a row of this label may be as well: for that label it is an example neither for nor against."""
OF_CHAT, OF_SAID = 0.5, 3.0
"""What a line of a chat counts, and a message of the newer files: they are few, and of the wishes that change something
nearly all."""

_FEEDBACK = "../feedback/{}.tsv"
"""An answer, and what was said next."""
SAYS_OF_ANSWER = frozenset(("correct", "reaction", "thanks", "thank"))
NEXT_MESSAGES, OF_NEXT_MESSAGES = 800, 0.3
"""So many examples are put together by chance, and what one counts."""
_REMINDERS = "reminders.{}.tsv"

STEMS = {
    FEEDBACK: (_FEEDBACK, *_WISHES, _SAID),
    REMINDERS: (_REMINDERS,),
    "wish": (*_WISHES, _LIVES, *_FRAMED, _SAID, _SPANNED, _CHAT),
    SPAN: (_SAID, _SPANNED),
    "own_name": ("frames.{}.txt", "not_names.{}.txt", "people.txt", *_WISHES[:-1]),
    "tongue": _WISHES,
    FORMER: (_FORMER, *_WISHES, _LIVES),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    shape: Shape
    examples: Callable[[], Iterable[Example]]


def main() -> None:
    for name in sys.argv[1:] or JUDGES:
        examples = list(JUDGES[name].examples())
        seen, blind = _parted(examples)
        judge = fitting.fit(seen, JUDGES[name].shape)
        fitting.write(judge, weights_file(name), digest(name))
        print(json.dumps({"judge": name, "examples": len(examples), **measured(judge, blind)}, ensure_ascii=False))


def weights_file(judge: str) -> Path:
    package = "memory.language" if judge in ("tongue", FEEDBACK) else "memory.formation"
    return Path(str(files(package))) / f"{judge}.npz"


def wishes() -> Iterator[Example]:
    for label, text, language in _rows((*_WISHES, _LIVES)):
        yield _wish(label, text, language)
    for said in said_wishes():
        yield replace(_wish(said.label, said.text, said.language), weight=OF_SAID)
    for language in LANGUAGES:
        for text in _read(_CHAT.format(language)):
            yield Example(
                text=text,
                labels=frozenset(),
                known=message_intent.ACTS,
                blocks=linear_judge.text_features(text),
                language=language,
                weight=OF_CHAT,
            )
    rng = np.random.default_rng(SEED)
    for label, frame, language in _rows(_FRAMED[:1]):
        for topic in rng.choice(_read(_FRAMED[1].format(language)), TOPICS, replace=False):
            yield replace(_wish(label, frame.replace(SLOT, str(topic)), language), weight=LIGHT)


def _wish(label: str, text: str, language: str) -> Example:
    intent = SAID_AS.get(label, label)
    known = frozenset(INTENTS) - _MAY_BE.get(label, frozenset())
    blocks = linear_judge.text_features(text)
    return Example(text=text, labels=frozenset({intent}) & known, known=known, blocks=blocks, language=language)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidWish:
    """`span` is where the words stand that say what is meant; of length nothing where none do."""

    label: str
    text: str
    language: str
    span: tuple[int, int]


def said_wishes() -> Iterator[SaidWish]:
    for label, rest, language in _rows((_SAID, _SPANNED)):
        text, _, meant = rest.partition("\t")
        start = text.find(meant) if meant else 0
        yield SaidWish(label=label, text=text, language=language, span=(start, start + len(meant)))


def spans() -> Iterator[Example]:
    """Every place of a message where what is meant may begin or end."""
    for said in said_wishes():
        if said.label not in SPANNED:
            continue
        start, end = said.span
        for at in message_span.places(said.text):
            has = {BEGIN: at == start, END: at == end, INSIDE: start <= at < end}
            labels = frozenset(label for label, is_so in has.items() if is_so and end > start)
            blocks = message_span.place_features(said.text, at, said.label)
            yield Example(text=said.text, labels=labels, blocks=blocks, language=said.language)


def verdicts() -> Iterator[Example]:
    for label, rest, language in _rows((_FEEDBACK,)):
        answer, text = rest.split("\t")
        blocks = feedback.verdict_features(answer, text)
        yield Example(text=f"{answer} {text}", labels=frozenset({label}), blocks=blocks, language=language)
    yield from _next_messages()
    yield from _next_lines()


def _next_lines() -> Iterator[Example]:
    """Two lines of a talk after one another: hardly any is said of the one before it."""
    for language in LANGUAGES:
        for before, text in pairwise(talk_lines(language)):
            blocks = feedback.verdict_features(before, text)
            yield Example(
                text=f"{before} {text}", labels=frozenset({feedback.NEITHER}), blocks=blocks, language=language
            )


def talk_lines(language: str) -> Iterator[str]:
    """What people say to one another over weeks (training/examples/belief), where forgetting it would hurt nobody."""
    for stem in ("stories", "chats"):
        path = Path(__file__).parent / "examples" / "belief" / language / f"{stem}.txt"
        for line in path.read_text(encoding="utf-8").splitlines():
            fields = line.split("|")
            if fields[0].isdecimal() and fields[4] != "essential":
                yield fields[3].replace("⟦", "").replace("⟧", "")


def _next_messages() -> Iterator[Example]:
    """Messages of other files after an answer by chance: nothing that is said of that."""
    rng = np.random.default_rng(SEED)
    answers: dict[str, list[str]] = {}
    for _, rest, language in _rows((_FEEDBACK,)):
        answers.setdefault(language, []).append(rest.split("\t")[0])
    rows = [row for row in _rows((*_WISHES, _SAID)) if row[0] not in SAYS_OF_ANSWER]
    for at in sorted(rng.choice(len(rows), NEXT_MESSAGES, replace=False)):
        _, text, language = rows[at]
        text, answer = text.partition("\t")[0], str(rng.choice(answers[language]))
        blocks = feedback.verdict_features(answer, text)
        labels = frozenset({feedback.NEITHER})
        yield Example(text=f"{answer} {text}", labels=labels, blocks=blocks, language=language, weight=OF_NEXT_MESSAGES)


def reminder_acts() -> Iterator[Example]:
    """What is wanted of reminders that are set."""
    for label, text, language in _rows((_REMINDERS,)):
        blocks = linear_judge.text_features(text)
        yield Example(text=text, labels=frozenset({label}), blocks=blocks, language=language)


def tongues() -> Iterator[Example]:
    """Of those that share their letters."""
    for text, language in (*((text, language) for _, text, language in _rows(_WISHES)), *_translated()):
        if language != JAPANESE:
            blocks = (linear_judge.letter_features(linear_judge.normalised(text)),)
            yield Example(text=text, labels=frozenset({language}), blocks=blocks, language=language)


def _translated() -> Iterator[tuple[str, str]]:
    """Texts of another language, and their English."""
    for language in LANGUAGES[1:]:
        for one in parallel.grouped(language):
            yield from ((one.text, language), (one.english, LANGUAGES[0]))


def questions() -> Iterator[Example]:
    """For what was so before, or for what is so now."""
    told = {text for _, text, _ in _rows((_FORMER,))}
    for label, text, language in _rows((_FORMER, *_WISHES, _LIVES)):
        if label in (FORMER, NOW):
            yield Example(
                text=text, labels=frozenset({label}), blocks=linear_judge.text_features(text), language=language
            )
        elif label in ASKING and text not in told:
            blocks = linear_judge.text_features(text)
            yield Example(text=text, labels=frozenset({NOW}), blocks=blocks, language=language, weight=SELDOM)


def names() -> Iterator[Example]:
    """Every run of every message: how the speaker is called, or not. Frames of both kinds get names by chance."""
    rng = np.random.default_rng(SEED)
    for language in LANGUAGES:
        for frame in _read(f"frames.{language}.txt"):
            for person in _people(rng):
                yield from _runs(frame.replace(SLOT, person), person, language)
        for text in _read(f"not_names.{language}.txt"):
            for person in _people(rng) if SLOT in text else ("",):
                yield from _runs(text.replace(SLOT, person), "", language)
    for label, text, language in _rows(_WISHES[:-1]):
        if label in NAMELESS and crc32(text.encode()) % EACH == 0:
            yield from _runs(text, "", language)


def _people(rng: np.random.Generator) -> list[str]:
    chosen = rng.choice(_read("people.txt"), NAMES, replace=False)
    return [str(one).lower() if rng.random() < LOWER else str(one) for one in chosen]


def _runs(text: str, name: str, language: str) -> Iterator[Example]:
    for start, end in message_intent.name_candidates(text):
        label = message_intent.IS_NAME if text[start:end] == name else message_intent.IS_NO_NAME
        blocks = message_intent.name_features(text, start, end)
        yield Example(text=text, labels=frozenset({label}), blocks=blocks, language=language)


def _parted(examples: Iterable[Example]) -> tuple[list[Example], list[Example]]:
    core, seen, blind = frozenset(_core()), list[Example](), list[Example]()
    for one in examples:
        (blind if _is_blind(one, core) else seen).append(one)
    return seen, blind


def _is_blind(one: Example, core: frozenset[str]) -> bool:
    """Not what everybody says, nor what only fills a frame that was fitted with other topics."""
    return one.weight >= 1.0 and one.text not in core and is_blind(one.text)


def digest(judge: str) -> str:
    """The hash of a judge's data."""
    each = dict.fromkeys(stem.format(language) for stem in STEMS[judge] for language in LANGUAGES)
    lines = [line for name in each for line in _read(name)]
    if judge == "tongue":
        lines += [line for language in LANGUAGES[1:] for line in parallel.lines(language, parallel.GROUPS)]
    return fitting.digest(lines)


def measured(judge: LinearJudge, blind: Sequence[Example]) -> dict[str, object]:
    """How many of the blind are right, by language, and how sure the judge was of them."""
    told = [(one, judge.shares(one.blocks)) for one in blind]
    right = [(one.language, max(shares, key=lambda label: shares[label]) in one.labels) for one, shares in told]
    by_language = {
        language: round(float(np.mean([ok for there, ok in right if there == language] or [False])), 4)
        for language in LANGUAGES
    }
    sure = float(np.mean([max(shares.values()) for _, shares in told] or [0]))
    return {"blind": len(blind), "right": by_language, "mean share": round(sure, 4)}


def _rows(stems: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for language in LANGUAGES:
        for stem in stems:
            for line in _read(stem.format(language)):
                label, text = line.split("\t", 1)
                yield label, text, language


def _core() -> Iterator[str]:
    return (text for _, text, _ in _rows((_CORE,)))


def _read(name: str) -> list[str]:
    lines = (files("training") / "examples" / "wishes" / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip()]


JUDGES = {
    "wish": Judge(shape=Shape(labels=INTENTS, is_exclusive=True, size=40_000), examples=wishes),
    SPAN: Judge(shape=Shape(labels=(BEGIN, END, INSIDE), is_exclusive=False, size=30_000), examples=spans),
    FEEDBACK: Judge(shape=Shape(labels=feedback.VERDICTS, is_exclusive=True, size=20_000), examples=verdicts),
    REMINDERS: Judge(shape=Shape(labels=REMINDER_ACTS, is_exclusive=True, size=6_000), examples=reminder_acts),
    "own_name": Judge(
        shape=Shape(labels=(message_intent.IS_NO_NAME, message_intent.IS_NAME), is_exclusive=True, size=8_000),
        examples=names,
    ),
    FORMER: Judge(shape=Shape(labels=(FORMER, NOW), is_exclusive=True, size=8_000), examples=questions),
    "tongue": Judge(shape=Shape(labels=("en", "tr", "de"), is_exclusive=True, size=5_000), examples=tongues),
}


if __name__ == "__main__":
    main()
