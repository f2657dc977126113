"""The judge of updates: what a later message changes, in every language, and what only looks like it."""

from __future__ import annotations

import numpy as np
import pytest

from memory.formation import update_judge
from memory.formation.update_judge import UpdateJudge, update_of
from tests.each import each
from training import updates as relating_fitting
from training.chats import Message, offers

CHAT = ("morning all", "the bike shed padlock is 8036", "Kerem is on holiday until Thursday")


def surest(*texts: str) -> tuple[float, str]:
    """How probable the last message changes an earlier one, and which."""
    chat = [Message(speaker="Ada", text=text) for text in texts]
    pairs = [pair for _, pair in offers(chat, len(chat) - 1)]
    judged = UpdateJudge()(pairs)
    return max((update_of(one)[0], pair.earlier) for one, pair in zip(judged, pairs, strict=True))


def test_the_weights_are_of_the_examples_that_are_here():
    for name in (f"{update_judge.UPDATE}.npz", update_judge.TREES):
        with np.load(relating_fitting.FOLDER / name) as told:
            assert str(told["data"]) == relating_fitting.digest(), name


@pytest.mark.ledger("FOR-08")
@each(
    ("chat", "later"),
    [
        (CHAT, "wait no, 8063"),
        (CHAT, "they changed the padlock of the bike shed, it's 8063 now"),
        (
            ("na ihr", "Die Probe ist am Dienstag um sieben", "wer bringt Kuchen mit?"),
            "die Probe ist jetzt um acht, nicht um sieben",
        ),
        (("おはよう", "倉庫の鍵の番号は8036です", "雨ですね"), "すみません、鍵の番号は8063でした"),
        (("selam", "Toplantı salı günü saat üçte", "kahve kalmamış"), "pardon, toplantı çarşamba günü saat üçte"),
    ],
)
def test_a_change_is_seen_and_what_it_changes(chat, later):
    share, earlier = surest(*chat, later)

    assert share >= UpdateJudge().unsure
    assert earlier == chat[1]


@pytest.mark.ledger("FOR-08")
@each(
    "later",
    [
        "and the laundry room is 2207",
        "is it still 8036?",
        "my sister's padlock was 8063 back then, she lost the key",
        "thanks, that worked",
        "what a rainy day, I baked bread and watched the herons",
    ],
)
def test_what_only_looks_like_a_change_is_none(later):
    assert surest(*CHAT, later)[0] < UpdateJudge().sure


@pytest.mark.ledger("FOR-08")
def test_a_message_changes_the_one_that_it_fits_best():
    share, earlier = surest("Tuesday's choir is at 7", "the dentist is on Friday at 9", "choir is at half 7 now, not 7")

    assert share >= UpdateJudge().unsure
    assert earlier == "Tuesday's choir is at 7"
