"""Values that are none: words that stand where a value does and say nothing of it."""

from __future__ import annotations

from memory.encoding.classification import compiled
from memory.languages.cues import Cues


def is_hollow(value: str, written: str, attribute: str, language: Cues) -> bool:
    """`written` is the value with its capitals: a word of every day that has one is a name."""
    if written[:1].isupper():
        return False
    if compiled(language.hollow).search(value):
        return True
    return compiled(language.vague).search(value) is not None and not compiled(language.taste).search(attribute)
