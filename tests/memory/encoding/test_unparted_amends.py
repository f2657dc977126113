"""Japanese: what changes is told in many words, and corrected in few; what only begins like a correction is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.encoding.said import Said
from memory.encoding.understanding import understand

KIM, NORA = "slack:T01/U01", "slack:T01/U02"
AT = datetime(2026, 4, 12, 9, tzinfo=UTC)

TOLD = """
新居は熊本です | me home | 熊本
引っ越し先は小樽、7月1日からです | me home | 小樽
みどり薬品から給料もらってます | me employer | みどり薬品
のぞみさんの会社は大和田硝子です | nora employer | 大和田硝子
仕事変えまして、今はカメラマンです | me job | カメラマン
のぞみさん、今は消防士をしてるらしい | nora job | 消防士
かかりつけを宇野先生に変えました | me doctor | 宇野
うちのわんこはちくわって名前 | me dog name | ちくわ
ハヤシライスには目がない | me favourite food | ハヤシライス
これからは080-2222-9090にかけてください | me phone | 080-2222-9090
つばめの料金は1万2000円に変わりました | つばめ price | 1万2000円
本番のアルタイルは7.7.0です | アルタイル version | 7.7.0
11/3にサクラをローンチします | サクラ release date | 2026-11-03
今後パルサーは宮沢遥さんが見ます | パルサー lead | 宮沢遥
"""

AMENDED = """
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
すみません、休みます
ごめん、コーヒーこぼした
いや、カレーは飲み物です
失礼、電話です
あ、会議だ
訂正ありがとうございます
ごめん、明日は行けない
やば、遅刻だ
"""


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


def _said(text: str, at: datetime, *before: Said) -> Said:
    people = {"のぞみ": NORA}
    return Said(id=text, text=text, at=at, person=KIM, speaker="金", before=before, people=people)


@pytest.mark.ledger("FOR-08", "FOR-17")
@pytest.mark.parametrize("row", _lines(TOLD))
def test_what_changes_is_told_in_many_words(row: str) -> None:
    text, slot, value = row.split(" | ")
    told = next(one for one in understand(_said(text, AT)).statements if one.slot)
    assert (told.slot.replace(KIM, "me").replace(NORA, "nora"), told.value) == (slot, value)


@pytest.mark.ledger("FOR-08")
@pytest.mark.parametrize("row", _lines(AMENDED))
def test_a_slip_is_corrected_by_the_value_alone(row: str) -> None:
    slip, text, value = row.split(" | ")
    first = _said(slip, AT)
    wrong = next(one for one in understand(first).statements if one.slot)
    right = understand(_said(text, AT + timedelta(minutes=1), first)).statements[0]
    assert (right.slot, right.value, right.corrects) == (wrong.slot, value, True)


@pytest.mark.ledger("FOR-08")
@pytest.mark.parametrize("text", _lines(ONLY_LIKE_IT))
def test_what_only_begins_like_a_correction_is_none(text: str) -> None:
    before = _said("家は小樽です", AT)
    assert not any(one.slot for one in understand(_said(text, AT + timedelta(minutes=1), before)).statements)
