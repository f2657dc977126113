"""The page as HTML: the Markdown of answers with all text escaped, under one plain layout that needs no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from urllib.parse import quote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from adapters.page.door import PageSession
from adapters.page.views import ACTS, PageAct, PagePart, PageView
from bots.text.markdown_parser import block_tokens, inline_tokens
from bots.text.phrases import fleet_word
from memory.language.folders import FALLBACK

#: Of one answer so much is shown.
LONGEST_ANSWER = 200_000
_SHOWN_OF_ACT = 140

STYLE = """\
:root{color-scheme:light dark;--ink:#1a2230;--soft:#57606f;--paper:#fff;--line:#d5dae1;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3acb9;--paper:#14181f;--line:#39424f;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header,main,footer{max-width:60rem;margin:0 auto;padding:.75rem 1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0}
nav a{display:inline-block;padding:.25rem 0}
nav a[aria-current]{font-weight:600;text-decoration:none;color:var(--ink);border-bottom:.15rem solid var(--link)}
a{color:var(--link)}
:focus-visible{outline:.18rem solid var(--link);outline-offset:.12rem}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.25rem .5rem}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .25rem}
section,li,td{overflow-wrap:anywhere}
pre{overflow-x:auto;border:1px solid var(--line);padding:.5rem}
table{border-collapse:collapse;display:block;overflow-x:auto}
td,th{text-align:left;border-bottom:1px solid var(--line);padding:.2rem .8rem .2rem 0}
img{max-width:100%;height:auto;background:#fff;border:1px solid var(--line)}
form{margin:.35rem 0;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
button{font:inherit;padding:.3rem .8rem;border:1px solid var(--soft);border-radius:.3rem}
button{color:var(--ink);background:transparent;cursor:pointer}
.said{border-left:.2rem solid var(--link);padding-left:.75rem}
.soft{color:var(--soft)}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """What stands around a view: whose session it is, in which language, which views there are, and which this is."""

    session: PageSession
    name: str
    language: str
    views: Sequence[PageView]
    here: PageView

    def word(self, key: str) -> str:
        return escape(fleet_word(self.language, key))


def page_of_view(frame: PageFrame, parts: Sequence[PagePart], animas: Sequence[str], anima: str) -> str:
    """A whole view: every answer under its command, with the acts that it offers. `anima` is the one that is shown."""
    told = [_part(frame, part) for part in parts]
    drawn = [
        f'<h2>{escape(picture)}</h2><p><img src="/picture/{picture}?anima={quote(anima, safe="")}" '
        f'alt="{frame.word(f"page_{picture}")}"></p>'
        for picture in frame.here.pictures
        if anima
    ]
    choice = _anima_choice(frame, animas, anima) if frame.here.of_anima else ""
    return _page(frame, "".join([choice, *told, *drawn]) or f"<p>{frame.word('page_nothing')}</p>")


def page_of_answer(frame: PageFrame, markdown: str) -> str:
    """What came of an act, and the way back."""
    back = f'<p><a href="{frame.here.path}">{frame.word("page_back")}</a></p>'
    return _page(frame, f'<section class="said" role="status">{html_of(markdown)}</section>{back}')


def bare_page(text: str) -> str:
    """One line to somebody who has no session."""
    return _document(FALLBACK, "anima", f"<main><p>{escape(text)}</p></main>")


def _page(frame: PageFrame, body: str) -> str:
    links = "".join(
        f'<li><a href="{view.path}"{" aria-current=page" if view is frame.here else ""}>{frame.word(view.title)}</a>'
        for view in frame.views
    )
    out = f'<form method="post" action="/leave">{_hidden(frame)}<button>{frame.word("page_leave")}</button></form>'
    return _document(
        frame.language,
        fleet_word(frame.language, frame.here.title),
        f'<a class="skip" href="#view">{frame.word("page_skip")}</a><header><nav><ul>{links}</ul></nav></header>'
        f'<main id="view"><h1>{frame.word(frame.here.title)}</h1>{body}</main>'
        f'<footer class="soft">{escape(frame.name)}{out}</footer>',
    )


def _document(language: str, title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="/style.css"></head><body>{body}</body></html>\n'
    )


def _anima_choice(frame: PageFrame, animas: Sequence[str], anima: str) -> str:
    links = "".join(
        f'<li><a href="{frame.here.path}?anima={quote(name, safe="")}"{" aria-current=page" if name == anima else ""}>'
        f"{escape(name)}</a>"
        for name in animas
    )
    return f'<nav aria-label="{frame.word("page_animas")}"><ul>{links}</ul></nav>' if len(animas) > 1 else ""


def _part(frame: PageFrame, part: PagePart) -> str:
    acts = "".join(_form(frame, act) for act in part.acts)
    return f"<section><h2>{escape(' '.join(part.words))}</h2>{html_of(part.answer.text)}{acts}</section>"


def _form(frame: PageFrame, act: PageAct) -> str:
    values = "".join(f'<input type="hidden" name="value" value="{escape(value)}">' for value in act.values)
    text = " ".join(act.about.split())
    short = text if len(text) <= _SHOWN_OF_ACT else f"{text[: _SHOWN_OF_ACT - 1]}…"
    name = act.name if act.name in ACTS else ""
    return (
        f'<form method="post" action="/act">{_hidden(frame)}<input type="hidden" name="view" value="{frame.here.path}">'
        f'<input type="hidden" name="act" value="{name}">{values}'
        f"<button>{frame.word(f'page_{name}')}</button><span>{escape(short)}</span></form>"
    )


def _hidden(frame: PageFrame) -> str:
    return f'<input type="hidden" name="token" value="{escape(frame.session.form_token)}">'


# --- markdown -------------------------------------------------------------------------------------------------------
# Answers hold words of others: no HTML, no pictures, and links to other sites only, which are told in full.


def html_of(markdown: str) -> str:
    """Every character of it is text, or part of the few elements that Markdown has."""
    cut = markdown if len(markdown) <= LONGEST_ANSWER else f"{markdown[:LONGEST_ANSWER]}\n\n…"
    tokens, references = block_tokens(cut)
    for token in tokens:
        if token.type == "inline":
            pieces = inline_tokens(token.content, references)
            token.children = [shown for piece in pieces for shown in _shown_tokens(piece)]
    renderer = _renderer()
    rendered: str = renderer.renderer.render(tokens, renderer.options, {})
    return rendered


def _shown_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    """Without the links that lead to no other site, whose words stay, and with the words of a picture in its place."""
    is_kept: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            is_kept.append(_is_web_address(str(token.attrs.get("href", ""))))
        if token.type == "image":
            yield Token("text", "", 0, content=token.content)
        elif token.type == "link_close":
            if is_kept.pop():
                yield token
        elif token.type != "link_open" or is_kept[-1]:
            yield token


@cache
def _renderer() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.add_render_rule("link_open", _link_open)
    parser.add_render_rule("heading_open", lambda *of: "<p><strong>")
    parser.add_render_rule("heading_close", lambda *of: "</strong></p>")
    parser.add_render_rule("fence", _code_block)
    return parser


def _is_web_address(url: str) -> bool:
    """A relative one would lead to this very page, by somebody else's words."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username


def _link_open(renderer: object, tokens: Sequence[Token], at: int, *surroundings: object) -> str:
    address = escape(str(tokens[at].attrs.get("href", "")))
    return f'<a href="{address}" title="{address}" rel="noreferrer noopener nofollow">'


def _code_block(renderer: object, tokens: Sequence[Token], at: int, *surroundings: object) -> str:
    """The word behind the fence names no class."""
    return f"<pre>{escape(tokens[at].content)}</pre>"
