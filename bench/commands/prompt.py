"""`bench prompt`: conversations through the real write path, and the whole prompts of their questions."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import mean, median

from adapters.models.scripted import ScriptedModel
from bench.asking import ROOM, cue_of, tell
from bench.conversations import Conversation, Query, UnreadableData, read_all
from bench.harness import Place, Progress, Words, conditions, count, place, print_findings
from bench.product import mind_in
from bench.prompt_figures import absent_tools, quoted_in, repeated_lines, shared_before_history, sizes
from bench.score import interval, share
from bots.anima.anima import Anima
from bots.delivery.items import InboxItem
from bots.message import Kind, Message
from bots.ports import Prompt, ToolSpec
from bots.turn.prompt.briefing import Briefing, TurnSituation
from config.command_line.arguments import DONE, BenchOptions, fail, to_terminal
from memory.archive.conversations import Conversation as Talk
from memory.archive.conversations import ConversationTurn
from memory.theories import tokens
from memory.vocabulary.address import Account
from memory.vocabulary.event import Json

ANIMA = "alice"
#: What the anima is taken to have answered before: the talk grows, and no answer gives evidence away.
_ANSWER = "I have noted that you asked."


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One question's prompt. `evidence` is the share that stands in it; None where the question has none."""

    category: str
    evidence: float | None
    memories: int
    sizes: dict[str, int]
    repeated: tuple[str, ...]
    absent: tuple[str, ...]
    shared: float


def run(options: BenchOptions) -> int:
    """1 where the data cannot be read. Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    try:
        conversations = read_all(Path(given.data), tuple(given.conversation or ()))
    except UnreadableData as reason:
        return fail(to_terminal, reason)
    where = conditions(window=given.window, data=[one.name for one in conversations])
    found: list[Measured] = []
    for number, conversation in enumerate(conversations, 1):
        progress(f"{number} of {len(conversations)}: {conversation.name}, {len(conversation.turns)} turns")
        with place(given.embedder, progress) as here:
            found += asyncio.run(_measured(conversation, here, given.window))
            name = here.name
    print_findings({**where, "embedder": name}, _told(found))
    return DONE


async def _measured(conversation: Conversation, here: Place, window: int) -> list[Measured]:
    """A home of its own, with the usual settings and a persona of the usual kind."""
    model = ScriptedModel([""], context_tokens=window)
    mind = await mind_in(here.folder, ANIMA, lambda: conversation.now, embedder=here.embedder, model=model)
    briefing = Briefing({mind.name: mind}, here.folder / "shared")
    try:
        await tell(mind.engine, conversation)
        found: list[Measured] = []
        before: Prompt | None = None
        talk = Talk(place=str(ROOM))
        for number, query in enumerate(conversation.queries):
            prompt, tools = await _asked(mind, briefing, conversation, query, talk)
            found.append(_figures(conversation, query, prompt, before or prompt, tools))
            before, talk = prompt, _grown(talk, conversation, query, number)
    finally:
        await mind.engine.close()
    return found


async def _asked(
    mind: Anima, briefing: Briefing, conversation: Conversation, query: Query, talk: Talk
) -> tuple[Prompt, tuple[ToolSpec, ...]]:
    shown = {turn.id: turn.text for turn in talk.recent(mind.history_tokens)}
    cue = cue_of(conversation, query, shown)
    assert cue.sender is not None
    message = Message(
        kind=Kind.MESSAGE,
        account=Account("slack", "main"),
        place=ROOM,
        id=query.id,
        order=query.id,
        author=cue.sender,
        author_name=cue.sender_name,
        at=conversation.now,
        audience=cue.audience,
        text=query.text,
    )
    primed = await mind.engine.prime(cue, deadline_s=3600, window=mind.model.context_tokens)

    async def observe(*_: object) -> None:
        return None

    tools = tuple(briefing.equip(mind, cue, observe).specs())
    heard = InboxItem(anima=mind.name, message=message, answers=True)
    situation = TurnSituation(heard=heard, cue=cue, primed=primed, conversation=talk, tools=tools)
    return await briefing.compose(mind, situation), tools


def _grown(talk: Talk, conversation: Conversation, query: Query, number: int) -> Talk:
    """The talk with the question and an answer that says nothing."""
    at = conversation.now + timedelta(seconds=number)
    asked = ConversationTurn(
        role="user", text=query.text, at=at, name=conversation.speakers[0], id=f"q{number}", person="slack:T01/U01"
    )
    told = ConversationTurn(role="assistant", text=_ANSWER, at=at, name=ANIMA, id=f"a{number}")
    return Talk(place=talk.place, turns=(*talk.turns, asked, told))


def _figures(
    conversation: Conversation, query: Query, prompt: Prompt, before: Prompt, tools: tuple[ToolSpec, ...]
) -> Measured:
    said = {turn.id: turn.text for turn in conversation.turns}
    wanted = query.evidence & said.keys() if query.counts else frozenset()
    quoted = set(quoted_in(prompt, [said[id] for id in wanted]))
    there = frozenset(id for id in wanted if said[id] in quoted)
    answer_lines = [line for line in repeated_lines(prompt) if line != _ANSWER]
    return Measured(
        category=query.category,
        evidence=share(there, wanted) if wanted else None,
        memories=tokens.count_tokens(prompt.moment.partition("## Related memories")[2].partition("\n## ")[0]),
        sizes=sizes(prompt, tools),
        repeated=tuple(answer_lines),
        absent=tuple(absent_tools(prompt, tools)),
        shared=shared_before_history(before, prompt),
    )


def _told(found: Sequence[Measured]) -> dict[str, Json]:
    scored = [one for one in found if one.evidence is not None]
    shares = [one.evidence or 0.0 for one in scored]
    by_category = {one.category for one in scored}
    return {
        "questions": len(scored),
        "evidence_in_prompt": _per_cent(mean(shares)),
        "interval_95": [_per_cent(end) for end in interval(shares)],
        "by_category": {
            name: _per_cent(mean(one.evidence or 0.0 for one in scored if one.category == name))
            for name in sorted(by_category)
        },
        "tokens_median": {
            "related_memories": median(one.memories for one in found),
            **{part: median(one.sizes[part] for one in found) for part in found[0].sizes},
        },
        "duplicated_lines": sum(len(one.repeated) for one in found),
        "most_duplicated": [line[:80] for line, _ in Counter(x for one in found for x in one.repeated).most_common(3)],
        "absent_tools": [*sorted({name for one in found for name in one.absent})],
        "shared_before_history_least": _per_cent(min(one.shared for one in found)),
    }


def _per_cent(value: float) -> float:
    return round(100 * value, 1)


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("prompt")
    parser.add_argument("--data", required=True, metavar="DIR", help="folder of <conversation>.json")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    parser.add_argument("--window", type=count, default=128_000, help="tokens of the model's window")
    parser.add_argument("--conversation", action="append", help="one of them (may be repeated); else all")
    return parser.parse_args(list(words))
