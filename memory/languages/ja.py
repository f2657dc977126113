"""Japanese. Nothing parts its words, so phrases are looked for as they stand."""

from __future__ import annotations

from memory.languages.pack import LanguagePack, phrases, words

JAPANESE = LanguagePack(
    code="ja",
    stop_words=frozenset(),  # bigrams of hiragana alone are silent already (see analyser)
    question_words=words("何 誰 何時"),
    days_ago={"今日": 0, "本日": 0, "昨日": 1, "きのう": 1, "一昨日": 2, "おととい": 2},
    of_myself=words("私 僕 俺 私の 僕の 俺の 私は 僕は 俺は"),
    of_yourself=phrases("あなたが, あなたは, 君が, 君は"),
    greetings=frozenset(
        phrases(
            """こんにちは, こんばんは, おはよう, おはようございます, おやすみ, おやすみなさい, お疲れ様です,
            お疲れさまです, お疲れ様, お疲れ, はじめまして, やあ, どうも, ただいま, 元気, 元気ですか, お元気ですか"""
        )
    ),
    acknowledgements=frozenset(
        phrases(
            """はい, いいえ, いえ, うん, ううん, 了解, 了解です, 了解しました, 承知しました, 承知です,
            承知いたしました, わかりました, わかった, 分かりました, 分かった, ありがとう, ありがとうございます,
            ありがとうございました, どうもありがとう, いいね, いいですね, 大丈夫, 大丈夫です, オッケー, オーケー,
            そうですね, そうです, なるほど, お願いします, よろしくお願いします, さようなら, またね, すみません,
            ごめん, 確認しました, ok, okです"""
        )
    ),
    requests=phrases(
        """てください, て下さい, でください, で下さい, お願い, てほしい, て欲しい, てくれ, もらえますか,
            いただけますか, くれますか, くださいますか, ておいて, 頼む, 頼みます, てもらえる"""
    ),
    question_endings=phrases("か, かな, かしら, ですか, ますか, でしょうか, なの, だっけ"),
)
