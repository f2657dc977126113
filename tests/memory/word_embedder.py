"""An embedder for tests: a text is the sum of its words' random directions. Every machine has it at once."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady


class WordEmbedder:
    """Texts that share words are near each other; the same text always has the same vector.

    `asked` counts the passages; `is_loading` and `is_broken` are what may be wrong with a model.
    """

    def __init__(self, name="words-32", dimensions=32):
        self.name = name
        self.asked = 0
        self.is_loading = False
        self.is_broken = False
        self._dimensions = dimensions
        self._words = {}

    def embed(self, texts, *, query=False):
        if self.is_broken:
            raise EmbedderFault("the model is broken")
        if query and self.is_loading:
            raise EmbedderNotReady
        if not query:
            self.asked += len(texts)
        rows = np.array([np.sum([self._direction(word) for word in _words(text)], axis=0) for text in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def _direction(self, word):
        if word not in self._words:
            seed = int.from_bytes(blake2b(f"{self.name} {word}".encode(), digest_size=8).digest(), "big")
            self._words[word] = np.random.default_rng(seed).normal(size=self._dimensions)
        return self._words[word]


def _words(text):
    return ["", *"".join(char if char.isalnum() else " " for char in text.casefold()).split()]
