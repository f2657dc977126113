"""Names that no lexicon holds: firms by their legal form, institutions by what they are, products by their letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory.encoding.naming import Entity, Word, entity
from memory.languages.names import NAME_CUES, ORG, TECH
from memory.languages.tables import words_of

_MOST_WORDS = 5
_JOINTS = frozenset({" ", "-", " & ", "&", ". ", "' ", "’ "})
_SMALL = words_of("words", "stop_words") | words_of("words", "question_words")


def unknown_names(text: str, words: Sequence[Word]) -> Iterator[Entity]:
    for index, word in enumerate(words):
        if word.folded in NAME_CUES.legal_forms or word.folded in NAME_CUES.institutions:
            yield from _organisation(index, words, text)
        elif _is_product(word.text):
            yield entity(TECH, text, word.start, word.end)


def unknown_japanese_names(text: str) -> Iterator[Entity]:
    for match in NAME_CUES.japanese_called.finditer(text):
        start, end = match.span("name")
        quoted = text[start] == "「"
        yield entity(ORG if match["org"] else TECH, text, start + quoted, end - quoted)
    for pattern in (NAME_CUES.form_first, NAME_CUES.form_last, NAME_CUES.institution):
        for match in pattern.finditer(text):
            leading = NAME_CUES.before_a_name.match(text, match.start(), match.end())
            start = leading.end() if leading else match.start()
            if not NAME_CUES.no_institution.fullmatch(text, start, match.end()):
                yield entity(ORG, text, start, match.end())


def _organisation(index: int, words: Sequence[Word], text: str) -> Iterator[Entity]:
    """Thornfield Logistics Ltd; kestrel gmbh; University of Porto, Bank of Ireland."""
    word, first, after = words[index], index, index + 1
    is_small = not word.text[0].isupper()
    if is_small and word.folded not in NAME_CUES.legal_in_any_case:
        return
    most = 1 if is_small else _MOST_WORDS
    while index - first < most and _stands_before(first, index, words, text):
        first -= 1
    while _joint(after, words, text) in _JOINTS and words[after].folded in NAME_CUES.legal_forms:
        after += 1
    if first < index:
        yield entity(ORG, text, words[first].start, words[after - 1].end)
    elif word.folded not in NAME_CUES.legal_forms:
        yield from _of(index, words, text)


def _stands_before(first: int, index: int, words: Sequence[Word], text: str) -> bool:
    """A word that may belong to the name; a comma parts none from its legal form."""
    joint = _joint(first, words, text)
    if joint not in _JOINTS and not (first == index and joint in (", ", ",")):
        return False
    before = words[first - 1]
    is_large = before.text[0].isupper() or before.text[0].isdigit() or not words[index].text[0].isupper()
    return is_large and before.folded not in _SMALL


def _of(index: int, words: Sequence[Word], text: str) -> Iterator[Entity]:
    """An institution and the words with capitals behind it."""
    is_of = index + 1 < len(words) and words[index + 1].folded in NAME_CUES.of
    begin = after = index + 1 + is_of
    while after < min(len(words), begin + _MOST_WORDS) and words[after].text[0].isupper():
        if after > begin and _joint(after, words, text) not in _JOINTS - {". "}:
            break
        after += 1
    if after > begin and (is_of or not words[index].opens):
        yield entity(ORG, text, words[index].start, words[after - 1].end)


def _joint(index: int, words: Sequence[Word], text: str) -> str:
    """What stands between a word and the one before it, which must both be there."""
    return text[words[index - 1].end : words[index].start] if 0 < index < len(words) else "\n"


def _is_product(word: str) -> bool:
    if NAME_CUES.mixed_case.fullmatch(word):
        return not NAME_CUES.no_mixed_case.fullmatch(word)
    return "." in word and NAME_CUES.dotted.fullmatch(word) is not None
