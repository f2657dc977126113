"""Messages in, acts out: what every platform is normalised to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.vocabulary.address import Account, Audience, Person, Place

#: The value of a button that gives a command begins with it.
COMMAND_BUTTON = "/"
#: Stands for the name of a mentioned person.
_SOMEBODY = "\ufffc"


class Kind(StrEnum):
    """What an inbound message is."""

    MESSAGE = "message"
    EDIT = "edit"
    DELETE = "delete"
    REACTION = "reaction"
    COMMAND = "command"
    BUTTON = "button"
    HELLO = "hello"
    JOIN = "join"
    LEAVE = "leave"


class Silence(StrEnum):
    """Why a message that was heard is not answered: each is given by the branch that decides so, and reads as it is
    told."""

    NOT_ADDRESSED = "it called on nobody, and this room answers mentions alone"
    NO_QUESTION = "it called on nobody, and was no question of somebody who is talking with an anima just now"
    ELSEWHERE = "it called on an anima that speaks by another account"
    TO_OTHERS = "it called on another anima"
    BOT_IN_PASSING = "a bot wrote it and called on nobody"
    BOT = "a bot wrote it that is none of ours"
    COLLEAGUE = "a colleague said it, and not to this anima"
    COLLEAGUE_CHANGED = "a colleague changed something it had said"
    LOOP = "animas and bots had talked among themselves for long enough"
    REST = "it is the rest of a message that was heard already"
    NOBODY_HERE = "no anima lives there"
    ANSWERED_CALL = "it was the answer to a call, which was passed on"
    ANSWERED_QUESTION = "it was the answer to a question, which was taken"
    TAKEN_BACK = "it was deleted, or emptied, before it was answered"
    ANSWERED_BEFORE = "it had been answered before the home was restored"
    NOTHING_SAID = "the model had nothing to say"
    STOPPED = "somebody stopped the answer before anything of it could be seen"
    IN_DOUBT = "a part of the answer may be there and cannot be found again"


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file in or out. Inbound ones carry `url`; outbound ones `content`."""

    name: str
    media_type: str
    size: int = 0
    url: str = ""
    content: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something that happened on a platform, normalised.

    `id` is the platform's own immutable message id; `order` sorts in arrival order within a place
    (Slack ts, zero-padded snowflake, zero-padded Telegram message id). `key` is the identity for exactly-once:
    the same platform happening always yields the same key, whichever account heard it and however often.
    `text` is readable Markdown or plain text; the mention of the app itself is taken out of it (`mentions_app`),
    other mentions stand as `@name` (see `people`). A COMMAND's text is its words without `/anima`; a BUTTON's its
    value; a REACTION's the reaction as the platform names it; an EDIT's the new text.
    `target` is the message that an EDIT, DELETE, REACTION or BUTTON concerns.
    `handle` is what an answer shown only to the asker needs (Slack response_url, Discord interaction token).
    `people` are the spans of `text` (from, to) in which the platform mentions people: a name there calls no anima.
    `album` names the files that were sent at once, where they come in several messages; the turn of the first takes
    the others' files, too.
    `is_rest` marks a part of something that was heard already: it is kept, and wants no answer of its own.
    A HELLO tells that somebody has opened the app (with a `handle`: the page on which it shows itself) or let it in.
    `language` is the author's, as far as the platform tells; `face` is the address of a picture of them that anybody
    may look at.
    `author` is the person, whichever of their linked accounts they write by; `written_by` is that account where it is
    another one: what is addressed to it on its platform, and what it may do there, goes by `writer`.
    `is_masked` says that a secret was taken out of the text when it was heard.
    `member` says that the author belongs to the workspace, guild or private circle, as far as the platform tells.
    """

    kind: Kind
    account: Account
    place: Place
    id: str
    order: str
    author: Person
    author_name: str
    at: datetime
    audience: Audience
    text: str = ""
    author_is_bot: bool = False
    author_is_self: bool = False
    member: bool = True
    is_direct: bool = False
    mentions_app: bool = False
    reply_to: str = ""
    target: str = ""
    handle: str = ""
    files: tuple[File, ...] = ()
    people: tuple[tuple[int, int], ...] = ()
    is_rest: bool = False
    album: str = ""
    language: str = ""
    face: str = ""
    written_by: Person | None = None
    is_masked: bool = False

    @property
    def writer(self) -> Person:
        """The author as this platform knows them."""
        return self.written_by or self.author

    @property
    def own_words(self) -> str:
        """The text with every mentioned person blanked."""
        kept, seen = [], 0
        for start, end in sorted(self.people):
            kept += [self.text[seen:start], _SOMEBODY]
            seen = end
        return "".join([*kept, self.text[seen:]])

    @property
    def key(self) -> str:
        """Sorts by arrival within a lane."""
        if self.kind in (Kind.MESSAGE, Kind.COMMAND):
            return f"{self.order}:{self.kind}"
        return f"{self.order}:{self.kind}:{self.target}:{self.writer.id}:{self.text[:32]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """The face on a post. `avatar` is an http(s) URL or a Slack emoji like `:robot_face:`; empty is the default."""

    name: str
    avatar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An answer that takes one tap: the word on the button, and the text of the BUTTON that a tap becomes.

    The label is a word or two, the value at most 64 bytes (Telegram takes no more).
    """

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Somebody who is to be told by their platform that a post means them; `name` is what people call them."""

    person: Person
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Post Markdown. `text` is one chunk already within the limits (`Capabilities.split`).

    `persona` is None where the account is the anima's own. `private_to` shows it to that person only,
    where the platform can (with `handle`). `choices`, five at most, stand under the text where the platform has
    buttons (`Capabilities.buttons`), else they are left out; an Edit of the post takes them away. `mention` stands
    before the text. `priority` is that of a call (low, normal, high, urgent), where the platform can show it.
    """

    place: Place
    text: str
    persona: Persona | None = None
    reply_to: str = ""
    private_to: Person | None = None
    handle: str = ""
    files: tuple[File, ...] = ()
    choices: tuple[Choice, ...] = ()
    mention: Mention | None = None
    priority: str = ""

    @property
    def plainly(self) -> str:
        """The text where nobody is told by more than their name."""
        return f"@{self.mention.name} {self.text}" if self.mention else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Replace a post's text; what could be chosen under it is gone. Idempotent."""

    place: Place
    message_id: str
    text: str
    persona: Persona | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete:
    """Remove a post, or overwrite it where the platform cannot remove it. Idempotent."""

    place: Place
    message_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class React:
    """Add a reaction, as the platform names it (Slack `eyes`, else a Unicode emoji). Idempotent."""

    place: Place
    message_id: str
    reaction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """Show that an answer is on its way. `preview` is the text so far, where `Capabilities.streaming` is "draft".

    An empty `reply_to` is fine; Slack sets its status in that thread. `done` takes the sign away again.
    """

    place: Place
    reply_to: str = ""
    preview: str = ""
    done: bool = False


Act = Send | Edit | Delete | React | Typing


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the platform said of an act. `message_id` is empty for typing and private answers without an id."""

    message_id: str = ""
    at: datetime | None = None
