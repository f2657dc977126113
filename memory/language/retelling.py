"""A clause so that it stands alone: "I live" is "Ada lives", 「私は」 is 「Adaは」, by rules of */retelling.tsv.


A rule is `pattern => replacement`. Of its rows, `from=to`, the one that the group `word` has found stands at {}. {who}
is the speaker and {whose} what is theirs; {mark} is a mark of the rules among themselves. `whose` finds the ending of
a name, `subject` stands before what would else have no subject, `last` is done when all else is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.language.analyser import level
from memory.language.language_packs import TELLING_WORDS
from memory.language.pack_tables import CODES, PackEntry, read_records

MOST_LETTERS = 500

_MARK, _WHO, _WHOSE = "\x01", "\x02", "\x03"
_MARKS = {"{mark}": _MARK, "{who}": _WHO, "{whose}": _WHOSE}


@dataclass(frozen=True, slots=True, kw_only=True)
class _RetellingRule:
    pattern: re.Pattern[str]
    replacement: str
    words: Mapping[str, str]

    @classmethod
    def of(cls, entry: PackEntry) -> _RetellingRule:
        words = dict(row.split("=") for row in entry.rows)
        pattern, _, replacement = entry.text.replace("{}", "|".join(words), 1).partition(" => ")
        for name, sign in _MARKS.items():
            pattern, replacement = pattern.replace(name, sign), replacement.replace(name, sign)
        return cls(pattern=re.compile(pattern), replacement=replacement, words=words)

    def applied(self, text: str) -> str:
        return self.pattern.sub(self._told, text)

    def _told(self, match: re.Match[str]) -> str:
        replaced = match.expand(self.replacement)
        if not self.words:
            return replaced
        word = match["word"]
        return replaced.replace("{}", self.words.get(word) or self.words.get(word.lower(), word))


def retell(text: str, speaker: str, code: str, *, is_about_speaker: bool) -> str:
    """In the third person. Only what is sure is changed; who says it stands before what has no subject."""
    retold, rules = _without_fillers(text, code), _RULES[code]
    for rule in rules["rule"]:
        retold = rule.applied(retold)
    if is_about_speaker and not {_WHO, _WHOSE} & {*retold}:
        first = (rule for rule in rules["subject"] if rule.pattern.search(retold))
        retold = next(first).applied(retold)
    for rule in rules["last"]:
        retold = rule.applied(retold)
    ending = next(rule.replacement for rule in rules["whose"] if rule.pattern.search(speaker.lower()))
    return shorten(" ".join(retold.replace(_WHO, speaker).replace(_WHOSE, speaker + ending).split()))


def shorten(text: str) -> str:
    """At the end of a word, with an ellipsis where something is missing."""
    if len(text) <= MOST_LETTERS:
        return text
    cut = text[: MOST_LETTERS - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[400:] else cut) + "…"


def _without_fillers(text: str, code: str) -> str:
    pattern, before, left = re.compile(TELLING_WORDS[code].fillers), "", text
    while left != before:
        before = left
        if match := pattern.search(level(left)):
            left = (left[: match.start()] + left[match.end() :]).strip()
    return left or text


def _of_language(code: str) -> Mapping[str, tuple[_RetellingRule, ...]]:
    entries = read_records(code, "retelling")[0].entries
    return {kind: tuple(_RetellingRule.of(entry) for entry in entries if entry.name == kind) for kind in _KINDS}


_KINDS = ("rule", "subject", "last", "whose")
_RULES = {code: _of_language(code) for code in CODES}
