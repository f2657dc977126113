"""Every public function of text takes time in line with it. Who adds one adds it here, or its first text is found."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from types import ModuleType

import pytest

from adapters.console import markdown
from adapters.discord import markdown as discord_markdown
from adapters.discord import outbound as discord_posts
from adapters.rendering import leaves
from adapters.slack import inbound
from adapters.slack import markdown as slack_markdown
from adapters.telegram import commands as telegram_commands
from adapters.telegram import markdown as telegram_markdown
from bots.people import addressing
from bots.schedule import grammar
from bots.turn.thinking import one_shot
from config.settings.problems import mistaken_token
from memory.archive import data_subject
from memory.formation.corrections import text_without
from memory.formation.cued_attributes import called_names
from memory.formation.message_filter import why_filtered
from memory.formation.message_intent import intent_shares, judge_intent, own_name, reminder_act
from memory.formation.message_span import meant
from memory.formation.reminder_requests import moved_reminder, requested_reminder
from memory.formation.self_corrections import is_brief
from memory.formation.understanding import understand
from memory.formation.utterances import Utterance
from memory.language import feedback, language_id
from memory.language.analyser import level
from memory.language.attribute_cues import ATTRIBUTE_CUES
from memory.language.dating.said_times import said_span
from memory.language.feelings import feeling_of
from memory.language.prose import legible, sentences, spoken
from memory.recall import query
from memory.recall.priming import channels, injection_rules
from memory.theories import tokens
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue
from memory.vocabulary.text_form import attributed
from tests.each import each
from tests.linear.collecting import OWN_TEXT, PACKAGES, TABLES
from tests.linear.measuring import LONG, Work, first_bad, least, seconds
from tests.linear.shapes import FIXED, Shape

pytestmark = [pytest.mark.ledger("FOR-01", "RET-13", "PRI-07", "PLT-08"), pytest.mark.timeout(600)]

NOW = datetime(2026, 3, 16, 12, tzinfo=UTC)
TEXTS = frozenset({"text", "markdown", "question", "message", "content", "answer", "line", "raw", "body", "reply"})
"""Names of arguments by which a function of foreign text is known."""

CAP_S = 0.5
"""What the understanding of any message may take, in a thread."""


def _said(text: str) -> Utterance:
    return Utterance(id="1", text=text, at=NOW, person="slack:T01/U01", speaker="Ada", addressee="alice")


def _cue(text: str) -> Cue:
    return Cue(text=text, audience=Audience.parse("org"), now=NOW)


def _signs(text: str) -> None:
    with suppress(grammar.UnknownWord):
        grammar.signs_of(text, "en")


PLAIN: dict[str, Work] = {
    "config.settings.problems.mistaken_token": lambda text: mistaken_token("telegram", "bot_token", text),
    "adapters.console.markdown.rendered": lambda text: markdown.rendered(text, width=80),
    "adapters.discord.outbound.quote_head": lambda text: discord_posts.quote_head("Ada", text),
    "adapters.discord.markdown.split": discord_markdown.split,
    "adapters.slack.markdown.split": slack_markdown.split,
    "adapters.telegram.markdown.split": telegram_markdown.split,
    "adapters.rendering.leaves.as_heading": lambda text: leaves.as_heading(1, text),
    "adapters.rendering.leaves.backtick_fence": lambda text: leaves.backtick_fence(text, 3),
    "adapters.slack.inbound.mentions": lambda text: inbound.mentions(text, "U01"),
    "adapters.slack.inbound.readable": lambda text: inbound.readable(text, str, str, without="U01"),
    "adapters.telegram.commands.spoken": lambda text: telegram_commands.spoken(text, "bot"),
    "bots.people.addressing.called_name": lambda text: addressing.called_name(text, ("alice", "bob")),
    "bots.people.addressing.named_in": lambda text: addressing.named_in(text, ("alice", "bob"), anywhere_in_front=True),
    "bots.schedule.grammar.signs_of": _signs,
    "bots.turn.thinking.one_shot.parse_text_calls": lambda text: one_shot.parse_text_calls(text, {"search_memory"}),
    "memory.formation.cued_attributes.called_names": lambda text: called_names(
        text, level(text), (), ATTRIBUTE_CUES["en"]
    ),
    "memory.recall.priming.injection_rules.message_type": lambda text: injection_rules.message_type(_cue(text)),
    "memory.recall.priming.injection_rules.is_worth_a_search": lambda text: injection_rules.is_worth_a_search(
        _cue(text)
    ),
    "memory.recall.priming.channels.matched_skills": lambda text: channels.matched_skills(text, ()),
    "memory.recall.query.meant_name": lambda text: query.meant_name(text, ("Mohammed", "Joakim"), lambda word: False),
    "memory.recall.query.search_stems": lambda text: query.search_stems((), text),
    "memory.formation.message_intent.own_name": own_name,
    "memory.archive.data_subject.wording_in": lambda text: data_subject.wording_in(text, {("one", "run")}),
    "memory.language.language_id.language_spoken": lambda text: language_id.language_spoken(text, (text, text)),
    "memory.language.language_id.guess_language": language_id.guess_language,
    "memory.theories.tokens.cut_to_tokens": lambda text: tokens.cut_to_tokens(text, 1000),
    "memory.vocabulary.text_form.attributed": lambda text: attributed("-", "", text),
}
"""What needs more than its text, and is linear in it."""

CAPPED: dict[str, Work] = {
    "memory.formation.corrections.text_without": lambda text: text_without(
        legible(text), "chat:W/ada", lambda fact: True
    ),
    "memory.language.feelings": lambda text: feeling_of(legible(text)),
    "memory.formation.message_filter.why_filtered": lambda text: why_filtered(_said(legible(text))),
    "memory.formation.understanding.understand": lambda text: understand(_said(legible(text))),
    "memory.formation.reminder_requests": lambda text: [ask(text, NOW) for ask in (requested_reminder, moved_reminder)],
    "memory.index.entry.turn_keys": lambda text: sentences(spoken(legible(text))),
    "memory.language.feedback": lambda text: [
        ask(legible(text))
        for ask in (
            lambda said: feedback.judge_verdict("You live in Ghent.", said),
            feedback.text_to_remember,
        )
    ],
    "memory.recall.query.understand_query": lambda text: query.understand_query(legible(text), NOW, UTC, ("Ada",)),
    "memory.formation.message_intent": lambda text: [ask(text) for ask in (judge_intent, intent_shares, reminder_act)],
    "memory.formation.message_span": lambda text: meant(text, "forget"),
    "memory.language.dating.said_times.said_span": lambda text: said_span(legible(text)),
    "memory.formation.self_corrections.is_brief": lambda text: is_brief(legible(text)),
}
"""Where the rules of languages are entered: no more than what is legible."""

BEHIND = {
    "memory.formation.model_formation.check_formed": "needs a request; what it reads is measured by read_answer",
    "memory.formation.entities.is_meant_in_japanese_letters": "the letters beside one name; measured by entities",
    "memory.formation.entities.is_spelled": "one name; measured by entities",
    "memory.formation.typed_values.correct_value": "a clause; measured by understand",
    "memory.archive.documents.render_frontmatter": "the product's own heads",
    "memory.index.log_now.says_again": "compares",
    "memory.recall.query.asked_instant": "its first thousand characters",
    "memory.sleep.procedure_learning.procedure_file": "puts a text in its place",
    "memory.sleep.procedure_learning.is_known_procedure": "steps of eight thousand characters, by their embedding",
    "memory.recall.ranking.raise_by_mood": "a legible question; measured by memory.language.feelings",
    "memory.recall.intentional.used_memories": "terms only, and of the memories of one turn",
    "memory.theories.tokens.cut_to_tokens": "see PLAIN",
    "memory.formation.message_span.place_features": "the beginning of a message; measured by meant",
    "memory.formation.message_intent.name_features": "the beginning of a message; measured by own_name",
    "adapters.console.inbound.said": "puts a text in its place",
    "adapters.page.page_html.page_of_answer": "measured by html_of",
    "adapters.models.offline_recall.quotable": "one memory that recall has found",
    "bots.delivery.items.pack_answer": "writes it",
    "adapters.console.inbound.heard": "one line of a terminal",
    "adapters.discord.inbound.readable": "needs a payload; its expression is measured",
    "adapters.discord.outbound.bot_post": "puts a text in its place",
    "adapters.discord.outbound.webhook_post": "puts a text in its place",
    "adapters.rendering.width.best_break": "a window; measured by split",
    "adapters.rendering.width.after_space": "measured by the platforms' split",
    "adapters.rendering.width.is_blank_from": "measured by the platforms' split",
    "adapters.rendering.splitting.split": "measured by the platforms'",
    "adapters.rendering.width.whole": "sixty-four characters",
    "adapters.telegram.outbound.composed": "measured by render",
    "bots.rooms.board_log.board_event_removed": "the id of a message",
    "bots.anima.anima_files.unread_permissions": "the operator's own file",
    "bots.delivery.store.trace_message": "a query to the operator's database",
    "config.command_line.arguments.to_terminal": "writes it",
    "memory.index.pieces.document_pieces": "its expressions are measured",
    "memory.index.pieces.labelled_audience": "its expressions are measured",
    "adapters.rendering.document.same_address": "compares",
}
"""What has no entry of its own, and why."""

ELSEWHERE = (
    "adapters.discord.outbound.split",
    "adapters.console.outbound.split",
    "adapters.telegram.outbound.",
)
"""Second names of what is measured."""

QUICK = tuple(Shape(unit) for unit in (" ", ".", "?", "a", "[", "`", "Ada Bob ", "acak", "字", "@a ", "\n", "1", "İ"))
WORST = tuple(
    Shape(unit, tail="a") for unit in ("I live in Ghent and ", "benim adım Ali ve ", "私の名前は花子で", "? ")
)


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        root = importlib.import_module(package)
        for one in pkgutil.walk_packages(root.__path__, f"{package}."):
            if not one.name.startswith(OWN_TEXT):
                yield importlib.import_module(one.name)


def _found() -> Iterator[tuple[str, Callable[..., object], bool]]:
    """Public functions whose first text goes by a name of TEXTS; whether the text is all that they need."""
    for module in _modules():
        for name, function in vars(module).items():
            if name.startswith("_") or not inspect.isfunction(function) or function.__module__ != module.__name__:
                continue
            needed = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
            texts = [one.name for one in needed if one.annotation in ("str", str) and one.name in TEXTS]
            if texts and not inspect.iscoroutinefunction(function):
                yield f"{module.__name__}.{name}", function, len(needed) == 1


def linear() -> dict[str, Work]:
    """Every function that can be given all that it needs, those of the rules with a text as no gate has cut it."""
    found = {
        name: _all_of(call, given)
        for name, call, is_alone in _found()
        if (is_alone or name.startswith(TABLES)) and not name.startswith(ELSEWHERE)
        if (given := _given(call)) is not None
    }
    return {**found, **PLAIN}


def _given(call: Callable[..., object]) -> Callable[[str], dict[str, object]] | None:
    """All that the function needs, made of one text; None where it needs more than can be made so."""
    needed = [one for one in inspect.signature(call).parameters.values() if one.default is one.empty]
    makers = {one.name: _maker(one) for one in needed}
    if None in makers.values():
        return None
    return lambda text: {name: make(text) for name, make in makers.items() if make is not None}


def _maker(needed: inspect.Parameter) -> Work | None:
    kind = str(needed.annotation)
    if kind == "str" or needed.annotation is str:
        other = "en" if needed.name in ("code", "language") else "Ada"
        is_text = needed.name in {*TEXTS, "folded"}
        return (lambda text: text) if is_text else (lambda text: other)
    if kind == "int":
        return len if needed.name == "end" else lambda text: 0
    makers: dict[str, Work] = {"datetime": lambda text: NOW, "bool": lambda text: True, "Utterance": _said}
    is_many = kind.startswith(("Sequence[", "Collection[", "Iterable[", "tuple["))
    return makers.get(kind) or ((lambda text: ()) if is_many else None)


def _all_of(call: Callable[..., object], given: Callable[[str], dict[str, object]]) -> Work:
    """An iterator works when it is read."""

    def work(text: str) -> object:
        try:
            result = call(**given(text))
            return list(result) if isinstance(result, Iterator) else result
        except Exception:  # a refusal, of whatever kind
            return None

    return work


def test_every_function_of_foreign_text_is_in_the_catalogue() -> None:
    measured = linear()
    needing_more = {name for name, _, is_alone in _found() if not is_alone and name not in measured}
    outgoing = {
        name
        for name in needing_more
        if name.startswith(
            ("bots.delivery.answer_parts.", "bots.turn.question_posts.", "bots.turn.turn_report.", "bots.turn.prime.")
        )
    }

    assert not needing_more - outgoing - {*PLAIN, *CAPPED, *BEHIND}


@pytest.mark.audit("A16")
@pytest.mark.timeout(600)  # a busy machine takes several times as long
def test_no_function_of_text_takes_more_than_its_length() -> None:
    """B7, and A16: what the rules of languages are made of, too, and not only behind the gate before them."""
    found = {name: first_bad(work, QUICK[::2]) for name, work in linear().items()}

    assert not {name: str(bad) for name, bad in found.items() if bad}


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_shape_makes_a_function_take_more_than_its_length() -> None:
    """B7, the full table."""
    found = {name: first_bad(work, FIXED) for name, work in linear().items()}

    assert not {name: str(bad) for name, bad in found.items() if bad}


@each("name", CAPPED)
def test_the_rules_understand_any_message_in_half_a_second(name: str) -> None:
    """B7"""
    work = CAPPED[name]
    work("I live in Ghent.")
    slow = {shape: seconds(work, shape.text(LONG)) for shape in (*QUICK, *WORST)}
    again = {shape: least(work, shape.text(LONG)) for shape, took in slow.items() if took > CAP_S}

    assert not {repr(shape.unit): took for shape, took in again.items() if took > CAP_S}


@each("text", ["", "I'm vegan.", "私は大阪に住んでいます。\n本当です。", "Bugün\tgeldim!!! 🎉🎉🎉", "a  b\n\n\n  c"])
def test_what_people_write_is_legible_as_it_is(text: str) -> None:
    assert legible(text) == text


def test_a_long_message_is_told_by_its_length_and_none_is_more() -> None:
    assert len(legible("Some words of a sentence. " * 10_000)) <= 5001
    assert why_filtered(_said(legible("Some words of one sentence among many others. " * 1000))) == "length"
