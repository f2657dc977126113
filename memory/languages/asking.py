"""Questions that a short answer takes its sense from: which attribute they ask for, and how the answer is told."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """`pattern` is over the folded question; `told` has {who} and {value}; group `what` of the pattern is {what}."""

    attribute: str
    pattern: str
    told: str


ENGLISH = (
    Asked(
        "home",
        r"\bwhere (?:do you|are you|d'you)(?: \w+)? (?:live|living|based|stay)|\bwhich city do you live",
        "{who} lives in {value}",
    ),
    Asked("birthplace", r"\bwhere were you born", "{who} was born in {value}"),
    Asked(
        "birthday",
        r"\bwhen (?:were you born|is your birthday|'s your birthday)|\byour (?:birthday|date of birth)\b",
        "{who}'s birthday is {value}",
    ),
    Asked("hometown", r"\bwhere (?:are|do) you (?:come )?from", "{who} is from {value}"),
    Asked("employer", r"\bwhere do you work|\bwho do you work for|\bwhich company", "{who} works at {value}"),
    Asked(
        "job",
        r"\bwhat do you do(?: for a living)?\b|\bwhat(?:'s| is) your (?:job|profession|occupation)",
        "{who}'s job: {value}",
    ),
    Asked("age", r"\bhow old are you", "{who} is {value} years old"),
    Asked("phone", r"\byour (?:phone|mobile|cell)?(?: ?number)\b", "{who}'s phone number is {value}"),
    Asked("email", r"\byour e-?mail", "{who}'s e-mail is {value}"),
    Asked("name", r"\bwhat(?:'s| is) your (?:full )?name", "{who}'s name is {value}"),
    Asked(
        "nickname",
        r"\bwhat (?:should|may|shall|can) (?:i|we) call you|\bhow (?:should|may) i address you",
        "{who} wants to be called {value}",
    ),
    Asked("favourite {what}", r"\byour favou?rite (?P<what>\w+)", "{who}'s favourite {what} is {value}"),
    Asked(
        "{what} name",
        r"\bwhat(?:'s| is) your (?P<what>dog|cat|son|daughter|horse|sister|brother|mother|father)(?:'s name| called)"
        r"|\bname of your (?P<what2>\w+)",
        "{who}'s {what} is called {value}",
    ),
    Asked("partner", r"\byour (?:wife|husband|partner)(?:'s name| called)", "{who}'s partner is {value}"),
    Asked("blood type", r"\byour blood (?:type|group)", "{who}'s blood type is {value}"),
    Asked("native language", r"\byour (?:native language|mother tongue)", "{who}'s native language is {value}"),
    Asked("doctor", r"\bwho(?:'s| is) your doctor", "{who}'s doctor is {value}"),
    Asked("car", r"\bwhat car do you|\bwhich car do you", "{who}'s car: {value}"),
)
JAPANESE = (
    Asked("home", r"(?:どこ|どちら|どの(?:辺|街|町))に?.{0,4}(?:住|お住まい)|お住まいは", "{who}は{value}に住んでいる"),
    Asked("birthplace", r"(?:ご)?出身(?:は|地)|どこ.{0,3}生まれ", "{who}は{value}の出身"),
    Asked("birthday", r"誕生日は", "{who}の誕生日は{value}"),
    Asked(
        "employer", r"(?:どこ|どちら)(?:で|に)(?:お)?(?:勤め|働|仕事)|(?:勤務先|会社)は", "{who}は{value}に勤めている"
    ),
    Asked("job", r"(?:お)?仕事は(?:何|なに|$|\?)|(?:ご)?職業は", "{who}の仕事は{value}"),
    Asked("age", r"何歳|(?:お)?いくつですか|おいくつ", "{who}は{value}"),
    Asked("phone", r"(?:電話|携帯)番号は", "{who}の電話番号は{value}"),
    Asked("email", r"メールアドレスは", "{who}のメールアドレスは{value}"),
    Asked("name", r"お?名前は(?:何|なん|\?|$)", "{who}の名前は{value}"),
    Asked("nickname", r"何とお呼び|なんて呼", "{who}は{value}と呼ばれたい"),
    Asked("favourite {what}", r"好きな(?P<what>[^はが]{1,8})は", "{who}の好きな{what}は{value}"),
    Asked("blood type", r"血液型は", "{who}の血液型は{value}"),
)
TURKISH = (
    Asked("home", r"\bnerede (?:yasiyor|oturuyor)|\bhangi sehirde", "{who} {value} şehrinde yaşıyor"),
    Asked("birthplace", r"\bnerede dogdun|\bnerelisin", "{who} doğum yeri: {value}"),
    Asked("birthday", r"\bdogum gunun|\bne zaman dogdun", "{who} doğum günü: {value}"),
    Asked("employer", r"\bnerede calisiyor", "{who} iş yeri: {value}"),
    Asked("job", r"\bne is yapiyor|\bmeslegin", "{who} mesleği: {value}"),
    Asked("age", r"\bkac yasinda", "{who} yaşı: {value}"),
    Asked("phone", r"\b(?:telefon )?numaran", "{who} telefon numarası: {value}"),
    Asked("email", r"\be-?posta(?:n| adresin)|\bmailin", "{who} e-posta adresi: {value}"),
    Asked("name", r"\badin(?:iz)? ne\b|\bismin", "{who} adı: {value}"),
    Asked("nickname", r"\bsana (?:ne|nasil) (?:diyelim|hitap|sesle)", "{who} şöyle çağrılmak istiyor: {value}"),
    Asked(
        "favourite {what}",
        r"\ben sevdigin (?P<what>\w+)|\bfavori (?P<what2>\w+?)(?:n|in|un)\b",
        "{who} en sevdiği {what}: {value}",
    ),
    Asked("blood type", r"\bkan grubun", "{who} kan grubu: {value}"),
)
ASKING = {"en": ENGLISH, "ja": JAPANESE, "tr": TURKISH}


@dataclass(frozen=True, slots=True)
class Answering:
    """What stands around the value of a short answer."""

    before: re.Pattern[str]
    behind: re.Pattern[str]

    def span(self, folded: str) -> tuple[int, int]:
        led, ends = self.before.match(folded), self.behind.search(folded)
        return (led.end() if led else 0), (ends.start() if ends else len(folded))


ANSWERING = {
    "en": Answering(
        re.compile(r"(?:(?:it's|it is|i'm|i am|im|we're|i live|i work|in|at|on|an?|the|my|called|from|about|as) )+"),
        re.compile(r"(?: (?:now|actually|these days|currently|at the moment|though|i think))?[\s.,!)]*$"),
    ),
    "ja": Answering(
        re.compile(r"(?:今は|現在は|私は|えっと、?)+"),
        re.compile(r"(?:に住んで|で働いて|に勤めて)?(?:です|だ|でした|だよ|ですね|います|いる|ますよ?)?[\s。、！!]*$"),
    ),
    "tr": Answering(
        re.compile(r"(?:(?:ben|biz|su an|simdi|artik) )+"),
        re.compile(r"(?:'?(?:da|de|ta|te|dayim|deyim))?(?: (?:yasiyorum|oturuyorum|calisiyorum))?[\s.,!]*$"),
    ),
}
