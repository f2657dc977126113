"""Acts to the Web API's arguments: pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adapters.slack.inbound import is_ts
from adapters.slack.markdown import render
from bots.message import Choice, Edit, Persona, Send
from memory.vocabulary.address import Place

REMOVED = "(removed)"
EVENT_TYPE = "anima_out"
FACE_SCOPE = "chat:write.customize"
#: chat.update refuses longer texts; what people read are the blocks.
LONGEST_UPDATE_TEXT = 4_000
LONGEST_TEXT = 40_000
LONGEST_LABEL = 75
LONGEST_SECTION = 3_000


def is_room(channel: str) -> bool:
    """Not a direct message: there, answers stand in the question's thread."""
    return not channel.startswith(("D", "U", "W"))


def thread_of(act: Send) -> str:
    """Where a post goes: the place's thread; in a room, else the question's own; "" for the channel itself."""
    if act.place.thread:
        return act.place.thread
    return act.reply_to if is_room(act.place.channel) and is_ts(act.reply_to) else ""


def post(act: Send, channel: str, nonce: str) -> dict[str, Any]:
    """Arguments of chat.postMessage. The nonce is what finds the post again when the answer was lost."""
    return {
        **_said(act),
        "channel": channel,
        "unfurl_links": False,
        "unfurl_media": False,
        "metadata": {"event_type": EVENT_TYPE, "event_payload": {"nonce": nonce}},
        **_thread(act),
        **face(act.persona),
    }


def ephemeral(act: Send, channel: str, user: str) -> dict[str, Any]:
    """Arguments of chat.postEphemeral."""
    return {
        **_said(act),
        "channel": channel,
        "user": user,
        **_thread(act),
        **face(act.persona),
    }


def response(act: Send) -> dict[str, Any]:
    """The body for a response_url: seen by the asker only."""
    return {**_said(act), "response_type": "ephemeral", "replace_original": False}


def page(act: Send) -> list[dict[str, Any]]:
    """The blocks of a home tab, which takes fewer kinds of them than a post."""
    text = _cut(render(act.text).text, LONGEST_SECTION)
    return [{"type": "section", "text": {"type": "mrkdwn", "text": text}}]


def update(act: Edit, channel: str) -> dict[str, Any]:
    """Arguments of chat.update. The blocks take the place of the old ones, and of the buttons among them."""
    return {**_content(act.text, LONGEST_UPDATE_TEXT), "channel": channel, "ts": act.message_id}


def removal(channel: str, ts: str) -> dict[str, Any]:
    """Arguments of the chat.update that stands in where Slack does not let a persona's post be deleted."""
    return {"channel": channel, "ts": ts, "text": REMOVED, "blocks": []}


def share(act: Send, channel: str, files: Mapping[str, str]) -> dict[str, Any]:
    """Arguments of files.completeUploadExternal; `files` is id -> name."""
    return {
        "channel_id": channel,
        "files": [{"id": id, "title": name} for id, name in files.items()],
        **_thread(act),
    }


def nonce_of(message: Mapping[str, Any]) -> str:
    """The nonce that a post carries."""
    metadata = message.get("metadata") or {}
    return str((metadata.get("event_payload") or {}).get("nonce") or "")


def face(persona: Persona | None) -> dict[str, Any]:
    """Name and picture of a post (chat:write.customize)."""
    if persona is None:
        return {}
    if persona.avatar.startswith(":"):
        return {"username": persona.name, "icon_emoji": persona.avatar}
    return {"username": persona.name, **({"icon_url": persona.avatar} if persona.avatar else {})}


def unthreaded(act: Send) -> Send:
    """The same in the channel itself."""
    place = act.place
    return replace(act, place=Place(place.platform, place.workspace, place.channel), reply_to="")


def faceless(act: Send) -> Send:
    """The same with the persona's name in the text, for an app that may not wear faces."""
    return replace(act, persona=None, text=f"**{act.persona.name}:** {act.text}" if act.persona else act.text)


def _said(act: Send) -> dict[str, Any]:
    """Who is mentioned comes first: in a block of mrkdwn, which knows mentions."""
    content = _content(act.text, LONGEST_TEXT)
    blocks = [*content.get("blocks", ()), *_buttons(act.choices)]
    if act.mention is not None:
        who = f"<@{act.mention.person.id}>"
        content["text"] = _cut(f"{who} {content['text']}", LONGEST_TEXT)
        blocks.insert(0, {"type": "section", "text": {"type": "mrkdwn", "text": who}})
    return {**content, **({"blocks": blocks} if blocks else {})}


def _content(markdown: str, longest: int) -> dict[str, Any]:
    rendered = render(markdown)
    blocks = [dict(block) for block in rendered.blocks]
    return {"text": _cut(rendered.text, longest), **({"blocks": blocks} if blocks else {})}


def _buttons(choices: Sequence[Choice]) -> list[dict[str, Any]]:
    """One row of them, or none. The ids must differ within a post."""
    buttons = [
        {
            "type": "button",
            "action_id": f"choice_{number}",
            "text": {"type": "plain_text", "text": _cut(choice.label, LONGEST_LABEL)},
            "value": choice.value,
        }
        for number, choice in enumerate(choices)
    ]
    return [{"type": "actions", "elements": buttons}] if buttons else []


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _thread(act: Send) -> dict[str, Any]:
    thread = thread_of(act)
    return {"thread_ts": thread} if thread else {}
