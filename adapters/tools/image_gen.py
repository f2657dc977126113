"""image_gen: a picture that goes out with the answer, by a service of OpenAI's shape."""

from __future__ import annotations

from base64 import b64decode
from pathlib import PurePosixPath

from adapters.tools.kit import Kit, items
from bots.message import File
from bots.tools.tool import Scene, Tool, ToolFault

BASE = "https://api.openai.com/v1"
_PNG = b"\x89PNG"


def tools(kit: Kit) -> tuple[Tool, ...]:
    async def image_gen(scene: Scene, description: str, name: str = "picture.png") -> str:
        """Draw a picture; it goes out with your answer.

        description: what is to be seen
        name: of the file
        """
        if scene.outgoing:
            raise ToolFault("one file goes with an answer already")
        body = {"model": kit.model or "gpt-image-1", "prompt": description[:4000], "n": 1}
        found = await kit.json("POST", "/images/generations", json=body, headers=kit.bearer)
        drawn = [one.get("b64_json") for one in items(found, "data")]
        try:
            content = b64decode(str(drawn[0]), validate=True)
        except (IndexError, ValueError):
            content = b""
        if not content.startswith(_PNG):
            raise ToolFault("image_gen gave no picture")
        shown = f"{PurePosixPath(name).stem[:60] or 'picture'}.png"
        scene.outgoing.append(File(name=shown, media_type="image/png", size=len(content), content=content))
        return f"{shown} goes out with your answer."

    return (Tool(image_gen, outside=True, files=True),)
