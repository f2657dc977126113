"""What a mind is given for a turn: the prompt, and the tools with audience and permissions bound."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bots.files.taking import Came
from bots.known import known_for
from bots.mind import Mind
from bots.parcel import Heard
from bots.persona import permissions
from bots.persona.places import Places
from bots.ports import Prompt, Tools, ToolSpec
from bots.prompt.assemble import assemble
from bots.prompt.attached import attached
from bots.prompt.inputs import Colleague, Participant, PromptInputs, Relation, Skill, Trust
from bots.prompt.talk import history, worded
from bots.tools.call_human import call_human
from bots.tools.catalogue import CATALOGUE
from bots.tools.delegate_task import delegate_task
from bots.tools.post_channel import post_channel
from bots.tools.reach import Reach
from bots.tools.read_channel import read_channel
from bots.tools.read_dm_history import read_dm_history
from bots.tools.send_message import send_message
from bots.tools.tool import Tool
from bots.tools.turn_tools import Observe, TurnTools, more_tools
from memory.archive.conversations import Conversation
from memory.priming.skills import NAME as SKILLS
from memory.procedures.known import Ability
from memory.theories import tokens
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.author import Author
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.recall import Cue, Primed

_PERSONA = ("identity.md", "injection.md", "specialty_prompt.md", "permissions.md", "bootstrap.md")
_MOST_PEOPLE = 20
#: Tokens for the texts of skills and procedures that fit, by the kind of message; the window may allow less.
_SKILL_TOKENS = {"greeting": 1000, "question": 3000, "request": 5000, "heartbeat": 2000}
_SKILL_SHARE = 4
_MOST_FITTING, _FITS_FROM = 3, 0.5
_MOST_SKILLS = 20
_LONGEST_SKILL = 120
_TRUST: Mapping[str, Trust] = {"owner": "owner", "member": "member", "guest": "guest"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One turn, as far as a prompt depends on it. `conversation` is the talk so far, where the answer goes."""

    heard: Heard
    cue: Cue
    primed: Primed
    conversation: Conversation
    tools: tuple[ToolSpec, ...] = ()
    files: tuple[Came, ...] = ()
    files_tokens: int = 0
    notes: tuple[str, ...] = ()


class Briefing:
    """Composes prompts and equips turns."""

    def __init__(self, minds: Mapping[str, Mind], shared: Path) -> None:
        self._minds = minds
        self._shared = shared

    async def compose(self, mind: Mind, situation: Situation) -> Prompt:
        """The system prompt, the conversation so far, what holds for this moment, the message."""
        talk, message, limit = situation.conversation, situation.heard.message, mind.history_tokens
        assembled = assemble(await self._inputs(mind, situation), mind.prompt_tokens)
        colleagues = [name for name in self._minds if name != mind.name]
        said = worded(talk, limit, message)
        return Prompt(
            system=assembled.standing,
            history=tuple(history(talk, limit, message, mind.engine.zone)),
            moment=assembled.moment,
            message="\n".join(filter(None, [said, *attached(message, situation.files, situation.files_tokens)])),
            images=tuple(one.image for one in situation.files if one.image is not None),
            known=partial(known_for, mind.engine, mind.name, colleagues, situation.cue, situation.primed, talk),
        )

    def equip(self, mind: Mind, cue: Cue, observe: Observe, reach: Reach | None = None) -> Tools:
        """The tools that this anima may use, bound to this turn."""
        rules = permissions.parse(mind.directory.read_text("permissions.md"))
        more = {tool.name: tool for tool in more_tools(mind)}
        return TurnTools(
            engine=mind.engine,
            cue=cue,
            observe=observe,
            reach=reach,
            catalogue=[*self._offered(mind, reach), *more.values()],
            permitted=lambda tool: rules.names(tool) if tool in more else rules.may_use(tool, by_default=True),
            places=Places(rules, mind.directory.path),
        )

    def _offered(self, mind: Mind, reach: Reach | None) -> list[Tool]:
        """Less those for which there is nobody."""
        subordinates = any(other.traits.supervisor == mind.name for other in self._minds.values())
        nobody = {
            send_message.__name__: reach is None or (len(self._minds) == 1 and not reach.can_write),
            call_human.__name__: reach is None or not reach.can_call,
            read_dm_history.__name__: reach is None or len(self._minds) == 1,
            delegate_task.__name__: reach is None or not subordinates,
            post_channel.__name__: reach is None or not reach.boards(),
            read_channel.__name__: reach is None or not reach.boards(),
        }
        return [tool for tool in CATALOGUE if not nobody.get(tool.name)]

    async def _inputs(self, mind: Mind, situation: Situation) -> PromptInputs:
        message = situation.heard.message
        texts = await asyncio.to_thread(_texts, mind)
        state = [await _gated(mind, f"state/{name}.md", situation.cue.audience) for name in ("current_task", "pending")]
        fitting = await _fitting(mind, situation)
        known = await mind.engine.procedures.known(situation.cue.audience)
        shared = [one for one in known if one.path.startswith("shared/")]
        able = [one for one in known if not one.path.startswith("shared/")]
        return PromptInputs(
            anima=mind.name,
            now=situation.cue.now.astimezone(mind.engine.zone),
            activation=situation.cue.activation,
            language=mind.traits.language,
            mode=mind.traits.mode,
            place=str(message.place),
            audience=str(message.audience),
            is_direct=message.is_direct,
            vision=await asyncio.to_thread(_text_of, self._shared / "company" / "vision.md"),
            current_task=state[0],
            pending=state[1],
            primed=situation.primed,
            matched_skills=fitting,
            personal_skills=_listed(able),
            common_skills=_listed(shared),
            tools=situation.tools,
            external_tools=_outside(mind, situation.tools),
            speaker=_speaker(situation.heard),
            people=() if message.is_direct else _others(situation, mind.history_tokens),
            colleagues=tuple(self._colleagues(mind)),
            expressions=tuple(mind.traits.expressions),
            notes=situation.notes,
            identity=texts["identity.md"],
            injection=texts["injection.md"],
            specialty=texts["specialty_prompt.md"],
            permissions=texts["permissions.md"],
            bootstrap=texts["bootstrap.md"],
        )

    def _colleagues(self, mind: Mind) -> list[Colleague]:
        return [
            Colleague(name=other.name, role=other.traits.role, relation=_relation(mind, other))
            for other in self._minds.values()
            if other is not mind
        ]


def _speaker(heard: Heard) -> Participant:
    message = heard.message
    trust = "bot" if message.author_is_bot else _TRUST.get(heard.trust, "unknown")
    # Their other accounts are nobody's business in a room.
    address = message.author if message.audience.alone else message.writer
    return Participant(name=message.author_name, address=str(address), trust=trust)


def _outside(mind: Mind, offered: Sequence[ToolSpec]) -> tuple[str, ...]:
    more = {tool.name for tool in more_tools(mind)}
    return tuple(spec.name for spec in offered if spec.name in more)


def _others(situation: Situation, limit_tokens: int) -> tuple[Participant, ...]:
    """Who else has spoken here lately, by their addresses of this platform."""
    turns = situation.conversation.recent(limit_tokens)
    platform = f"{situation.heard.message.place.platform}:"
    heard = [turn for turn in turns if turn.person.startswith(platform) and not _is_mute(turn.person)]
    people = {turn.person: turn.name for turn in heard}
    people.pop(str(situation.heard.message.author), None)
    return tuple(
        Participant(name=name, address=person, trust="unknown")
        for person, name in sorted(people.items())[:_MOST_PEOPLE]
    )


def _is_mute(address: str) -> bool:
    with suppress(AddressError):
        return Author.by(Person.parse(address)).is_mute
    return False


def _texts(mind: Mind) -> dict[str, str]:
    """The persona's files, read anew each time: people edit them."""
    return {name: mind.directory.read_text(name) for name in _PERSONA}


async def _fitting(mind: Mind, situation: Situation) -> tuple[Skill, ...]:
    """The skills and procedures that fit, whole, best first, as far as there is room; of the best at least a part.

    The others stand as lines among what comes to mind.
    """
    left = min(_SKILL_TOKENS.get(situation.primed.message_type, 0), mind.prompt_tokens // _SKILL_SHARE)
    fitting: list[Skill] = []
    for path in _matching(situation.primed):
        text = (await _gated(mind, path, situation.cue.audience)).strip()
        size = tokens.count(text)
        if text and (size <= left or not fitting):
            fitting.append(Skill(name=path, description="", text=text if size <= left else tokens.cut(text, left)))
            left -= size
    return tuple(fitting)


def _matching(primed: Primed) -> list[str]:
    """The best match, and behind it those that match well."""
    found = [one for block in primed.blocks if block.channel == SKILLS for one in block.recollections]
    well = [one for one in found[1:] if one.reasons and one.reasons[0].value >= _FITS_FROM]
    return list(dict.fromkeys(one.path.partition("#")[0] for one in (*found[:1], *well)))[:_MOST_FITTING]


def _listed(known: Sequence[Ability]) -> tuple[Skill, ...]:
    """What there is, by name and purpose, the same in each turn; a text is read where it is needed."""
    return tuple(Skill(name=one.path, description=one.description[:_LONGEST_SKILL]) for one in known[:_MOST_SKILLS])


async def _gated(mind: Mind, path: str, audience: Audience) -> str:
    """A file of the anima's state, as far as this audience may read it."""
    with suppress(MemoryFault, FileNotFoundError, ValueError):
        return await mind.engine.read(path, audience)
    return ""


def _text_of(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return ""


def _relation(mind: Mind, other: Mind) -> Relation:
    if mind.traits.supervisor == other.name:
        return "supervisor"
    return "subordinate" if other.traits.supervisor == mind.name else "peer"
