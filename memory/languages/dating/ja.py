"""Days as they are named in Japanese. The month goes before the day, weeks begin on Monday but for their Sundays."""

from __future__ import annotations

import re

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Grammar, either, form
from memory.languages.dating.ja_calendar import (
    DAYS,
    DAYS_FROM_NOW,
    ERAS,
    FIXED,
    SPANS,
    WORN,
    already,
    beside_day,
    counted_days,
    counted_weekday,
    dated,
    day_of_away_month,
    day_of_month,
    day_of_week,
    exactly,
    first_day_of,
    fixed,
    from_now,
    later_of_week,
    latest,
    month_of_year,
    morning,
    named_month,
    named_unit,
    named_weekday,
    nth_weekday,
    of_era,
    of_january,
    of_week,
    slashed,
    today_of,
    week_of,
    weekday_the,
    weekend_of_week,
    weeks_from_today,
    whole_year,
)
from memory.languages.dating.tense import tense
from memory.languages.ja import JAPANESE as PACK
from memory.languages.pack import pattern

SIGN_OF_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_WEEKS = [word for word, (unit, _) in SPANS.items() if unit == "week"]
_MONTHS = [word for word, (unit, _) in SPANS.items() if unit == "month"]
_YEARS = [word for word, (unit, _) in SPANS.items() if unit == "year"]
_NUMBER = rf"(?:\d{{1,3}}|{either(PACK.numbers)})"
_FREE = r"(?<![\d.,:/〜~\-一二三四五六七八九十百数第])"
_NO_YEAR = "(?<!年)(?<!年の)"
_MONTH = rf"(?P<month>{_NUMBER})月"
_DAY = rf"の?(?P<day>{_NUMBER}(?=日)|{either(WORN)})(?:日(?!本))?"
_YEAR = (
    r"(?:(?P<year>(?:19|20)\d\d)|(?P<written>[〇零一二三四五六七八九]{4})"
    r"|(?<![\d一-龯a-z.,約])'?(?P<two>[23]\d(?=年の?\s?\d{1,2}月)|0\d(?=年(?![間以]))"
    r"|[5-9]\d(?=年(?:に(?![一1]|わた|及|およ|な)|卒|生まれ|式|製|型|入社|当時|の(?:春|夏|秋|冬|震)|\d{1,2}月)))"
    rf"|(?<![a-z])(?P<era>{either(ERAS)})(?P<era_year>{_NUMBER}|元))年の?"
)
_YEAR_AWAY = rf"(?P<away>{either(_YEARS)})の?\s?"
_MONTH_AWAY = rf"(?P<away>{either(_MONTHS)})\s?"
_WITH_WEEKDAY = (
    rf"(?:[、,]?\s?(?:\((?:祝日?[・,、/]?)?(?P<short>[{DAYS}])(?:曜日?)?(?:[・,、/\s]?[祝休]日?)?\)"
    rf"|の?(?P<weekday>[{DAYS}])曜日?"
    rf"|(?P<bare>[月火水木金土])(?=[にのはもで夜朝昼晩](?![曜月年])|まで|から)))?"
)
_TO = r"\s?(?:〜|~|-|から|―|–)\s?(?P<to>\d{1,2})日(?!間)"
_BETWEEN = (
    rf"(?:\([{DAYS}]\))?"
    r"(?:[とやか・、]|では?なくて?、?|じゃなくて?、?|のはずが|だと思ったら|って(?:書|言)\w{1,4}?けど)"
)
_PART = (
    "(?P<part>末日?|上旬|中旬|下旬|初旬|初頭|頭|あたま|アタマ|初め|はじめ|半ば|なかば|中頃|中ごろ|前半|後半|中盤|終盤"
    "|終わり|早々)?"
)
_OPEN_END = r"(?![\d/:.時]|月|個|人|名)"
_WITHOUT = r"(?=[はにでもの)が](?!曜)|休|$|まで|[。!?\s])"
_NO_DATE_AFTER = "(?![子香菜奈海美葉太])"  # names: 今日子, 明日香
_FORMS = (
    form(r"(?P<said>(?P<away>先々|先|来|再来)週の今日)", weeks_from_today, "週の今日"),
    form(rf"(?P<said>(?P<away>{either((*_MONTHS, *_YEARS))})の今日)(?!この)", today_of, "の今日"),
    form(
        r"昨日今日(?=の(?:話|こと|付き|思い)|に?始|じゃ|では)|(?:明後日|あさって)の(?:方向|方角|ほう|方)|今日び"
        r"|今日本(?=人|語|代|で[はも]?(?:流|人|一|最|大|起|話|売)|中で)"
        r"|熊本日日|(?<!昨)日本日[本記誌常]|弥の明後日|やのあさって|明日は我が身|明日の(?:日本|世界|社会|担い手)"
        r"|明日への"
        r"|\d{1,2}月(?:病|決算|革命|危機)|[一二三四五六七八九十\d]{1,3}日(?:坊主|天下|大根|酔い|目|連続|ぶり|以内"
        r"|未満|余り|あまり|置き|おき)"
        r"|(?:あと|残り|丸|まる|たった|わずか|約|合計|ほぼ|最短|最長|最大|最低|中)\s?\d{1,2}日(?![にはま(])",
        NOTHING,
    ),
    form(
        rf"[{DAYS}]曜日?(?:以外|かそこら|だったか)|月次|(?:水|木)曜どうでしょう",
        UNSURE,
        "以外",
        "かそこら",
        "だったか",
        "月次",
        "曜どうでしょう",
    ),
    form(
        rf"{_FREE}(?P<number>{_NUMBER})日(?P<way>[前後])の?\(?(?P<said>(?P<weekday>[{DAYS}])曜日?)",
        counted_weekday,
        "日",
    ),
    form(rf"{_FREE}(?P<number>{_NUMBER})日(?P<way>[前後])\((?P<said>(?P<weekday>[{DAYS}]))\)", counted_weekday, "日"),
    form(
        rf"(?P<said>(?:{_FREE}{_YEAR}\s?|{_FREE}{_NO_YEAR}){_MONTH}{_DAY}(?:\([{DAYS}]\))?(?:から)?の?週)(?![間末明])",
        week_of,
        "月",
    ),
    form(
        rf"{_FREE}(?<![a-z])(?P<said>(?P<month>\d\d?)/(?P<day>\d\d?)(?:\([{DAYS}]\))?(?:から)?の?週)(?![間末明])",
        week_of,
        "週",
    ),
    form(
        rf"(?<![a-z0-9])(?P<said>(?P<era>{either(ERAS)})\s?(?P<era_year>\d{{1,2}})(?P<mark>[./])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?))"
        r"(?![\d/]|\.\d)",
        of_era,
    ),
    form(
        r"(?:来年|年明け|年始|新年)は(?P<said>(?P<day>\d{1,2})日)(?=から|始|まで|に(?!一|1)|より|出社|出勤|スタート"
        r"|営業|仕事|です)",
        of_january,
        "来年",
        "年明け",
        "年始",
        "新年",
    ),
    form(
        rf"毎[週月年日朝晩](?:の?(?:[{DAYS}]曜日?|{_NUMBER}月?{_NUMBER}日|{_NUMBER}日|末))?|隔週\S?曜?|日曜(?:大工"
        rf"|劇場)"
        rf"|[{DAYS}]曜日?(?:ごと|ロードショー|サスペンス|から夜ふかし)|今日この頃|昨日の今日|今日[は](?=!|$)|一日中"
        rf"|平日"
        r"|今日[子]|五月(?:雨|病|晴れ|人形)|三月うさぎ|弥生三月|二月堂|日曜(?:市|学校|版)|土曜(?:市|版)"
        r"|明日[香菜奈海美葉]|[今来昨]年度|20\d\d年度|\d{1,2}月(?:号|期|分"
        r"|度)|今月[号分]|来月号|先月号|一昨日来",
        NOTHING,
    ),
    form(
        rf"(?P<said>(?:{_YEAR}|(?P<away>{either(_MONTHS)})|{_FREE}{_NO_YEAR})(?(away)|{_MONTH})の?"
        rf"(?:第\s?(?P<nth>[1-5一二三四五])|(?P<nth_last>最終))の?(?P<weekday>[{DAYS}])曜日?)",
        nth_weekday,
        "曜",
    ),
    form(rf"(?:{_MONTH}|{either(_MONTHS)})の?第?\s?[1-5一二三四五]週目?", UNSURE, "週"),
    form(
        rf"(?P<away>{either(_WEEKS)})の?(?P<first>[{DAYS}])(?:曜日?)?\s?[と・、か,]\s?[{DAYS}](?:曜日?)?\s?[と・、か,]\s?"
        rf"(?P<said>(?P<weekday>[{DAYS}])(?:曜日?|{_WITHOUT}))",
        later_of_week,
    ),
    form(
        rf"(?P<away>{either(_WEEKS)})の?(?P<first>[{DAYS}])(?:曜日?)?\s?(?:〜|~|-|から|と|・|、|か|,)\s?"
        rf"(?P<said>(?P<weekday>[{DAYS}])(?:曜日?|{_WITHOUT}|(?=[と・、か,]\s?\x00)))",
        later_of_week,
    ),
    form(
        rf"(?P<away>{either(_WEEKS)})の?(?!土日)(?P<first>[{DAYS}])(?P<said>(?P<weekday>[{DAYS}]){_WITHOUT})",
        later_of_week,
    ),
    form(
        rf"(?P<said>(?P<away>{either(_WEEKS)})の?(?P<weekday>[{DAYS}]))(?=\x00|(?:〜|~|-|から|[と・、か,])\s?\x00)",
        of_week,
    ),
    form(rf"(?P<said>(?P<away>{either(_WEEKS)})の?\((?P<weekday>[{DAYS}])\))", of_week),
    form(
        rf"(?P<away>{either(_WEEKS)})の?(?P<weekday>[{DAYS}])曜日?\s?[(、,の]?\s?(?P<said>(?P<day>\d{{1,2}})日)(?![間前後])",
        day_of_week,
        "曜",
    ),
    form(
        rf"第?[1-5一二三四五]\s?[{DAYS}]曜日?|[{DAYS}]曜日?\s?(?:〜|~|-|から|・|か|と|、)\s?[{DAYS}]曜日?"
        rf"|(?:次|今度|次回|(?<!この)前|前回|別|いつか)の[{DAYS}]曜日?|翌[日週月年朝]|数[日週か]\S{{0,2}}[前後]"
        rf"|年末年始|年末|週明け|年明け|月初め?",
        UNSURE,
    ),
    form(
        rf"(?P<said>{_FREE}{_NO_YEAR}{_MONTH}の?(?P<day>\d{{1,2}})\s?(?:〜|~|-|–|―|から)\s?(?P<to>\d{{1,2}})日)(?!間)",
        dated,
        "月",
    ),
    form(
        rf"(?P<said>{_FREE}(?<![a-z])(?P<month>\d\d?)/(?P<day>\d\d?)\s?[〜~]\s?(?P<to>\d{{1,2}}){_OPEN_END})",
        slashed,
    ),
    form(
        rf"{_FREE}{_NO_YEAR}{_MONTH}の?{_NUMBER}日?{_BETWEEN}\s?(?P<said>(?P<day>{_NUMBER})日)(?!間|[前後])",
        dated,
        "月",
    ),
    form(rf"(?P<said>{_FREE}{_NO_YEAR}{_MONTH}(?P<day>\d{{1,2}}))(?=[、・,とか]\s?\x00)", dated, "月"),
    form(rf"{_YEAR}{_MONTH}{_NUMBER}日{_BETWEEN}(?P<said>(?P<day>{_NUMBER})日)(?!間|[前後])", dated, "年"),
    form(rf"{_MONTH_AWAY}の?{_NUMBER}日{_BETWEEN}(?P<said>(?P<day>{_NUMBER})日)(?!間|[前後])", day_of_away_month, "日"),
    form(rf"(?P<said>{_FREE}{_YEAR}\s?{_MONTH}\s?{_DAY}{_TO})", dated, "年"),
    form(rf"(?P<said>{_FREE}{_YEAR}\s?{_MONTH}\s?{_DAY}{_WITH_WEEKDAY})(?!間)", dated, "年"),
    form(rf"(?P<said>{_YEAR_AWAY}{_MONTH}\s?{_DAY}{_WITH_WEEKDAY})(?!間)", dated, "月"),
    form(rf"(?P<said>{_FREE}{_NO_YEAR}{_MONTH}\s?{_DAY}{_WITH_WEEKDAY}{_TO})", dated, "月"),
    form(rf"(?P<said>{_FREE}{_NO_YEAR}{_MONTH}\s?{_DAY}{_WITH_WEEKDAY})(?!間)", dated, "月"),
    form(rf"(?P<said>{_FREE}{_YEAR}\s?{_MONTH}{_PART})", month_of_year, "年"),
    form(rf"(?P<said>{_YEAR_AWAY}{_MONTH}{_PART})", month_of_year, "月"),
    form(rf"(?P<said>(?:{_YEAR}|{_YEAR_AWAY})(?P<name>{either(FIXED)}))", fixed),
    form(rf"(?P<name>{either(FIXED)})", fixed),
    form(rf"(?P<said>{_FREE}{_YEAR})(?!の?[前後代目間来]|度|生(?!ま))", whole_year, "年"),
    form(rf"(?P<said>{_MONTH_AWAY}{_DAY}{_WITH_WEEKDAY})(?!間)", day_of_away_month, "日", "ついたち", "はつか"),
    form(
        rf"{_FREE}(?<![a-z])(?P<said>(?P<month>\d\d?)(?:/|\.(?=\d\d?\s?\([{DAYS}]))(?P<day>\d\d?){_WITH_WEEKDAY})"
        r"(?![\d/.:%]|[点件人個本枚台回位名杯歳勝]|カップ|ページ"
        rf"|スプーン)"
        r"(?P<until>\s?(?:まで|から|締|〆|\d+時|\d\d?:\d\d|午前|午後|〜))?",
        slashed,
    ),
    form(rf"(?P<said>{_FREE}{_NO_YEAR}{_MONTH}{_PART})(?!曜|\S?曜)", named_month, "月"),
    form(rf"(?P<said>(?P<away>{either(_WEEKS)})の?[、\s]?\(?(?P<weekday>[{DAYS}])曜日?\)?)", of_week, "曜"),
    form(rf"(?P<said>(?P<away>{either(_WEEKS)})の?(?:土日|週末))", weekend_of_week, "土日", "週末"),
    form(
        rf"(?P<said>(?:{either(PACK.latest)}|こないだの|先だっての|先日の)(?P<weekday>[{DAYS}])曜日?)",
        latest,
        "この前の",
        "この間の",
        "前の",
        "こないだの",
        "先だっての",
        "先日の",
    ),
    form(rf"(?P<said>この(?P<weekday>[{DAYS}])曜日?)", named_weekday, "この"),
    form(
        rf"[2-9二三四五六七八九][、,・〜~\-か][2-9三四五六七八九]日[前後]|の{_NUMBER}日[前後]|{_NUMBER}日前まで"
        rf"|約{_NUMBER}日[前後]"
        rf"|{_NUMBER}日(?:ほど|くらい|ぐらい|以上)[前後]",
        UNSURE,
    ),
    form(
        rf"(?:ちょうど|丁度)(?P<said>(?P<number>{_NUMBER})(?P<unit>週間?|[かヶカヵケ箇]月|年)(?P<way>[前後]))(?!の今)",
        exactly,
        "ちょうど",
        "丁度",
    ),
    form(rf"(?P<said>(?P<number>{_NUMBER})(?P<unit>週間|[かヶカヵケ箇]月|年)(?P<way>[前後])の今日)", exactly, "の今日"),
    form(rf"{_NUMBER}(?:週間?|[かヶカヵケ箇]月|年)(?:ほど|くらい|ぐらい)?[前後]", UNSURE, "週", "月", "年"),
    form(rf"(?P<said>{_FREE}(?P<number>{_NUMBER})日(?P<way>[前後]))", counted_days, "日"),
    form(rf"今日[はってでがも、]{{0,3}}もう(?P<said>(?P<day>{_NUMBER})日)(?![間前後目])", already, "今日"),
    form(rf"(?P<near>{either(DAYS_FROM_NOW)})(?:は|の|、)?\(?(?P<said>(?P<weekday>[{DAYS}])曜日?)", beside_day, "曜"),
    form(
        rf"(?P<said>(?<![とてさこそ])きのう(?!れ|わ)|(?<![の一-龯])夕べ"
        rf"|(?!きのう)(?:{either(DAYS_FROM_NOW)})){_NO_DATE_AFTER}",
        from_now,
    ),
    form(r"(?P<said>明朝)(?!体|フォント|書体)", morning, "明朝"),
    form(
        r"(?<![ぁ-ん])(?P<said>あす)(?=[はもの、一-龯ァ-ヶ]|が(?!す)|まで|[朝夜昼夕]|から|\d|午[前後]"
        r"|に[はも、一-龯]|で[はも、一-龯]|じゅう)",
        lambda match, moment: calendar.days_from(moment.today, 1),
        "あす",
    ),
    form(
        r"(?<![ぁ-ん])(?P<said>きょう(?=[はもの、。!一-龯ァ-ヶ]|が(?!く)|から|まで|じゅう|に[はも]|で[、すは一-龯\d]"
        r"|$)|(?<![一-龯])けさ)",
        lambda match, moment: calendar.days_from(moment.today, 0),
        "きょう",
        "けさ",
    ),
    form(rf"(?P<said>(?P<away>{either(SPANS)}){_PART})(?!度|号)", named_unit),
    form(r"月末", UNSURE, "月末"),
    form(r"(?P<said>週末|土日)", lambda match, moment: calendar.the_weekend(moment), "週末", "土日"),
    form(rf"(?P<said>(?P<weekday>[{DAYS}])曜日?[、\s]?\(?(?P<day>\d{{1,2}})日\)?)", weekday_the, "曜"),
    form(rf"{_FREE}(?<!月)(?P<said>(?P<day>\d{{1,2}})日の?\(?(?P<weekday>[{DAYS}])曜日?\)?)", weekday_the, "日"),
    form(
        rf"{_FREE}(?<![月a-z])(?P<said>(?P<day>\d{{1,2}})日?\s?\((?:祝日?[・,、]?)?(?P<weekday>[{DAYS}])(?:曜日?)?(?:[・,、]?祝日?)?\))",
        weekday_the,
    ),
    form(
        rf"{_FREE}(?<!月)(?P<said>(?P<day>\d{{1,2}})日)(?=\s?(?:から|〜|~|-|–)\s?(?P<to>\d{{1,2}})日(?!間|以内"
        rf"|目)(?:まで|は|に|で|の|が|$|[。、!]))",
        first_day_of,
        "日",
    ),
    form(
        r"\x00\s?(?:から|〜|~|-|–)\s?(?P<said>(?P<day>\d{1,2})日)(?!間|以内|目)(?=まで|は|に|で|の|が|$|[。、!])",
        day_of_month,
        "日",
    ),
    form(rf"(?P<said>(?P<weekday>[{DAYS}])曜日?)", named_weekday, "曜"),
    form(
        rf"{_FREE}(?<!月)(?P<said>(?P<day>\d{{1,2}})日)"
        r"(?=に(?![一二三1-9]|\d)|まで|の(?:朝|昼|夕|夜|晩|午前|午後|会議|間違い|夜中|深夜|分|便|回|\d)|では?な|じゃな"
        r"|って(?:書|言|聞|思|伝)|は(?:無理|行け|いけ|空|休|大丈夫|だめ|ダメ|ng|ok|どう|都合|予定|仕事|出|来|会議"
        r"|本番|定休)|が(?:本番|試験|締|最終|初日|発表|期限|給料|楽しみ"
        r"|いい|良い|都合|納期|引)|締(?!めの|め請|め分|め払)|〆|開催|当日|付|[\(]|[月火水木金土日]曜|朝|夜|午前|午後"
        r"|(?<=\d\d日)の(?!間|うち|休|出張|旅|猶予|滞在|有給"
        r"|入院|短|長|作業|工期|余裕)|か\d|、?\d\d?日|と\d\d?日|から(?!\d+日間)|やのうて|やなく|って(?:空|あい|ひま"
        r"|暇|どう|大丈|行け|いけ|出)|[、,]?\s?(?:どう|いけ(?:る|ます)|空い|あいて|大丈夫)|も(?:空|無理|ダメ|だめ|ok"
        r"|営業|出社)|が(?:誕|命日|祝|いちばん|一番)|(?:必着|消印|発売|発送|配信|公開|放送|発表|入荷"
        r"|納品|納期|到着|着(?!い)|出発|開始|開店|開幕|開業|公演|提出|入金|支払|振込|引き?落|更新|施行|実施|予定"
        r"|以降|時点|現在|始動|始業|終了|解禁|決行|挙式|本番|出社|帰国|入社|退職|退院|手術|臨時|リリース|オープン"
        r"|スタート|デモ|メンテ)(?!済)"
        r"|じゃ(?=$|[。!])|で(?:構|お願|大丈夫|いい|良い|よろ|よけ|決"
        r"|確定|締|ok|頼|調整|申|合わ))",
        day_of_month,
        "日",
    ),
    form(
        r"(?<![一二三四五六七八九十百月])(?P<said>(?P<day>[二三]?十[一二三四五六七八九]?)日)(?=に(?!一|わた)|まで|締"
        r"|〆|開催|で締|付|が(?:期限|締|本番|納期|最終|給料|試験)|必着|発売|納品|\()",
        day_of_month,
        "十",
    ),
    form(
        rf"(?:(?<=なくて)|(?<=なく)|(?<=なくて、)|(?<=なく、)){_FREE}(?P<said>(?P<day>\d{{1,2}})日)(?=です|だ|でした"
        rf"|に|へ|の|$|[。!])",
        day_of_month,
        "日",
    ),
    form(
        rf"{_FREE}(?P<said>(?P<year>20\d\d)/(?P<month>0?[1-9]|1[0-2]))(?=に|から|まで|の|は|発|予|時点|現在|頃|ごろ"
        rf"|入|卒|開|[)、。]|$)",
        lambda match, moment: month_of_year(match, moment) if moment.japanese else UNSURE,
        "20",
    ),
    form(
        r"(?<![a-z0-9_./-])(?P<said>(?P<year>20\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d))(?=に|まで|から|付|時点"
        r"|現在|リリース)",
        dated,
        "20",
    ),
    form(
        rf"\x00\s?(?:〜|~|-|–|から)\s?(?P<said>(?P<month>\d\d?)/(?P<day>\d\d?){_WITH_WEEKDAY})(?![\d/.:%]"
        rf"|[点件人個本枚台回位名])",
        dated,
    ),
    form(rf"\x00\s?(?:〜|~|-|–)\s?(?P<said>{_MONTH}\s?{_DAY}{_WITH_WEEKDAY})(?!間)", dated, "月"),
    form(
        rf"(?<!間は)(?<!数は)(?<!給は)(?<!休みは)(?:(?<!りは)|(?<=切りは)"
        rf"|(?<=取りは))(?<=は){_FREE}(?P<said>(?P<day>\d{{1,2}})日)(?=[、。!]|じゃ(?=$|[。!])|やのう"
        rf"|やなく|\s*$|です|だよ|やで|やな|でした)",
        day_of_month,
        "日",
    ),
)
_HINT = (
    rf"[年月日週曜]|\d/\d|\d\s?\([{DAYS}]|20\d{{6}}|[a-z]\d+\.\d|きょう|けさ|夕べ|明朝|あす"
    rf"|{either(DAYS_FROM_NOW)}|{either(FIXED)}|{either(SPANS)}"
)
JAPANESE = Grammar(hint=pattern(_HINT), forms=_FORMS, tense=tense)
