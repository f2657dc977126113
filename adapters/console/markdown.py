"""Markdown as a terminal of some width shows it: words kept whole, East Asian letters two columns wide, colours where
they are wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import StringIO

from rich.console import Console
from rich.style import Style
from rich.text import Text

from adapters.console.outbound import harmless
from adapters.rendering.document import parse
from adapters.rendering.layout import Laid, Sheet, laid_out

_SHEET = Sheet(bullet="•", rule="─" * 20, styled=True)
_STYLES: Mapping[str, str] = {
    "bold": "bold",
    "italic": "italic",
    "strikethrough": "strike",
    "code": "cyan",
    "pre": "cyan",
    "text_link": "underline",
    "blockquote": "dim",
}
#: What a line begins with; what is wrapped of it stands below its words.
_HEAD = re.compile(r"\s*(?:(?:•|\d{1,9}\.) )?")


def rendered(markdown: str, *, width: int, name: str = "", style: str = "bold green") -> str:
    """With escape sequences; of a text, no control character is left. Behind `name>` where there is a name."""
    console = Console(file=StringIO(), force_terminal=True, width=max(width, 8), legacy_windows=False)
    laid = laid_out(parse(harmless(markdown)), _SHEET)
    whole = _styled(laid)
    label = Text(f"{name}> ", style=style) if name else Text()
    whole = label + whole
    code = [(span.start + len(label), span.end + len(label)) for span in laid.spans if span.kind == "pre"]
    at = 0
    with console.capture() as captured:
        for line in whole.split("\n", allow_blank=True):
            is_code = any(start < at + len(line) and at < end for start, end in code)
            for row in [line] if is_code else _wrapped(line, console):
                console.print(row, soft_wrap=True, highlight=False, markup=False, emoji=False)
            at += len(line) + 1
    return captured.get()


def _styled(laid: Laid) -> Text:
    """With each link's address behind it, where it is not its text."""
    text = Text(laid.text)
    for span in laid.spans:
        text.stylize(Style.parse(_STYLES.get(span.kind, "")), span.start, span.end)
    links = sorted((span for span in laid.spans if span.url), key=lambda span: span.end)
    shown = Text()
    at = 0
    for link in links:
        shown += text[at : link.end]
        at = link.end
        if link.url.rstrip("/") != laid.text[link.start : link.end].rstrip("/"):
            shown += Text(f" ({harmless(link.url)})", style="dim")
    return shown + text[at:] if at else text


def _wrapped(line: Text, console: Console) -> Iterator[Text]:
    head = _HEAD.match(line.plain)
    indent = min(head.end() if head else 0, console.width // 2)
    rows = line[indent:].wrap(console, console.width - indent) if indent else line.wrap(console, console.width)
    for number, row in enumerate(rows or [Text()]):
        row.rstrip()
        yield (line[:indent] if number == 0 else Text(" " * indent)) + row if indent else row
