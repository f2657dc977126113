"""Japanese, as formation reads it: the end of a clause tells most."""

from __future__ import annotations

from memory.languages.forming import Forming, joined
from memory.languages.ja_against import AGAINST, HOSTILE, QUESTION, REQUEST
from memory.languages.ja_changes import CHANGES, CHOICES
from memory.languages.ja_facts import FACTS, RELATIONS
from memory.languages.ja_idle import IDLE, SPAM
from memory.languages.ja_signs import CORRECTION, DECISION, FACT, PLAN, PREFERENCE, RELATION
from memory.languages.ja_wishes import PLANS, TASTES

JAPANESE = Forming(
    code="ja",
    correction=CORRECTION + CHANGES,
    decision=DECISION + CHOICES,
    plan=PLAN + PLANS,
    preference=PREFERENCE + TASTES,
    relation=RELATION + RELATIONS,
    fact=FACT + FACTS,
    against=AGAINST + IDLE,
    request=REQUEST,
    question=QUESTION,
    hostile=f"{HOSTILE}|{SPAM}",
    keep=joined(
        r"""^(?:覚えておいて(?:ください|ね|ほしいんだけど)?|メモ|ちなみに|なお|補足|参考まで(?:に)?
            |念のため|一応|お知らせ|連絡|共有|実は)[、。:：!,\s]+|(?:を|って|と|、
            |。)\s*(?:覚えておいて|覚えといて|メモして(?:おいて)?)(?:ください|下さい|ね
            |くださいね)?[。!\s]*$"""
    ),
    yes=r"^(?:はい|うん|ええ|そうです|そう|もちろん|あります|います|です)",
    no=r"^(?:いいえ|いえ|いや|ううん|違い|違う|ちがう|ないです|ありません)",
    unsure=joined(
        r"""分から|わから|知らな|知りま|うーん|考え(?:ます|て|さ)|なんで|どうして|さあ|微妙|何とも
            |大丈夫です|結構です|特にな|ないです$|どっちでも|どちらでも|どれでも
            |何でもいい|なんでもいい|(?:後|あと)で|手(?:ぇ|が)?離せ|聞いてどう|まかせ|任せ|忘れた|覚えてな"""
    ),
    offer=joined(
        r"""(?:お手伝い|しましょうか|ましょうか|でしょうか|よろしいですか|よろしいでしょうか|いかがですか|ほかに
            |他に|いりますか|必要ですか|保存し|メモし|記録し)"""
    ),
    choice=joined(
        r"""(?:どちら|どれ|どっち|いずれ)(?:に|が|の|を|で)?(?:しましょう|します|いい|よろし|なさい
            |選)|(?:でよろしいですか|で良いですか|でいいですか|にしますか|にしましょうか)"""
    ),
    tag=r"(?:でしたっけ|だっけ|ですよね|ますよね|だよね|でしたよね|っけ)[?？。\s]*$",
    taste=r"好き|好み|嫌い|苦手|お気に入り|どちらがいい",
    yours=r"ご|お|あなた|さん",
    personal=r"私|僕|俺|わたし|ぼく|うち|自分|我が家|妻|夫|息子|娘|母|父|兄|姉|弟|妹|祖母|祖父|両親|実家",
)
