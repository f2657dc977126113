"""A secret is taken out of a message when it is heard; who wrote it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from tests.bots.house import House

SECRETS = {
    "en": ("my password is hunter22", "hunter22", "delete it there"),
    "de": ("mein Passwort ist Katze123", "Katze123", "Lösche es dort"),
    "tr": ("şifrem: kedi1234", "kedi1234", "oradan sil"),
    "ja": ("パスワードはneko1234です", "neko1234", "削除し"),
}


@pytest.mark.ledger("OPS-02")
@pytest.mark.parametrize("language", SECRETS)
async def test_no_byte_of_a_secret_is_kept_or_shown_to_the_model_and_its_writer_is_told(
    tmp_path: Path, language: str
) -> None:
    said, secret, told = SECRETS[language]
    place = House(home=tmp_path, models={"alice": ScriptedModel(["Yes."])})
    async with place.open():
        posts = await place.ask("ada", place.world.direct("ada"), said)
        await place.animas["alice"].engine.formed()

    (asked,) = place.models["alice"].asked  # type: ignore[attr-defined]
    assert told in "".join(post.text for post in posts)
    assert [message for message in asked.messages if secret in message.content] == []
    assert [file for file in tmp_path.rglob("*") if file.is_file() and secret.encode() in file.read_bytes()] == []


@pytest.mark.ledger("OPS-02")
async def test_what_only_looks_so_is_kept_as_it_is_and_nothing_is_said_of_it(tmp_path: Path) -> None:
    place = House(home=tmp_path, models={"alice": ScriptedModel(["Yes."])})
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "order 1234567890123456, commit 9f8e7d6c5b4a3f2e1d")

    assert post.text == "Yes."
    assert "1234567890123456" in place.log("alice", "message_received")[0].content
