"""Japanese. Nothing parts its words, so phrases are looked for as they stand."""

from __future__ import annotations

from memory.languages.pack import LanguagePack, phrases, words

_DIGITS = "一二三四五六七八九"
_BELOW_TEN = {digit: number for number, digit in enumerate(_DIGITS, start=1)}

JAPANESE = LanguagePack(
    code="ja",
    has_spaces=False,
    stop_words=frozenset(),  # bigrams of hiragana alone are silent already (see analyser)
    question_words=words("何 誰 何時"),
    days_ago={
        **dict.fromkeys(("今日", "本日", "今朝", "今夜", "今晩"), 0),
        **dict.fromkeys(("昨日", "きのう", "昨夜", "昨晩", "ゆうべ"), 1),
        **dict.fromkeys(("一昨日", "おととい"), 2),
        **dict.fromkeys(("明日", "あした"), -1),
        **dict.fromkeys(("明後日", "あさって"), -2),
    },
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
    weekdays={f"{name}曜{day}": number for number, name in enumerate("月火水木金土日") for day in ("日", "")},
    spans={
        "先々週": ("week", -2),
        "先週末": ("weekend", -1),
        "先週": ("week", -1),
        "今週末": ("weekend", 0),
        "今週": ("week", 0),
        "来週末": ("weekend", 1),
        "再来週": ("week", 2),
        "来週": ("week", 1),
        "先々月": ("month", -2),
        "先月": ("month", -1),
        "今月": ("month", 0),
        "再来月": ("month", 2),
        "来月": ("month", 1),
        "一昨年": ("year", -2),
        "おととし": ("year", -2),
        "昨年": ("year", -1),
        "去年": ("year", -1),
        "今年": ("year", 0),
        "再来年": ("year", 2),
        "来年": ("year", 1),
    },
    numbers=_BELOW_TEN
    | {f"{tens}十": 10 * (_BELOW_TEN.get(tens, 1)) for tens in ("", *"二三")}
    | {
        f"{tens}十{ones}": 10 * _BELOW_TEN.get(tens, 1) + _BELOW_TEN[ones] for tens in ("", *"二三") for ones in _DIGITS
    },
    units={
        "日": "day",
        "週間": "week",
        "週": "week",
        **dict.fromkeys(("か月", "ヶ月", "カ月", "ヵ月", "ケ月", "箇月"), "month"),
        "年": "year",
    },
    ago=("前",),
    latest=("この前の", "この間の", "前の"),
    intents={
        "causal": r"なぜ|何故|どうして|なんで|原因|理由|せいで|きっかけ|何のために",
        "temporal": r"""いつ(?!も)|何時|何日|何月|何年|何曜日|日付|最後に|最近|最新|以前|かつて|初めて|経緯
            |どのくらいの期間|何回目""",
        "preference": r"好き|嫌い|好み|好物|お気に入り|苦手|気に入って|どっちがいい|どちらがいい",
        "entity_profile": r"""(?:は|って|とは)(?:誰|だれ|どなた|どんな人|何者)|どんな(?:人|方)|について(?:教えて
            |知って|話して)|の紹介""",
        "factual": r"何|なに|どこ|どれ|どの|どちら|誰|だれ|いくつ|いくら|どんな|[かの]\s*\?*$|\?\s*$",
    },
    wishes={
        "howto": r"どうやって|どうすれば|どうしたら|方法|やり方|手順|使い方|仕方",
        "reasoning": r"なぜ|何故|どうして|なんで|理由|原因",
        "technical": r"エラー|バグ|コード|設定|例外|障害|デプロイ|サーバ|インストール|api|データベース|スクリプト",
        "preference": r"好き|嫌い|好み|好物|お気に入り|苦手",
        "lookup": r"どこ|場所|どのファイル|どのページ|見つか|リンク",
        "definition": r"とは|って何|は何(?!時|日|月|年|人|回|曜)|意味|定義",
    },
    templates={
        "definition": ("{topic}とは", "{topic}は次のものです", "{topic}の意味は"),
        "howto": ("{topic}の手順は", "{topic}にはまず", "{topic}の方法です"),
        "reasoning": ("{topic}のは次の理由です", "{topic}の原因は", "{topic}から"),
        "lookup": ("{topic}はここにあります", "{topic}の場所は"),
        "technical": ("{topic}のエラーは次で直りました", "{topic}の設定は", "{topic}を修正しました"),
        "preference": ("{topic}が好きです", "{topic}のほうがいい", "お気に入りの{topic}は"),
        "general": ("{topic}について", "{topic}の話をしました"),
    },
    topic_frame=r"""(?:って|とは|は|が|を|に|で|の)?(?:何|なに|誰|だれ|どなた|どこ|どれ|いつ|なぜ|何故|どうして
            |なんで|どうやって
        |どうすれば|どうしたら|どのよう|教えて|知って).*$|(?:です|ます)?か\s*$|(?:とは|って)\s*$""",
    rule=r"必ず|いつも|常に|絶対に|決して|ルール|規則",
    way=r"やり方|方法|手順|の仕方|の使い方",
    name_link=r"と|や",
    connectives=phrases("そして, それから, それと, あと, また, 、"),
    together=phrases("一緒, 間, お互い, 二人, 違い, 共通, 結婚"),
)
