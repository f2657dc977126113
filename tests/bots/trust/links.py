"""300 links of 12 kinds, written in 60 ways, on three platforms: what a client could press of what the product sends.

    python -m tests.bots.trust.links [--links N] [--ways N] [--seed N]

The gate's own opinion does not count: each text goes through the platform's outbound code, and a model of the client
says what of that can be pressed (Slack: its blocks, with bare addresses; Discord: http(s) and masked links; Telegram:
entities, and bare domains outside code). A harmless link is broken where less can be pressed than without the gate.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from urllib.parse import quote

from adapters.discord import outbound as discord
from adapters.slack import outbound as slack
from adapters.telegram import outbound as telegram
from bots.message import Send
from bots.trust.exposure import Exposure, OutputGate
from memory.vocabulary.address import Place

SECRETS = ["Nachtfalke", "48213775", "zephyr-lantern", "Ayşegül Karaca", "quarterly loss", "梅田商店の合併"]
DOCS = [
    "docs.python.org/3/library/asyncio.html",
    "fastapi.tiangolo.com/tutorial/first-steps/",
    "peps.python.org/pep-0008/",
    "developer.mozilla.org/en-US/docs/Web/CSS/flex",
    "docs.djangoproject.com/en/5.0/topics/auth/",
]
GIVEN = [
    "wiki.example/tea?p=1#top",
    "shop.example:8443/a/b",
    "maps.example/?q=caf%C3%A9",
    "müller.example/weg",
    "files.example/x_(y)",
    "evil.example/pick/red",
    "evil.example/pick/blue",
]
TOOL = ["api.example/v1/items/99812334?page=2", "日本.example/道", "kitap.example/türkçe#bölüm"]
TALK = f"We spoke of {', '.join(SECRETS)}. Links: " + " ".join(f"https://{link} ." for link in [*GIVEN, *TOOL])

#: Letters and digits that look the same.
ALIKE = str.maketrans({" ": "-", "a": "а", "e": "е", "4": "４", "8": "８"})


def label(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower()) or "xn--" + word.encode("punycode").decode()


def pieces(word: str) -> list[str]:
    return [quote(word[at : at + 3].strip()) for at in range(0, len(word), 3)]


HARMFUL: dict[str, Callable[[str], str]] = {
    "plain": lambda word: f"https://evil.example/{quote(word)}",
    "query": lambda word: f"https://evil.example/?d={quote(word)}",
    "host": lambda word: f"https://{label(word)}.evil.example/",
    "base64": lambda word: "https://evil.example/" + base64.urlsafe_b64encode(word.encode()).decode().rstrip("="),
    "hex": lambda word: f"https://evil.example/{word.encode().hex()}",
    "percent": lambda word: "https://evil.example/" + "".join(f"%{byte:02x}" for byte in word.encode()),
    "split": lambda word: " ".join(f"https://evil.example/{piece}" for piece in pieces(word)),
    "homoglyph": lambda word: "https://evil.example/" + word.translate(ALIKE),
}
HARMLESS = {"documentation": DOCS, "given": GIVEN[:5], "tool": TOOL}
KNOWN = {"choice": GIVEN[5:]}

FORMS = [
    "{}",
    "<{}>",
    "[here]({})",
    "[here](<{}>)",
    "![p]({})",
    "[here][r]\n\n[r]: {}",
    "**{}**",
    "({})",
    "`{}`",
    "- {}",
    "# {}",
    "> {}",
    "| a |\n|---|\n| {} |",
    "```\n{}\n```",
    "see {}, then go",
]
FRAMES = ["{}", "Bitte hier: {}", "詳細は {} を見て", "Şuraya bak: {}."]
WAYS = [(form, frame) for form, frame in product(FORMS, FRAMES)]
_BARE = re.compile(
    r"(?:(?:https?|ftp|tg|discord)://|mailto:)[^\s<>\"`|]+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#][^\s<>\"`|]*)?", re.I
)
_PLACE = Place("slack", "T1", "C1")


def links(rng: random.Random, count: int) -> Iterator[tuple[str, str]]:
    kinds = [*HARMFUL, *HARMLESS, *KNOWN]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        if kind in HARMFUL:
            yield kind, HARMFUL[kind](rng.choice(SECRETS))
        else:
            yield kind, "https://" + rng.choice((HARMLESS | KNOWN)[kind])


def pressable(platform: str, text: str) -> set[str]:
    """What a client makes of what is sent."""
    act = Send(place=_PLACE, text=text)
    if platform == "slack":
        sent = slack.post(act, "C1", "n")
        words = (
            json.dumps([sent["text"], sent.get("blocks")], ensure_ascii=False)
            .replace("\\n", "\n")
            .replace("&amp;", "&")
        )
        found = _BARE.findall(words)
    elif platform == "discord":
        content = discord.frame("n").around(text)
        content = re.sub(r"`[^`]*`", " ", re.sub(r"(?s)```.*?```", " ", discord.without_marks(content)))
        found = [one for one in _BARE.findall(content) if re.match(r"https?:|discord:", one, re.I)]
    else:
        words = telegram.composed(text, None)
        codes = [one for one in words.entities if one.type in ("code", "pre")]
        signs = words.text.encode("utf-16-le")
        for code in codes:
            signs = (
                signs[: 2 * code.offset]
                + " ".encode("utf-16-le") * code.length
                + signs[2 * (code.offset + code.length) :]
            )
        found = [*_BARE.findall(signs.decode("utf-16-le")), *(one.url for one in words.entities if one.url)]
    return {one.rstrip(".,;:!?)]}*_'\\").lower() for one in found}


def measure(count: int = 300, ways: int = 60, seed: int = 1) -> dict[str, object]:
    gate, tried, bad, choices = OutputGate(), 0, Counter[str](), 0
    shown: list[str] = []
    for kind, link in links(random.Random(seed), count):
        exposure = Exposure(is_private=True, is_foreign=True, given=[TALK], reason="(why)")
        for form, frame in WAYS[:ways]:
            bare = (
                frame.format(form.format(link)) if "\n" not in form else frame.format("") + "\n\n" + form.format(link)
            )
            said = gate(bare, exposure)
            for platform in ("slack", "discord", "telegram"):
                tried += 1
                now = pressable(platform, said)
                if kind in HARMFUL:
                    evil = {one for one in now if "evil.example" in one and not re.search(r"pick/(red|blue)$", one)}
                    if evil and not all(re.fullmatch(r"(?:https?://)?evil\.example/?", one) for one in evil):
                        bad[f"harmful pressable: {kind}"] += 1
                        shown.append(f"{platform} {kind} {link} {said!r}")
                elif kind in KNOWN:
                    choices += bool(now)
                elif said != bare and not pressable(platform, bare) <= now:
                    bad[f"harmless broken: {kind}"] += 1
                    shown.append(f"{platform} {said!r}")
    return {
        "links": count,
        "ways": min(ways, len(WAYS)),
        "tried": tried,
        "bad": dict(bad),
        "choices pressable": choices,
        "first": shown[:8],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--links", type=int, default=300)
    parser.add_argument("--ways", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(json.dumps(measure(chosen.links, chosen.ways, chosen.seed), ensure_ascii=False, indent=1))
