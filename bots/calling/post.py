"""Which calls a post shows."""

from __future__ import annotations

from collections.abc import Sequence

from memory.archive.calls import Call, Tried

SEEN = "seen"


def of_post(posted: Sequence[tuple[Call, Tried]], post: str) -> list[Call]:
    """The calls of this post in the order in which they stand there."""
    return list({call.id: call for call, tried in reversed(posted) if post and tried.post == post}.values())
