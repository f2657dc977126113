"""What the offline model understands and says, in English, Japanese and Turkish. Data only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Literal

from memory.languages.detection import language_of

Language = Literal["en", "ja", "tr"]
LANGUAGES: Mapping[str, Language] = {"en": "en", "ja": "ja", "tr": "tr"}
Intent = Literal["remember", "forget", "who_am_i", "what_are_you", "greeting", "thanks", "question", "statement"]


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_TURKISH = _words(
    "merhaba selam günaydın hatırla hatırlıyor unut unutma nasıl neden nerede zaman bana benim değil hangi kimim için "
    "kimsin nesin teşekkürler teşekkür lütfen nedir söyledi biliyor musun misin"
)


#: What is longer is no wish, and its language is told by its beginning.
LONGEST_WISH = 20_000


def language(text: str) -> Language:
    """As memory sees it; a wish of a word or two is told by the words of wishes."""
    text = text[:LONGEST_WISH]
    code = language_of(text).code
    if code == "en" and not _TURKISH.isdisjoint(re.findall(r"\w+", text.replace("İ", "i").lower())):
        return "tr"
    return LANGUAGES[code]


def _patterns(*lines: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(line, re.IGNORECASE | re.DOTALL) for line in lines)


#: Tried in this order; the first group is what the wish is about.
PATTERNS: Mapping[Language, Mapping[Intent, tuple[re.Pattern[str], ...]]] = {
    "en": {
        "remember": _patterns(
            r"^(?:please\s+)?(?:remember|keep in mind|make a note)(?:\s++that\b)?(?:\s*+[:,])?+\s++"
            r"(?!(?:when|how|what)\b)([^?]+)$",
            r"^(?:please\s+)?(?:don['’]?t|do not|never) forget(?:\s++that\b)?(?:\s*+[:,])?+\s++([^?]++)$",
        ),
        "forget": _patterns(
            r"^(?:please\s+)?forget(?:\s+(?:that|about|everything about|what i (?:said|told you) about)\b)?"
            r"(?:\s*+[:,])?+\s++([^?]++)$",
        ),
        "who_am_i": _patterns(r"\bwho am i\b", r"\bwhat(?:['’]s| is) my name\b", r"\bdo you know (?:me|who i am)\b"),
        "what_are_you": _patterns(
            r"\b(?:which|what) (?:ai |language )?model\b",
            r"\bare you (?:an? |the )?(?:ai|bot|offline|language model|llm|machine)\b",
            r"\b(?:who|what) are you\b",
        ),
        "greeting": _patterns(r"^(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[\s\w,!.]{0,24}$"),
        "thanks": _patterns(r"^(?:thanks|thank you|thx)\b[^?]{0,40}$"),
        "question": _patterns(
            r"\?",
            r"^(?:who|what|when|where|why|how|which|whose|did|do|does|is|are|was|were|can|could|tell|show|list|find|"
            r"describe|explain|summari[sz]e|recall)\b",
        ),
    },
    "ja": {
        "remember": _patterns(
            r"^覚えて(?:おいて)?(?:ください)?(?:ね)?\s*[：:、,]\s*(.+)$",
            r"^(.+?)(?:ということ|こと)?(?:を|と|って|のを)?、?(?:覚えて|憶えて|記憶して|メモして)(?:おいて)?(?:ください|くれ|ね|下さい)*[。！!]*$",
            r"^(.+?)(?:ということ|こと)?(?:を|と|って|のを)?、?忘れないで(?:ください|くれ|ね|下さい)*[。！!]*$",
        ),
        "forget": _patterns(
            r"^(.+?)(?:について|に関して|のこと|ということ)?(?:を|は|も)?、?忘れて(?:ください|くれ|ね|下さい)*[。！!]*$",
        ),
        "who_am_i": _patterns(
            r"(?:私|わたし|僕|ぼく|俺)(?:は|って|が)(?:誰|だれ)", r"(?:私|僕|俺)の名前", r"(?:私|僕|俺)を知って"
        ),
        "what_are_you": _patterns(
            r"モデル(?:は|なの|です)", r"オフライン", r"(?:あなた|君|きみ)は(?:誰|だれ|何|なに)", r"AI(?:です|なの)"
        ),
        "greeting": _patterns(r"^(?:こんにちは|こんばんは|おはよう|やあ|どうも|はじめまして).{0,12}$"),
        "thanks": _patterns(r"^(?:ありがとう|どうもありがとう|サンキュー).{0,16}$"),
        "question": _patterns(
            r"[？?]", r"(?:か|の|っけ)[。]?$", r"(?:何|なに|いつ|どこ|誰|だれ|なぜ|どう|どの|どれ|教えて)"
        ),
    },
    "tr": {
        "remember": _patterns(
            r"^(?:lütfen\s+)?(?:hatırla|unutma|aklında tut|not et|not al)(?:\s++ki\b)?(?:\s*+[:,])?+\s++([^?]++)$",
            r"^(?:lütfen\s++)?([^?]+?),?(?<!\s)\s++(?:bunu\s++)?(?:unutma|aklında tut|hatırla|not et)[.!]*$",
        ),
        "forget": _patterns(
            r"^(?:lütfen\s++)?unut(?:\s*+[:,])?+\s++([^?]++)$",
            r"^(?:lütfen\s++)?([^?]+?)(?<!\s)(?:\s++(?:hakkındakileri|hakkında her şeyi|ile ilgili her şeyi))?"
            r"\s++unut[.!]*$",
        ),
        "who_am_i": _patterns(r"\bben kimim\b", r"\badım ne\b", r"\bbeni tanıyor musun\b"),
        "what_are_you": _patterns(
            r"\bhangi model\b", r"\bçevrimdışı\b", r"\bsen (?:kimsin|nesin)\b", r"\byapay zek[aâ] mısın\b"
        ),
        "greeting": _patterns(r"^(?:merhaba|selam|günaydın|iyi (?:günler|akşamlar))\b[\s\w,!.]{0,24}$"),
        "thanks": _patterns(r"^(?:teşekkür|sağ ?ol)\w*[^?]{0,40}$"),
        "question": _patterns(
            r"\?",
            r"\b(?:ne|kim|nasıl|neden|niçin|nerede|nereye|hangi|kaç|mi|mı|mu|mü|musun|mısın|misin|anlat|söyle|göster)\b",
        ),
    },
}

MONTHS: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    "tr": (
        "Ocak",
        "Şubat",
        "Mart",
        "Nisan",
        "Mayıs",
        "Haziran",
        "Temmuz",
        "Ağustos",
        "Eylül",
        "Ekim",
        "Kasım",
        "Aralık",
    ),
}

PHRASES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "offline": "(I am the offline model: no key, no network. I answer by quoting what I remember.)",
        "who_i_am": "I am the offline model, built in: I need no key and no network. I keep what you tell me, and I "
        "answer by quoting what I remember.",
        "said_on": "On {day} {speaker} said: “{text}”",
        "said": "{speaker} said: “{text}”",
        "noted_on": "From my notes of {day}: “{text}”",
        "noted": "From my notes: “{text}”",
        "nothing": "I found nothing about that in my memory.",
        "heard": "I have heard it, and it stays in my log.",
        "reminded": "I have heard it. This comes to mind:",
        "remembered": "I will remember: {what}",
        "not_remembered": "I could not store that: {why}",
        "no_tool": "I cannot write to my memory here, so I have only heard it.",
        "forgotten": "I have put away my note: {what}. What was said itself stays in the log, and may come to mind, "
        "until an owner removes it.",
        "not_forgotten": "I could not put it away: {why}",
        "nothing_to_forget": "I found no note about that to put away. What was said stays in the log until an owner "
        "removes it.",
        "let_go": "I let go of what I understood of that. The words themselves stay in the log until an owner removes "
        "them.",
        "forget_what": "What shall I forget?",
        "you_are": "You are {name} ({address}).",
        "i_know": "What I know about you:",
        "stranger": "I do not know you yet.",
        "hello": "Hello, {name}!",
        "hello_stranger": "Hello!",
        "welcome": "You are welcome.",
    },
    "ja": {
        "offline": "（オフラインモデルです。鍵もネットワークも使わず、覚えていることを引用して答えます。）",
        "who_i_am": "私は内蔵のオフラインモデルです。鍵もネットワークも要りません。"
        "聞いたことを覚え、それを引用して答えます。",
        "said_on": "{day}に{speaker}さんは「{text}」と言いました。",
        "said": "{speaker}さんは「{text}」と言いました。",
        "noted_on": "{day}のメモより：「{text}」",
        "noted": "メモより：「{text}」",
        "nothing": "それについては何も覚えていません。",
        "heard": "うかがいました。記録に残っています。",
        "reminded": "うかがいました。思い出したことがあります。",
        "remembered": "覚えておきます：{what}",
        "not_remembered": "保存できませんでした：{why}",
        "no_tool": "ここでは記憶に書き込めないので、うかがっただけです。",
        "forgotten": "メモをしまいました：{what}。発言そのものは、所有者が消すまで記録に残り、思い出すことがあります。",
        "not_forgotten": "しまえませんでした：{why}",
        "nothing_to_forget": "それについてのメモは見つかりませんでした。発言の記録は、所有者が消すまで残ります。",
        "let_go": "今のお話から覚えたことは手放しました。発言の記録は、所有者が消すまで残ります。",
        "forget_what": "何を忘れましょうか。",
        "you_are": "あなたは{name}さんです（{address}）。",
        "i_know": "あなたについて知っていること：",
        "stranger": "まだあなたのことを知りません。",
        "hello": "こんにちは、{name}さん！",
        "hello_stranger": "こんにちは！",
        "welcome": "どういたしまして。",
    },
    "tr": {
        "offline": "(Ben çevrimdışı modelim: anahtar ve ağ kullanmam. Hatırladıklarımı alıntılayarak cevap veririm.)",
        "who_i_am": "Ben yerleşik çevrimdışı modelim: ne anahtara ne de ağa ihtiyacım var. Söylediklerini saklar, "
        "hatırladıklarımı alıntılayarak cevap veririm.",
        "said_on": "{day} tarihinde {speaker} şöyle dedi: “{text}”",
        "said": "{speaker} şöyle dedi: “{text}”",
        "noted_on": "{day} tarihli notumdan: “{text}”",
        "noted": "Notlarımdan: “{text}”",
        "nothing": "Bununla ilgili hafızamda bir şey bulamadım.",
        "heard": "Duydum, kaydımda duruyor.",
        "reminded": "Duydum. Aklıma şu geliyor:",
        "remembered": "Aklımda tutacağım: {what}",
        "not_remembered": "Bunu saklayamadım: {why}",
        "no_tool": "Burada hafızama yazamıyorum, bu yüzden sadece duydum.",
        "forgotten": "Notumu kaldırdım: {what}. Söylenenler, bir sahip silene kadar kayıtta kalır ve akla gelebilir.",
        "not_forgotten": "Bunu kaldıramadım: {why}",
        "nothing_to_forget": "Bununla ilgili kaldıracak bir not bulamadım. Söylenenler, bir sahip silene kadar "
        "kayıtta kalır.",
        "let_go": "Bundan anladıklarımı bıraktım. Sözlerin kendisi, bir sahip silene kadar kayıtta kalır.",
        "forget_what": "Neyi unutayım?",
        "you_are": "Sen {name} ({address}).",
        "i_know": "Senin hakkında bildiklerim:",
        "stranger": "Seni henüz tanımıyorum.",
        "hello": "Merhaba, {name}!",
        "hello_stranger": "Merhaba!",
        "welcome": "Rica ederim.",
    },
}


def day_text(day: date, tongue: Language) -> str:
    """8 May 2023, 2023年5月8日, 8 Mayıs 2023."""
    if tongue == "ja":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {MONTHS[tongue][day.month - 1]} {day.year}"


def intent(text: str, tongue: Language) -> tuple[Intent, str]:
    """What the person wants, and what it is about."""
    said = text.strip()
    if len(said) > LONGEST_WISH:
        return "statement", ""
    for name, patterns in PATTERNS[tongue].items():
        for pattern in patterns:
            if found := pattern.search(said):
                return name, found[1].strip(" .。!！") if found.groups() else ""
    return "statement", ""
