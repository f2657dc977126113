"""The tense of a Japanese sentence: by the predicate that follows a day nearest.

What follows may describe a thing ("金曜に買った本を返す": the day is that of buying), so the nearest counts, not the
last. What was moved to a day lies ahead; what is going on ("しています") may be a habit.
"""

from __future__ import annotations

import re

from memory.languages.dating.form import Tense
from memory.languages.pack import pattern

_OVER = r"(?![いりくち]|ら(?!し)|がっ|がる|がり)"
_NOT_OVER = "(?!い?ました|い?た|だった|でした|まして|ませんでした|にした|にしました)"
_ENDS = (
    r"(?=$|[。!?\n、,」』)よねかぜぞなわ〜♪]|の[?でに]|ので|から|けど|が、|こと|と[言思い]|らしい|そう|って|し、"
    r"|日|前|時|人|つ)"
)
_PREDICATE = pattern(
    rf"""(?P<doubt>(?:だった|でした)(?:はず|っけ|よね|かな|と思)|(?:予定|つもり|はず)(?:でした|だった)|たかった"
    rf"|るところだった|(?:つもり|はず|予定)(?:が|なのに|だけど|で(?=、))|[てで]い?(?:る|ます)(?!か?た)
    |[しっいきびみてでん](?:と|ど|てお|でお|お)(?:る|ります)(?!か?た)
    |(?:予約|変更|延期|キャンセル|招待|約束|告知|発表|通知)(?:を)?(?:し|され|さ)(?:ま)?(?:し)?た
    |(?:延ば|変え|ずら|ずれ|決め|決ま|変わ|早め|遅ら|移)(?:し|せ|っ)?(?:まし)?た)
    |(?P<past>(?:(?<!あ)した|いた(?![だしす])|[っきちりぎえけせてねべめれげぜみび来見出寝着得似煮経も]た|[会買言も思習]うた){_OVER}(?!かっ)
    |(?:[\u4e00-\u9fff]|楽し|悲し|浮か|絡|ころ|はさ|つか|あそ|たの|やす|えら|すす|へこ|のりこ|おちこ|よろこ|しず|なら|(?<![ぁ-ん])(?:の|よ|す|か))んだ
    |たら(?=[^。!?]{{1,20}}[^い]た(?:$|[。!よねけ]|んだ|の(?:で|に)))
    |(?:骨折|捻挫|怪我|ケガ|負傷|発熱|嘔吐|寝坊|遅刻|惨敗|完敗|大敗|敗退|爆睡|爆死|二日酔い|撃沈|全滅|死亡|退場|離脱)(?=$|[。!、w])|でした|済み|ずみ|やった(?!ー|!)|よった|とった|んかった)
    |(?P<coming>控えて|ひかえて|はります|まっせ|なあかん|んなん|ばい(?=$|[。!])|[るくすつぬぶむぐうん]けん(?=$|[。、!])|へん(?=$|[。!、])|や(?=$|[。!でねん])|やねん
|ます|ません(?!でした)|つもり|予定|たい(?!し)|たく|ましょう|[おこそとのほもよろご]う(?=[かとねよ。!?\s]|$)
    |下さい|ください|くれ(?=$|[。!?])|(?:お?願い|おねがい)(?!い?たし?まし|しました|した)|でしょう|だろう|らしい|みたい(?!に|な)|はず|かも|べき|必要|なければ|ないと|です(?!でした)
    |だ(?=$|[。!よね])|どう|いかが|(?:空いて|あいて|暇|大丈夫|可能|希望|待って|楽しみ|入って){_NOT_OVER}|[うくすつぬぶむるぐ]{_ENDS}
    |[てで](?=$|[。!?ねよ])|しない|いない(?=[。!?]|$)|(?:無理|休み|不在){_NOT_OVER}|せよ|たら)"""
)
_WEEKDAY = re.compile(r"[月火水木金土日](?=曜)")
_CONTRASTED = re.compile(
    r"曜?日?(?:じゃなく|ではなく|でなく|やなく|やのう)て?[、,]?\s?(?:[月火水木金土日]曜日?|(?:\d+月)?\d+日"
    r"|\d+/\d+)(?!の[前後])"
)
_MOVED_FROM = re.compile(
    r"曜?日?から[^。、]{1,10}(?:に|へ)(?:変更|延期|ずら|ずれ|移動|前倒し|リスケ|延び|伸び|変わ|移)"
)
_FROM_STATE = re.compile(r"(?:曜?日?)から(?!ずっと)[^。]{2,}(?:です|だ|[てで]い?(?:ます|る))\W*$")
_AT_LAST = re.compile(r"(?:やっと|もう|まだ|ようやく|早く|はよ)[^。、]{0,3}$")
_IS_IT = re.compile(r"曜?日?(?:だ|か|です|なの|やん|や)?(?:[よねかー〜なぁあ]*)(?:$|[。!?])")
_SETTLED = re.compile(r"曜?日?で(?:決ま|決め|合意|一致|確定|固ま|落ち着)")
_MOVED_TO = re.compile(
    r"^(?:曜?日?|\(.\))?(?:\d+時\S{0,3})?(?:(?:に|へ|まで|から)[^\s、た]{0,3}?(?:変更|延期|ずら|ずれ|移動|前倒し"
    r"|リスケ|決ま|決め|決定|伸び|延び|伸ば|延ば"
    r"|設定|セット|振り替|振替|調整|移し|変え|変わ|繰り)|に(?:なりまし|なった))"
)
_HOUR_MOVED = re.compile(r"曜?日?の[^。]{1,16}\d+時[^。]{0,4}に(?:変|なり|なっ|ずれ|ずら|移|繰)")
_PAPER = re.compile(r"議事録|資料|ログ|メモ|写真|報告|結果|録画|録音|件|レポート|スライド|請求|領収|データ|動画|分")
_CALLED_OFF = re.compile(
    r"^曜?日?の[^。、]{1,12}?[はが、も]?(?:急遽)?(?:中止|延期|キャンセル|変更|なし|無し|白紙|流れ|なくな)"
)
_THEN = re.compile(
    r"(?<!は)(?<!じゃ)[てで](?!な)、?[^。]{0,12}?(?:\d月|[一二三四五六七八九十]月|\d日|曜|明日|来[週月年]|再来"
    r"|明後日|あさって|今[週月])"
)
_WRITTEN = re.compile(r"^(?:曜?日?)(?:まで|から|に)?って(?:書い|言っ|聞い|伝え|送っ|思っ)て?い?た(?:けど|が|のは?)?")
_ARRANGED = re.compile(
    r"^曜?日?(?:の?(?:朝|昼|夜|晩|午前|午後|夕方|\d{1,2}時半?|\d{1,2}:\d\d|〜?))?(?:の?(?:着|発|納期|納品|配達|配送"
    r"|発送|到着|締め?切?り?|〆切?|必着|開始|スタート"
    r"|指定|希望|始まり|受け取り|受取|引き取り|枠|便))?で(?:予約|発注|注文|手配|依頼|申請|申し込|申込|登録|調整"
    r"|セット|押さえ|おさえ|仮|打診|お願い|頼|確保|組|話がつ|話を"
    r"|アポ|送り|送っ|出荷|取れ|とれ|取っ|とっ)"
)
"""What was ordered or kept "for" the day: "木曜着で発注済み"."""
_OWED = re.compile(r"立て?替え?|精算|会費|割り勘|飲み代|返金|参加費|経費|領収書|忘れ物|お礼|写真|感想")
_NOT_YET = re.compile(r"まだ|未だ|いまだ")
_TURNED_INTO = re.compile(
    r"^曜?日?(?:は|も|の|に)?(?:急遽|急に|また)?(?:[一-龯ァ-ヶー]{0,4}(?:出勤|出社|出張|夜勤|日勤|当番|番|休み|休日"
    r"|休業|休診|休校|休講|休館|代休|登校|面接|手術|検査"
    r"|試験|会議|授業|締め?切り?|発表|納品|開催|開店|開業|予約|在宅|リモート|集合|デート|本番))に(?:な(?:りまし"
    r"|っ)た|決ま|変更|変わ)"
)
_NEGATED = re.compile(
    r"[てで]い?(?:な[いく]|ませ?ん|ねえ|へん)|未(?:払|収|精算|回収|提出)|(?:来|き)(?:てな|ませ?ん"
    r"|ない)"
)
_ACKNOWLEDGED = re.compile(
    r"^曜?日?の(?:件|こと|話)[、,は。も]*\s?(?:了解|承知|わか|分か|ありがと|すみま|ごめん"
    r"|失礼|お疲れ|おつかれ|どうな)"
)
_MISTAKEN = re.compile(r"^(?:曜?日?)の(?:間違い|まちがい|誤り)")
_WHOSE = re.compile(r"^(?:曜?日?)の(?!\d|朝|夜|午前|午後|昼|夕|晩)")
_ASKED = re.compile(r"ください|下さい|お?願い|[てで]$|くれ")
_EVER_SINCE = re.compile(
    r"^曜?日?からずっと|^曜?日?から[^。、予]{1,12}(?:[てで]い?(?:る|ます)|とる|とります|どる|どります)(?:$|[。、!])"
)
_CONDITION = re.compile(r"^曜?日?(?:だった)?なら")
_TOLD = re.compile(r"(?:と|って)(?:言|聞|思|約束|伝え|話し)[^。]{0,6}?(?:た|だ)(?!い)")
_CLEFT = re.compile(r"(?:た|だ)の[はが]\s*$")
_EVENT = pattern(
    r"""会議|打ち?合わ?せ|ミーティング|面接|試験|予約|締め?切り?|〆切|期限|まで|飲み会|出張|旅行|デート|引っ越し"
    r"|納品|リリース
    |発表|提出|約束|歯医者|病院|診察|通院|健診|検診|手術|結婚式|パーティー?|ライブ|コンサート|試合|レッスン|授業|デモ|勉強会|研修
    |セミナー|イベント|納期|フライト|送別会|歓迎会|運動会|卒業式|入学式|面談|訪問
|最終日|初日|本番|当日|希望|開始|開催|オープン|デビュー|公演|大会|遠足|収録|撮影|棚卸|点検|工事|停電|断水|検査|オペ|留学|転勤|異動|入社|退社
|就任|開業|着工|上京|帰省|帰国|出発|到着|搬入|搬出|解禁|決勝|予選|開幕|発売|配信|放送|登壇|講演|通夜|葬儀|告別式|法事|回忌|結納|入籍|同窓会
|オフ会|合宿|遠征|練習|稽古|面会|立ち会い|内見|引き渡し|メンテ|当番|バイト|夜勤|出社|有給|休暇|産休|育休|駐在|赴任|着任"""
)
_HABIT = re.compile(
    r"だいたい|大体|基本(?!設計|情報|給|計画)|毎[週月年日朝晩]|いつも(?!の)|普段|ふだん|たいてい|大抵|よく(?!な|わか"
    r"|分か|考|見|頑張|でき)|[日週間年月曜度]ごと|[日週間年月度]おき"
    r"|曜日?も[^。]*?(?:ます|る|とる|てる)(?:$"
    r"|[。!])|から[^。、]{0,3}曜日?[はも]?(?:休|定休|営業)"
)
_RULE = re.compile(
    r"ルール|決まり(?!ま)|鉄則|方針|主義|恒例|日課|習慣|好き(?!な)|嫌い(?!な)|苦手|が一番|に限る|派(?:です|だ|$"
    r"|[。、!])|(?:人|やつ|奴)(?:は|とは)[^。]*(?:ない|嫌|無理"
    r"|信用|友達|許)|禁止"
    r"|(?:たい|る|ない)派|憂鬱|定休|定例"
)
"""What is told of a weekday when it comes again and again."""
_OFF = re.compile(
    r"曜?日?に?しか|曜?日?が(?:お?休み|オフ)(?!ま|を|に|で|だ|明|た)|曜?日?(?:が|は)?定休|曜?日?休み(?!ま|を|に|で"
    r"|だ|明|た)"
)
_GOES_ON_TO = re.compile(
    r"曜?日?まで(?!に)[^。、]{0,10}[てで]い?(?:る|ます)\W*$|曜?日?に?[はも]?[^。、]{1,10}[てで]い?(?:る|ます)(?:はず"
    r"|でしょ|だろ|と思)"
)
_ENDS_IN_NOUN = re.compile(
    r"曜?日?(?:(?:の?(?:朝|昼|夜|晩|午前|午後|夕方))?(?:、|に(?!は)|から(?!ず)|まで)|の(?:朝|昼|夜|晩|午前|午後"
    r"|夕方))[^。]{2,}$"
)
_BY_NOW = re.compile(r"[てで、](?:今日|昨日|今朝|さっき|先ほど|すでに|既に|もう|現在|今は)")
_CORRECTED = re.compile(r"曜?日?(?:でした|だった)(?=$|[。、!…]|です|わ|ね)")
_CORRECTED_DAY = re.compile(r"日(?:\(.\))?(?:でした|だった)(?=$|[。!、…]|です|わ|ね)")
_NOT_THIS = re.compile(r"じゃな|ではな|でな[くい]|やなく|やのう|間違|まちが|勘違|訂正|失礼|誤")
_TICKET = re.compile(
    r"日?の[^。はで]{0,10}(?:チケット|券|席|枠|宿|ホテル|便|部屋|切符|予約|試合|ナイター|ライブ|公演|コンサート|舞台"
    r"|店)[^。はで]{0,10}"
    r"(?:とれ|取れ|取っ|とっ|当た|予約|申し込|確保|押さえ|もらっ|買っ|頼ん|譲)[^。、]{0,6}(?:た|だ)"
)
_ALSO = re.compile(r"^(?:曜日?)?も")
_END = re.compile(r"[。!?\n]|(?<=[^\x00-\x7f])\.")


def tense(text: str, start: int, end: int) -> Tense:
    """Of the sentence around the characters from `start` to `end`; text is folded."""
    before = [match.end() for match in _END.finditer(text, 0, start)]
    stop = _END.search(text, end)
    from_, to = (before[-1] if before else 0), (stop.start() if stop else len(text))
    if _HABIT.search(text, from_, to):
        return Tense.HABIT
    ahead, after = text[from_:start], text[end:to]
    named = _WEEKDAY.search(text, start, end)
    if named and (_RULE.search(text, from_, to) or _OFF.match(text, named.start() + 1)):
        return Tense.HABIT
    if named and _CORRECTED.match(text, named.start() + 1) and _NOT_THIS.search(text):
        return Tense.COMING if _EVENT.search(text) else Tense.DOUBT
    if not named and _NOT_THIS.search(text, from_, to) and _CORRECTED_DAY.search(text, start, to):
        return Tense.COMING if _EVENT.search(text) else Tense.HABIT  # "納期は3月24日ではなく4月4日でした"
    if contrast := _CONTRASTED.match(after):
        if named and _CORRECTED.match(after, contrast.end()):
            return Tense.COMING if _EVENT.search(text) else Tense.DOUBT
        after = after[contrast.end() :]
    if _MOVED_FROM.match(after):
        return Tense.COMING
    if named and _AT_LAST.search(ahead) and _IS_IT.match(text, named.start() + 1):
        return Tense.DOUBT  # "やっと金曜だ"
    if not named and _FROM_STATE.match(after):
        return Tense.NONE
    if named and _SETTLED.match(after):
        return Tense.COMING if _EVENT.search(text) else Tense.DOUBT
    if _TICKET.match(after):
        return Tense.COMING
    if _ARRANGED.match(after) or _TURNED_INTO.match(after):
        return Tense.COMING
    if _WHOSE.match(after) and _NOT_YET.search(after) and (not_yet := _NEGATED.search(after)):
        return (
            Tense.PAST if _OWED.search(after, 0, not_yet.start()) else Tense.DOUBT
        )  # "金曜の会費がまだ戻っていません"
    if named and _ACKNOWLEDGED.match(after):
        return Tense.DOUBT
    if _MISTAKEN.match(after):
        return Tense.NONE
    if written := _WRITTEN.match(after):
        after = after[written.end() :]
        if named and _NOT_THIS.search(after):
            return Tense.DOUBT
    if _MOVED_TO.match(after) or _HOUR_MOVED.match(after):
        return Tense.COMING
    if _CLEFT.search(ahead):
        return Tense.PAST
    if _EVER_SINCE.match(after):
        return Tense.PAST
    if _CALLED_OFF.match(after):
        return Tense.DOUBT
    if found := _PREDICATE.search(after):
        if found.lastgroup == "coming" and _THEN.search(after, 0, found.start()):
            return Tense.DOUBT  # "2月に手術して、4月に復職する"
        if found.lastgroup == "coming" and text[end - 1 : end] in "曜日" and _ALSO.match(after):
            return Tense.HABIT  # "水曜も開ける"
        if found.lastgroup == "doubt" and _GOES_ON_TO.match(after):
            return Tense.COMING  # "土曜までいてる", "日曜には戻ってるはず"
        if found.lastgroup == "past" and _CONDITION.match(after):
            return Tense.DOUBT
        if found.lastgroup == "coming" and _TOLD.search(after, found.start()):
            return Tense.DOUBT  # what was told to be ahead may be over
        if _WHOSE.match(after) and _ASKED.match(found[0]) and _PAPER.search(after):
            return Tense.DOUBT  # "send the minutes of Monday"
        return Tense[(found.lastgroup or "doubt").upper()]
    tenses = [match.lastgroup for match in _PREDICATE.finditer(ahead)]
    if tenses:
        return Tense[(tenses[-1] or "doubt").upper()]
    if _EVENT.search(ahead + after):
        return Tense.COMING
    alone = named and _ENDS_IN_NOUN.match(after) and not _BY_NOW.search(after) and not _AT_LAST.search(ahead)
    return (
        Tense.COMING if alone and not any(one.lastgroup == "past" for one in _PREDICATE.finditer(text)) else Tense.NONE
    )
