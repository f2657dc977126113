"""Whether a tool may act now: of private data, words of others and a way out, a turn has two at most (Meta's "rule of
two"); for the third, and for what permissions.md names, a person is asked by a button.

The question names tool and arguments as they are, by code; the yes is theirs alone, for this one act, for a week.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping
from hashlib import sha256

from bots.trust.exposure import Exposure
from memory.archive.audit_log import AuditLog
from memory.archive.questions import Question

YES, NO = "yes", "no"
MOST_SHOWN = 1200
"""Characters; the whole act stands in the question, or it is not asked."""

#: (what it is about, the act in words of the house) -> the question on record; None: there is nobody to ask.
AskPerson = Callable[[str, str], Awaitable[Question | None]]


class Clearance:
    """Of one turn. `asks` names tools that always need a yes; `granted` is the one act that a person has allowed."""

    def __init__(
        self,
        *,
        anima: str,
        exposure: Exposure,
        ask: AskPerson,
        audit: AuditLog,
        asks: Collection[str],
        granted: str = "",
    ) -> None:
        self.exposure = exposure
        self._anima = anima
        self._ask = ask
        self._audit = audit
        self._asks = asks
        self._granted = granted
        self._has_asked = False
        self.has_yes = False  # a person has allowed the act that is under way

    async def refusal(self, tool: str, arguments: Mapping[str, object], *, leaves: bool, must: bool = False) -> str:
        """Empty: it may act. Else what the model is told. `must`: a yes is needed in any case. Raises StorageFault."""
        act = act_of(tool, arguments)
        if act == self._granted:
            self._granted = ""
            self.has_yes = True
            return ""
        self.has_yes = False
        is_third = leaves and self.exposure.is_private and self.exposure.is_foreign
        if not is_third and not must and tool not in self._asks:
            return ""
        if self._has_asked:
            return "one act at a time: a person is being asked about another one already. End your answer"
        if len(act_shown := shown(tool, arguments)) > MOST_SHOWN:
            return f"{tool} needs a person's yes, and nobody can allow what is too long to be shown: shorten it"
        about = json.dumps({"tool": tool, "arguments": dict(arguments), "act": act}, ensure_ascii=False)
        question = await self._ask(about, act_shown)
        await self.record("approval asked" if question else "approval impossible", tool, arguments, question)
        if question is None:
            return f"{tool} needs a person's yes, and nobody who could give it is here or can be asked elsewhere"
        self._has_asked = True
        return (
            f"{tool} needs a person's yes. They are asked by a button; end your answer, you will be woken with theirs"
        )

    async def record(
        self, act: str, tool: str, arguments: Mapping[str, object], question: Question | None = None
    ) -> None:
        outcome, place = (question.person, question.place) if question else ("", "")
        what = f"{tool} {_plain(arguments)}"
        await asyncio.to_thread(self._audit.record, self._anima, act, what, outcome, place=place)


def act_of(tool: str, arguments: Mapping[str, object]) -> str:
    """The hash of exactly this act."""
    return sha256(f"{tool} {_plain(arguments)}".encode()).hexdigest()


def allowed(question: Question) -> tuple[str, dict[str, object], str] | None:
    """Tool, arguments and hash of the act that a question is about; None where they are not those that were asked."""
    about = json.loads(question.about)
    tool, arguments, act = about["tool"], about["arguments"], about["act"]
    return (tool, arguments, act) if act_of(tool, arguments) == act else None


def shown(tool: str, arguments: Mapping[str, object]) -> str:
    """The act as Markdown that means nothing but itself: signs that hide or turn others are written out."""
    text = f"{tool} {_plain(arguments)}".replace("`", "'")
    return "`" + "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text) + "`"


def _plain(arguments: Mapping[str, object]) -> str:
    return json.dumps(dict(arguments), ensure_ascii=False, sort_keys=True)
