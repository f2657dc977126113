"""English in the third person: "I live" is "Ada lives", "my dog" is "Ada's dog"."""

from __future__ import annotations

import re

from memory.languages.pack import words

_ADVERBS = (
    r"(?:(?:no longer|not|also|really|still|just|now|always|never|usually|often|only|actually|recently|currently"
    r"|already|once|both|\w+ly) )*"
)
_SAME = words(
    """was had did can could will would shall should may might must ran went came took got became began broke brought
    bought built caught chose drew drank drove ate fell felt fought found flew forgot gave grew heard held kept
    knew led left lost made meant met paid put quit read rode rose said saw sold sent sang sat slept spoke spent
    stood stole swam taught told thought threw understood wore won wrote woke cut hit hurt let set shut cost used
    need lent bent dealt dug hung lay lit rang shook shot shone slid sank spun stuck struck swore swept swung tore
    wound bred fed fled sped bled stung strove"""
)
"""Verbs that are the same in all persons."""
_IRREGULAR = {
    "have": "has",
    "do": "does",
    "am": "is",
    "are": "is",
    "go": "goes",
    "don't": "doesn't",
    "dont": "doesn't",
    "haven't": "hasn't",
}
_CONTRACTED = {"'m": " is", "m": " is", "'ve": " has", "ve": " has", "'ll": " will", "'d": " would"}
_I = re.compile(
    rf"\bI(?:(?P<short>'m|'ve|'ll|'d)\b|\b (?P<adverbs>{_ADVERBS})(?P<verb>[a-z']+))|\bI\b"
    rf"|(?<![\w'])(?:(?P<im>im|ive)\b|i(?P<short2>'m|'ve|'ll|'d)\b|i (?P<adverbs2>{_ADVERBS})(?P<verb2>[a-z']+))"
)
_MINE = re.compile(
    r"\b(?P<my>[Mm]y|[Oo]ur|[Mm]ine|[Oo]urs)\b|\b(?P<me>me|myself)\b|\b(?P<we>[Ww]e|us|ourselves)\b(?P<shortened>'(?:re|ve|ll|d)\b)?"
)


def english(text: str, speaker: str, is_about_speaker: bool) -> str:
    text = text.replace("’", "'")
    told = _I.sub(lambda match: _third(match, speaker), text)
    told = _MINE.sub(lambda match: _possessive(match, speaker), told)
    if told != text or not is_about_speaker:
        return _capital(told)
    return f"{speaker}: {told}"


def _third(match: re.Match[str], speaker: str) -> str:
    found = match.groupdict()
    if short := found["short"] or found["short2"]:
        return speaker + _CONTRACTED[short]
    if found["im"]:
        return speaker + (" is" if found["im"] == "im" else " has")
    verb, adverbs = found["verb"] or found["verb2"], found["adverbs"] or found["adverbs2"] or ""
    return f"{speaker} {adverbs}{_agreeing(verb)}" if verb else speaker


def _agreeing(verb: str) -> str:
    """ "live" → "lives"; what is past, or the same in all persons, stays."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _SAME or verb.endswith(("ed", "n't", "'t", "s", "ing", "ly")):
        return verb
    if verb.endswith(("ch", "sh", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def _possessive(match: re.Match[str], speaker: str) -> str:
    if match["my"]:
        return f"{speaker}'s"
    if match["me"]:
        return speaker
    verb = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}.get(match["shortened"] or "", "")
    return f"{speaker} and others{verb}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
