"""What the judge of pairs is fitted to besides labelled pairs."""

from __future__ import annotations

import random

from adapters.models.relations.mixture import FARTHER, LATELY, PLAIN, chats, mixture, plain, rooms
from memory.formation.pairs import EXAMPLES, is_blind, labelled


def test_chats_that_are_held_out_are_not_fitted_and_there_are_some_of_each_language():
    held, fitted = ({one.text for _, chat in chats(part) for one in chat} for part in ("held", "fit"))

    assert not held & fitted
    assert {language for language, _ in chats("held")} == {language for language, _ in chats("fit")}


def test_a_message_of_a_chat_is_paired_with_earlier_ones_alone():
    language, chat = chats("fit")[0]
    order = [one.text for one in chat]

    pairs = [one for of in plain(language, chat, random.Random(7)) for one in of]

    assert all(order.index(one.pair.earlier) < order.index(one.pair.later) for one in pairs)
    assert len(pairs) <= len(chat) * (LATELY + FARTHER)
    assert {one.relation for one in pairs} == {PLAIN}


def test_nothing_of_the_blind_tenth_is_in_the_mixture():
    fit = labelled(["fit"])[:400]
    blind = {one.pair.earlier for one in labelled(["blind"])}

    found = mixture(fit, random.Random(7))

    assert not blind & {one.pair.earlier for one in found}
    of_rooms = {one.text for part in ("fit", "held") for _, room in rooms(part) for one in room}
    assert not {text.replace("⏎", " ") for text in messages() if is_blind(text)} & of_rooms


def messages() -> list[str]:
    files = (EXAMPLES.parent / "messages").glob("*.tsv")
    return [line.split("\t")[5] for file in files for line in file.read_text(encoding="utf-8").splitlines() if line]
