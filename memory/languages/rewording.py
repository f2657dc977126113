"""Words that a statement may have although its message has them not: what tells the same in the third person.

Folded. They carry no fact of their own; what somebody prefers, where and since when must stand in the message.
"""

from __future__ import annotations

from memory.languages.catalogue import LANGUAGES
from memory.languages.pack import words

REWORDING = words(
    """says said say tells told thinks believes prefers prefer likes like dislikes dislike wants want plans plan
    planning intends decided decide agreed uses use using used lives live moved works work called named name owns
    has have had having currently now formerly former longer anymore since until person speaker user team they their
    others themselves him himself herself who which whose should must not never always corrected correction instead
    rather again also diyor dedi soyluyor tercih ediyor etti seviyor sevmiyor istiyor istemiyor planliyor kullaniyor
    yasiyor calisiyor oturuyor artik kisi konusan ekip karar verdi verildi olarak adli oldu olacak degil kendisi
    onun onlarin digerleri nin nun in un"""
)

JAPANESE_REWORDING = words("住 働 言 好 嫌 使 予定 現在 以前 自分 本人 思 希望 決 人 氏 様 話者 必要 名前 年 月 日 時")

COUNTED = frozenset().union(*(frozenset(pack.numbers) for pack in LANGUAGES)) - words("a bir")
"""Numbers in words: no other word stands for one of them."""
