"""Who is waited for in "when Ben joins", as data; patterns read folded text, `who` is the group of the name."""

from __future__ import annotations

from memory.languages.pack import pattern, phrases

JOINING = (
    pattern(
        r"""^@?(?P<who>.+?) (?:joins|has joined|have joined|join|enters)
        (?: (?:us|in|here|again|(?:to )?(?:the|this|our) \w+))*\W*$"""
    ),
    pattern(r"^@?(?P<who>.+?)(?: (?:buraya|bize|aramiza|kanala|gruba|odaya|sohbete))? (?:katil|gir)\w+\W*$"),
    pattern(
        r"^@?(?P<who>.+?)(?:さん|君|くん|ちゃん|様)?が(?:\S*?[にへ])?(?:参加し|加わっ|入っ)(?:たら|たとき|た時|た際)\W*$"
    ),
)
ANYBODY = frozenset(
    phrases(
        """someone, somebody, anyone, anybody, someone new, somebody new, a new member, 誰か, だれか, 新しい人,
        biri, birisi, herhangi biri, yeni biri"""
    )
)
UNSAID = frozenset(phrases("he, she, they, it, o, onlar, 彼, 彼女, あの人, その人"))
"""Words for somebody whom only the talk before could name."""
