"""How a language tells who said something and since when it is so: what formation needs to retell a clause."""

from __future__ import annotations

from dataclasses import dataclass

from memory.languages.forming import joined
from memory.languages.pack import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """Patterns over folded text. `fillers` say nothing. `and_` parts clauses, each with a statement of its own.

    `reported`: somebody (`who`) is said to have said `what`; `quoted`: their words stand between marks. `ended` was so
    once, `denied` is not so; `since` and `until` stand before or behind the day from which, up to which it is so.
    `amended`: the new `value` in a correction that leaves out what it is about. `clock` is a time of the day.
    `oneself` are the names of the speaker. `past` tells of a month as of the last one. `recurring`: a weekday is that
    of every week. Values of several attributes are told apart by `lists`; a clause that is `elided` has no subject but
    the speaker, `i`, of the clause before, which `elides` it. `is_indirect`: where somebody is reported, "I" is not
    that person. What is `shared` by clauses may be somebody else: they are not told apart.
    """

    fillers: str
    and_: str
    reported: str
    quoted: str
    ended: str
    denied: str
    since: str
    until: str
    amended: str
    clock: str
    oneself: frozenset[str]
    past: str = ""
    recurring: str = r"(?!)"
    lists: str = r"(?!)"
    elided: str = r"(?!)"
    elides: str = r"(?!)"
    shared: str = r"(?!)"
    i: str = ""
    is_indirect: bool = False


_EN_WHO = (
    r"(?P<who>(?:my|our) \w+|<@!?\w+>|(?!(?:as|like) i\b)[a-z][\w'-]*"
    r"(?: (?!(?:says?|said|told|wrote|was|goes)\b)[a-z][\w'-]*)?)"
)
_JA_WHO = r"(?:^|[、。\s])(?P<who>[^\s、。はがによの]{1,10}?)(?:さん|くん|ちゃん|氏|先生)?"

ENGLISH = Telling(
    oneself=words("i we"),
    past="it was so in {}",
    recurring=r"\b(?:weekly|every|each|regular(?:ly)?|always|usually|meets|gathers|on \w+days|the old slot)\b",
    fillers=joined(
        r"""^(?:(?:oh|ah|um+|uh+|er+|hm+|well|so|ok(?:ay)?|hey|hi|btw|by the way|honestly|anyway|look
            |listen|you know|i mean|to be honest|tbh|fyi|for the record|just so you know|fun fact
            |(?:please |pls )?(?:remember|note|keep in mind|don't forget)(?: that)?|no|nope|wait|sorry
            |oops|actually|correction|yes|yeah|and|but)(?:[,:;!.–—-]+\s*|\s+(?!(?:is|was|are|of)\b)))+
            |,? (?:you know|i guess|lol|haha|btw|by the way|please|thanks|tbh|actually)(?=[.!]*$)
            |\b(?:basically|literally|kind of|sort of|like,)\s"""
    ),
    and_=joined(
        r""",? (?:and|but|while|whereas) (?=(?:i|we|he|she|they|it|my|our|the|his|her|their
            |\w+) (?:\w+ly )?(?:'?\w+))|; """
    ),
    lists=joined(
        r"""(?:,? (?:and|but)|[,;]) (?=(?:i|i'm|i've|i'll|im|ive|my|we|we're|our|live|living|work|working|moved|have
        |own|born|drive|adopted|study|am|got|just|started|joined)\b)
        | with (?=(?:my|our) (?:dog|cat|puppy|kitten|horse|parrot|rabbit|hamster)\b)"""
    ),
    elided=r"^(?:live|living|work|working|moved|have|own|drive|adopted|born|study|am|got|started|joined|just \w+ed) ",
    elides=r"(?:^|[,;] |\band )(?:i|i'm|i've|im|ive|we|we're|we've) (?!(?:think|know|hope|guess|heard|wonder)\b)[^.]*$",
    i="I ",
    is_indirect=True,
    reported=joined(
        rf"""^(?:and |but |so |yesterday |today )*{_EN_WHO} (?:just |also |once )?(?:says?|said
            |told (?:me|us|everyone|him|her)|mentioned|claims|claimed|wrote|writes|reckons|thinks
            |texted(?: me)?|announced|swears)(?: that|,|:)? (?P<what>.{{6,}})$|\b(?:according to
            |i heard from|i know from) {_EN_WHO.replace("who", "who2")},? (?:that )?(?P<what2>.{{6,}})$
            |^i(?:'ve)? heard(?: that)? (?P<what3>.{{6,}})$"""
    ),
    quoted=joined(
        rf"""[\"“](?P<what>[^\"“”]{{4,}})[,.!]?[\"”],? (?:says?|said|wrote|told me|answered
            |replied) {_EN_WHO}|^{_EN_WHO.replace("who", "who2")} ?(?::|(?:says?|said|wrote|answered
            |replied|goes|went|was like|is like|told me),?:?) ?[\"“](?P<what2>[^\"”]{{4,}})[\"”]?"""
    ),
    ended=r"\bused to\b|\b(?:lived|worked|studied|taught|stayed|resided|was|were|cost|liked|formerly|previously)\b",
    denied=joined(
        r"""\b(?:no longer|not|n't|dont|doesnt|isnt|never|any ?more|without|nor|hardly|almost|stopped \w+ing)\b
        |n't\b"""
    ),
    since=r"\b(?:since|from|as of|starting)\s+(?:the )?$",
    until=r"\b(?:until|till|til|up to|through)\s+(?:the )?$",
    amended=joined(
        r"""^(?:(?:no|nope|nah|wait|sorry|oops|actually|correction|well|ah|oh|hm+|i mean
            |update)[\s,.:;!–—-]+)*(?:i (?:actually )?meant(?: to say| to write)?|it(?:'s|s| is)(?: now
            | actually)?|that(?:'s| is| was)|make (?:it|that)|rather|now it(?:'s| is)|it was
            |it should be|it should have been|should be|on|at|in
            |(?=[\w<]))\s*(?:on |at |in |the )*(?P<value>[^,.;!?]+(?:[.:]\d+)*)"""
    ),
    clock=joined(
        r"""^(?:at )?(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?|\d{1,2} o'clock
            |half past \w+|quarter (?:past|to) \w+|noon|midnight)$"""
    ),
)

JAPANESE = Telling(
    oneself=words("私 僕 俺 私たち うちら"),
    recurring=r"毎|定例|いつも|ずっと|定休|集ま",
    fillers=joined(
        r"""^(?:えっと|えーと|あの[ーう]?|その|まあ|ちなみに|実は|そういえば|で|さて|ところで|一応
            |なんか|なお|いや|いえ|いいえ|あっ?|すみません|ごめん(?:なさい)?|訂正(?:です|します)?
            |違います|はい|うん)[、。,:：!…\s]+|(?:よ|ね|よね|わ|ぞ|さ)(?=[。!]*$)"""
    ),
    and_=joined(
        r"""(?:(?<!の)で、|が、|けど、|けれど、|し、|ており、|て、)(?=[^、。]{1,16}(?:は|が|も))
            |、(?=(?:私|僕|俺|妻|夫|母|父|兄|姉|弟|妹|息子|娘)(?:は|が|も))"""
    ),
    lists=r"(?<=[^んいっ])で、|、|(?<=住んでて)|(?<=[てで]いて)(?=[^、。]{1,10}は)",
    shared=joined(
        r"""前の|会社員で|(?:^|、)(?!(?:私|僕|俺|わたし|ぼく|うち|自分|今|いま|現在|普段|[^、。はがも]*(?:名前|仕事|職業|本業|趣味|好物|食べ物|誕生日|出身|会社
        |勤め先|職場|家|住まい|番号|携帯|メール|犬|猫|血液型|年齢|車|主治医))(?:は|が|も|って))[^、。はがも]{1,12}(?:は|が|も|って)[^、。]*、"""
    ),
    reported=joined(
        rf"""{_JA_WHO}(?:が|は|によると|いわく|から聞いた|の話では
            |曰く)、?(?P<what>.+?)(?:と|って)(?:言っ|いっ|話し|聞い|書い)て?(?:いた
            |いました|た|まし|ました|る|ます|いる|います).*$
            |{_JA_WHO.replace("who", "who2")}(?:によると|いわく|曰く|の話では
            |から聞いたけど)、?(?P<what2>.+)$
            |{_JA_WHO.replace("who", "who3")}(?:は
            |が)(?P<what3>[^。]{{3,}}?)(?:んだって|だって|らしい(?:です|よ)?|そうです
            |そうだ|とのこと(?:です)?)[よね。!]*$"""
    ),
    quoted=rf"{_JA_WHO}(?:が|は)?[、]?[「『](?P<what>[^」』]{{3,}})[」』](?:と|って)",
    ended=joined(
        r"""(?:住ん|勤め|働い|通っ|暮らし|飼っ)でいました|(?:住ん|勤め|働い|通っ|暮らし|飼っ)(?:で
            |て)(?:い)?(?:ました|た)(?!い)|以前は|昔は|かつて|元々は"""
    ),
    denied=r"(?:ない|ません|なかった|(?:じゃな|ではな)(?!く)|もう.{0,10}(?:ない|ません)|辞め|やめ)",
    since=r"(?!)",
    until=r"(?!)",
    amended=joined(
        r"""^(?:(?:もちろん(?=\S)|いや|いえ|いいえ|違う|違います|あっ?|すみません|ごめん(?:なさい)?|訂正(?:です
            |します)?|やっぱり?|間違えました|正しくは)[、。,:：!…\s]*)+(?:今は|正しくは
            |それは)?(?P<value>(?=[^、。]*(?:\d|曜))[^\s、。!ぁ-ん]{2,24}?(?:の[^\s、。!ぁ-ん]{1,9}?)?)(?:です|でした|だ|だった|だよ|のほう
            |の方|に|。|!|、|$)"""
    ),
    clock=r"^(?:午前|午後|朝|夜|夕方)?\d{1,2}(?:時(?:半|\d{1,2}分)?|:\d\d)$",
)

TURKISH = Telling(
    oneself=words("ben biz"),
    past="{} ayında öyleydi, bitti",
    recurring=r"\b(?:haftalik|her|hep|duzenli|toplaniyor\w*|temelli|genelde)\b",
    fillers=joined(
        r"""^(?:(?:ya|yani|iste|sey|hani|bu arada|aslinda|bence|valla|neyse|evet|hayir|yok|pardon
            |duzeltme|unutma\w*|not|bilgin olsun|ha|ay|ee|simdi)(?:[,:;!.–-]+\s*|\s+))+|,? (?:yani|iste
            |bu arada|lutfen|tesekkurler|haberiniz olsun|bilginiz olsun)(?=[.!]*$)"""
    ),
    and_=r",? (?:ve|ama|fakat|ancak|oysa) |; ",
    lists=r",? (?:ve|ama|fakat|ancak|oysa) |[,;] ",
    reported=joined(
        r"""^(?P<who>[\w<>@!-]+(?: (?:abi|abla|bey|hanim|hoca))?)'?(?:in|nin|un|nun|in)? (?:dedigine
            |soyledigine|anlattigina|yazdigina) gore,? (?P<what>.{5,})$
            |^(?!.*\b(?:kope[gk]|kedi|kus|papagan|tavsan)\w* \w+ (?:diye|diyor|der|dedi))(?P<who2>[\w<>@!-]+(?: (?:abi
            |abla|bey|hanim|hoca))?),? (?P<what2>.{5,}?)(?: diye)? (?:dedi|diyor|demis|soyledi|soyluyor
            |yazdi|yazmis|anlatti|dediydi)[.!]*$|^(?P<who3>[\w<>@!-]+) (?:dedi|soyledi
            |diyor) ki:? (?P<what3>.{5,})$"""
    ),
    quoted=joined(
        r"""(?P<who>[\w<>@!-]+)[,:]? [\"“”](?P<what>[^\"“”]{4,})[\"“”],? (?:dedi|diyor|yazdi|demis)
            |^(?P<who2>[\w<>@!-]+): ?[\"“”](?P<what2>[^\"“”]{4,})"""
    ),
    ended=joined(
        r"""\b(?:yasiyordum|yasiyorduk|calisiyordum|calisiyorduk|oturuyordum|oturuyorduk|yasadim|yasadik
            |calistim|calistik|oturdum|oturduk|eskiden|onceden|bir zamanlar|yasardi\w*|calisirdi\w*
            |otururdu\w*|yasiyordu|calisiyordu|oturuyordu)\b"""
    ),
    denied=r"\b(?:degil\w*|yok)\b|\w+(?:miyor|muyor)\w*|\w+(?:mam|mem|maz|mez|madim|medim|madi|medi)\b",
    since=r"(?!)",
    until=r"(?!)",
    amended=joined(
        r"""^(?:(?:hayir|yok|yo|pardon|yanlis|duzeltme|aslinda|ay|dur|tabii ki|kusura bakma\w*
            |af\w*)[\s,.:;!–-]+)+
            (?:o |artik |simdi |saat )?(?P<value>[^,.;!?]+(?:[.:]\d+)*)(?=$|[,.;!])
            |^(?P<value2>[\w' ]+?) (?:demek istedim
            |demek istemistim|diyecektim|olacakti)"""
    ),
    clock=r"^(?:saat )?\d{1,2}[:.]\d\d(?:'?\w{1,3})?$|^saat \d{1,2}(?:'?\w{1,3})?$",
)

TELLING = {"en": ENGLISH, "ja": JAPANESE, "tr": TURKISH}
