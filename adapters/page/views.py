"""What the page shows and has done: each view is commands of the catalogue, each act is one.

So rights, audiences and words are those of the commands; nothing here decides what somebody may read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bots.commands.access import carry_out_command, find_command, refusal
from bots.commands.admin_api import AdminApi
from bots.commands.catalogue import COMMANDS
from bots.commands.command import CommandAnswer
from bots.message import File
from bots.people.trust_policy import Asker
from memory.vocabulary.event import Json

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAct:
    """A button under a view: which act of `ACTS`, with its values, and what it is done to, in words."""

    name: str
    values: Words
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """`words` are the commands of it, given one anima's name where it is `of_anima`; `acts` are those that an answer's
    data offers; `pictures` are drawn beside it (`PICTURES`). `title` is a key of the fleet's words."""

    path: str
    title: str
    words: Callable[[str], Sequence[Words]]
    of_anima: bool = False
    acts: Callable[[CommandAnswer], Iterator[PageAct]] = lambda answer: iter(())
    pictures: Words = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """One answer of a view: what was asked, what was told, and what can be done about it."""

    words: Words
    answer: CommandAnswer
    acts: Sequence[PageAct]


def _told(*commands: Words) -> Callable[[str], Sequence[Words]]:
    return lambda anima: commands


def _items(answer: CommandAnswer, key: str = "") -> Iterator[Mapping[str, Json]]:
    """The entries of an answer's data, under the key where it is one object."""
    found = answer.data.get(key) if isinstance(answer.data, Mapping) else answer.data
    if isinstance(found, Sequence) and not isinstance(found, str):
        yield from (item for item in found if isinstance(item, Mapping))


def _explanations(answer: CommandAnswer) -> Iterator[PageAct]:
    for talk in _items(answer, "talks"):
        if talk["explained"] and talk["turn"]:
            about = f"{talk['name']} · {talk['anima']}: {talk['text']}"
            yield PageAct(name="why", values=(str(talk["anima"]), str(talk["turn"])), about=about)


def _droppings(answer: CommandAnswer) -> Iterator[PageAct]:
    for item in _items(answer):
        if "id" in item and "text" in item:
            yield PageAct(name="drop", values=(str(item["id"]),), about=f"{item['anima']}: {item['text']}")


def _decisions(answer: CommandAnswer) -> Iterator[PageAct]:
    for item in _items(answer, "approvals"):
        if item["is_yours"]:
            for choice in ("yes", "no"):
                yield PageAct(name=choice, values=(str(item["id"]),), about=f"{item['anima']}: {item['text']}")


def _undoings(answer: CommandAnswer) -> Iterator[PageAct]:
    for item in _items(answer, "nights"):
        if item["state"] == "done":
            values = (str(item["anima"]), str(item["night"]))
            yield PageAct(name="undo", values=values, about=f"{item['anima']}, {item['night']}")


def _resendings(answer: CommandAnswer) -> Iterator[PageAct]:
    for letter in _items(answer, "dead"):
        yield PageAct(name="resend", values=(str(letter["id"]),), about=f"{letter['id']}: {letter['lane']}")


VIEWS: tuple[PageView, ...] = (
    PageView(path="/", title="page_now", words=_told(("status",), ("list",))),
    PageView(path="/talks", title="page_talks", words=_told(("talks",)), acts=_explanations),
    PageView(
        path="/reminders",
        title="page_reminders",
        words=lambda anima: (("reminders",), ("heartbeat", anima), ("cron", anima)) if anima else (("reminders",),),
        of_anima=True,
        acts=_droppings,
    ),
    PageView(path="/approvals", title="page_approvals", words=_told(("approvals",)), acts=_decisions),
    PageView(path="/nights", title="page_nights", words=_told(("nights",)), acts=_undoings),
    PageView(
        path="/memory",
        title="page_memory",
        words=lambda anima: (("memory", "stats", anima),) if anima else (),
        of_anima=True,
        pictures=("year", "graph"),
    ),
    PageView(path="/cost", title="page_cost", words=_told(("cost",))),
    PageView(path="/dead", title="page_dead", words=_told(("dead", "list")), acts=_resendings),
    PageView(path="/boards", title="page_boards", words=_told(("board", "list"))),
    PageView(path="/problems", title="page_problems", words=_told(("doctor", "--offline"))),
)

#: What a form may ask for, by its name: the words of a command with the form's values. An option takes its value behind
#: `=`, and after `--` nothing is an option, whatever the value is.
ACTS: Mapping[str, tuple[int, Callable[..., Words]]] = {
    "why": (2, lambda anima, turn: ("why", f"--turn={turn}", "--", anima)),
    "drop": (1, lambda id: ("reminders", f"--drop={id}")),
    "yes": (1, lambda id: ("approvals", "--", "yes", id)),
    "no": (1, lambda id: ("approvals", "--", "no", id)),
    "undo": (2, lambda anima, night: ("dream", f"--night={night}", "--", "undo", anima)),
    "resend": (1, lambda id: ("dead", "resend", "--", id)),
}
PICTURES: Mapping[str, Callable[[str], Words]] = {
    "year": lambda anima: ("memory", "year", "--", anima),
    "graph": lambda anima: ("memory", "graph", "--form=svg", "--", anima),
}


def views_for(asker: Asker) -> list[PageView]:
    """Those of which the asker may be told something."""
    return [view for view in VIEWS if any(map(_allowed(asker), view.words("_")))]


async def answer_view(admin: AdminApi, asker: Asker, view: PageView, anima: str) -> list[PagePart]:
    """What the asker is told, command by command; what they may not ask for is left out."""
    parts = []
    for words in filter(_allowed(asker), view.words(anima)):
        answer = await carry_out_command(COMMANDS, admin, asker, words)
        acts = [act for act in view.acts(answer) if _allowed(asker)(_words_of(act.name, act.values))]
        parts.append(PagePart(words=words, answer=answer, acts=acts))
    return parts


async def carry_out_act(admin: AdminApi, asker: Asker, name: str, values: Words) -> CommandAnswer | None:
    """None where there is no such act."""
    if name not in ACTS or len(values) != ACTS[name][0]:
        return None
    return await carry_out_command(COMMANDS, admin, asker, _words_of(name, values))


async def draw(admin: AdminApi, asker: Asker, picture: str, anima: str) -> File | None:
    """None where there is no such picture, or nothing to be drawn."""
    if picture not in PICTURES:
        return None
    answer = await carry_out_command(COMMANDS, admin, asker, PICTURES[picture](anima))
    return next(iter(answer.files), None)


def _words_of(name: str, values: Words) -> Words:
    return ACTS[name][1](*values)


def _allowed(asker: Asker) -> Callable[[Words], bool]:
    def may(words: Words) -> bool:
        found = find_command(COMMANDS, words)
        return found is not None and not refusal(found.command, asker)

    return may
