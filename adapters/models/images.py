"""Images as parts of a message, in the shape that LiteLLM translates for each provider."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from bots.ports import ChatMessage, Image

#: What the strictest provider takes of one image.
_MOST_BYTES = 5 * 1024 * 1024 * 3 // 4


def with_images(message: ChatMessage, is_seen: bool) -> str | list[dict[str, Any]]:
    """The message's content; of images that are not shown the model is told that it does not see them."""
    shown = [one for one in message.images if is_seen and len(one.content) <= _MOST_BYTES]
    unseen = [f"(You do not see the image {_name(one)}: say so.)" for one in message.images if one not in shown]
    text = "\n".join([message.content, *unseen])
    return [{"type": "text", "text": text}, *(_part(one) for one in shown)] if shown else text


def _part(image: Image) -> dict[str, Any]:
    url = f"data:{image.media_type};base64,{b64encode(image.content).decode()}"
    return {"type": "image_url", "image_url": {"url": url}}


def _name(image: Image) -> str:
    return " ".join(image.name.split())[:80]
