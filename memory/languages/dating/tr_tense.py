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
    fastim fakat sart sarti kurt kurdu saati fiyati adedi tadi sanati hayati rahati kiymeti niyeti ucreti dikkati
    sirketi devleti bileti paketi marketi dolabi sikayeti ziyareti maketi ceketi kaseti raporu notu sutu otu tatli kati
    dostu ustum ustun sehadi stadi gelecekti yuksekti hisset ist istiyor kadim sadi nadi sandim
    hamdi temmis gumus yemis gecmis yanlis bahis mayis kumas dolmus komus memis"""
)
_FUTURE = pattern(
    r"""\w+(?:ecek|acak|eceg|acag|icek|icak|ucak|ucek)\w*|\w+[aeiu]c[ae](?:m|z|n|ksin|niz|kler|klar)
    |\w{2,}(?<!en|an|ar|er)[lrtpksyzd]c[ae](?:m|z|ksin|giz|gim|kler)|alcam|alcaz|varcam|varcaz|dercek
    |olun|gelin|edin|verin|yapin|alin|getirin|gidin|bakin|yazin|arayin|cikin|kalin|\w+(?:yin|yun|tirin|dirin|turun
|durun)|\w+(?:elim|alim)|\w+(?:meli|mali)(?:yim|yiz|sin|siniz)?|lazim
    |gerek\w*|lutfen|\w+(?:ebilir|abilir)\w*|\w+(?:ayim|eyim)|\w*hatirlat\w*
    |\w+(?:iyor|uyor)(?:um|uz|sun|sunuz|lar|mus|mu[sş]uz)?|\w+[aeiou](?:iyo|uyo|yo)(?:m|z|n|lar)?|\w{2,}[iu]yo(?:m|z
|n|lar)?
    |\w+(?:mekte|makta)(?:y\w+)?|var|yok|olsun|olur
    |\w{2,}[iuea]r(?:im|um|iz|uz|sin|sun|siniz|sunuz)|bulusuruz|surer|gelir|gider|cikar|kalir|yapar|alir|verir|doner
|yeter|acar|bulunur|edilir|gorusuruz|uygun|musait\w*|planl\w+|baslar|biter|kalkar
    |\w{2,}[iu][nl][iu]r|yetisir|ulasir|varir|halleder|duzelir|baslanir|tasinir|toplanir|hazirlanir|tamamlanir|gorur|getirir|gonderir
    |acilir|kapanir|yapilir|\w+s[iu]n(?:lar|ler)?|\w+(?:iniz|unuz)|unutma\w*|gel|ara|gonder|yaz|hazirla|teslim et|hazir
    |son gun\w*|teslim|bekli\w+|son tarih\w*|yetistir\w*|bitir|yolla|al|getir|kapali|acik|izinli\w*|tatil\w*
    |\w+[dt][ae]y(?:im|iz)|\w+(?:si|[dt][ae]|li|lu|siz|suz)yiz|degil(?:im|iz)?|ucretsiz|bedava|iptal|zorunlu|yasak
|serbest
    |yokum|yokuz|varim|variz|mesgul\w*|dolu(?:yum|yuz)?|bos(?:um|uz)?|misafir\w*|nobetci\w*|emekli\w*|raporlu\w*"""
)
_HEARD_AHEAD = re.compile(r"\w+[ae]ca[gk]m[iu]s\w*|\w+[ae]cekm[iu]s\w*|\w{2,}[iu]yorm[iu]s(?:lar|uz|um)?")
_SUGGESTS = re.compile(r"\w{2,}s[ae](?:k(?: mi| ki| ya| da)?|n(?:iz)? (?:ya|diyorum))\W*$")
_NO_SUGGESTION = re.compile(r"\b(?:yuksek|dirsek|yasak|kursak|aksak|\w*tuksek|\w*ussek)\W*$|\bkeske\b")
_NO_FUTURE = words("icin niçin kesin lutsin bilirsin")
_ASKS_AHEAD = re.compile(
    r"\w+[aeiu]r m[iu](?:s[iu]n|y[iu]z|s[iu]n[iu]z)?\W*$|\w+m[ae]z(?:lar|ler|s[iu]n)?\W*$|\w+m[ae]m\W*$"
)
_TOLD = re.compile(
    r"(?:dedi|soyledi|yazdi|sordu|istedi|umdu|sandi|dusundu|belirtti|duyurdu|diyor|soyluyor)\w{0,4}|demis\w*"
    r"|soylemis\w*"
)
_WROTE_DOWN = re.compile(r"yazd[iu](?:m|k|n|niz|lar)?")
_VERBAL = re.compile(
    r"\w+(?:eceg|acag|dig|dug|tig|tug|mes|mas|mek|mak|ecek|acak|iyor|uyor)\w*|diye|ki|\w+[dt][iu][mk]?|var|yok"
    r"|\w+y?[ae]|gunu|gun"
)
_SAYS = re.compile(r"(?:diyor|soyluyor)(?:lar|um|uz)?|dediler")
_WAS_GOING = re.compile(r"\w+(?:ecek|acak)t[iu](?!r)\w*|\w+(?:ertelen|kaydir(?!ak)|degistir|planlan|ayarlan|iptal)\w*")
_MOVED = re.compile(
    r"\b(?:ertele\w+|kaydir(?!ak)\w+|kay(?:di|mis)\b|sark\w+|uzad\w+|uzat\w+|kaldi|degistir\w+|planla\w+|ayarla\w+"
    r"|rezervasyon\w*)\b"
)
_EVENT = re.compile(
    r"\b(?:toplanti|randevu|ucus|ucag|sinav|dugun|mac|konser|ders|parti|teslim|gorusme|mulakat|sunum|etkinlik|seminer"
    r"|kurs|disci|doktor|bulusma|nikah|ameliyat|muayene|lansman|demo|tren|otobus|yemeg|kahvalti|tatil|gezi|izin"
    r"|nobet)\w*"
)
_HABIT = re.compile(
    r"\b(?:oldum olasi|genelde|genellikle|her (?:hafta|ay|zaman|gun|yil|sene|donem|mevsim)|hep|daima|bazen"
    r"|cogunlukla)\b"
)
_BREAK = re.compile(r"[.!?…;:,]+(?=\s|$)|\n|\b(?:ama|fakat|cunku|sonra da|ancak|ve)\b")
_END = re.compile(r"[.!?…]+(?=\s|$)|\n")
_LAST_WORDS = re.compile(r"[^\W\d_]+")
_PARTICLES = words("mi mu misin musun misiniz musunuz ki ya de da abi lan iste artik bile miyiz muyuz hocam")
_AHEAD = re.compile(
    r"^\w*'?\w*(?: gunu\w*)? ?(?:kadar|icin)\b|^'?(?:y?[ae]|n[ae]|s?[iu]n[ae])\b|^\w* gunune\b|^\w* sabahina\b"
    r"|^\w* aksamina\b"
)
_WROTE = re.compile(r"\b(?:yazmis|demis|soylemis|sanmis|duyurmus|yazdi|yazil|bilmis|not almis|zannet)\w*|\bdogrusu\b")
"""Beside a day that somebody only named: "ayın 18'i yazmıştım, doğrusu 19'u"."""
_COLON = re.compile(r"[:–—] ?$|[:–—] \(?$")
_SET = re.compile(
    r"\b(?:tutuldu|belli oldu|kesildi|alindi|netlesti|kesinlesti|ayarlandi|belirlendi|aciklandi|tutuk|tutmus|tuttuk"
    r"|kesinles\w+|anlastik|onayland\w+)\b[^.!?]*$"
)
_DAY = re.compile(r"(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar)")
_AGREED = re.compile(r"^(?:y?[ae]|[dt][ae]|'?[dt][ae])\b (?:anlas[tm]\w+|karar\w*|mutabik\w*|uzlas\w+|kararlas\w+)")
_HABITUAL = re.compile(
    r"\w+(?<![ae])m[ae]y[iı]z\b|\b(?:kural\w*|prensip\w*|yasak\w*|boyle bilinsin|gelenek\w*|adet\w*|rutin\w*"
    r"|sabit)\b|\basla\b"
    r"|\b\w+(?:an|en) (?:olmaz|yok artik|dostum degil|arkadasim degil)\b"
)
_CORRECTS = re.compile(
    rf"\b(?:{_DAY.pattern})(?: gunu)? degil,? (?:{_DAY.pattern})"
    rf"|\b(?:{_DAY.pattern})(?: gunu)? (?:demis|ded[iı]|yazm[iı]s|sanm[iı]s)"
)
_WHICH = re.compile(r"^'?ki\b|^ gunku\b| toplantisi\w*| raporu\w*")
_ASKED = re.compile(
    r"\b(?:gonder|at|yolla|ozetle|bul|getir|oku|paylas|lutfen|\w+[ae]r m[iu]s[iu]n\w*|\w+[ae]bilir m[iu]s[iu]n\w*)\b"
)
_GOVERNS = re.compile(
    r"\b(?:(?P<had>(?!dedig|istedig|soyledig)\w+[aeioudlrnytkpscfhm][dt][iu]g[iu]\w*|\w{2,}[dt][iu]kl[ae]r[iu]\w*"
    r"|\w{2,}[dt][iu]kt[ae]n sonra)"
    r"|(?P<ahead>\w{2,}[ae]ca[gk][iu](?:m|n|miz|niz|ni|na|mi|nda)\w*|\w{2,}[ae]ce[gk][iu](?:m|n|miz|niz|ni|ne|mi"
    r"|nde)\w*)"
    r"|(?P<infinitive>\w{2,}m[ae]k(?: icin| uzere)?|\w{2,}m[ae](?:y[aeiu]|s[iu]\w*|n[iu]n)"
    r"|\w{2,}m[ae] (?:is|karar|plan|fikr|soz|teklif|oneri|niyet|ihtimal|gorev)\w*))\b"
)
_DECIDED = re.compile(
    r"\b(?:karar\w*|anlas[tm]\w+|kararlas\w+|soz (?:ver|al)\w+|planla\w+|sozles\w+|niyet\w*|oy birli\w+|onayla\w+"
    r"|kabul (?:et|edil)\w+|mutabik\w*|uzlas\w+|netles\w+|kesinles\w+)"
)
_WISHED = re.compile(
    r"\b(?:iste\w+|dusun\w+|um[ud]\w+|hayal|teklif|oner\w+|niyet|rica|soyle\w+|unut\w+|gerek\w+|\w+m[ae]"
    r" (?:is|karar|plan|fikr|soz|gorev|ihtimal)\w*|calis\w+)\b"
)
_WAS = re.compile(r"\b(?:dedi|demis|soyle\w*|san\w+|dusun\w+|bekl\w+|um\w+|yaz\w+)\w*")
_OF_ITSELF = re.compile(r"^(?: gunu|'?gunu)?'?(?P<past>y?d[iu]\b)|^(?: gunu|'?gunu)?'?(?P<coming>y[iu]z\b|dir\b)")
_FEW_WORDS = 1
_WHOSE = re.compile(r"^ \w+[iu]\b")
_ASKS = re.compile(r"\b(?:kim\w*|hangi\w*|kac\w*|neden|niye|m[iu]\w*)\b|\?")
_STRONG_AHEAD = re.compile(
    r"\w+(?:iyor|uyor)(?:um|uz|sun|sunuz|lar)?|\w+(?:ecek|acak)(?:ler|lar|siniz|sin)?|\w+(?:ecegim|acagim|ecegiz"
    r"|acagiz)"
    r"|lazim|gerek\w*|\w+[aeiu]c[ae][mz]|\w+(?:meliy\w+|maliy\w+)"
)
_STRONG_PAST = re.compile(r"\w{2,}[dt][iu](?:k|niz)|\w{2,}m[iu]s(?:im|iz|lar|ler)")
_LATER_SAID = re.compile(r"(?:olsun|\w+s[iu]n|\w+[ea]l[iu]m) ded\w+$")
_BOOKED = re.compile(r"\b(?:bilet|izin ver|tatil (?:ilan|ed)|kopru yap|randevu|rezervasyon|yer ayirt|sozlest|davet)\w*")
_TO_IT = re.compile(
    r"\b(?:cekti\w*|cektik|ald[iı]\w*|alm[iı]s\w*|verd\w+|verm[iı]s\w*|att\w+|koyd\w+|birakt\w+|yazd\w+|rezerv\w+"
    r"|atildi|alindi|tasindi\w*|tasidi\w*|tasinmis|kaydi|kaymis|sarkti|uzadi|kaldi"
    r"|verildi|konuldu|kondu)\b"
)
_ALSO = re.compile(r"^(?: gunleri| gunu)? d[ae]\b")
_GOES_ON = re.compile(r"\w+(?:iyor|uyor)\w*\W*$")
_HEARD = re.compile(r"^(?: gunu|'?gunu)?'?ym[iu]s\b")
_FROM_THEN = re.compile(r"^'?\w*(?: gunu\w*)? itibar\w*")
_SINCE = re.compile(r"^'?\w*(?: gunu\w*| \w+[dt][ae]n)? ?(?:beri|bu yana)\b")
_PUT_OFF = re.compile(
    r"'?y?[ae] (?:al[iı]n(?:d|m)\w+|al[iı]ndi|ertelen?\w+|kay(?:di|mis|dir)\w*|cek\w+|tasin\w+|kald[iı]|degis\w+"
    r"|at[iı]ld\w+)"
)


_NIGHT = re.compile(r"^'?y?[aeiu] (?:\S{1,14} )?baglayan gece\w*")
_HEARD_OF = re.compile(
    r"\b(?:var|yok|tatil|kapaliy|acikm|bos|doluy|iptal|uygun|musait|izinliy|zorunluy|ucretsiz|hazir|lazim"
    r"|gerekliy)m[iu]s\b\W*$"
)
"""Said of what was heard: "cuma toplantı varmış" may be ahead or over."""
_DENIED = re.compile(r"^(?: gunu)? degil(?:mis|di)?\s*(?:$|[.,!;…])")
_LAST_DAY = re.compile(r"\bson (?:gun|tarih|firsat|sans|basvuru)\w*\W*$")
_BEFORE_OR_AFTER = re.compile(r"^'?[dt][ae]n (?:sonra|itibaren|once)\b")
_PAPER = re.compile(r"^(?: ay[iı])? (?:rapor|fatura|ekstre|bordro|tutana|not|kayd|kayit|video|foto|ozet)\w*")
_IS_THERE = re.compile(r"\b(?:hazir|ekte|burada|acik|geldi|yatti|cikti)\W*$")


def tense(text: str, start: int, end: int) -> Tense:
    """Of the clause around the characters from `start` to `end`; text is folded."""
    after = text[end:]
    if night := _NIGHT.match(after):
        end += night.end()
        after = text[end:]
    if _SINCE.match(after):
        return Tense.PAST
    from_, to = _sentence(text, start, end)
    if _HABIT.search(text, from_, to) and not _BEFORE_OR_AFTER.match(after):
        return Tense.HABIT
    if _DENIED.match(after):
        return Tense.COMING if _of_clause(text[from_:start]) is Tense.COMING or _PUT_OFF.search(text) else Tense.DOUBT
    if _PAPER.match(after) and _IS_THERE.search(text, end, to):
        return Tense.PAST if not _DAY.match(text, start) else Tense.DOUBT
    if said := _OF_ITSELF.match(after):
        return Tense.PAST if said.lastgroup == "past" else Tense.COMING
    if _ALSO.match(after) and _GOES_ON.search(text, end, to):
        return Tense.HABIT  # "cumartesi de çalışıyoruz"
    if _HEARD.match(after):
        return (
            Tense.COMING if _EVENT.search(text, from_, to) and not _STRONG_PAST.search(text, from_, to) else Tense.DOUBT
        )
    day = _DAY.match(text, start)
    if day and _HABITUAL.search(text, from_, to):
        return Tense.HABIT
    if day and _CORRECTS.search(text):
        return Tense.COMING if _EVENT.search(text) or _STRONG_AHEAD.search(text, start) else Tense.DOUBT
    if _AGREED.match(after):
        return Tense.COMING
    if _WROTE.search(text, end, to) and not day and not _AHEAD.match(after):
        return Tense.DOUBT
    if _COLON.search(text, from_, start) and _SET.search(text, from_, start):
        return Tense.COMING
    own, *later = _BREAK.split(text[end:to]) or [""]
    for number, clause in enumerate((own, *later)):
        if (found := _of_clause(clause)) is not Tense.NONE:
            if number and found is Tense.PAST and _FROM_THEN.match(after):
                return Tense.COMING
            subject = _BREAK.split(text[from_:start])[-1]
            if number and found is not Tense.COMING and _EVENT.search(subject):
                return Tense.COMING  # "düğün 12 Eylül, davetiyeler basıldı"
            alone = subject.strip() or _is_said_alone(own, later[: number - 1])
            if number and found is Tense.PAST and alone:
                return _inverted(text[from_:start], after) or Tense.DOUBT
            return _inverted(text[from_:start], after) or found if number else _weighed(found, clause, after)
        if not number and (inverted := _inverted(text[from_:start], after)):
            return inverted
    if _FROM_THEN.match(after):
        return Tense.COMING
    before = _of_clause(text[from_:start])
    if before is not Tense.NONE:
        return _weighed(before, text[from_:start], after)
    if _WHOSE.match(after) and _ASKS.search(text, from_, to):
        return Tense.NONE  # "salı nöbeti kimin?"
    return Tense.COMING if _EVENT.search(text, from_, to) else Tense.NONE


def _inverted(before: str, after: str) -> Tense | None:
    """ "Gidiyoruz pazartesi, biletler alındı": the verb before the day, in the same clause."""
    clause = _BREAK.split(before)[-1]
    if not clause.strip():
        return None
    found = _of_clause(clause, only_last=True)
    return None if found is Tense.NONE else _weighed(found, clause, after)


def _is_said_alone(own: str, between: list[str]) -> bool:
    """The clause of the day tells something by itself, without a verb: "1 Ocak'tan sonra ücretsiz, dernek üstlendi"."""
    return len(_LAST_WORDS.findall(own)) > _FEW_WORDS or any(clause.strip() for clause in between)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    before = [match.end() for match in _END.finditer(text, 0, start)]
    after = _END.search(text, end)
    return (before[-1] if before else 0), (after.start() if after else len(text))


def _of_clause(clause: str, *, only_last: bool = False) -> Tense:
    """By the verb that the day belongs to: a participle or an infinitive behind it, else the clause's last words."""
    if not clause.strip():
        return Tense.NONE
    if not only_last and (governs := _GOVERNS.search(clause)):
        rest = clause[governs.end() :]
        if governs.lastgroup == "had":
            return Tense.PAST
        if governs.lastgroup == "ahead":
            return Tense.DOUBT if _TOLD.search(rest) or _WAS.search(rest) else Tense.COMING
        if _DECIDED.search(rest):
            return Tense.COMING
        if _WISHED.search(clause, governs.start()) and _of_words(rest, only_last=False) is Tense.PAST:
            return Tense.DOUBT  # "cuma günü toplanmak istedik"
    return _of_words(clause, only_last=only_last)


def _of_words(clause: str, *, only_last: bool) -> Tense:
    """By the last word but particles; the one before it too, for verbs are followed by a name or a sign at times."""
    words_ = [word for word in _LAST_WORDS.findall(clause) if word not in _PARTICLES]
    last = words_[-1:] if only_last else words_[-2:]
    if _ASKS_AHEAD.search(clause) or _LAST_DAY.search(clause):
        return Tense.COMING
    if _HEARD_OF.search(clause):
        return Tense.DOUBT
    if _SUGGESTS.search(clause) and not _NO_SUGGESTION.search(clause):
        return Tense.COMING
    if _LATER_SAID.search(clause):
        return Tense.COMING
    if last and len(words_) > 1 and _SAYS.fullmatch(last[-1]) and _FUTURE.fullmatch(words_[-2]):
        return Tense.COMING
    if last and _WROTE_DOWN.fullmatch(last[-1]) and len(words_) > 1 and not _VERBAL.fullmatch(words_[-2]):
        return Tense.PAST  # "rapor yazdım"
    if last and _TOLD.fullmatch(last[-1]) and len(words_) > 1:
        return Tense.DOUBT  # what was told may have been ahead or over
    for word in reversed(last):
        if _WAS_GOING.fullmatch(word):
            return Tense.DOUBT
        if _HEARD_AHEAD.fullmatch(word):
            return Tense.COMING
        if _PAST.fullmatch(word) and word not in _NO_PAST:
            return Tense.PAST
        if _FUTURE.fullmatch(word) and word not in _NO_FUTURE:
            return Tense.COMING
    return _of_strong([] if only_last else words_[:-2])


def _of_strong(words_: list[str]) -> Tense:
    """A verb that cannot be taken for a noun, with other words behind it: "yetiştirmem lazım şu raporu"."""
    for word in reversed(words_):
        if _STRONG_AHEAD.fullmatch(word):
            return Tense.COMING
        if _STRONG_PAST.fullmatch(word) and word not in _NO_PAST:
            return Tense.PAST
    return Tense.NONE


def _weighed(found: Tense, clause: str, after: str) -> Tense:
    """What was moved or kept for a day lies ahead, though the verb is of the past."""
    ahead = bool(_AHEAD.match(after))
    if found is Tense.PAST and _BOOKED.search(clause):
        return Tense.COMING if ahead else Tense.DOUBT
    if found is Tense.PAST and ahead and _TO_IT.search(clause):
        return Tense.COMING  # "cumaya çektik"
    if found in (Tense.PAST, Tense.DOUBT) and _MOVED.search(clause):
        return Tense.COMING if ahead else Tense.DOUBT
    if found is Tense.COMING and _WHICH.match(after) and _ASKED.search(clause):
        return Tense.DOUBT  # "send the notes of Tuesday's meeting"
    return Tense.DOUBT if found is Tense.PAST and ahead else found
