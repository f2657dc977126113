"""The tense of a Turkish clause: by the ending of the verb that closes it, folded.

Endings of the past look like those of nouns ("biletim", "yardım"), so they count only after the letters that go
before them in a verb, and at the end of a clause. Without any verb, appointments lie ahead.
"""

from __future__ import annotations

import re

from memory.languages.dating.form import Tense
from memory.languages.pack import pattern, words

_PERSON = r"(?:m|n|k|niz|nuz|ler|lar)?"
_PAST = re.compile(
    rf"(?:\w*[fstkchp]t[iu]|\w*[aeioubdgjlmnrvyz]d[iu]){_PERSON}|\w+m[iu]s(?:im|sin|iz|siniz|ler|lar|t[iu]{_PERSON})?"
    r"|\w+(?:iyor|uyor)d[iu](?:m|n|k|niz|nuz)?|dedi|idi|yoktu|vardi"
)
_NO_PAST = words(
    """simdi kendi hadi haydi kedi kedim yedi kredi adim adin yardim kadin aydin cadi hindi dordu yakin dedim mi
    ad kart kartim katim kati altin asti usti ustu sirti kurti gundu umudu ordu hastu postu testi testim listu
    fastim dostum dostu ustum ustun sehadi stadi gelecekti yuksekti hisset ist istiyor kadim sadi nadi sandim
    hamdi temmis gumus yemis gecmis yanlis bahis mayis kumas dolmus komus memis"""
)
_FUTURE = pattern(
    r"""\w+(?:ecek|acak|eceg|acag)\w*|\w+(?:elim|alim)|\w+(?:meli|mali)(?:yim|yiz|sin|siniz)?|lazim|gerek\w*|lutfen
    |\w+(?:ebilir|abilir)\w*|\w+(?:ayim|eyim)|\w*hatirlat\w*|\w+(?:iyor|uyor)(?:um|uz|sun|sunuz|lar)?|var|yok|olsun|olur
    |\w{2,}[iuea]r(?:im|um|iz|uz|sin|sun|siniz|sunuz)|bulusuruz|gorusuruz|uygun|musait\w*|planl\w+|baslar|biter|kalkar
    |acilir|kapanir|yapilir|\w+s[iu]n(?:lar|ler)?|\w+(?:iniz|unuz)|unutma\w*|gel|ara|gonder|yaz|hazirla|teslim et|hazir
    |son gun\w*|teslim|bekli\w+|son tarih\w*|yetistir\w*|bitir|yolla|al|getir|kapali|acik|izinli\w*|tatil\w*"""
)
_NO_FUTURE = words("icin niçin kesin lutsin bilirsin")
_ASKS_AHEAD = re.compile(
    r"\w+[aeiu]r m[iu](?:s[iu]n|y[iu]z|s[iu]n[iu]z)?\W*$|\w+m[ae]z(?:lar|ler|s[iu]n)?\W*$|\w+m[ae]m\W*$"
)
_TOLD = re.compile(
    r"(?:dedi|soyledi|yazdi|sordu|istedi|umdu|sandi|dusundu|belirtti|duyurdu|diyor|soyluyor)\w{0,4}|demis\w*|soylemis\w*"
)
_WAS_GOING = re.compile(r"\w+(?:ecek|acak)t[iu]\w*|\w+(?:ertelen|kaydir|tasin|degistir|planlan|ayarlan|iptal)\w*")
_MOVED = re.compile(
    r"\b(?:ertele\w+|kaydir\w+|tasin\w+|alindi|aldik|kaldi|degistir\w+|planla\w+|ayarla\w+|rezervasyon\w*)\b"
)
_EVENT = re.compile(
    r"\b(?:toplanti|randevu|ucus|ucag|sinav|dugun|mac|konser|ders|parti|teslim|gorusme|mulakat|sunum|etkinlik|seminer"
    r"|kurs|disci|doktor|bulusma|nikah|ameliyat|muayene|lansman|demo|tren|otobus|yemeg|kahvalti|tatil|gezi|izin|nobet)\w*"
)
_HABIT = re.compile(r"\b(?:genelde|genellikle|her (?:hafta|ay|zaman|gun|yil)|hep|daima|bazen|cogunlukla)\b")
_BREAK = re.compile(r"[.!?…;:,]+(?=\s|$)|\n|\b(?:ama|fakat|cunku|sonra da|ancak|ve)\b")
_END = re.compile(r"[.!?…]+(?=\s|$)|\n")
_LAST_WORDS = re.compile(r"[^\W\d_]+")
_PARTICLES = words("mi mu misin musun misiniz musunuz ki ya de da abi lan iste artik bile miyiz muyuz hocam")
_AHEAD = re.compile(r"^\w*'?\w*(?: gunu\w*)? ?(?:kadar|icin)\b|^'?(?:y?[ae]|n[ae])\b|^\w* gunune\b")
_WHICH = re.compile(r"^'?ki\b|^ gunku\b| toplantisi\w*| raporu\w*")
_ASKED = re.compile(
    r"\b(?:gonder|at|yolla|ozetle|bul|getir|oku|paylas|lutfen|\w+[ae]r m[iu]s[iu]n\w*|\w+[ae]bilir m[iu]s[iu]n\w*)\b"
)
_SINCE = re.compile(r"^'?\w*(?: gunu\w*)? ?(?:beri|bu yana)\b")


def tense(text: str, start: int, end: int) -> Tense:
    """Of the clause around the characters from `start` to `end`; text is folded."""
    after = text[end:]
    if _SINCE.match(after):
        return Tense.PAST
    from_, to = _sentence(text, start, end)
    if _HABIT.search(text, from_, to):
        return Tense.DOUBT
    for clause in _clauses(text, end, to):
        if (found := _of_words(clause)) is not Tense.NONE:
            return _weighed(found, clause, after)
    before = _of_words(text[from_:start])
    if before is not Tense.NONE:
        return _weighed(before, text[from_:start], after)
    return Tense.COMING if _EVENT.search(text, from_, to) else Tense.NONE


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    before = [match.end() for match in _END.finditer(text, 0, start)]
    after = _END.search(text, end)
    return (before[-1] if before else 0), (after.start() if after else len(text))


def _clauses(text: str, end: int, to: int) -> list[str]:
    return [clause for clause in _BREAK.split(text[end:to]) if clause.strip()]


def _of_words(clause: str) -> Tense:
    """By the last word but particles; the one before it too, for verbs are followed by a name or a sign at times."""
    last = [word for word in _LAST_WORDS.findall(clause) if word not in _PARTICLES][-2:]
    if _ASKS_AHEAD.search(clause):
        return Tense.COMING
    if last and _TOLD.fullmatch(last[-1]) and len(_LAST_WORDS.findall(clause)) > 1:
        return Tense.DOUBT  # what was told may have been ahead or over
    for word in reversed(last):
        if _WAS_GOING.fullmatch(word):
            return Tense.DOUBT
        if _PAST.fullmatch(word) and word not in _NO_PAST:
            return Tense.PAST
        if _FUTURE.fullmatch(word) and word not in _NO_FUTURE:
            return Tense.COMING
    return Tense.NONE


def _weighed(found: Tense, clause: str, after: str) -> Tense:
    """What was moved or kept for a day lies ahead, though the verb is of the past."""
    ahead = bool(_AHEAD.match(after))
    if found in (Tense.PAST, Tense.DOUBT) and _MOVED.search(clause):
        return Tense.COMING if ahead else Tense.DOUBT
    if found is Tense.COMING and _WHICH.match(after) and _ASKED.search(clause):
        return Tense.DOUBT  # "send the notes of Tuesday's meeting"
    return Tense.DOUBT if found is Tense.PAST and ahead else found
