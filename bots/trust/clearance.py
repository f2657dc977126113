"""Whether a tool may act now. A person is asked by a button for the third of private data, words of others and a way
out (Meta's "rule of two"), for words to those who may not read the talk, and for what permissions.md names.

The question names tool, arguments and the resolved address as they are, by code; the yes is theirs alone, for this one
act to this address, for a week. Words that its person has seen and allowed are shared by them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bots.delivery.items import Addressee
from bots.trust.exposure import Exposure
from memory.archive.audit_log import AuditLog
from memory.archive.requests import EscalationStep, PersonQuestion
from memory.vocabulary.address import Audience

YES, NO = "yes", "no"
MOST_SHOWN = 1200
"""Characters; the whole act stands in the question, or it is not asked."""

#: (what it is about, the act in words of the house) -> the question on record; None: there is nobody to ask.
AskPerson = Callable[[str, str], Awaitable[PersonQuestion | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """Where the words of an act go, resolved.

    `shown` stands beside the act in the question, a yes is bound to `bound`, `readers` are all who will read it: none
    where it is a service outside. `people` are the places of a message and `rungs` the calls, in the order of trying.
    """

    shown: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    readers: tuple[Audience, ...] = ()
    people: tuple[Addressee, ...] = ()
    rungs: tuple[EscalationStep, ...] = ()


#: A service outside: the arguments say all that is known of where it goes.
OUTSIDE = Destination()


class Clearance:
    """Of one turn. `asks` names tools that always need a yes; `granted` is the one act that a person has allowed.

    `may_read` says whether all of these readers could read the talk anyway.
    """

    def __init__(
        self,
        *,
        anima: str,
        exposure: Exposure,
        ask: AskPerson,
        audit: AuditLog,
        may_read: Callable[[Sequence[Audience]], Awaitable[bool]],
        asks: Collection[str],
        granted: str = "",
    ) -> None:
        self.exposure = exposure
        self._anima = anima
        self._ask = ask
        self._audit = audit
        self._may_read = may_read
        self._asks = asks
        self._granted = granted
        self._has_asked = False

    async def refusal(
        self, tool: str, arguments: Mapping[str, object], destination: Destination | None = None, *, must: bool = False
    ) -> str:
        """Empty: it may act. Else what the model is told.

        `destination`: None where nothing leaves the talk. `must`: a yes is needed in any case. Raises StorageFault.
        """
        bound = destination.bound if destination else ()
        act = act_of(tool, arguments, bound)
        if self._granted:
            is_allowed, self._granted = act == self._granted, ""
            return "" if is_allowed else f"{tool} would reach somebody else now than the person has allowed; ask anew"
        if not must and tool not in self._asks and not await self._needs_asking(destination):
            return ""
        if self._has_asked:
            return "one act at a time: a person is being asked about another one already. End your answer"
        act_shown = shown_act(tool, arguments, destination.shown if destination else ())
        if len(act_shown) > MOST_SHOWN:
            return f"{tool} needs a person's yes, and nobody can allow what is too long to be shown: shorten it"
        fields = {"tool": tool, "arguments": dict(arguments), "bound": bound, "act": act}
        about = json.dumps(fields, ensure_ascii=False)
        question = await self._ask(about, act_shown)
        await self.record("approval asked" if question else "approval impossible", tool, arguments, question)
        if question is None:
            return f"{tool} needs a person's yes, and nobody who could give it is here or can be asked elsewhere"
        self._has_asked = True
        return (
            f"{tool} needs a person's yes. They are asked by a button; end your answer, you will be woken with theirs"
        )

    async def _needs_asking(self, destination: Destination | None) -> bool:
        if destination is None:
            return False
        is_third = self.exposure.is_private and self.exposure.is_foreign
        return is_third or not await self._may_read(destination.readers)

    async def record(
        self, act: str, tool: str, arguments: Mapping[str, object], question: PersonQuestion | None = None
    ) -> None:
        outcome, place = (question.person, question.place) if question else ("", "")
        what = f"{tool} {_plain_value(arguments)}"
        await asyncio.to_thread(self._audit.record, self._anima, act, what, outcome, place=place)


def act_of(tool: str, arguments: Mapping[str, object], bound: Sequence[str] = ()) -> str:
    """The hash of exactly this act, to exactly those."""
    return sha256("\n".join([f"{tool} {_plain_value(arguments)}", *bound]).encode()).hexdigest()


def allowed_act(question: PersonQuestion) -> tuple[str, dict[str, object], str] | None:
    """Tool, arguments and hash of the act that a question is about; None where they are not those that were asked."""
    about = json.loads(question.about)
    tool, arguments, act = about["tool"], about["arguments"], about["act"]
    return (tool, arguments, act) if act_of(tool, arguments, about.get("bound", ())) == act else None


def shown_act(tool: str, arguments: Mapping[str, object], addresses: Sequence[str] = ()) -> str:
    """The act, and whom it reaches, as Markdown that means nothing but itself."""
    act = _as_code(f"{tool} {_plain_value(arguments)}")
    return f"{act} → {', '.join(map(_as_code, addresses))}" if addresses else act


def _as_code(text: str) -> str:
    """Signs that hide or turn others are written out."""
    plain = text.replace("`", "'")
    return "`" + "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in plain) + "`"


def _plain_value(arguments: Mapping[str, object]) -> str:
    return json.dumps(dict(arguments), ensure_ascii=False, sort_keys=True)
