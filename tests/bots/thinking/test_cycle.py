"""Recall, prompt, thinking, tools and memory joined: what was told is found again, on the offline model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from bench.talking import kind_of
from bots.ports import Prompt, ToolResult
from bots.tools.turn_tools import TurnTools
from bots.turn.prompt.briefing import assemble_prompt, structured_prompt
from bots.turn.prompt.prompt_inputs import Participant, PromptInputs
from bots.turn.thinking.tool_loop import ToolLoop
from bots.turn.turn_report import memories_in_prompt
from memory.archive.conversations import Conversation, ConversationTurn
from memory.engine import MemoryEngine
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event

START = datetime(2026, 11, 20, 9, tzinfo=UTC)


class Anima:
    """One persona in a direct conversation; each turn is a minute after the last."""

    def __init__(self, memory: MemoryEngine) -> None:
        self.memory = memory
        self.turns = 0
        self.used: list[str] = []
        self.reasons: list[object] = []

    async def hears(self, text: str, who: str = "ada") -> str:
        cue = self._cue(text, who)
        await self.memory.record(_event("message_received", cue, text, cue.key, who.title()))
        primed = await self.memory.prime(cue, deadline_s=10.0)
        speaker = Participant(name=who.title(), address=str(cue.sender))
        both = assemble_prompt(PromptInputs(anima="alice", now=cue.now, primed=primed, speaker=speaker), 8000)
        self.reasons = [one.reasons for one in memories_in_prompt(primed, both.moment)]
        tools = TurnTools(engine=self.memory, cue=cue, observe=self._observe)
        talk = Conversation(
            place=str(cue.place), turns=(ConversationTurn(role="assistant", text="Yes?", at=START, id="0"),)
        )
        prompt = Prompt(
            system=both.standing,
            moment=both.moment,
            message=text,
            known=partial(structured_prompt, self.memory, "alice", (), cue, primed, talk),
        )
        loop = ToolLoop(clock=lambda: datetime.now(UTC))
        answer = "".join([thought.text async for thought in loop.think(prompt, tools, OfflineModel())])
        await self.memory.record(_event("response_sent", cue, answer, f"{cue.key}/answer", "alice"))
        return answer

    def _cue(self, text: str, who: str) -> Cue:
        self.turns += 1
        person = Person.parse(f"console:{who}")
        return Cue(
            text=text,
            audience=Audience.person(person),
            now=START + timedelta(minutes=self.turns),
            sender=person,
            sender_name=who.title(),
            place=Place.parse(f"console:dm/{who}"),
            key=f"console:dm/{who}/{self.turns}",
        )

    async def _observe(self, name: str, arguments: str, result: ToolResult) -> None:
        self.used.append(name)


def _event(kind: str, cue: Cue, text: str, key: str, name: str) -> Event:
    meta = {"id": key, "audience": str(cue.audience), "person": str(cue.sender), "name": name}
    return Event(ts=cue.now, type=kind, content=text, sender=str(cue.sender), channel=str(cue.place), meta=meta)


@pytest.fixture
async def anima(tmp_path: Path) -> AsyncIterator[Anima]:
    memory = await MemoryEngine.open(tmp_path / "animas" / "alice", clock=lambda: START + timedelta(hours=1))
    yield Anima(memory)
    await memory.close()


@pytest.mark.ledger("ANI-03", "ANI-10", "PRI-12")
async def test_what_was_told_is_quoted_later_with_day_and_speaker(anima: Anima) -> None:
    await anima.hears("My cat Miso sleeps on the red sofa.")

    answer = await anima.hears("Where does Miso sleep?")

    assert answer == "Earlier today you said: “My cat Miso sleeps on the red sofa.”"
    assert anima.reasons
    assert all(anima.reasons)


@pytest.mark.ledger("ANI-10", "ANI-12")
async def test_a_note_is_kept_found_and_put_away(anima: Anima) -> None:
    kept = await anima.hears("Remember that the tea is in the blue box")
    found = await anima.hears("Where is the tea?")
    away = await anima.hears("Forget about the tea in the blue box")

    assert "I will remember" in kept
    assert "the tea is in the blue box" in found
    assert kind_of(away, "en") == "forget"
    assert anima.used == ["write_memory_file", "write_memory_file"]


@pytest.mark.ledger("ANI-10")
async def test_what_one_person_told_is_not_told_to_another(anima: Anima) -> None:
    await anima.hears("My cat Miso sleeps on the red sofa.")

    answer = await anima.hears("Where does Miso sleep?", who="bob")

    assert "sofa" not in answer
    assert kind_of(answer, "en") == "unknown"
