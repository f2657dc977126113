"""What is said in the present is seen at one instant: told, and asked at every instant what is believed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.memory.stage import TEAM, Stage

SAID = {
    "en": ("I live in Porto. Actually, I live in Ghent.", "Where does Ada live?", "Ghent"),
    "ja": ("私はポルトに住んでいます。いや、実はヘントに住んでいます。", "Adaはどこに住んでいますか？", "ヘント"),
    "tr": ("Porto'da yaşıyorum. Aslında Gent'te yaşıyorum.", "Ada nerede yaşıyor?", "Gent"),
}


@pytest.mark.ledger("FOR-17")
@pytest.mark.parametrize("language", SAID)
async def test_who_corrects_themselves_in_the_same_message_is_believed_in_what_they_said_last(tmp_path, language):
    """M3: twelve messages, for the ids decided by chance."""
    told, asked, home = SAID[language]
    for number in range(12):
        stage = await Stage.open(tmp_path / str(number))
        stage.now += timedelta(seconds=number)
        await stage.say(told, id=f"message {number}")
        await stage.engine.settled()

        first = (await stage.engine.search(asked, TEAM, scope="facts"))[0]

        assert home in first.text
        assert first.outdated == ""
        await stage.engine.close()
