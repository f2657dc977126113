"""Names that no lexicon holds: firms by their legal form, institutions by what they are, products by their letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memory.encoding.naming import Word
from memory.languages.names import NAME_PATTERNS, ORG, TECH
from memory.languages.tables import words_of

_MOST_WORDS = 5
_JOINTS = frozenset({" ", "-", " & ", "&", ". ", "' ", "’ "})
_SMALL = words_of("words", "stop_words") | words_of("words", "question_words")


class Spelled(NamedTuple):
    """A name as it is written, from `start` to `end` of the message."""

    kind: str
    start: int
    end: int


def unknown_names(text: str, words: Sequence[Word]) -> Iterator[Spelled]:
    for index, word in enumerate(words):
        if word.folded in NAME_PATTERNS.legal_forms or word.folded in NAME_PATTERNS.institutions:
            if found := _organisation(index, words, text):
                yield found
        elif _is_product(word.text):
            yield Spelled(TECH, word.start, word.end)


def unknown_japanese_names(text: str) -> Iterator[Spelled]:
    for match in NAME_PATTERNS.japanese_called.finditer(text):
        start, end = match.span("name")
        quoted = text[start] == "「"
        yield Spelled(ORG if match["org"] else TECH, start + quoted, end - quoted)
    for pattern in (NAME_PATTERNS.form_first, NAME_PATTERNS.form_last, NAME_PATTERNS.institution):
        for match in pattern.finditer(text):
            leading = NAME_PATTERNS.before_a_name.match(text, match.start(), match.end())
            start = leading.end() if leading else match.start()
            if not NAME_PATTERNS.no_institution.fullmatch(text, start, match.end()):
                yield Spelled(ORG, start, match.end())


def _organisation(index: int, words: Sequence[Word], text: str) -> Spelled | None:
    word = words[index]
    if not word.text[0].isupper() and word.folded not in NAME_PATTERNS.legal_in_any_case:
        return None
    first = _run_start(index, words, text)
    after = index + 1
    while (
        after < len(words)
        and words[after].folded in NAME_PATTERNS.legal_forms
        and _joint(after, words, text) in _JOINTS
    ):
        after += 1
    if first == index:
        return _of(index, words, text)
    return Spelled(ORG, words[first].start, words[after - 1].end)


def _of(index: int, words: Sequence[Word], text: str) -> Spelled | None:
    """University of Porto, Bank of Ireland."""
    if words[index].folded in NAME_PATTERNS.legal_forms:
        return None
    after = index + 1
    if after < len(words) and words[after].folded in NAME_PATTERNS.of:
        after += 1
    end = _run_end(after, words, text)
    is_whole = end > after and after - index <= 2 and not (after == index + 1 and words[index].opens)
    return Spelled(ORG, words[index].start, words[end - 1].end) if is_whole else None


def _run_start(index: int, words: Sequence[Word], text: str) -> int:
    """Where the words with capitals before it begin."""
    first = index
    any_case = words[index].folded in NAME_PATTERNS.legal_in_any_case and not words[index].text[0].isupper()
    while first > 0 and index - first < _MOST_WORDS:
        before = words[first - 1]
        joint = _joint(first, words, text)
        if joint not in _JOINTS and not (first == index and joint in (", ", ",")):
            break
        if before.folded in _SMALL or not (before.text[0].isupper() or before.text[0].isdigit() or any_case):
            break
        first -= 1
        if any_case:
            break
    return first


def _run_end(index: int, words: Sequence[Word], text: str) -> int:
    """Behind the words with capitals from here on."""
    after = index
    while after < len(words) and after - index < _MOST_WORDS and words[after].text[0].isupper():
        if after > index and _joint(after, words, text) not in _JOINTS - {". "}:
            break
        after += 1
    return after


def _joint(index: int, words: Sequence[Word], text: str) -> str:
    """What stands between a word and the one before it."""
    return text[words[index - 1].end : words[index].start]


def _is_product(word: str) -> bool:
    if NAME_PATTERNS.mixed_case.fullmatch(word):
        return not NAME_PATTERNS.no_mixed_case.fullmatch(word)
    return "." in word and NAME_PATTERNS.dotted.fullmatch(word) is not None
