"""How people ask to be reminded, and how a day and an hour are told back to them; one set for each language.

`wish` finds the asking itself, over folded text; `not_wished` what only looks so. `event` finds what is waited for, in
its group `said`. `lead` and `tail` are what is cut from both ends of what remains, the thing to be reminded of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from memory.languages.pack import pattern, phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubts:
    """What is unclear, as a sentence; `{words}` are those of the wish."""

    no_time: str
    repeated: str
    day: str
    several: str
    span: str
    hour: str
    over: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminding:
    code: str
    wish: re.Pattern[str]
    not_wished: re.Pattern[str]
    repeated: re.Pattern[str]
    event: re.Pattern[str]
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    doubts: Doubts
    when_it_happens: str
    told: Callable[[datetime], str]


_EN_DAYS = phrases("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday")
_EN_MONTHS = phrases("January, February, March, April, May, June, July, August, September, October, November, December")
_TR_DAYS = phrases("Pazartesi, Salı, Çarşamba, Perşembe, Cuma, Cumartesi, Pazar")
_TR_MONTHS = phrases("Ocak, Şubat, Mart, Nisan, Mayıs, Haziran, Temmuz, Ağustos, Eylül, Ekim, Kasım, Aralık")
_JA_DAYS = "月火水木金土日"


def _english(when: datetime) -> str:
    return f"{_EN_DAYS[when.weekday()]} {when.day} {_EN_MONTHS[when.month - 1]} {when.year}, {when:%H:%M}"


def _turkish(when: datetime) -> str:
    return f"{when.day} {_TR_MONTHS[when.month - 1]} {when.year} {_TR_DAYS[when.weekday()]}, {when:%H:%M}"


def _japanese(when: datetime) -> str:
    return f"{when.year}年{when.month}月{when.day}日({_JA_DAYS[when.weekday()]}) {when:%H:%M}"


_NO_WISH_AFTER = "".join(
    rf"(?<!\b{word} )" for word in phrases("you, to, not, never, will, would, i, he, she, they, we, did, that, always")
)
_NO_PURPOSE_AFTER = "".join(
    rf"(?<!\b{verb})" for verb in phrases("go, goes, get, gets, back, come, comes, talk, speak, write, move, fly")
)
ENGLISH = Reminding(
    code="en",
    wish=pattern(
        rf"""(?:\bi(?:'d| would)? (?:like|need|want) you to |\b(?:can|could|would|will) you[ ]
        |{_NO_WISH_AFTER}(?<!n't )\b)(?:please )?
        (?:remind (?:me|us|him|her|them|everyone|everybody|all of us|the team|<@[^>]+>|@\w+)
        |(?:set|make|create|add|give me)(?: up| me)? a reminder)\b"""
    ),
    not_wished=pattern(
        r"""\bremind \w+ (?:again,? )?(?:what|who|whom|whose|where|why|how|which|whether|if
        |when (?:is|was|are|were|do|does|did)\b|when [^,]{0,40} (?:is|was|are|were)\s*[?.]?$)\b
        |\bremind \w+ again\W*$"""
    ),
    repeated=re.compile(r"\b(?:every|each|daily|weekly|monthly|yearly|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b"),
    event=pattern(
        rf"""\b(?:when|once|as soon as|whenever|(?:the )?next time|after|if)\s
        (?P<said>(?!\d)\S+\s\S+?(?:\s\S+?)*?)(?=\s*(?:,|[.!?]?$|\n|\sabout\s|\sthat\s|,?\s(?:please\s)?remind\s
        |{_NO_PURPOSE_AFTER}\sto (?!(?:the|a|an|my|our|work|bed|school|town|me|you)\b)))"""
    ),
    lead=pattern(r"^(?:[\s,;:.–—-]|\b(?:to|about|that|of|for|on|at|by|and|please|me|us|in|the(?=\s*$))\b)+"),
    tail=pattern(r"(?:[\s,;:.!?–—-]|\b(?:on|at|by|for|please|pls|and|thanks|in|to|can you|could you|hey)\b)+$"),
    doubts=Doubts(
        no_time="No day and no time were said.",
        repeated="A reminder comes once, this one was asked for again and again.",
        day='It is not clear which day "{words}" is.',
        several='More than one day was named: "{words}".',
        span='"{words}" is more than one day.',
        hour='It is not clear which time of day "{words}" is.',
        over='"{words}" is over already.',
    ),
    when_it_happens="when {event}",
    told=_english,
)
TURKISH = Reminding(
    code="tr",
    wish=pattern(
        r"""\bhatirlat(?:sana|in|iniz|ir m[iu]s[iu]n(?:iz)?|abilir m[iu]s[iu]n(?:iz)?|ma (?:kur|ayarla|ekle|olustur)\w*
        |ici (?:kur|ayarla|ekle|olustur)\w*|mani istiyorum)?\b"""
    ),
    not_wished=pattern(r"\bbir daha hatirlat\w*|\bhatirlatma\b(?! (?:kur|ayarla|ekle|olustur))"),
    repeated=re.compile(r"\bher (?!sey|kes)\w+|\b(?:gunluk|haftalik|aylik)\b|\bgunleri\b"),
    event=pattern(
        r"(?P<said>\S+(?: \S+){0,5}?\w(?:[iu]nc[ea]|[dt][iu]g[iu]nde|[dt][iu]g[iu] zaman|[iu]r [a-z]+mez))\b"
    ),
    lead=pattern(r"^(?:[\s,;:.–—-]|\b(?:bana|bize|ona|lutfen|lütfen|ki|saat|icin|için)\b)+"),
    tail=pattern(r"(?:[\s,;:.!?–—-]|\b(?:bana|bize|ona|lutfen|lütfen|saat|diye|olur mu)\b)+$"),
    doubts=Doubts(
        no_time="Gün ve saat söylenmedi.",
        repeated="Bir hatırlatma bir kez gelir, bu ise tekrar tekrar istendi.",
        day='"{words}" hangi gün, belli değil.',
        several='Birden çok gün söylendi: "{words}".',
        span='"{words}" tek bir gün değil.',
        hour='"{words}" günün hangi saati, belli değil.',
        over='"{words}" çoktan geçti.',
    ),
    when_it_happens="{event}",
    told=_turkish,
)
JAPANESE = Reminding(
    code="ja",
    wish=pattern(
        r"""リマインド(?:を)?(?:して(?!い|る|た)|お願い|よろしく|頼|設定して|ください|下さい|ちょうだい|$)
        |リマインダー(?:を)?(?:設定|お願い|かけて|セット)
        |思い出させて|忘れないように(?:言って|教えて|知らせて)|(?:になったら|に)(?:知らせて|教えて)(?:ください|下さい|ね|ほしい|$)"""
    ),
    not_wished=pattern(r"リマインドして(?:くれた|もらった|いた|ある)|思い出させてくれた"),
    repeated=re.compile(r"毎[日週月年朝晩]|ごとに|おきに"),
    event=pattern(r"(?P<said>[^、。!?\n]+?(?:[いしっきちりぎえけせてべめれげ]たら|んだら|たとき|た時|た際|次第))"),
    lead=pattern(r"^(?:[\s、。,]|に|は|を|と|の|まで|で)+"),
    tail=pattern(r"(?:[\s、。,!?]|と|を|って|よう(?:に)?|ことを|のを|ように|こと|ね|ください|下さい|の)+$"),
    doubts=Doubts(
        no_time="日時がありません。",
        repeated="リマインドは一度だけです。繰り返しは設定できません。",
        day="「{words}」がどの日か分かりません。",
        several="日が二つ以上あります:「{words}」",
        span="「{words}」は一日ではありません。",
        hour="「{words}」が何時のことか分かりません。",
        over="「{words}」はもう過ぎています。",
    ),
    when_it_happens="{event}",
    told=_japanese,
)
REMINDING = (ENGLISH, TURKISH, JAPANESE)
