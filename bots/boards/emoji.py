"""Reactions from one platform to another: Slack names them, the others show the character itself."""

from __future__ import annotations

from collections.abc import Mapping

#: Slack's name -> the character. What is not in here, as a workspace's own pictures, is carried nowhere.
_CHARACTERS: Mapping[str, str] = {
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
_NAMES = {character.rstrip("\ufe0f"): name for name, character in reversed([*_CHARACTERS.items()])}


def as_named_by(platform: str, reaction: str) -> str:
    """The reaction as this platform takes it; empty where it has none that is the same."""
    name = reaction.strip(":").partition("::")[0]
    character = _CHARACTERS.get(name, reaction if reaction.rstrip("\ufe0f") in _NAMES else "")
    if platform == "slack":
        return _NAMES.get(character.rstrip("\ufe0f"), "")
    return character.rstrip("\ufe0f") if platform == "telegram" else character
