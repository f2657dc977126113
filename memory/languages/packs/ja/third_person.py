"""Japanese in the third person: 「私は」 is 「Adaは」; what has no topic gets one."""

from __future__ import annotations

import re

_SELF = re.compile(
    r"(?:私|僕|俺|わたし|わたくし|ぼく|おれ|自分|うち)(?P<many>たち|達|ら)?(?P<mark>は|の|が|に|も|を|と|では|には)"
)
_TOPIC = re.compile(r"[^\s、。]{1,20}(?:は|が|も)")


def japanese(text: str, speaker: str, is_about_speaker: bool) -> str:
    told = _SELF.sub(lambda match: f"{speaker}{match['many'] or ''}{match['mark']}", text)
    if told != text or not is_about_speaker:
        return told
    return f"{speaker}：{told}" if _TOPIC.search(text) else f"{speaker}は{told}"
