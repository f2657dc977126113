"""What is left of a message when one thing of it is forgotten: the clause that tells it goes.

A clause is what formation makes a statement of. Where no single clause tells it, the sentence goes, and where no
sentence does, or what the sender quotes tells it again, the message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import takewhile
from typing import TypeAlias

from memory.encoding.classification import FACT, Classified, code_of
from memory.encoding.said import Said
from memory.encoding.sentences import Sentence, sentences, spoken
from memory.encoding.statements import Context, parted

Tells: TypeAlias = Callable[[str], bool]
"""Whether a clause, a sentence or a text tells what is to be forgotten."""

_EVER = datetime.min.replace(tzinfo=UTC)


def left_of(text: str, person: str, tells: Tells) -> str:
    """The message without what tells it; empty where nothing is left that says anything."""
    said = spoken(text)
    context = Context(said=Said(id="", text=text, at=_EVER, person=person, speaker=""), code=code_of(said))
    gone = [span for sentence in sentences(said) for span in _told(sentence, context, tells)]
    if not gone:
        return ""
    kept, at = list[str](), 0
    for start, end in gone:
        kept.append(text[at:start])
        at = end
    left = "".join((*kept, text[at:])).strip()
    if spoken(left) != left and tells(left):
        return ""
    return left if any(map(str.isalnum, left)) else ""


def _told(sentence: Sentence, context: Context, tells: Tells) -> Iterator[tuple[int, int]]:
    """The spans of the message that go with it: a clause with what joins it to the next one, the last one with what
    joins it to the one before."""
    clauses = [one.sentence for one in parted(Classified(sentence=sentence, category=FACT, share=1.0), context)]
    told = [tells(clause.text) for clause in clauses]
    if not any(told) and not tells(sentence.text):
        return
    if all(told) or not any(told):
        yield sentence.start, sentence.end
        return
    last = max(number for number, is_told in enumerate(told) if not is_told)
    for number, clause in enumerate(clauses[:last]):
        if told[number]:
            yield clause.start, clauses[number + 1].start
    if last + 1 < len(clauses):
        marks = sum(1 for _ in takewhile(lambda letter: not letter.isalnum(), reversed(sentence.text)))
        yield clauses[last].end, sentence.end - marks
