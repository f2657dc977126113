"""Text that speaks to the program behind the anima: commands to forget its rules, forged roles, forged memory.

Patterns over folded text (analyser.fold) without invisible characters, all languages together. They are for what says
nothing about the world; what somebody merely claims of themselves is a matter of trust, not of patterns.
"""

from __future__ import annotations

import re

_RULES = r"(?:instructions?|prompts?|rules?|directions?|guidelines?|directives?|commands?|restrictions?|programming)"
_WHOSE = (
    r"(?:all|any|every|each|of|the|your|my|these|those|previous|prior|above|earlier|preceding|former|system|safety)"
)
_ENGLISH = (
    rf"\b(?<!don't )(?:ignore|disregard|forget|override|bypass|drop|skip)(?:\s+{_WHOSE})*"
    r"\s+(?:all|every|your|previous|prior|above|earlier|preceding|former|system|safety)\s+(?:of\s+)?"
    rf"(?:{_WHOSE}\s+)*{_RULES}\b",
    rf"\bnew {_RULES}(?: follow|:)",
    r"\b(?:show|reveal|print|repeat|output|leak|tell me|give me|what is|dump) (?:me )?(?:your|the) (?:\w+ )?"
    r"(?:system|hidden|initial|secret) (?:prompt|instructions?|message|rules)\b",
    r"\b(?:your|new|updated) system prompt\b|\bsystem prompt ?:",
    r"\byou are now (?:an? |the |in |no longer |free |called |acting |known as |dan\b|root\b|unrestricted)",
    r"\byou (?:must|will|shall) (?:now )?(?:act as|obey|comply|pretend|believe|trust)\b",
    r"\bact as (?:if (?:i|you) (?:had|have|was|were|am|are) |my |an? |the )(?:\w+ )?"
    r"(?:admin\w*|root|system|owner|unrestricted)\b",
    r"\bpretend (?:that )?(?:to be|you are|you have no|i am|i'm|this is)\b.{0,40}"
    r"\b(?:admin|root|owner|ai|bot|model|rules|dream|system)\b",
    r"\b(?:enable|enter|activate) (?:developer|debug|god|admin|jailbreak) mode\b|\bdo anything now\b",
    r"\b(?:delete|erase|wipe|overwrite|clear) (?:all |every(?:thing)? |the |of |your )*(?:memor(?:y|ies)|knowledge)\b",
    r"\b(?:add|append|write|save|store|put)\b.{0,40}\b(?:your|the) (?:long[- ]term |own |core |permanent )?"
    r"(?:memory|memories|rules|persona|system prompt|instructions)\b",
    r"\b(?:add|save|store|commit|write) (?:(?:this|that|it) )?(?:to|in|into) memory\b",
    r"\bstore (?:this |that |it )?as (?:an? )?(?:\w+ )?facts?\b",
    r"\bremember (?:forever |always )?that (?:i am|i'm) (?:the|your|an?) (?:\w+ )?"
    r"(?:admin\w*|owner|root|operator|developer|creator)\b",
)
_TURKISH = (
    r"\b(?:onceki|yukaridaki|tum|butun|eski|verilen|mevcut|sistem|bu) (?:\w+ ){0,2}"
    r"(?:talimat|komut|yonerge|kural|yonlendirme)\w*"
    r"(?: \w+){0,2} (?:unut|yok ?say|gormezden gel|dikkate alma|iptal et|bos ?ver|gec)\w*",
    r"\b(?:talimat|komut|yonerge|kural)lar\w*(?:in[ia])? (?:unut|yok ?say|gormezden gel|dikkate alma)\w*",
    r"\byeni (?:talimat|komut|yonerge)\w* ?:",
    r"\bsistem (?:istem|prompt|komut|mesaj)\w*'?\w* (?:\w+ )?(?:goster|yaz|soyle|paylas|ver)\w*",
    r"\b(?:sen )?artik (?:bir )?\w+(?:sin|sun|'?s[iu]n)\b.{0,40}\b(?:itaat|inan|uy)\w*",
    r"\b(?:gibi|gibiymis gibi|varmis gibi) davran(?:mak|malisin|acaksin| )",
    r"\b(?:gelistirici|yonetici|hata ayiklama) mod\w* (?:gec|ac|etkinlestir)\w*",
    r"\b(?:butun|tum) (?:ani|hafiza|bellek|bilgi)\w* (?:sil|unut|temizle)\w*",
    r"\b(?:belleg|hafiza|bellek)\w* (?:yaz|ekle|kaydet)\w*",
)
_JAPANESE = (
    r"(?:これまで|今まで|以前|先|上記|前|全て|すべて|元)の?(?:の|まで)?(?:全ての|すべての)?(?:指示|命令|ルール|規則|プロンプト|制約)を?"
    r"(?:全て|すべて|全部)?(?:は)?(?:無視|忘れ|破棄|無効|取り消)",
    r"(?:指示|命令|ルール|規則|制約)を(?:全て|すべて|全部)?(?:無視|忘れなさい|忘れろ|忘れて|破棄)",
    r"新しい(?:指示|命令)(?:です|だ|:|に従)",
    r"システム(?:プロンプト|メッセージ|指示)(?:を|の内容を|の全文を)?(?:全て|すべて)?(?:表示|教え|出力|見せ|公開|書き出)",
    r"あなたは(?:今から|これから|もう|ただいまから)?.{1,20}(?:です|だ|として).{0,20}(?:従|信じ|振る舞|ふるま|行動)",
    r"(?:今から|これから)?.{0,20}(?:管理者|開発者|所有者).{0,12}(?:として|ものとして|権限で)(?:行動|振る舞|ふるま|動作)",
    r"(?:開発者|デバッグ|管理者|脱獄)モード(?:に|を)",
    r"(?:長期)?記憶に(?:保存|追加|書き込|登録)|事実として保存|記憶を(?:全部|全て|すべて)(?:消|削除)",
)
INJECTION = re.compile("|".join((*_ENGLISH, *_TURKISH, *_JAPANESE)))

MARKS = re.compile(
    r"<\|[a-z_]{2,20}\|>|\[/?inst\]|<</?sys>>|^\s*###? ?(?:system|instructions?|assistant|sistem|システム)\b"
    r"|^\s*(?:\[(?:system|admin\w*|yonetici|sistem|管理者|システム)\]|(?:system|sistem|システム) ?:)"
    r"|^(?:user|assistant|human|ai) ?:.*\n(?:user|assistant|human|ai) ?:"
    r"|^\s*\{ ?\"(?:type|role)\" ?: ?\"",
    re.MULTILINE,
)
"""Signs by which models know who speaks, and forged turns."""

SPACED_OUT = re.compile(r"(?:\b\w[\s._*|-]+){7,}\w\b")
"""Letters kept apart, so that no word of them is seen."""

SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget|override)\w{0,24}(?:instruction|rule|prompt)|systemprompt|youarenow|developermode"
    r"|(?:talimat|komut|kural)\w{0,16}(?:unut|yoksay)"
)
"""What such letters say, put together."""

NOTICES = re.compile(
    r"(?:^|> ?)(?:\S+ ){1,3}(?:has )?(?:joined|left) (?:the |this )?(?:#\S+|channel|group|server)\b"
    r"|^(?:\S+ ){1,3}(?:set|changed|cleared) the (?:channel|group) (?:topic|purpose|description|name|photo)\b"
    r"|^(?:\S+ ){1,4}(?:pinned|unpinned) a message\b|^this message was deleted|^message deleted"
    r"|^(?:\S+ ){1,3}(?:started|ended) an? (?:huddle|call|video chat)\b|^heartbeat(?:_ok)?\b"
    r"|\A/\w+(?: \S+){0,6}\Z|\Asudo "
    r"|(?:kanal|grub|sunucu)\w*(?:a|e|ya|ye)? katild|(?:kanal|grup|grub|sunucu)\w*dan ayrildi"
    r"|(?:チャンネル|グループ|サーバー)(?:に参加し|から退出し|を退出し)",
    re.MULTILINE,
)
"""What the platform says by itself, and commands of a shell or of the anima."""
