"""What a file is, by its type and its name."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

Kind = Literal["text", "pdf", "image", "other"]

#: What every model takes that sees images.
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_TEXTS = frozenset(
    {
        *("application/json", "application/xml", "application/yaml", "application/x-yaml", "application/toml"),
        *("application/x-sh", "application/javascript", "application/sql", "application/x-ndjson", "application/x-tex"),
    }
)
#: Platforms call these text, nothing, or `application/octet-stream`.
_SUFFIXES = frozenset(
    {
        *(".txt", ".md", ".markdown", ".rst", ".csv", ".tsv", ".log", ".json", ".jsonl", ".xml", ".yaml", ".yml"),
        *(".toml", ".ini", ".cfg", ".conf", ".html", ".htm", ".css", ".js", ".ts", ".py", ".sh", ".sql", ".c", ".h"),
        *(".cpp", ".java", ".go", ".rs", ".rb", ".php", ".tex", ".diff", ".patch", ".srt", ".vtt", ".ics", ".vcf"),
        ".org",
    }
)
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})


def kind_of(name: str, media_type: str) -> Kind:
    plain, suffix = media_type.partition(";")[0].strip().lower(), _suffix(name)
    if plain in _IMAGES or (plain in ("", "application/octet-stream") and suffix in _PICTURES):
        return "image"
    if plain == "application/pdf" or suffix == ".pdf":
        return "pdf"
    if plain.startswith("text/") or plain in _TEXTS or suffix in _SUFFIXES:
        return "text"
    return "other"


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()
