"""Cuts Markdown into chunks that are each well-formed and each fit.

The parsed tree becomes a row of leaves (paragraphs, code, tables), each with the containers it stands in. A chunk is
a stretch of that row, written as Markdown again. How far a stretch may reach is told by what the chunk before took of
its message, so that most chunks are measured once, however long the whole is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from adapters.rendering.document import MarkdownBlock, MarkdownDocument, outline
from adapters.rendering.leaves import Leaf, Paragraph, Prose, leaf_of

Share = Callable[[str], float]
"""How much of one message a chunk takes: up to 1 it fits."""

#: The first guess, in characters; how near to the longest that fits a chunk must come, and how full it is full enough.
_FIRST_GUESS = 1500
_NEAR = 1.06
_FILLED = 0.93
#: What is expected to fill a message is taken a little shorter, so often until it is halved instead.
_RATHER_LESS = 0.98
_TRUSTED = 3
#: A chunk that is filled so far rather ends than cuts the next leaf.
_FULL_ENOUGH = 0.45

_OTHER_SIGN = {".": ")", ")": ".", "-": "*", "*": "-", "+": "-"}


def split(markdown: str, share: Share) -> list[str]:
    """Chunks of Markdown source, each well-formed on its own, none taking more than one message; nothing missing, none
    empty.

    Fences are closed and opened again, tables cut between rows with the header repeated, long paragraphs cut at a
    sentence, a word, at last between two characters as people see them. What nothing makes fit (a single character
    that is too long) is a chunk all the same.
    """
    row = _LeafRow(outline(markdown))
    if not row.leaves:
        return []
    if len(markdown) <= _FIRST_GUESS and share(markdown) <= 1:
        return [markdown]
    chunks = list(_chunks(row, share))
    return [markdown] if len(chunks) == 1 and share(markdown) <= 1 else chunks


@dataclass(slots=True, kw_only=True, eq=False)
class _Container:
    """A quote, or (with a list) an item of that list."""

    of: MarkdownBlock | None = None  # the list
    number: int | None = None


@dataclass(slots=True, kw_only=True)
class _NestedLeaf:
    """A leaf, the containers around it from the outside in, and which of these begin with it."""

    leaf: Leaf
    path: tuple[_Container, ...]
    begins: frozenset[int] = frozenset()  # ids of containers


@dataclass(frozen=True, slots=True, order=True)
class _LeafPosition:
    """A place in the row: a leaf's number, and a place within the leaf."""

    leaf: int
    at: int = 0


@dataclass(slots=True)
class _LeafRow:
    """The leaves of a document in order."""

    document: MarkdownDocument
    leaves: list[_NestedLeaf] = field(init=False)

    def __post_init__(self) -> None:
        self.leaves = []
        for block in self.document.blocks:
            self._add(block, (), [])

    def end(self) -> _LeafPosition:
        return _LeafPosition(len(self.leaves))

    def reach(self, start: _LeafPosition, budget: int) -> tuple[_LeafPosition, int]:
        """How far so many characters reach, and how many they really are; at least the smallest step."""
        used, n, at = 0, start.leaf, start.at
        while n < len(self.leaves) and used + self._cost(n, at) <= budget:
            used += self._cost(n, at)
            n, at = n + 1, 0
        if n == len(self.leaves):
            return self.end(), used
        if used and used >= budget * _FULL_ENOUGH:
            return self._not_after_a_heading(start, n), used
        leaf = self._opened(n)
        room = max(1, budget - used - self._overhead(n))
        cut = leaf.cut(at, at + room)
        if used and cut - at > room:
            return self._not_after_a_heading(start, n), used
        resumed = leaf.resumed(cut)
        used += cut - at + self._overhead(n)
        return (_LeafPosition(n + 1), used) if resumed >= leaf.size else (_LeafPosition(n, resumed), used)

    def text(self, start: _LeafPosition, end: _LeafPosition) -> str:
        """The stretch as Markdown."""
        return _ChunkWriter().written(list(self._parts(start, end)))

    def simplify(self, place: _LeafPosition) -> bool:
        """Replace what is left of the leaf there by what is easier to cut, if there is such a thing."""
        placed = self.leaves[place.leaf]
        simpler = placed.leaf.simpler(place.at)
        if simpler:
            begins = placed.begins if place.at == 0 else frozenset()
            new = [_NestedLeaf(leaf=leaf, path=placed.path) for leaf in simpler]
            new[0].begins = begins
        elif placed.path:
            new = [_NestedLeaf(leaf=leaf, path=()) for leaf in placed.leaf.remainder(place.at)]
        else:
            return False
        self.leaves[place.leaf : place.leaf + 1] = new
        return True

    def _add(self, block: MarkdownBlock, path: tuple[_Container, ...], begun: list[_Container]) -> None:
        match block.kind:
            case "quote":
                self._add_all(block.children, path, _Container(), begun)
            case "list":
                for item in block.children:
                    self._add_all(item.children, path, _Container(of=block, number=item.number), begun)
            case _:
                leaf = leaf_of(block, self.document)
                if leaf is not None:
                    self.leaves.append(_NestedLeaf(leaf=leaf, path=path, begins=frozenset(map(id, begun))))
                    begun.clear()

    def _add_all(
        self, blocks: list[MarkdownBlock], path: tuple[_Container, ...], container: _Container, begun: list[_Container]
    ) -> None:
        begun.append(container)
        for block in blocks:
            self._add(block, (*path, container), begun)
        if container in begun:  # it had nothing to be seen
            begun.remove(container)

    def _cost(self, n: int, at: int) -> int:
        return self.leaves[n].leaf.size - at + self._overhead(n)

    def _overhead(self, n: int) -> int:
        return 2 + 2 * len(self.leaves[n].path)

    def _opened(self, n: int) -> Leaf:
        self.leaves[n].leaf = self.leaves[n].leaf.opened()
        return self.leaves[n].leaf

    def _not_after_a_heading(self, start: _LeafPosition, n: int) -> _LeafPosition:
        """A heading goes with what it is the heading of."""
        last = n
        while last - 1 > start.leaf and _is_heading(self.leaves[last - 1].leaf):
            last -= 1
        return _LeafPosition(last if last > start.leaf and not _is_heading(self.leaves[last - 1].leaf) else n)

    def _parts(self, start: _LeafPosition, end: _LeafPosition) -> Iterator[tuple[_NestedLeaf, int, int]]:
        for n in range(start.leaf, min(end.leaf + 1, len(self.leaves))):
            placed = self.leaves[n]
            first = start.at if n == start.leaf else 0
            last = end.at if n == end.leaf else placed.leaf.size
            if last > first or (n < end.leaf and first == 0):
                yield placed, first, last


def _is_heading(leaf: Leaf) -> bool:
    return isinstance(leaf, Paragraph | Prose) and leaf.level > 0


def _chunks(row: _LeafRow, share: Share) -> Iterator[str]:
    start, guess = _LeafPosition(0), _FIRST_GUESS
    while start < row.end():
        text, end, guess = _longest(row, start, guess, share)
        yield text
        start = end


def _longest(row: _LeafRow, start: _LeafPosition, guess: int, share: Share) -> tuple[str, _LeafPosition, int]:
    """The (nearly) longest stretch from here that fits: its text, its end, its size.

    What a stretch takes of a message tells how long the right one is; where that misleads, halves are tried.
    """
    best: tuple[str, _LeafPosition, int] | None = None
    low, high, size, tries = 0, 0, guess, 0  # `high` 0: not known yet
    while True:
        end, used = row.reach(start, size)
        if best is None or end != best[1]:
            text = row.text(start, end)
            taken = share(text)
        if taken <= 1:
            low = size
            best = (text, end, max(size, used))
            if end == row.end():
                return text, end, guess
        elif best is None and size == 1:
            if not row.simplify(start):
                return text, end, guess
            start, high, size, tries = _LeafPosition(start.leaf, 0), 0, guess, 0
            continue
        else:
            high = min(size, max(used, low + 1))
        if best is not None and ((taken >= _FILLED and taken <= 1) or (high and high <= max(low * _NEAR, low + 1))):
            return best
        tries += 1
        size = _next(low, high, int(max(used, 1) / max(taken, 0.01) * _RATHER_LESS), tries)


def _next(low: int, high: int, estimate: int, tries: int) -> int:
    if tries <= _TRUSTED and low < estimate and (not high or estimate < high):
        return estimate
    if not high:
        return max(low + 1, low * 2 if tries > _TRUSTED else int(low * _NEAR))
    return (low + high) // 2 if low else max(1, high // 2)


class _ChunkWriter:
    """Writes the leaves of one chunk."""

    def __init__(self) -> None:
        self.open: set[int] = set()
        self.signs: dict[int, str] = {}
        self.last_list: dict[str, tuple[int, str]] = {}

    def written(self, parts: list[tuple[_NestedLeaf, int, int]]) -> str:
        lines: list[str] = []
        before: _NestedLeaf | None = None
        for placed, first, last in parts:
            if before is not None and not self._tight(before, placed):
                lines.append(self._between(before, placed))
            lines.extend(self._lines(placed, placed.leaf.source(first, last), first))
            before = placed
        return "\n".join(lines)

    def _lines(self, placed: _NestedLeaf, source: str, first: int) -> list[str]:
        opening, following = "", ""
        for container in placed.path:
            if container.of is None:
                opening, following = opening + "> ", following + "> "
            elif first == 0 and id(container) in placed.begins:
                sign = self._sign(container, following)
                opening, following = opening + sign, following + " " * len(sign)
                self.open.add(id(container))
            elif id(container) in self.open:
                width = len(self.signs[id(container)])
                opening, following = opening + " " * width, following + " " * width
        lines = source.split("\n")
        return [
            opening + lines[0],
            *((following + line).rstrip() if not line else following + line for line in lines[1:]),
        ]

    def _sign(self, item: _Container, indent: str) -> str:
        """The item's marker; another one where two lists would be read as one."""
        assert item.of is not None
        delimiter = item.of.delimiter
        last = self.last_list.get(indent)
        if last is not None:
            known, used = last
            delimiter = used if known == id(item.of) else _OTHER_SIGN[used] if used == delimiter else delimiter
        self.last_list[indent] = (id(item.of), delimiter)
        sign = f"{delimiter} " if item.number is None else f"{min(item.number, 999_999_999)}{delimiter} "
        self.signs[id(item)] = sign
        return sign

    def _tight(self, before: _NestedLeaf, placed: _NestedLeaf) -> bool:
        """No blank line before the next item of a tight list, nor before a tight list within an item, if it begins
        with 1 or has no numbers: any other would be read as a line of the paragraph before it."""
        item = next((container for container in placed.path if id(container) in placed.begins), None)
        if item is None or item.of is None or not item.of.tight:
            return False
        if any(container.of is not None and id(container) not in self.open for container in before.path):
            return False
        siblings = any(container.of is item.of for container in before.path)
        within = len(before.path) > 0 and before.path[-1] in placed.path and before.path[-1].of is not None
        return siblings or (within and item.number in (None, 1))

    def _between(self, before: _NestedLeaf, placed: _NestedLeaf) -> str:
        shared = ""
        for ours, theirs in zip(before.path, placed.path, strict=False):
            if ours is not theirs:
                break
            if ours.of is None:
                shared += "> "
            elif id(ours) in self.open:
                shared += " " * len(self.signs[id(ours)])
        return shared.rstrip()
