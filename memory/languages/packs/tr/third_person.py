"""Turkish in the third person: endings of verbs, and of those who belong to somebody."""

from __future__ import annotations

import re

from memory.languages.pack import phrases

_WORDS = {
    "benim": "{1}",
    "bizim": "{0} ve diğerlerinin",
    "ben": "{0}",
    "biz": "{0} ve diğerleri",
}
_HARMONY = {"a": "ı", "ı": "ı", "e": "i", "i": "i", "o": "u", "u": "u", "ö": "ü", "ü": "ü"}
_SELF = re.compile(r"\b(?:benim|bizim|ben|biz)\b", re.IGNORECASE)
_KIN = dict(
    pair.split()
    for pair in phrases(
        """annem annesi, babam babası, kızım kızı, oğlum oğlu, eşim eşi, karım karısı, kocam kocası, kardeşim
        kardeşi, ablam ablası, abim abisi, ağabeyim ağabeyi, dedem dedesi, ninem ninesi, anneannem anneannesi,
        babaannem babaannesi, teyzem teyzesi, halam halası, amcam amcası, dayım dayısı, kuzenim kuzeni, yeğenim
        yeğeni, köpeğim köpeği, kedim kedisi, evim evi, adım adı, soyadım soyadı, telefonum telefonu, numaram
        numarası, arabam arabası, ailem ailesi, torunum torunu, nişanlım nişanlısı, sevgilim sevgilisi,
        patronum patronu, doktorum doktoru, ikizlerim ikizleri, çocuklarım çocukları"""
    )
)
_OWN = re.compile(r"\b(?:[Bb]enim )?(?P<kin>" + "|".join(_KIN) + r")(?P<end>[ıiuü]n|la|le)?\b", re.IGNORECASE)
_VERB = re.compile(
    r"(?P<now>[ıiuü]yor)(?:um|uz)\b|(?P<past>\w{2,}[dt][ıiuü])[mk]\b|(?P<will>\w{2,}[ae]ca|\w{2,}ece)ğ[ıi](?:m|z)\b"
    r"|(?P<told>m[ıiuü]ş)(?:[ıiuü]m|[ıiuü]z)\b"
    r"|(?P<copula>\w{2,})y[ıiuü](?:m|z)(?=[.!]*$)|(?P<no>\w{2,}m[ae])m(?=[.!]*$)"
    r"|(?P<often>\w{2,}[aeıiuü]r)[ıiuü](?:m|z)(?=[.!]*$)"
)


def turkish(text: str, speaker: str, is_about_speaker: bool) -> str:
    own = f"{speaker}'{_genitive(speaker)}"
    told = _OWN.sub(lambda match: f"{own} {_KIN.get(match['kin'].lower(), match['kin'])}{_of_kin(match['end'])}", text)
    told = _SELF.sub(lambda match: _WORDS[match[0].lower()].format(speaker, own), told)
    has_subject = told != text
    told = _VERB.sub(_third_of_turkish, told)
    if has_subject or not (is_about_speaker or told != text):
        return told
    return f"{speaker}: {told}" if told == text else f"{speaker} {_inside(told)}"


def _genitive(name: str) -> str:
    """ "Ada'nın", "Mert'in"."""
    vowels = [letter for letter in name.lower() if letter in _HARMONY]
    ending = _HARMONY[vowels[-1]] if vowels else "i"
    return f"{'n' if name[-1:].lower() in _HARMONY else ''}{ending}n"


def _inside(text: str) -> str:
    """As it stands inside of a sentence; a name before an apostrophe keeps its capital letter."""
    first = text.partition(" ")[0]
    if "'" in first or "’" in first or not first[1:].islower():
        return text
    return {"I": "ı", "İ": "i"}.get(text[0], text[0].lower()) + text[1:]


def _of_kin(end: str | None) -> str:
    """ "kızımın" → "kızının"; "eşimle" → "eşiyle"."""
    return "" if not end else f"n{end}" if end.endswith("n") else f"y{end}"


def _third_of_turkish(match: re.Match[str]) -> str:
    if match["will"]:
        return match["will"] + ("k" if match["will"].endswith(("ca", "ce")) else "")
    if match["no"]:
        return match["no"] + "z"
    return next(found for found in match.groups() if found)
