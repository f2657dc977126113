"""A correction that gives the value alone is about what was told last; what only begins like one is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.formation.understanding import understand
from memory.formation.utterances import Utterance
from tests.each import each

KIM, NORA = "slack:T01/U01", "slack:T01/U02"
AT = datetime(2026, 4, 12, 9, tzinfo=UTC)

CORRECTED = """
I live in Bergen. | Sorry, I meant Trondheim. | trondheim
Falcon costs 49 euros a month. | No wait, 59 euros. | 59 euros
My GP is Dr Hallam. | Oops, Dr Hallen of course. | dr hallen
Jonas Weber heads up Cinder. | No, sorry, Lena Vogt. | lena vogt
I live in Ghent. | *Graz | graz
I live in Ghent. | Graz* | graz
I live in Ghent. | Graz, autocorrect... | graz
I live in Ghent. | I got that wrong: it's Graz | graz
I live in Ghent. | Graz, not Ghent | graz
I live in Ghent. | stupid keyboard, Graz | graz
I live in Ghent. | Nope, Graz 😅 | graz
Bursa'da yaşıyorum. | Pardon, Bolu. | bolu
Falcon ayda 49 lira. | Düzeltiyorum: 59 lira. | 59 lira
Evim Sinop'ta. | klavye azizliği, Konya | konya
Ben hemşireyim. | tüh, marangoz | marangoz
Kor'un fiyatı 95 lira. | 95 lira değil, 640 lira | 640 lira
Köpeğimin adı Paşa. | demin yanlış yazmışım, Boncuk doğrusu | boncuk
金沢に住んでいます。 | すみません、富山です。 | 富山
ファルコンは月4900円です。 | 失礼、5900円でした。 | 5900円
家は小樽です | *鎌倉 | 鎌倉
家は小樽です | 小樽ではなく熊本です | 熊本
家は小樽です | あっ違ったシアトルだ | シアトル
私の仕事は司書です | 誤字です。正しくは薬剤師 | 薬剤師
好物は天ぷらです | 天ぷらって書いたけど肉じゃがでした | 肉じゃが
掛かりつけの医者は西先生です | いけない、林先生でした😅 | 林
携帯は090-1234-5678です | あ、080-2222-9090ね | 080-2222-9090
オリオンの値段は3200円です | 正:680円 | 680円
オリオンの公開日は9月14日です | 失礼、12月1日でした | 2026-12-01
オリオンの班長は三浦です | なに言ってんだ私、森川健太です | 森川健太
"""

ONLY_LIKE_IT = """
I live in Ghent. | Sorry, I'm late, Pepper.
I live in Ghent. | *sigh*
I'm a nurse by trade. | make that two
I'm a nurse by trade. | no thanks
Our dog's name is Ziggy. | sorry, Nora
Our dog's name is Ziggy. | I mean, honestly
En sevdiğim yemek mantı. | hay aksi, otobüsü kaçırdım
En sevdiğim yemek mantı. | tamam, Ahmet
家は小樽です | すみません、休みます
家は小樽です | ごめん、コーヒーこぼした
家は小樽です | いや、カレーは飲み物です
家は小樽です | 失礼、電話です
家は小樽です | あ、会議だ
家は小樽です | 訂正ありがとうございます
家は小樽です | ごめん、明日は行けない
家は小樽です | やば、遅刻だ
"""


def _slots(told: str, again: str) -> tuple[list[str], list[tuple[str, str, bool]]]:
    """The slots of what was told, and what is said of which a minute later."""
    first = _said(told, AT)
    then = _said(again, AT + timedelta(minutes=1), first)
    found = [(one.slot, one.value, one.corrects) for one in understand(then).statements if one.slot]
    return [one.slot for one in understand(first).statements if one.slot], found


def _said(text: str, at: datetime, *before: Utterance) -> Utterance:
    people = {"nora": NORA}
    return Utterance(id=text, text=text, at=at, person=KIM, speaker="Kim", before=before, people=people)


@pytest.mark.ledger("FOR-08", "FOR-17")
@each("row", CORRECTED.strip().splitlines())
def test_a_correction_that_gives_the_value_alone_is_about_what_was_told_last(row: str) -> None:
    told, again, value = row.split(" | ")
    (slot,), found = _slots(told, again)
    assert found == [(slot, value, True)]


@pytest.mark.ledger("FOR-08")
@each("row", ONLY_LIKE_IT.strip().splitlines())
def test_what_only_begins_like_a_correction_is_none(row: str) -> None:
    told, again = row.split(" | ")
    assert _slots(told, again)[1] == []
