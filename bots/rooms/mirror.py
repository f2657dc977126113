"""What one side of a board is to show of what happened on another: pure, from the board's state to acts.

A person's post wears their name and the platform on which they said it; an anima's wears its own face. A thread stays
a thread where the side has threads under messages, else what it answers is replied to. Reactions go by their
characters; Slack names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bots.delivery.answer_parts import MOST_MESSAGES
from bots.delivery.contract import Out
from bots.delivery.items import CarriedFile, OutboxItem, pack_outbox
from bots.message import Act, Delete, Edit, File, Kind, Persona, React, Send
from bots.ports import Capabilities
from bots.rooms.board_log import BoardCopies, BoardEvent, BoardPost, BoardSide, PostCopy, board_side_of
from memory.vocabulary.address import Account, Place

_FILE = "file/"
SplitText = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyTarget:
    """A side on which it is to appear, by which account it is said there, and under which face."""

    side: BoardSide
    place: Place
    account: Account
    persona: Persona | None
    capabilities: Capabilities


def mirrored_outs(
    told: BoardEvent, post: BoardPost, copies: BoardCopies, to: CopyTarget, files: Sequence[File] = ()
) -> list[Out]:
    """What is to be done on that side. `files` are those of the post with their content."""
    return [
        _mirrored_out(told, post, part, act, account) for part, act, account in _acts(told, post, copies, to, files)
    ]


def _acts(
    told: BoardEvent, post: BoardPost, copies: BoardCopies, to: CopyTarget, files: Sequence[File]
) -> Iterator[tuple[str, Act, Account]]:
    match told.kind:
        case Kind.MESSAGE if not post.is_gone:
            yield from _posted(told, post, copies, to, files)
        case Kind.EDIT if not post.is_gone:
            yield from _edited(told, post, to)
        case Kind.DELETE:
            yield from _deleted(told, post, to)
        case Kind.REACTION if not post.is_gone:
            yield from _reacted(told, post, to)


def _posted(
    told: BoardEvent, post: BoardPost, copies: BoardCopies, to: CopyTarget, files: Sequence[File]
) -> Iterator[tuple[str, Act, Account]]:
    place, reply_to = _where(post, copies, to)
    for number, (text, whole) in enumerate(_chunks(told.text, to)):
        first = reply_to if number == 0 else ""
        send = Send(place=place, text=text, persona=to.persona, reply_to=first, files=whole)
        yield str(number), send, to.account
    for number, file in enumerate(files, 1):
        named = Send(place=place, text=file.name, persona=to.persona, reply_to=reply_to, files=(file,))
        yield f"{_FILE}{number}", named, to.account


def _edited(told: BoardEvent, post: BoardPost, to: CopyTarget) -> Iterator[tuple[str, Act, Account]]:
    """The parts that are there are changed; there may be more of them now, or fewer."""
    copy = post.copies.get(to.side)
    if copy is None or not copy.parts:
        return
    there = {part: id for part, id in copy.parts.items() if not part.startswith(_FILE)}
    chunks = _chunks(told.text, to)
    for number, (text, whole) in enumerate(chunks):
        part = str(number)
        if part in there:
            edit = Edit(place=copy.place, message_id=there[part], text=text, persona=to.persona)
            yield part, edit, copy.account
            yield from _whole(whole, copy, to)
        else:
            yield part, Send(place=copy.place, text=text, persona=to.persona, files=whole), copy.account
    for part, id in there.items():
        if int(part) >= len(chunks):
            yield part, Delete(place=copy.place, message_id=id), copy.account


def _whole(whole: tuple[File, ...], copy: PostCopy, to: CopyTarget) -> Iterator[tuple[str, Act, Account]]:
    """The file with all of an edited post that has become too long to be posts; the one of an earlier edit goes."""
    part = f"{_FILE}0"
    if (old := copy.parts.get(part)) is not None and whole:
        yield f"{part}/old", Delete(place=copy.place, message_id=old), copy.account
    for file in whole:
        yield part, Send(place=copy.place, text=file.name, persona=to.persona, files=(file,)), copy.account


def _deleted(told: BoardEvent, post: BoardPost, to: CopyTarget) -> Iterator[tuple[str, Act, Account]]:
    """All of it goes, on the side where somebody has deleted a part of it too."""
    gone = told.messages if to.side == board_side_of(told.place) else ()
    if to.side == board_side_of(post.place):
        parts, place, account = {str(number): id for number, id in enumerate(post.messages)}, post.place, post.account
    elif (copy := post.copies.get(to.side)) is not None:
        parts, place, account = copy.parts, copy.place, copy.account
    else:
        return
    for part, id in parts.items():
        if id not in gone:
            yield part, Delete(place=place, message_id=id), account


def _reacted(told: BoardEvent, post: BoardPost, to: CopyTarget) -> Iterator[tuple[str, Act, Account]]:
    found = post.on(to.side)
    reaction = reaction_named_by(to.account.platform, told.text)
    if found is None or not reaction or to.side == board_side_of(told.place):
        return
    place, messages = found
    account = copy.account if (copy := post.copies.get(to.side)) is not None else post.account
    yield "reaction", React(place=place, message_id=messages[0], reaction=reaction), account


def _where(post: BoardPost, copies: BoardCopies, to: CopyTarget) -> tuple[Place, str]:
    """The place of the copy, and what it replies to there."""
    parent, root = copies.post(post.parent), copies.post(post.root)
    if parent is None or root is None:
        return to.place, ""
    begun = root.on(to.side)
    thread = root.threads.get(to.side, "")
    if to.capabilities.answers_in_threads:
        thread = thread or (begun[1][0] if begun else "")
        return _threaded(to.place, thread), ""
    answered = parent.on(to.side)
    return _threaded(to.place, thread), answered[1][0] if answered else ""


def _threaded(place: Place, thread: str) -> Place:
    return Place(place.platform, place.workspace, place.channel, thread)


def _chunks(text: str, to: CopyTarget) -> list[tuple[str, tuple[File, ...]]]:
    """The text as the side's limits cut it; what would be too many posts is one file."""
    if not text.strip():
        return []
    chunks = to.capabilities.split(text)
    if len(chunks) <= MOST_MESSAGES:
        return [(chunk, ()) for chunk in chunks]
    content = text.encode()
    return [(chunks[0], (File(name="post.md", media_type="text/markdown", size=len(content), content=content),))]


def _mirrored_out(told: BoardEvent, post: BoardPost, part: str, act: Act, account: Account) -> Out:
    carried = CarriedFile(board=told.board, of=post.id, part=part, by=told.id)
    parcel = OutboxItem(anima="", account=account, act=act, audience=str(post.audience), carried=carried)
    return Out(slot=part, body=pack_outbox(parcel), repeatable=not isinstance(act, Send))


# --- emoji ----------------------------------------------------------------------------------------------------------
# Reactions from one platform to another: Slack names them, the others show the character itself.


#: Slack's name -> the character. What is not in here, as a workspace's own pictures, is carried nowhere.
_EMOJI_CHARACTERS: Mapping[str, str] = {
    "+1": "👍", "thumbsup": "👍", "-1": "👎", "thumbsdown": "👎", "eyes": "👀", "heart": "❤️", "tada": "🎉",
    "white_check_mark": "✅", "heavy_check_mark": "✔️", "x": "❌", "joy": "😂", "smile": "😄",
    "slightly_smiling_face": "🙂",
    "grinning": "😀", "laughing": "😆", "wink": "😉", "thinking_face": "🤔", "cry": "😢", "sob": "😭", "rage": "😡",
    "open_mouth": "😮", "astonished": "😲", "scream": "😱", "fire": "🔥", "rocket": "🚀", "pray": "🙏", "clap": "👏",
    "raised_hands": "🙌", "wave": "👋", "ok_hand": "👌", "muscle": "💪", "100": "💯", "star": "⭐", "sparkles": "✨",
    "bulb": "💡", "warning": "⚠️", "question": "❓", "exclamation": "❗", "heavy_plus_sign": "➕", "coffee": "☕",
    "beers": "🍻", "cake": "🍰", "zap": "⚡", "bug": "🐛", "lock": "🔒", "memo": "📝", "calendar": "📅", "bell": "🔔",
    "mega": "📣", "link": "🔗", "sunglasses": "😎", "heart_eyes": "😍", "sweat_smile": "😅", "neutral_face": "😐",
    "confused": "😕", "disappointed": "😞", "hugging_face": "🤗", "shrug": "🤷", "facepalm": "🤦", "salute": "🫡",
}  # fmt: skip
_EMOJI_NAMES = {character.rstrip("\ufe0f"): name for name, character in reversed([*_EMOJI_CHARACTERS.items()])}


def reaction_named_by(platform: str, reaction: str) -> str:
    """The reaction as this platform takes it; empty where it has none that is the same."""
    name = reaction.strip(":").partition("::")[0]
    character = _EMOJI_CHARACTERS.get(name, reaction if reaction.rstrip("\ufe0f") in _EMOJI_NAMES else "")
    if platform == "slack":
        return _EMOJI_NAMES.get(character.rstrip("\ufe0f"), "")
    return character.rstrip("\ufe0f") if platform == "telegram" else character
