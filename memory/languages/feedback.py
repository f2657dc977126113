"""Feedback: words and reactions by which people confirm, refuse, take back or ask to remember; all languages."""

from __future__ import annotations

import re

from memory.languages.analyser import fold
from memory.languages.pack import phrases, words

CONFIRMING = frozenset(
    phrases(
        """exactly, that's right, thats right, you're right, correct, that's correct, yes that's right, yes exactly,
        perfect thanks, thanks that helps, thank you that helps, that helped, great thanks, thanks, thank you, thx,
        spot on, you remembered, good memory, yes correct,
        aynen, aynen oyle, dogru, evet dogru, haklisin, tam olarak, tesekkurler, tesekkur ederim, sagol, sag ol,
        cok iyi hatirladin, eline saglik,
        その通り, その通りです, そうです, 正解, 合ってます, 合っています, あってます, ありがとう, ありがとうございます,
        助かりました, 助かった, よく覚えてたね, よく覚えていましたね, はいそうです"""
    )
)
"""Whole messages, folded and without their marks."""

REFUTING = frozenset(
    phrases(
        """wrong, that's wrong, thats wrong, no that's wrong, not true, that's not true, that's not right, incorrect,
        that is wrong, no you're wrong, you're wrong, nope that's wrong, that's outdated, that's not correct,
        yanlis, bu yanlis, hayir yanlis, dogru degil, bu dogru degil, yaniliyorsun, eski bilgi,
        違う, 違います, 違うよ, それは違う, それは違います, 間違い,
        間違ってる, 間違っています, 間違いです, そうじゃない"""
    )
)

_FORGET = re.compile(
    r"^(?:please |ok |okay |no |actually )*(?:forget (?:that|it|this|what i (?:just )?(?:said|told you|wrote))"
    r"|(?:don't|do not) remember (?:that|this|it)|delete that|erase that|scratch that)(?: please)?$"
    r"|^(?:lutfen )?(?:bunu|onu|sunu|dedigimi|soyledigimi|az once dedigimi) (?:unut|sil|hatirlama)(?: lutfen)?$"
    r"|^(?:今の|さっきの|それ|これ|今言ったこと|さっき言ったこと)(?:は|を|こと)?(?:を|は)?"
    r"(?:忘れて|消して|忘れてください|消してください|忘れてね|覚えないで|覚えないでください)$"
)
_FORGET_WHAT = re.compile(
    r"^(?:please |ok |okay |hey |actually |can you |could you )*(?:forget|(?:don't|do not) remember) "
    r"(?:that (?=i |i'|my |we |our )"
    r"|(?:all |everything )?(?:about |what i (?:just |have |ever )?(?:said|told you|wrote) about )"
    r"|(?:all|everything) (?:you know|i (?:said|told you|wrote)) about )(?P<en>.{2,}?)(?: please| now)?$"
    r"|^(?:lutfen )?(?P<tr>.{3,}?)(?:(?<=ug)umu|(?<=ig)imi| oldugunu| hakkinda(?: (?:soyledik|dedik)lerimi| her seyi)?"
    r"|(?:yla|yle|la|le| ile) ilgili (?:(?:soyledik|dedik)lerimi|her seyi)) (?:lutfen )?(?:unut|sil)(?: lutfen)?$"
    r"|^(?P<ja>.{2,}?)(?:という|って)?(?:話|件|こと|について)(?:は|を|も)?(?:全部|もう|全て|すべて)?"
    r"(?:忘れて|消して|覚えないで)(?:ください|下さい|ね|くれ|ほしい)?$",
    re.DOTALL,
)
_REMEMBER = re.compile(
    r"^(?:please |ok |okay |hey |can you |could you )*(?:remember|note|keep in mind|don't forget|do not forget"
    r"|make a note)(?: (?:that|this))?\s*[:,–-]?\s+(?P<en>(?!to |me |when |how |what |why |the time).{6,})$"
    r"|^(?:lutfen )?(?:sunu |bunu )?(?:unutma|hatirla|aklinda tut|not al|aklinda olsun)(?: ki)?"
    r"\s*[:,–-]?\s+(?P<tr>.{6,})$"
    r"|^(?:これ)?(?:覚えておいて|覚えて|メモして|覚えといて)(?:ください|ね)?\s*[:：、,。]\s*(?P<ja>.{3,})$"
    r"|^(?P<ja_before>.{4,}?)(?:って|と|ことを|のを)(?:覚えておいて|覚えといて|メモしておいて)(?:ください|ね)?$",
    re.DOTALL,
)

LIKED = words(
    """👍 👍🏻 👍🏼 👍🏽 👍🏾 👍🏿 ❤ ❤️ ✅ 💯 🙏 👏 🎉 ✔️ ✔ 🔥 👌 +1 thumbsup heart white_check_mark 100 pray clap tada
    heavy_check_mark fire ok_hand"""
)
DISLIKED = words(
    """👎 👎🏻 👎🏼 👎🏽 👎🏾 👎🏿 ❌ 🚫 😡 -1 thumbsdown x no_entry_sign no_entry rage
    negative_squared_cross_mark"""
)


def verdict(text: str) -> bool | None:
    """Whether the whole message says "that was right" (True) or "that was wrong" (False)."""
    bare = _bare(text)
    if bare in CONFIRMING:
        return True
    return False if bare in REFUTING else None


def reaction(name: str) -> bool | None:
    """The same of a reaction, as the platform names it; skin tones of Slack do not matter."""
    plain = name.strip(":").partition("::")[0]
    if plain in LIKED:
        return True
    return False if plain in DISLIKED else None


def asks_to_forget(text: str) -> bool:
    """ "Forget that": what was just said."""
    return _FORGET.match(_bare(text)) is not None


def asked_to_forget(text: str) -> str:
    """What the person wants forgotten, by name: "forget that I have a cat"; folded, empty where nothing is asked."""
    found = _FORGET_WHAT.match(_bare(text))
    return next((what for what in found.groups() if what), "") if found else ""


def asked_to_remember(text: str) -> str:
    """What is to be remembered, as it stands in the message; empty where nothing is asked."""
    folded = fold(text.strip()).rstrip(".!。！ ")
    found = _REMEMBER.match(folded)
    if found is None:
        return ""
    start, end = next(found.span(name) for name in ("en", "tr", "ja", "ja_before") if found[name] is not None)
    stripped = text.strip()
    # Folding may change the length of a letter; then the folded text is better than a wrong cut.
    same = len(fold(stripped)) == len(stripped)
    return (stripped if same else folded)[start:end].strip()


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[.!?,;。、！？…~〜]+", " ", fold(text).replace("’", "'")).split())
