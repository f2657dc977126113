"""What a model is given for a turn: the prompt within its budget, and the tools with audience and permissions bound."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bots.anima import anima_files
from bots.anima.anima import Anima
from bots.anima.anima_files import PermittedPlaces
from bots.delivery.items import InboxItem, Letter
from bots.delivery.message_files import TakenFile
from bots.ports import Prompt, StructuredPrompt, Tools, ToolSpec
from bots.tools.messaging_tools import (
    call_human,
    delegate_task,
    post_channel,
    read_channel,
    read_dm_history,
    send_message,
)
from bots.tools.tool import Reach, Tool
from bots.tools.tool_catalogue import TOOLS
from bots.tools.turn_tools import Observe, TurnTools, more_tools
from bots.turn.prompt.prompt_inputs import Colleague, Participant, PromptInputs, PromptSection, Relation, Skill, Trust
from bots.turn.prompt.prompt_sections import CUT_FIRST, SECTIONS
from bots.turn.prompt.talk_messages import attached_files, talk_history, worded_message
from memory.archive.conversations import Conversation
from memory.archive.requests import ANSWER_GIVEN, AWAITED_APPROVAL, AWAITED_BY_ROLE, AWAITED_IN_BACKGROUND
from memory.archive.unfinished_turns import JournalRecovery
from memory.engine import MemoryEngine
from memory.recall.priming.channels import SKILLS
from memory.sleep.procedures import Ability
from memory.theories import tokens
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.cue import Cue, MemoryEffect, Primed
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.event import Author
from memory.vocabulary.fact import Fact

#: The whole answer of who has nothing to say: nothing is posted then.
SILENCE_TOKEN = "HEARTBEAT_OK"
_NOTHING_SAID = f"If nothing is to be said, answer {SILENCE_TOKEN} and nothing else."
_SHORT, _BEGUN = 300, 500


async def turn_remarks(
    anima: Anima, heard: InboxItem, recovered: JournalRecovery | None, late_by: str, effect: MemoryEffect | None = None
) -> list[str]:
    """One line each. `late_by` is empty where the message was heard at once."""
    notes = await _woken_remark(anima, heard)
    if effect is not None:
        notes.append(_effect_remark(effect))
    if late_by:
        notes.append(f"This message was written {late_by} ago, while you were away.")
    if recovered is not None and recovered.text:
        notes.append(f"You were interrupted while answering it. You had begun: {recovered.text[-_BEGUN:]!r}")
    for tool in recovered.tools if recovered else ():
        if not tool.ended:
            notes.append(f"Whether your use of {tool.name} took effect is unknown.")
    return notes


def is_silent(text: str) -> bool:
    """Whether the model has nothing to say. The word may stand among signs, not among words."""
    return text.strip(" \t\r\n*_`.!\"'") == SILENCE_TOKEN


def _effect_remark(effect: MemoryEffect) -> str:
    told = "; ".join(f"{text[:_SHORT]!r}" for text in effect.told)
    match effect.kind:
        case "forgot":
            return "Your memory has just let go of what they asked you to forget. Say so without its words."
        case "nothing_to_forget":
            return "Your memory holds nothing of what they ask you to forget. Say so."
        case "which_to_forget":
            return f"Several things may be meant, and nothing was forgotten yet. Ask which: {told}."
        case "corrected":
            return f"Your memory now says {effect.new!r} instead of {effect.old!r} ({told}). Say what changed."
        case "unclear_correction":
            return (
                "They correct something, but your memory cannot tell what; nothing was changed. Ask what it is about."
            )
        case "left_out":
            return f"They say that your last answer was wrong. You tell no more of {told or 'it'}. Ask what is right."


async def _woken_remark(anima: Anima, heard: InboxItem) -> list[str]:
    occasion = heard.occasion
    if occasion is None:
        return []
    if occasion.kind == "letter" and occasion.letter is not None:
        return _letter_remark(occasion.letter)
    if occasion.kind != "answer":
        return []
    awaited = await asyncio.to_thread(anima.records.awaited.find, occasion.id)
    if awaited is None:
        return []
    asked = f"Earlier in this talk you asked {awaited.of}: {awaited.text[:_SHORT]!r}."
    if awaited.state == ANSWER_GIVEN and awaited.kind in (AWAITED_APPROVAL, AWAITED_BY_ROLE):
        return [f"{asked} The newest message is what came of it, told by the program. Go on. {_NOTHING_SAID}"]
    if awaited.state == ANSWER_GIVEN and awaited.kind == AWAITED_IN_BACKGROUND:
        return [f"{asked} The newest message is what it gave. Go on with what it was for. {_NOTHING_SAID}"]
    if awaited.state == ANSWER_GIVEN:
        return [f"{asked} The newest message is their answer. Go on with what it was for. {_NOTHING_SAID}"]
    return [f"{asked} No answer has come in time. Say so to whom it concerns, or find another way."]


def _letter_remark(letter: Letter) -> list[str]:
    if letter.type == "request":
        return [f"{letter.from_person} supervises you and hands you this task. Your answer goes back as its result."]
    if letter.reply_to:
        return [f"This is a late answer to a letter of yours; your words go to nobody. {_NOTHING_SAID}"]
    return [
        f"This is a letter from your colleague {letter.from_person}. Your answer goes back as a letter. {_NOTHING_SAID}"
    ]


# --- known ----------------------------------------------------------------------------------------------------------
# What a turn's prompt is made from, as values: see `bots.ports.StructuredPrompt`.


#: Earlier messages of the speaker that are looked at.
_EARLIER_MESSAGES = 50

_FORMED_WITHIN_S = 0.5
"""So long an answer waits for what was said before it to be understood."""


async def structured_prompt(
    engine: MemoryEngine, anima: str, colleagues: Sequence[str], cue: Cue, primed: Primed, conversation: Conversation
) -> StructuredPrompt:
    """Never raises MemoryFault: what memory cannot tell now is left out."""
    facts, words = await _facts_for_prompt(engine, cue)
    said = [turn.text for turn in conversation.turns if turn.person == str(cue.sender)]
    related = next((block.recollections for block in primed.blocks if block.channel == "related_knowledge"), ())
    return StructuredPrompt(
        anima=anima,
        text=cue.text,
        now=cue.now.astimezone(engine.zone),
        person=str(cue.sender or ""),
        name=cue.sender_name if cue.sender and cue.sender_name != cue.sender.id else "",
        said=tuple(said[-_EARLIER_MESSAGES:]),
        found=(*related, *primed.withheld),
        facts=facts,
        words=words,
        is_first=not conversation.ids,
        colleagues=tuple(colleagues),
        effect=engine.effect(cue.key),
    )


async def _facts_for_prompt(engine: MemoryEngine, cue: Cue) -> tuple[tuple[Fact, ...], Mapping[str, str]]:
    """What is believed, and the words of the events that it was understood from."""
    try:
        with suppress(TimeoutError):  # who types fast asks for what was said a moment ago
            async with asyncio.timeout(_FORMED_WITHIN_S):
                await engine.formed()
        facts = tuple(await engine.facts.believed(cue.audience))
        return facts, await engine.texts([event for fact in facts for event in fact.sources[:1]])
    except MemoryFault:
        return (), {}


# --- assemble -------------------------------------------------------------------------------------------------------
# Joins the sections that apply into what stays the same over turns and what does not, within one budget.


SECTION_RULE = "\n\n---\n\n"
NEWEST_FIRST_SECTIONS = "# The newest message"
"""Ends the moment: whatever stands behind it is the message."""

#: Less than this of a section is not worth its heading.
_SMALLEST = 16
_MOMENTARY = frozenset(section.name for section in SECTIONS if section.is_momentary)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssembledPrompt:
    """`standing` is the same byte for byte while persona, organisation and tools are; `moment` holds for this turn.

    `shortened` are the names of the sections that had to be shortened or left out.
    """

    standing: str
    moment: str
    shortened: tuple[str, ...] = ()


def assemble_prompt(inputs: PromptInputs, budget: int) -> AssembledPrompt:
    """At most `budget` tokens (estimated), as long as the sections that are never cut fit into it."""
    whole = {section.name: section.render(inputs) for section in SECTIONS}
    fitting = _fitted_sections(whole, inputs, budget)
    shortened = tuple(name for name, text in whole.items() if fitting[name] != text)
    standing, moment = _prompt_parts(fitting)
    return AssembledPrompt(standing=standing, moment=moment, shortened=shortened)


def _fitted_sections(texts: Mapping[str, str], inputs: PromptInputs, budget: int) -> Mapping[str, str]:
    for section, least in (*CUT_FIRST, *((section, 0) for section, _ in CUT_FIRST)):
        excess = sum(map(tokens.count_tokens, _prompt_parts(texts))) - budget
        if excess <= 0:
            break
        texts = {**texts, section.name: _shortened_text(section, inputs, texts[section.name], excess, least)}
    return texts


def _shortened_text(section: PromptSection, inputs: PromptInputs, text: str, excess: int, least: int) -> str:
    # One token more, for parts are rounded up each for itself.
    left = max(least, tokens.count_tokens(text) - excess - 1)
    if left >= tokens.count_tokens(text):
        return text
    return section.shortened(inputs, text, left) if left >= _SMALLEST else ""


def _prompt_parts(texts: Mapping[str, str]) -> tuple[str, str]:
    standing = [text for name, text in texts.items() if text and name not in _MOMENTARY]
    moment = [text for name, text in texts.items() if text and name in _MOMENTARY]
    return SECTION_RULE.join(standing), SECTION_RULE.join([*moment, NEWEST_FIRST_SECTIONS])


# --- briefing -------------------------------------------------------------------------------------------------------
# What an anima is given for a turn: the prompt, and the tools with audience and permissions bound.


_PERSONA = ("identity.md", "injection.md", "specialty_prompt.md", "permissions.md", "bootstrap.md")
_MOST_PEOPLE = 20
#: Tokens for the texts of skills and procedures that fit, by the kind of message; the window may allow less.
_SKILL_TOKENS = {"greeting": 1000, "question": 3000, "request": 5000, "heartbeat": 2000}
_SKILL_SHARE = 4
_MOST_FITTING, _FITS_FROM = 3, 0.5
_MOST_SKILLS = 20
_LONGEST_SKILL = 120
_TRUST_OF: Mapping[str, Trust] = {"owner": "owner", "member": "member", "guest": "guest"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSituation:
    """One turn, as far as a prompt depends on it. `conversation` is the talk so far, where the answer goes."""

    heard: InboxItem
    cue: Cue
    primed: Primed
    conversation: Conversation
    tools: tuple[ToolSpec, ...] = ()
    files: tuple[TakenFile, ...] = ()
    files_tokens: int = 0
    notes: tuple[str, ...] = ()


class Briefing:
    """Composes prompts and equips turns."""

    def __init__(self, animas: Mapping[str, Anima], shared: Path) -> None:
        self._animas = animas
        self._shared = shared

    async def compose(self, anima: Anima, situation: TurnSituation) -> Prompt:
        """The system prompt, the conversation so far, what holds for this moment, the message."""
        talk, message, limit = situation.conversation, situation.heard.message, anima.history_tokens
        assembled = assemble_prompt(await self._inputs(anima, situation), anima.prompt_tokens)
        colleagues = [name for name in self._animas if name != anima.name]
        said = worded_message(talk, limit, message)
        return Prompt(
            system=assembled.standing,
            history=tuple(talk_history(talk, limit, message, anima.engine.zone)),
            moment=assembled.moment,
            message="\n".join(filter(None, [said, *attached_files(message, situation.files, situation.files_tokens)])),
            images=tuple(file.image for file in situation.files if file.image is not None),
            known=partial(
                structured_prompt, anima.engine, anima.name, colleagues, situation.cue, situation.primed, talk
            ),
        )

    def equip(self, anima: Anima, cue: Cue, observe: Observe, reach: Reach | None = None) -> Tools:
        """The tools that this anima may use, bound to this turn."""
        rules = anima_files.parse_permissions(anima.directory.read_text("permissions.md"))
        more = {tool.name: tool for tool in more_tools(anima)}
        return TurnTools(
            engine=anima.engine,
            cue=cue,
            observe=observe,
            reach=reach,
            catalogue=[*self._offered(anima, reach), *more.values()],
            permitted=lambda tool: rules.names(tool) if tool in more else rules.may_use(tool, by_default=True),
            places=PermittedPlaces(rules, anima.directory.path),
        )

    def _offered(self, anima: Anima, reach: Reach | None) -> list[Tool]:
        """Less those for which there is nobody."""
        subordinates = any(other.traits.supervisor == anima.name for other in self._animas.values())
        nobody = {
            send_message.__name__: reach is None or (len(self._animas) == 1 and not reach.can_write),
            call_human.__name__: reach is None or not reach.can_call,
            read_dm_history.__name__: reach is None or len(self._animas) == 1,
            delegate_task.__name__: reach is None or not subordinates,
            post_channel.__name__: reach is None or not reach.boards(),
            read_channel.__name__: reach is None or not reach.boards(),
        }
        return [tool for tool in TOOLS if not nobody.get(tool.name)]

    async def _inputs(self, anima: Anima, situation: TurnSituation) -> PromptInputs:
        message = situation.heard.message
        texts = await asyncio.to_thread(_persona_texts, anima)
        state = [
            await _gated_text(anima, f"state/{name}.md", situation.cue.audience) for name in ("current_task", "pending")
        ]
        fitting = await _fitting_skills(anima, situation)
        known = await anima.engine.procedures.known(situation.cue.audience)
        shared = [item for item in known if item.path.startswith("shared/")]
        able = [item for item in known if not item.path.startswith("shared/")]
        return PromptInputs(
            anima=anima.name,
            now=situation.cue.now.astimezone(anima.engine.zone),
            activation=situation.cue.activation,
            language=anima.traits.language,
            mode=anima.traits.mode,
            place=str(message.place),
            audience=str(message.audience),
            is_direct=message.is_direct,
            vision=await asyncio.to_thread(_text_of_file, self._shared / "company" / "vision.md"),
            current_task=state[0],
            pending=state[1],
            primed=situation.primed,
            matched_skills=fitting,
            personal_skills=_listed_skill(able),
            common_skills=_listed_skill(shared),
            tools=situation.tools,
            external_tools=_outside_tools(anima, situation.tools),
            speaker=_speaker_relation(situation.heard),
            people=() if message.is_direct else _other_people(situation, anima.history_tokens),
            colleagues=tuple(self._colleagues(anima)),
            expressions=tuple(anima.traits.expressions),
            notes=situation.notes,
            identity=texts["identity.md"],
            injection=texts["injection.md"],
            specialty=texts["specialty_prompt.md"],
            permissions=texts["permissions.md"],
            bootstrap=texts["bootstrap.md"],
        )

    def _colleagues(self, anima: Anima) -> list[Colleague]:
        return [
            Colleague(name=other.name, role=other.traits.role, relation=_relation_of(anima, other))
            for other in self._animas.values()
            if other is not anima
        ]


def _speaker_relation(heard: InboxItem) -> Participant:
    message = heard.message
    trust = "bot" if message.author_is_bot else _TRUST_OF.get(heard.trust, "unknown")
    # Their other accounts are nobody's business in a room.
    address = message.author if message.audience.alone else message.writer
    return Participant(name=message.author_name, address=str(address), trust=trust)


def _outside_tools(anima: Anima, offered: Sequence[ToolSpec]) -> tuple[str, ...]:
    more = {tool.name for tool in more_tools(anima)}
    return tuple(spec.name for spec in offered if spec.name in more)


def _other_people(situation: TurnSituation, limit_tokens: int) -> tuple[Participant, ...]:
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


def _persona_texts(anima: Anima) -> dict[str, str]:
    """The persona's files, read anew each time: people edit them."""
    return {name: anima.directory.read_text(name) for name in _PERSONA}


async def _fitting_skills(anima: Anima, situation: TurnSituation) -> tuple[Skill, ...]:
    """The skills and procedures that fit, whole, best first, as far as there is room; of the best at least a part.

    The others stand as lines among what comes to mind.
    """
    left = min(_SKILL_TOKENS.get(situation.primed.message_type, 0), anima.prompt_tokens // _SKILL_SHARE)
    fitting: list[Skill] = []
    for path in _matching_skill(situation.primed):
        text = (await _gated_text(anima, path, situation.cue.audience)).strip()
        size = tokens.count_tokens(text)
        if text and (size <= left or not fitting):
            fitting.append(
                Skill(name=path, description="", text=text if size <= left else tokens.cut_to_tokens(text, left))
            )
            left -= size
    return tuple(fitting)


def _matching_skill(primed: Primed) -> list[str]:
    """The best match, and behind it those that match well."""
    found = [recollection for block in primed.blocks if block.channel == SKILLS for recollection in block.recollections]
    well = [item for item in found[1:] if item.reasons and item.reasons[0].value >= _FITS_FROM]
    return list(dict.fromkeys(item.path.partition("#")[0] for item in (*found[:1], *well)))[:_MOST_FITTING]


def _listed_skill(known: Sequence[Ability]) -> tuple[Skill, ...]:
    """What there is, by name and purpose, the same in each turn; a text is read where it is needed."""
    return tuple(Skill(name=item.path, description=item.description[:_LONGEST_SKILL]) for item in known[:_MOST_SKILLS])


async def _gated_text(anima: Anima, path: str, audience: Audience) -> str:
    """A file of the anima's state, as far as this audience may read it."""
    with suppress(MemoryFault, FileNotFoundError, ValueError):
        return await anima.engine.read(path, audience)
    return ""


def _text_of_file(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return ""


def _relation_of(anima: Anima, other: Anima) -> Relation:
    if anima.traits.supervisor == other.name:
        return "supervisor"
    return "subordinate" if other.traits.supervisor == anima.name else "peer"
