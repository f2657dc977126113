"""Turkish, in folded form: dotless ı is i, and marks on letters are kept off."""

from __future__ import annotations

from memory.languages.pack import LanguagePack, phrases, words

_MONTHS = phrases("ocak, subat, mart, nisan, mayis, haziran, temmuz, agustos, eylul, ekim, kasim, aralik")

_WEEKDAYS = phrases("pazartesi, sali, carsamba, persembe, cuma, cumartesi, pazar")
_NUMBERS = phrases("bir, iki, uc, dort, bes, alti, yedi, sekiz, dokuz, on, on bir, on iki")
_UNITS = {"gun": "day", "hafta": "week", "ay": "month", "yil": "year", "sene": "year"}
_AWAY = {"gecen": -1, "bu": 0, "gelecek": 1, "onumuzdeki": 1}
_ENDINGS = ("", "ki", "nin", "in", "da", "dan", "de", "den")

TURKISH = LanguagePack(
    code="tr",
    stem_letters=5,  # cut after five letters: Can et al. (2008), JASIST 59, as good as a stemmer for search
    stop_words=words(
        """ve veya ile bir bu su o da de mi mu icin gibi kadar ama fakat ancak cok daha en ben sen biz siz onlar benim
        senin onun bizim sizin onlarin bana sana ona bize size beni seni onu ki ise var yok olan oldu olarak her hem ya
        yani sonra"""
    ),
    question_words=words(
        "ne neyi neye neyin neyle nede neler kim kimi kimin kime kimden kimle nerede nereye nereden nereli nasil "
        "neden nicin hangi kac zaman"
    ),
    months={name: number for number, name in enumerate(_MONTHS, start=1)},
    days_ago={
        **dict.fromkeys(("bugun", "bugunku", "bu sabah", "bu aksam", "bu gece"), 0),
        **dict.fromkeys(("dun", "dunku", "dun gece", "dun aksam"), 1),
        "evvelsi gun": 2,
        **dict.fromkeys(("yarin", "yarinki"), -1),
    },
    of_myself=words("ben benim bana beni bende benden"),
    of_yourself=phrases("dedin, soyledin, yaptin, yazdin, gonderdin, soz verdin"),
    greetings=frozenset(
        phrases(
            """merhaba, merhabalar, selam, selamlar, gunaydin, iyi gunler, iyi aksamlar, iyi geceler, iyi sabahlar,
            nasilsin, nasilsiniz, naber, ne haber, merhaba nasilsin, selam nasilsin, kolay gelsin, hos geldin"""
        )
    ),
    acknowledgements=frozenset(
        phrases(
            """tamam, tamamdir, evet, hayir, olur, peki, tesekkurler, tesekkur ederim, cok tesekkurler,
            cok tesekkur ederim, sagol, sag ol, sagolun, anladim, guzel, harika, super, aynen, oldu, hosca kal,
            gorusuruz, elbette, tabii, tabii ki, rica ederim, onayladim, eyvallah"""
        )
    ),
    requests=phrases(
        """lutfen, yapar misin, yapabilir misin, eder misin, edebilir misin, yapin, yap, hazirla, gonder, yaz, olustur,
        duzelt, ekle, sil, guncelle, kontrol et, hatirlat, bana yardim et, istiyorum, rica etsem, cevir, ozetle"""
    ),
    question_endings=phrases("mi, mu, misin, musun, misiniz, midir, miyiz, mudur"),
    weekdays={name: number for number, name in enumerate(_WEEKDAYS)},
    spans={
        f"{word} {unit}{ending}": (span, away)
        for word, away in _AWAY.items()
        for unit, span in (*list(_UNITS.items())[1:], ("hafta sonu", "weekend"))
        for ending in _ENDINGS
    },
    numbers={word: number for number, word in enumerate(_NUMBERS, start=1)},
    units=_UNITS,
    ago=("once", "onceki"),
    latest=("gecen", "bu gecen", "gectigimiz"),
    intents={
        "causal": r"\bneden\b|\bnicin\b|\bniye\b|\bsebe[pb]\w*|\byuzunden\b|\bsonucu\w*|\bnedeni\w*|\bsayesinde\b",
        "temporal": r"""\bne zaman\w*|\bhangi (?:gun|tarih|ay|yil|saat|hafta)\w*|\bsaat kac\w*|\ben son\b
            |\bilk (?:kez|defa)\b
            |\bson (?:kez|defa)\b|\bdaha once\b|\beskiden\b|\bne kadar sur\w*|\bne siklikla\b|\bgecmisi\b""",
        "preference": r"""\bsev(?:er|di|iyor|mez|miyor|mi)\w*|\btercih\w*|\bfavori\w*|\bhoslan\w*|\bnefret\w*
            |\bbegen\w*
            |\bsevdig\w*""",
        "entity_profile": r"""\bkim(?:dir|di|sin)?\s*\?*$|\bkimdir\b|\bhakkinda (?:ne|bilgi|anlat|bir|her)\w*
            |\bnasil biri\w*
            |\banlatir misin\b|\bkimin nesi\b""",
        "factual": r"\bne\b|\bner\w+|\bhangi\w*|\bkac\w*|\bkim\w*|\bm[iu](?:ydi|yor|dir|sin|yiz|siniz)?\b|\?\s*$",
    },
    wishes={
        "howto": r"\bnasil\b(?! biri)|\badimlar\w*|\byolu\b|\byontem\w*",
        "reasoning": r"\bneden\b|\bnicin\b|\bniye\b|\bsebe[pb]\w*",
        "technical": r"""\bhata\w*|\bkod\w*|\bayar\w*|\byapilandir\w*|\bsunucu\w*|\bkurulum\w*|\bapi\b|\bveritaban\w*
            |\bbetik\w*|\bcok(?:tu|me)\w*""",
        "preference": r"\bsev(?:er|di|iyor|mez|miyor)\w*|\btercih\w*|\bfavori\w*|\bhoslan\w*|\bnefret\w*|\bbegen\w*",
        "lookup": r"\bner\w+|\bbul\w*|\bhangi (?:dosya|sayfa|kanal|klasor)\w*|\bkonumu\b",
        "definition": r"\bnedir\b|\bne demek\w*|\banlami\b|\btanimi\b|\bne anlama\b",
    },
    templates={
        "definition": ("{topic} şudur", "{topic} demek", "{topic} anlamına gelir"),
        "howto": ("{topic} için önce", "{topic} adımları", "{topic} şöyle yapılır"),
        "reasoning": ("{topic} çünkü", "{topic} nedeni"),
        "lookup": ("{topic} şurada", "{topic} burada bulunur"),
        "technical": ("{topic} hatası şöyle çözüldü", "{topic} ayarı", "{topic} düzeltildi"),
        "preference": ("{topic} severim", "{topic} tercih ederim", "en sevdiğim {topic}"),
        "general": ("{topic} hakkında", "{topic} konusunu konuştuk"),
    },
    rule=r"\bher zaman\b|\basla\b|\bdaima\b|\bkural\w*",
    way=r"\bnasil (?:yapilir|edilir|kullanilir|kurulur)\b",
    name_link=r"ve|ile",
    connectives=phrases("ve ayrica, ve, ayrica, bir de"),
    together=phrases("arasinda, birlikte, beraber, birbirini, birbirine, ikisi, farki, evlendi, ortak"),
)
