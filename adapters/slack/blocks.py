"""What a message says outside of its `text`: blocks and attachments as mrkdwn, so that names are put in as ever.

Apps put their words there, and a message that somebody shared stands there, too. Total: whatever the JSON holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.slack.api import Payload

_DEEPEST = 8
_LONGEST = 40_000
_MOST = 100


def words_of(body: Payload) -> str:
    """The text; where that is empty, the blocks; and what is attached, each on lines of its own."""
    said = str(body.get("text") or "")
    text = said if said.strip() else _lines(body.get("blocks"))[:_LONGEST]
    more = (_attached(attached) for attached in _objects(body.get("attachments"))[:_MOST])
    told = "\n".join(words for words in more if words and words not in text)[:_LONGEST]
    return f"{text}\n{told}" if text and told else text or told


def _attached(attached: Payload) -> str:
    """A link's preview says nothing that the author said; a shared message is somebody else's and stands as a quote."""
    is_shared = bool(attached.get("is_msg_unfurl") or attached.get("is_share"))
    if not is_shared and (attached.get("from_url") or attached.get("original_url")):
        return ""
    fields = (
        f"{_text(one.get('title'))} {_text(one.get('value'))}".strip() for one in _objects(attached.get("fields"))
    )
    own = [_text(attached.get(name)) for name in ("pretext", "title", "text")]
    told = [*own, *fields]
    if not _text(attached.get("text")):
        told += [_lines(attached.get("blocks"))]
    words = "\n".join(filter(None, told)) or _text(attached.get("fallback"))
    return "\n".join(f"> {line}" for line in words.splitlines()) if is_shared else words


def _lines(blocks: object) -> str:
    return "\n".join(filter(None, (_block(block) for block in _objects(blocks)))).strip()


def _block(block: Payload) -> str:
    match block.get("type"):
        case "section":
            fields = [_text(one) for one in _objects(block.get("fields"))]
            return "\n".join(filter(None, [_text(block.get("text")), *fields]))
        case "header" | "markdown":
            return _text(block.get("text"))
        case "context":
            return " ".join(filter(None, (_text(one) for one in _objects(block.get("elements")))))
        case "rich_text":
            return "".join(_rich(block, 0)).strip()
        case "image" | "video":
            return _text(block.get("title")) or _text(block.get("alt_text"))
        case "table":
            return _table(block.get("rows"))
    return ""


def _table(rows: object) -> str:
    lines = rows if isinstance(rows, list) else []
    return "\n".join(" | ".join(_cell(cell) for cell in _objects(row)) for row in lines)


def _cell(cell: Payload) -> str:
    return _text(cell.get("text")) or "".join(_rich(cell, 0)).strip()


def _rich(element: Payload, depth: int) -> Iterator[str]:
    """Rich text as mrkdwn; each list item and section ends its line."""
    if depth > _DEEPEST:
        return
    match element.get("type"):
        case "text":
            yield _escaped(_text(element.get("text")))
        case "link":
            label = _text(element.get("text"))
            yield f"<{element.get('url')}|{_escaped(label)}>" if label else f"<{element.get('url')}>"
        case "user":
            yield f"<@{element.get('user_id')}>"
        case "channel":
            yield f"<#{element.get('channel_id')}>"
        case "broadcast":
            yield f"<!{element.get('range')}>"
        case "emoji":
            yield f":{element.get('name')}:"
        case _:
            for one in _objects(element.get("elements")):
                yield from _rich(one, depth + 1)
            yield "\n"


def _text(found: object) -> str:
    """A text, or a text object."""
    if isinstance(found, dict):
        found = found.get("text")
    return found.strip("\n") if isinstance(found, str) else ""


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _objects(found: object) -> Sequence[Payload]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
