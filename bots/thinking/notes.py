"""What a thinker adds to an answer that did not come out as it should: honest, in the person's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """`length`: the answer reached its longest size. `steps`: the limit of tool calls or turns was reached."""

    length: str
    steps: str


NOTES: Mapping[str, Notes] = {
    "en": Notes(
        length="(My answer reached its longest size and ends here. Ask me to go on.)",
        steps="(I stopped here: I reached the limit of steps for one answer without coming to an end.)",
    ),
    "ja": Notes(
        length="（答えが長さの上限に達したので、ここまでです。続きが必要なら言ってください。）",
        steps="（一回の答えで使える手順の上限に達したので、ここで止めました。）",
    ),
    "tr": Notes(
        length="(Yanıtım en uzun boyuna ulaştı ve burada bitiyor. Devam etmemi isteyebilirsin.)",
        steps="(Burada durdum: tek bir yanıt için adım sınırına ulaştım ve sonuca varamadım.)",
    ),
}


def notes(language: str) -> Notes:
    """English where the language is not known."""
    return NOTES.get(language, NOTES["en"])
