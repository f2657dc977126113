"""Fit the tagger of values to the wordings of the examples: `python -m memory.bench.fit_values`.

Every wording becomes several sentences, each with other values, names and days, some of them made of random letters: it
is the wording that tells what a value is. Of the labelled messages in which nobody tells a value nothing is one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from random import Random

from memory.bench.labelled import NONE, plain, practice, read
from memory.encoding import values
from memory.judges import tagger_fitting
from memory.judges.fitting import digest, is_blind
from memory.judges.tagger import BEGINS, GOES_ON, MEANT, OUTSIDE
from memory.judges.tokens import Token, tokens
from memory.languages.aligned import level

LANGUAGES = ("en", "ja", "tr")
NOTHING, CORRECTS = "none", "corrects"
MODES = ("says", "changes", "past", "soon", "reports", CORRECTS, NOTHING)
EACH, EACH_OF_NOTHING, MOST_CHAT, EPOCHS = 9, 3, 2000, 5
LONGEST_CHAT = 160
_FOLDER = "memory.formation.examples.values"
_SLOT = re.compile(r"\{([vptkmd])\}")
_LABEL = {"v": "", "p": values.WHO, "t": values.THING}
_BY_LETTERS = frozenset(["phone", "email", "price", "address", "version"])
"""Values that are made anew each time."""
_INVENTED = 0.3
_OF_ANYTHING = 0.3
"""Of corrections: those of other values than the attributes have."""


@dataclass(frozen=True, slots=True)
class Wording:
    """`mode` is how it is meant; {v} the value, {p} a person, {t} a thing, {k} an animal, {m} and {d} days."""

    language: str
    mode: str
    attribute: str
    text: str


Example = tuple[list[Token], list[str]]


def main() -> None:
    chance = Random(tagger_fitting.SEED)
    examples = [one for wording in wordings() for one in told(wording, chance)]
    examples += [tagged([(text, "")], NOTHING) for text in chat(chance)]
    tagger = tagger_fitting.fit(examples, labels(), EPOCHS)
    path = Path(str(files(values.__package__ or "").joinpath(f"{values.NAME}.npz")))
    tagger_fitting.write(tagger, path, data_digest())
    print(json.dumps({"examples": len(examples), "labels": len(tagger.labels), "bytes": path.stat().st_size}))


def data_digest() -> str:
    """The hash of what it is fitted to."""
    return digest([f"{one.mode} {one.attribute} {one.text}" for one in wordings()] + sorted(_chat()))


@cache
def wordings(*, blind: bool = False) -> tuple[Wording, ...]:
    """Nine tenths; or the tenth that nothing is fitted to."""
    rows = ((language, line.split("\t")) for language in LANGUAGES for line in _lines(f"{language}.tsv"))
    found = (Wording(language, mode, attribute, text) for language, (mode, attribute, text) in rows)
    return tuple(one for one in found if is_blind(one.text) == blind)


def labels() -> tuple[str, ...]:
    spans = [values.WHO, values.THING, *values.ATTRIBUTES, values.CORRECTED]
    return (
        OUTSIDE,
        *(f"{MEANT}{mode}" for mode in MODES),
        *(f"{of}{one}" for one in spans for of in (BEGINS, GOES_ON)),
    )


def told(wording: Wording, chance: Random) -> Iterator[Example]:
    """Sentences with it."""
    for _ in range(EACH if wording.mode != NOTHING else EACH_OF_NOTHING if _SLOT.search(wording.text) else 1):
        yield tagged(_filled(wording, chance), wording.mode)


def tagged(parts: Sequence[tuple[str, str]], mode: str) -> Example:
    """`parts` are text and what it is, one after the other."""
    text = "".join(part for part, _ in parts)
    found = tokens(text, level(text))
    tags, at = [f"{MEANT}{mode}"], 0
    spans = []
    for part, label in parts:
        if label:
            spans.append((at, at + len(part), label))
        at += len(part)
    for token in found:
        span = next((one for one in spans if token.start < one[1] and one[0] < token.end), None)
        is_first = span is not None and not any(span[0] < other.end <= token.start for other in found)
        tags.append(OUTSIDE if span is None else f"{BEGINS if is_first else GOES_ON}{span[2]}")
    return found, tags


def _filled(wording: Wording, chance: Random) -> list[tuple[str, str]]:
    fill, text = _fillers(wording.language), _ends(wording, chance)
    if chance.random() < 0.2:
        text = chance.choice(fill["before"]) + text
    if chance.random() < 0.25:
        text = text.rstrip(".。!") + chance.choice(fill["after"])
    is_small = chance.random() < 0.15
    if chance.random() < 0.3:
        text = text[:1].upper() + text[1:]
    attribute = wording.attribute if wording.attribute != "-" else chance.choice(values.ATTRIBUTES)
    if wording.mode == CORRECTS and chance.random() < _OF_ANYTHING:
        attribute = "anything"
    label = {NOTHING: "", CORRECTS: values.CORRECTED}.get(wording.mode, attribute)
    parts, at = [], 0
    for slot in _SLOT.finditer(text):
        parts.append((text[at : slot.start()], ""))
        is_nothing = wording.mode == NOTHING
        what = label if slot[1] == "v" else "" if is_nothing else _LABEL.get(slot[1], "")
        parts.append((_value(slot[1], attribute, wording.language, chance), what))
        at = slot.end()
    parts.append((text[at:], ""))
    return [(part.lower(), what) for part, what in parts] if is_small else parts


def _value(slot: str, attribute: str, language: str, chance: Random) -> str:
    fill = _fillers(language)
    if slot != "v":
        is_invented = slot in "pt" and chance.random() < _INVENTED
        return _invented(language, chance) if is_invented else chance.choice(fill[slot])
    if attribute in _BY_LETTERS and attribute not in fill:
        return _by_letters(attribute, chance)
    if attribute in ("home", "employer", "pet name", "lead", "doctor") and chance.random() < _INVENTED:
        title = {"en": "Dr ", "tr": "Dr. "}.get(language, "") if attribute == "doctor" else ""
        return title + _invented(language, chance)
    return chance.choice(fill[attribute])


def _invented(language: str, chance: Random) -> str:
    pieces = chance.choice(_rows(language, "pieces"))
    return "".join(chance.choices(pieces, k=chance.randint(2, 3))).capitalize()


def _by_letters(attribute: str, chance: Random) -> str:
    digits = [chance.randint(0, 9) for _ in range(12)]
    few = "".join(map(str, digits[:3])), "".join(map(str, digits[3:6])), "".join(map(str, digits[6:10]))
    if attribute == "phone":
        forms = (f"555-{few[2]}", f"555 {few[0]} {few[2]}", f"0{few[0]} {few[1]} {few[2]}", f"+44 {few[0]} {few[2]}")
        return chance.choice((*forms, f"09{digits[0]}-{few[2]}-{few[0]}4", f"({few[0]}) {few[1]}-{few[2]}"))
    if attribute == "email":
        first, second = chance.choices(_rows("en", "pieces")[0], k=2)
        return f"{first}{chance.choice(('.', '', '_'))}{second}@example.{chance.choice(('org', 'net', 'com'))}"
    if attribute == "address":
        return ".".join(str(chance.randint(1, 254)) for _ in range(4)) + chance.choice(("", "", "", ":8080"))
    version = f"{chance.randint(0, 20)}.{chance.randint(0, 12)}" + chance.choice(("", f".{digits[0]}", f".{digits[0]}"))
    return chance.choice(("", "", "", "v")) + version


def _any_of(group: Sequence[str], chance: Random, _: re.Match[str]) -> str:
    return chance.choice(group)


def _ends(wording: Wording, chance: Random) -> str:
    """With other endings after an apostrophe, where they depend on the value."""
    text = wording.text
    for group in _rows(wording.language, "endings"):
        text = re.sub(rf"(?<=\}}')(?:{'|'.join(group)})(?!\w)", partial(_any_of, group, chance), text)
    return text


@cache
def _fillers(language: str) -> Mapping[str, Sequence[str]]:
    rows = (line.split("\t") for line in _lines(f"fillers.{language}.tsv"))
    return {name: of.split(";") for name, of in rows}


@cache
def _rows(language: str, name: str) -> Sequence[Sequence[str]]:
    """Of what stands there several times."""
    rows = (line.split("\t") for line in _lines(f"fillers.{language}.tsv"))
    return [of.split(";") for head, of in rows if head == name]


def chat(chance: Random) -> list[str]:
    found = sorted(_chat())
    return chance.sample(found, min(MOST_CHAT, len(found)))


@cache
def _chat() -> frozenset[str]:
    every = (*read("tuning"), *practice(), *read("examples"), *plain())
    return frozenset(one.text for one in every if one.category == NONE and len(one.text) <= LONGEST_CHAT)


def _lines(name: str) -> Iterator[str]:
    text = (files("memory.formation.examples") / "values" / name).read_text(encoding="utf-8")
    yield from (line for line in text.split("\n") if line.strip())


if __name__ == "__main__":
    main()
