"""Trouble with the language model, through the whole product: one short honest sentence, and the next message works.

The real library speaks with a server of its providers' two protocols; no model is ever replaced in silence.
"""

import asyncio
import time

import pytest

from bots.errors import ModelFault
from bots.text.phrases import FLEET_WORDS
from tests.platforms.models.script import Reply
from tests.platforms.models.server import ModelServer
from tests.stories.bad_input.product import Product, no_traceback, town, until

TEXT = "One whole answer of some length, which comes in many pieces and has an end."
FIRST_S, GAP_S, TOTAL_S = 2, 1, 3
#: Trouble → the words of the fleet that may tell of it.
TROUBLES = {
    "silence": {"no_first_token"},
    "stall": {"stalled"},
    "drip": {"too_long"},
    "comments": {"no_first_token"},
    "cut": {"cut", "too_long"},
    "eof": {"cut", "too_long"},
    "empty": {"cut", "empty", "too_long"},
    "garbage": {"garbage", "cut"},
    "garbage_within": {"garbage"},
    "wrong_shape": {"garbage", "cut"},
    "wrong_type": {"web_page"},
    # What may pass is tried again, until the time for all of it is over.
    "error_event": {"provider_fault", "cut", "too_long"},
    "500": {"provider_fault", "too_long"},
    "529": {"provider_fault", "too_long"},
    "429": {"rate_limited", "too_long"},
    "401": {"key_refused"},
    "404": {"unknown_model"},
}


def config_of(place, server, shape, **more):
    url = server.openai_url if shape == "openai" else server.anthropic_url
    return place.config(
        credentials={shape: {"api_key": "env:MODEL_KEY", "base_url": url}},
        anima_defaults={"model": f"{shape}/some-model"},
        server={"first_token_timeout": FIRST_S, "ipc_stream_timeout": GAP_S, "max_streaming_duration": TOTAL_S},
        **more,
    )


async def warmed(product):
    await until(lambda: "a model can be asked" in product.log(), 40)


def reply_with(trouble):
    gap_s = 0.2 if trouble in ("drip", "comments") else 0.0
    return Reply(text=TEXT, trouble=trouble, gap_s=gap_s)


@pytest.mark.ledger("OPS-10", "OPS-02", "PLT-05")
async def test_each_trouble_is_one_honest_sentence_and_the_next_message_is_answered(tmp_path):
    await asyncio.gather(*(with_shape(tmp_path / shape, shape) for shape in ("openai", "anthropic")))


async def with_shape(folder, shape):
    """A fleet whose model speaks this protocol."""

    def script(request):
        named = next((trouble for trouble in TROUBLES if f"trouble:{trouble}." in request.asked), "")
        return reply_with(named)

    folder.mkdir()
    async with ModelServer(script) as server, town("discord") as place:
        product = Product(folder / "home", config_of(place, server, shape), MODEL_KEY="sk-canary-of-the-model")
        async with product.running() as life:
            await warmed(product)
            talks = [talk_about(place, trouble) for trouble in TROUBLES]
            answers = dict(zip(TROUBLES, await asyncio.gather(*talks), strict=True))

    for trouble, (answer, seconds, after) in answers.items():
        words = FLEET_WORDS["en"]
        told = [
            words["model_trouble_lasting" if ModelFault(key).lasts else "model_trouble"].format(why=words[key])
            for key in TROUBLES[trouble]
        ]
        assert answer in told, (shape, trouble, answer)
        assert len(answer) <= 600
        assert seconds < TOTAL_S + 9, (shape, trouble)
        assert after == TEXT, (shape, trouble)
    assert life.said[0]["model"] == f"{shape}/some-model"
    no_traceback(*life.out, *life.err, product.log())
    assert all(request.model.endswith("some-model") for request in server.requests)
    assert "canary" not in "".join([*life.out, *life.err, product.log()])


async def talk_about(place, trouble):
    """A person of their own asks for the trouble, then for something else: (answer, seconds, answer)."""
    venue = place.venues["discord"]
    person = venue.add_person(f"ada{trouble}")
    room = venue.direct(person)

    def answers():
        return [one for one in venue.answers(room) if not one.text.startswith("Hello, ")]

    async def answered(text):
        began, before = time.monotonic(), len(answers())
        await venue.say(room, person, text)
        await until(lambda: finished(answers()[before:]), 40)
        return answers()[-1].text.removeprefix("**alice:** "), time.monotonic() - began

    first, seconds = await answered(f"Please make trouble:{trouble}.")
    posts = len(answers())
    second, _ = await answered("And now a plain answer, please.")

    assert (posts, len(answers())) == (1, 2), trouble
    return first, seconds, second


def finished(posts):
    return posts and not posts[-1].text.endswith("…")
