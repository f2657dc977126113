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
from adapters.discord import outbound as discord_posts
from adapters.rendering import discord, slack, source, telegram
from adapters.slack import mrkdwn
from adapters.telegram import commands as telegram_commands
from bots import addressing
from bots.rhythm import lexer
from bots.thinking import pseudo_calls
from memory.encoding.called import called
from memory.encoding.clauses import left_of
from memory.encoding.feeling import feeling_of
from memory.encoding.observer import filtered
from memory.encoding.reminders import wished
from memory.encoding.said import Said
from memory.encoding.sentences import sentences, spoken
from memory.encoding.understanding import understand
from memory.erasure import wording
from memory.languages import feedback
from memory.languages.analyser import level
from memory.languages.cues import CUES
from memory.languages.legible import legible
from memory.priming import message_type, skills
from memory.recall import names, query
from memory.theories import tokens
from memory.vocabulary.address import Audience
from memory.vocabulary.recall import Cue
from memory.wants import tongue
from memory.wants.own_name import own_name
from memory.wants.wish import want
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


def _said(text: str) -> Said:
    return Said(id="1", text=text, at=NOW, person="slack:T01/U01", speaker="Ada", addressee="alice")


def _cue(text: str) -> Cue:
    return Cue(text=text, audience=Audience.parse("org"), now=NOW)


def _signs(text: str) -> None:
    with suppress(lexer.Unknown):
        lexer.signs(text, "en")


PLAIN: dict[str, Work] = {
    "adapters.console.markdown.rendered": lambda text: markdown.rendered(text, width=80),
    "adapters.discord.outbound.quote_head": lambda text: discord_posts.quote_head("Ada", text),
    "adapters.rendering.discord.split": discord.split,
    "adapters.rendering.slack.split": slack.split,
    "adapters.rendering.telegram.split": telegram.split,
    "adapters.rendering.source.as_heading": lambda text: source.as_heading(1, text),
    "adapters.rendering.source.ticks": lambda text: source.ticks(text, 3),
    "adapters.slack.mrkdwn.mentions": lambda text: mrkdwn.mentions(text, "U01"),
    "adapters.slack.mrkdwn.readable": lambda text: mrkdwn.readable(text, str, str, without="U01"),
    "adapters.telegram.commands.spoken": lambda text: telegram_commands.spoken(text, "bot"),
    "bots.addressing.called": lambda text: addressing.called(text, ("alice", "bob")),
    "bots.addressing.named_in": lambda text: addressing.named_in(text, ("alice", "bob"), anywhere_in_front=True),
    "bots.rhythm.lexer.signs": _signs,
    "bots.thinking.pseudo_calls.parse": lambda text: pseudo_calls.parse(text, {"search_memory"}),
    "memory.encoding.called.called": lambda text: called(text, level(text), (), CUES["en"]),
    "memory.priming.message_type.message_type": lambda text: message_type.message_type(_cue(text)),
    "memory.priming.message_type.is_worth_a_search": lambda text: message_type.is_worth_a_search(_cue(text)),
    "memory.priming.skills.matched": lambda text: skills.matched(text, ()),
    "memory.recall.names.meant": lambda text: names.meant(text, ("Mohammed", "Joakim"), lambda word: False),
    "memory.recall.query.stems": lambda text: query.stems((), text),
    "memory.wants.own_name.own_name": own_name,
    "memory.erasure.wording.said_in": lambda text: wording.said_in(text, {("one", "run")}),
    "memory.wants.tongue.spoken": lambda text: tongue.spoken(text, (text, text)),
    "memory.wants.tongue.tongue": tongue.tongue,
    "memory.theories.tokens.cut": lambda text: tokens.cut(text, 1000),
}
"""What needs more than its text, and is linear in it."""

CAPPED: dict[str, Work] = {
    "memory.encoding.clauses.left_of": lambda text: left_of(legible(text), "chat:W/ada", lambda fact: True),
    "memory.encoding.feeling": lambda text: feeling_of(legible(text)),
    "memory.encoding.observer.filtered": lambda text: filtered(_said(legible(text))),
    "memory.encoding.understanding.understand": lambda text: understand(_said(legible(text))),
    "memory.encoding.reminders.wished": lambda text: wished(text, NOW),
    "memory.index.turns.keys": lambda text: sentences(spoken(legible(text))),
    "memory.languages.feedback": lambda text: [
        ask(legible(text))
        for ask in (
            feedback.verdict,
            feedback.asks_to_forget,
            feedback.asked_to_forget,
            feedback.asked_to_remember,
        )
    ],
    "memory.recall.query.understand": lambda text: query.understand(legible(text), NOW, UTC, ("Ada",)),
    "memory.wants.wish.want": want,
}
"""Where the rules of languages are entered: no more than what is legible."""

BEHIND = {
    "memory.encoding.by_model.checked": "needs a request; what it reads is measured by read_answer",
    "memory.encoding.naming.is_meant_in_japanese_letters": "the letters beside one name; measured by entities",
    "memory.encoding.naming.is_spelled": "one name; measured by entities",
    "memory.encoding.value_corrections.corrected": "a clause; measured by understand",
    "memory.archive.frontmatter.render": "the product's own heads",
    "memory.index.log_now.says_again": "compares",
    "memory.recall.past.asked_about": "its first thousand characters",
    "memory.procedures.distillation.file_of": "puts a text in its place",
    "memory.procedures.distillation.is_double": "steps of eight thousand characters, compared by their embedding",
    "memory.recall.mood.in_mood": "a legible question; measured by memory.encoding.feeling",
    "memory.recall.usage.used_in": "terms only, and of the memories of one turn",
    "memory.theories.tokens.cut": "see PLAIN",
    "memory.wants.own_name.features_of": "the beginning of a message; measured by own_name",
    "adapters.console.inbound.said": "puts a text in its place",
    "adapters.models.offline_recall.quotable": "one memory that recall has found",
    "bots.parcel.pack_answer": "writes it",
    "adapters.console.inbound.heard": "one line of a terminal",
    "adapters.discord.inbound.readable": "needs a payload; its expression is measured",
    "adapters.discord.outbound.bot_post": "puts a text in its place",
    "adapters.discord.outbound.webhook_post": "puts a text in its place",
    "adapters.rendering.breaks.best_break": "a window; measured by split",
    "adapters.rendering.breaks.after_space": "measured by the platforms' split",
    "adapters.rendering.breaks.is_blank_from": "measured by the platforms' split",
    "adapters.rendering.splitting.split": "measured by the platforms'",
    "adapters.rendering.width.whole": "sixty-four characters",
    "adapters.telegram.outbound.composed": "measured by render",
    "bots.boards.told.taken_away": "the id of a message",
    "bots.persona.unread.unread": "the operator's own file",
    "bots.delivery.letters.trace": "a query to the operator's database",
    "config.deskwork.to_terminal": "writes it",
    "memory.index.pieces.pieces": "its expressions are measured",
    "memory.index.pieces.labelled": "its expressions are measured",
    "adapters.rendering.runs.same_address": "compares",
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
    makers: dict[str, Work] = {"datetime": lambda text: NOW, "bool": lambda text: True, "Said": _said}
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
        if name.startswith(("bots.answering.", "bots.asking.", "bots.reporting.", "bots.orphans."))
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
    assert filtered(_said(legible("Some words of one sentence among many others. " * 1000))) == "length"
