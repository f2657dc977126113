"""What the offline model answers: one thing, out of what is known, or plainly that it is not known.

The message's want (`memory.wants`, learned) chooses what is done; what memory brought is said only where it is sure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from adapters.models.offline_recall import SURELY, about, answering, decided, profile, quotable
from adapters.models.offline_words import Words, catalogue
from bots.ports import Known
from memory.encoding.feeling import feeling_of
from memory.encoding.reminders import wished
from memory.encoding.worth import worth
from memory.languages import feedback
from memory.languages.analyser import fold
from memory.theories.open_question import open_question
from memory.vocabulary.recall import Recollection
from memory.wants.own_name import own_name
from memory.wants.tongue import LANGUAGES, spoken
from memory.wants.wish import Want, want

if TYPE_CHECKING:
    from memory.wants.meant import Row

MOST_LISTED = 5
MOOD, PLAIN = 0.3, 0.6
"""A feeling from which it is answered to; a share of facts and tastes from which a message is no feeling."""

MAY_TELL_A_NAME: frozenset[Want] = frozenset(("greeting", "thanks", "statement", "wish"))
"""What else tells the speaker's name is taken for a statement."""


@dataclass(frozen=True)
class Talk:
    """One message, its embedding if there is one, and what is known as it comes."""

    known: Known
    meaning: Row | None = None

    @cached_property
    def words(self) -> Words:
        return Words(said=catalogue(self.language), seed=f"{self.known.text} {self.known.now.date()}")

    @cached_property
    def language(self) -> str:
        """The person's; where nothing tells it, the first of all."""
        return spoken(self.known.text, self.known.said) or LANGUAGES[0]

    @cached_property
    def name(self) -> str:
        """How the person wants to be called, else what the platform calls them."""
        earlier = (self.known.text, *reversed(self.known.said))
        told = next((name for text in earlier if not open_question(text) and (name := own_name(text))), "")
        return told or _name_of(self.known) or self.known.name

    def answer(self) -> str:
        return ANSWERS[self._want()](self)

    def _want(self) -> Want:
        text = self.known.text
        if feedback.wants_forgotten(text):
            return "forget"
        if feedback.asked_to_remember(text):
            return "statement"
        found = want(text, self.meaning)
        return "statement" if self._is_introduced and found not in MAY_TELL_A_NAME else found

    # ------------------------------------------------------------------------------------------- ways to answer

    def greet(self) -> str:
        return (
            self.words("named", name=self.words.titled(self.name)) if self._is_introduced else self._named("greeting")
        )

    def thank(self) -> str:
        return self._named("thanks")

    def part(self) -> str:
        return self._named("goodbye")

    def react(self) -> str:
        return self.words("reaction")

    def chat(self) -> str:
        if feeling_of(self.known.text).valence <= -MOOD:
            return self.words("sorry")
        return self.words("smalltalk_asked" if open_question(self.known.text) else "smalltalk")

    def tell_time(self) -> str:
        return self.words.time(self.known.now)

    def tell_itself(self) -> str:
        return self.words("about_anima", anima=self.known.anima.title() or "Anima")

    def help(self) -> str:
        return self.words("help")

    def tell_person(self) -> str:
        """Who they are and what they told of themselves; how to correct it."""
        facts = profile(self.known, self.name)
        name = self.words.titled(self.name) if self.name else ""
        if not facts:
            return "\n".join(
                [self.words("you_are", name=name) if name else self.words("name_unknown"), self.words("know_nothing")]
            )
        parts = [self.words("part", text=text, day=self._day(at)) for text, at in facts]
        what = str(self.words.said["between"]).join(parts)
        told = self.words("you_are_and", name=name, what=what) if name else self.words("i_know", what=what)
        return f"{told}\n{self.words('correct')}"

    def recall(self) -> str:
        return self._quoted(answering(self.known), "unknown")

    def decide(self) -> str:
        return self._quoted(decided(self.known), "unknown_decision")

    def enumerate(self) -> str:
        found = about(self.known)[:MOST_LISTED]
        if len(found) < 2:
            return self._quoted(found[0] if found else None, "unknown_list")
        return "\n".join(self._item(one) for one in found)

    def listen(self) -> str:
        if self._is_introduced:
            is_new = not any(own_name(text) for text in self.known.said if text != self.known.text)
            return self.words("named" if is_new else "named_later", name=self.words.titled(self.name))
        if feedback.asked_to_remember(self.known.text):
            return self.words("noted_remember")
        return self._mood() or self.words("noted")

    def wish(self) -> str:
        if self._is_introduced:
            return self.words("named_later", name=self.words.titled(self.name))
        return self.words("reminder" if wished(self.known.text, self.known.now) else "wish")

    def let_go(self) -> str:
        """Only what memory understands it has let go of."""
        return self.words("forget" if feedback.wants_forgotten(self.known.text) else "forget_what")

    def open(self) -> str:
        return self._quoted(answering(self.known, SURELY), "open")

    @property
    def _is_introduced(self) -> bool:
        return not open_question(self.known.text) and bool(own_name(self.known.text))

    def _named(self, key: str) -> str:
        return self.words.named(key, self.name)

    def _mood(self) -> str:
        """What is felt is answered to; a taste or a fact is not, however it is coloured."""
        shares = worth(self.known.text).categories
        valence = feeling_of(self.known.text).valence if shares["fact"] + shares["preference"] < PLAIN else 0.0
        return self.words("sorry" if valence < 0 else "glad") if abs(valence) >= MOOD else ""

    def _quoted(self, found: Recollection | None, otherwise: str) -> str:
        if found is None:
            return self.words(otherwise)
        text = quotable(found.text, self.known.text)
        if found.at is None:
            return text
        day = self._day(found.at)
        if not found.speaker:
            return self.words("noted_on", day=day, text=text)
        today = "_today" if day == self.words.said["today"] else ""
        if self._is_own(found):
            return self.words(f"you_said{today}", day=day, text=text)
        return self.words(f"they_said{today}", day=day, text=text, speaker=self.words.titled(found.speaker))

    def _item(self, found: Recollection) -> str:
        text = quotable(found.text, self.known.text)
        day = self._day(found.at) if found.at else "…"
        if self._is_own(found) or not found.speaker:
            return self.words("item", text=text, day=day)
        return self.words("item_of", text=text, day=day, speaker=self.words.titled(found.speaker))

    def _day(self, at: datetime) -> str:
        return self.words.day(at.astimezone(self.known.now.tzinfo), self.known.now)

    def _is_own(self, found: Recollection) -> bool:
        return found.speaker in (self.known.name, self.known.person.rpartition(":")[2])


def _name_of(known: Known) -> str:
    """Out of what is believed of the person, the latest first: what others call them goes before their name."""
    of_person = [fact for fact in known.facts if fact.slot in (f"{known.person} nickname", f"{known.person} name")]
    for fact in sorted(of_person, key=lambda one: one.slot.endswith(" name")):
        source = known.words.get(fact.sources[0], "") if fact.sources else ""
        start = fold(source).find(fact.value)
        return source[start : start + len(fact.value)] if start >= 0 else fact.value.title()
    return ""


ANSWERS: Mapping[Want, Callable[[Talk], str]] = {
    "greeting": Talk.greet,
    "thanks": Talk.thank,
    "goodbye": Talk.part,
    "reaction": Talk.react,
    "smalltalk": Talk.chat,
    "time": Talk.tell_time,
    "about_anima": Talk.tell_itself,
    "about_me": Talk.tell_person,
    "help": Talk.help,
    "recall": Talk.recall,
    "list": Talk.enumerate,
    "decision": Talk.decide,
    "statement": Talk.listen,
    "wish": Talk.wish,
    "forget": Talk.let_go,
    "open_question": Talk.open,
}
