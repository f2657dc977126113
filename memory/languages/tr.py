"""Turkish, in folded form: dotless ı is i, and marks on letters are kept off."""

from __future__ import annotations

from memory.languages.pack import LanguagePack, phrases, words

_MONTHS = phrases("ocak, subat, mart, nisan, mayis, haziran, temmuz, agustos, eylul, ekim, kasim, aralik")

TURKISH = LanguagePack(
    code="tr",
    stop_words=words(
        """ve veya ile bir bu su o da de mi mu icin gibi kadar ama fakat ancak cok daha en ben sen biz siz onlar benim
        senin onun bizim sizin onlarin bana sana ona bize size beni seni onu ki ise var yok olan oldu olarak her hem ya
        yani sonra"""
    ),
    question_words=words("ne kim kimin kime nerede nereye nereden nasil neden nicin hangi kac zaman"),
    months={name: number for number, name in enumerate(_MONTHS, start=1)},
    days_ago={"bugun": 0, "dun": 1},
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
)
