"""Which forms may match a text: looked up by the letters that the text has, not tried one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add

from memory.languages.dating.form import AnyOf, Form

_START = 3
"""Letters of a word by which it is looked up."""


class FormIndex:
    """Forms in their order, by the starts of the words of which a text must have one."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self._forms = forms
        self._by_start: dict[str, dict[AnyOf, list[str]]] = {}
        self._by_need: dict[AnyOf, list[int]] = {}
        for place, form in enumerate(forms):
            self._by_need.setdefault(form.needs[0] if form.needs else AnyOf(), []).append(place)
            for need in form.needs:
                self._add(need)
        self._starts = frozenset(self._by_start)

    def _add(self, need: AnyOf) -> None:
        for word in need:
            words = self._by_start.setdefault(word[:_START], {}).setdefault(need, [])
            if word not in words:
                words.append(word)

    def may_match(self, text: str) -> list[Form]:
        met = set(self._met(text))
        places = sorted(place for need in met for place in self._by_need.get(need, ()))
        return [form for form in map(self._forms.__getitem__, places) if met.issuperset(form.needs)]

    def _met(self, text: str) -> Iterator[AnyOf]:
        yield AnyOf()
        pairs = list(map(add, text, text[1:]))
        starts: Mapping[str, Mapping[AnyOf, Sequence[str]]] = self._by_start
        for start in self._starts.intersection({*text, *pairs, *map(add, pairs, text[2:])}):
            for need, words in starts[start].items():
                if len(start) < _START or any(word in text for word in words):
                    yield need
