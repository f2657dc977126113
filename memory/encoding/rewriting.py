"""A clause so that it stands alone: the speaker's name for "I", no fillers, 500 characters at most."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.languages.aligned import Aligned
from memory.languages.telling import TELLING

MOST_LETTERS = 500
_WHITE = re.compile(r"\s+")

_ADVERBS = (
    r"(?:(?:no longer|not|also|really|still|just|now|always|never|usually|often|only|actually|recently|currently"
    r"|already|once|both|\w+ly) )*"
)
_SAME = frozenset(
    [
        "was",
        "had",
        "did",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "ran",
        "went",
        "came",
        "took",
        "got",
        "became",
        "began",
        "broke",
        "brought",
        "bought",
        "built",
        "caught",
        "chose",
        "did",
        "drew",
        "drank",
        "drove",
        "ate",
        "fell",
        "felt",
        "fought",
        "found",
        "flew",
        "forgot",
        "gave",
        "grew",
        "heard",
        "held",
        "kept",
        "knew",
        "led",
        "left",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "put",
        "quit",
        "read",
        "rode",
        "rose",
        "said",
        "saw",
        "sold",
        "sent",
        "sang",
        "sat",
        "slept",
        "spoke",
        "spent",
        "stood",
        "stole",
        "swam",
        "taught",
        "told",
        "thought",
        "threw",
        "understood",
        "wore",
        "won",
        "wrote",
        "woke",
        "cut",
        "hit",
        "hurt",
        "let",
        "set",
        "shut",
        "cost",
        "used",
        "need",
        "used",
        "felt",
        "built",
        "lent",
        "bent",
        "dealt",
        "dug",
        "hung",
        "lay",
        "lit",
        "rang",
        "shook",
        "shot",
        "shone",
        "slid",
        "sank",
        "spun",
        "stuck",
        "struck",
        "swore",
        "swept",
        "swung",
        "tore",
        "wound",
        "bred",
        "fed",
        "fled",
        "sped",
        "bled",
        "stung",
        "strove",
    ]
)
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


def retold(text: str, speaker: str, code: str, *, is_about_speaker: bool) -> str:
    """In the third person. Only what is sure is changed; who says it stands before what has no subject."""
    bare = _without_fillers(text, code)
    told = _RETELL[code](bare, speaker, is_about_speaker)
    return shortened(_WHITE.sub(" ", told).strip())


def shortened(text: str) -> str:
    """At the end of a word, with an ellipsis where something is missing."""
    if len(text) <= MOST_LETTERS:
        return text
    cut = text[: MOST_LETTERS - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[400:] else cut) + "…"


def _without_fillers(text: str, code: str) -> str:
    pattern, before = re.compile(TELLING[code].fillers), ""
    while text != before:
        before, aligned = text, Aligned.of(text)
        if match := pattern.search(aligned.text):
            start, end = aligned.span(*match.span())
            text = (text[:start] + text[end:]).strip()
    return text or before


def _english(text: str, speaker: str, is_about_speaker: bool) -> str:
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


_JA_SELF = re.compile(
    r"(?:私|僕|俺|わたし|わたくし|ぼく|おれ|自分|うち)(?P<many>たち|達|ら)?(?P<mark>は|の|が|に|も|を|と|では|には)"
)
_JA_TOPIC = re.compile(r"[^\s、。]{1,20}(?:は|が|も)")


def _japanese(text: str, speaker: str, is_about_speaker: bool) -> str:
    told = _JA_SELF.sub(lambda match: f"{speaker}{match['many'] or ''}{match['mark']}", text)
    if told != text or not is_about_speaker:
        return told
    return f"{speaker}：{told}" if _JA_TOPIC.search(text) else f"{speaker}は{told}"


_TR_WORDS = {
    "benim": "{0}'nin",
    "bizim": "{0} ve diğerlerinin",
    "ben": "{0}",
    "biz": "{0} ve diğerleri",
    "bana": "{0} için",
    "bize": "{0} ve diğerleri için",
    "beni": "{0} hakkında",
    "bende": "{0} ile",
}
_TR_SELF = re.compile(r"\b(?:benim|bizim|ben|biz)\b", re.IGNORECASE)
_TR_KIN = {
    kin: third
    for pair in [
        "annem annesi",
        "babam babası",
        "kızım kızı",
        "oğlum oğlu",
        "eşim eşi",
        "karım karısı",
        "kocam kocası",
        "kardeşim kardeşi",
        "ablam ablası",
        "abim abisi",
        "\n    ağabeyim ağabeyi",
        "dedem dedesi",
        "ninem ninesi",
        "anneannem anneannesi",
        "babaannem babaannesi",
        "teyzem teyzesi",
        "halam halası",
        "amcam amcası",
        "dayım dayısı",
        "\n    kuzenim kuzeni",
        "yeğenim yeğeni",
        "köpeğim köpeği",
        "kedim kedisi",
        "evim evi",
        "adım adı",
        "soyadım soyadı",
        "telefonum telefonu",
        "numaram numarası",
        "arabam arabası",
        "\n    ailem ailesi",
        "torunum torunu",
        "nişanlım nişanlısı",
        "sevgilim sevgilisi",
        "patronum patronu",
        "doktorum doktoru",
        "ikizlerim ikizleri",
        "çocuklarım çocukları",
    ]
    for kin, third in (pair.split(),)
}
_TR_OWN = re.compile(r"\b(?:[Bb]enim )?(?P<kin>" + "|".join(_TR_KIN) + r")(?P<end>[ıiuü]n|la|le)?\b", re.IGNORECASE)
_TR_VERB = re.compile(
    r"(?P<now>[ıiuü]yor)(?:um|uz)\b|(?P<past>\w{2,}[dt][ıiuü])[mk]\b|(?P<will>\w{2,}[ae]ca|\w{2,}ece)ğ[ıi](?:m|z)\b|(?P<told>m[ıiuü]ş)(?:[ıiuü]m|[ıiuü]z)\b"
    r"|(?P<copula>\w{2,})y[ıiuü](?:m|z)(?=[.!]*$)|(?P<no>\w{2,}m[ae])m(?=[.!]*$)|(?P<often>\w{2,}[aeıiuü]r)[ıiuü](?:m|z)(?=[.!]*$)"
)


def _turkish(text: str, speaker: str, is_about_speaker: bool) -> str:
    text = _TR_OWN.sub(lambda match: f"{speaker}'nin {_TR_KIN[match['kin'].lower()]}{_of_kin(match['end'])}", text)
    told = _TR_SELF.sub(lambda match: _TR_WORDS[match[0].lower()].format(speaker), text)
    has_subject = told != text
    told = _TR_VERB.sub(_third_of_turkish, told)
    if has_subject or not (is_about_speaker or told != text):
        return told
    return (
        f"{speaker}: {told}"
        if told == text
        else f"{speaker} {told[:1].lower() if told[:2].islower() else told[:1]}{told[1:]}"
    )


def _of_kin(end: str | None) -> str:
    """ "kızımın" → "kızının"; "eşimle" → "eşiyle"."""
    return "" if not end else f"n{end}" if end.endswith("n") else f"y{end}"


def _third_of_turkish(match: re.Match[str]) -> str:
    if match["will"]:
        return match["will"] + ("k" if match["will"].endswith(("ca", "ce")) else "")
    if match["no"]:
        return match["no"] + "z"
    return next(found for found in match.groups() if found)


_RETELL: dict[str, Callable[[str, str, bool], str]] = {"en": _english, "ja": _japanese, "tr": _turkish}
