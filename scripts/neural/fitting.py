"""Fit networks to packed texts, and let a small one learn from large ones.

Words are numbered through the whole corpus. What a teacher says is kept a word, so that teacher and
student may read the same text in different windows.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from neural.network import Reader

UNKNOWN = 1
HIDDEN_WORDS, HIDDEN_TRAITS = 0.07, 0.12
SOFTNESS = 2.0


@dataclass
class Corpus:
    """Packed texts on a device, read as words or as pieces.

    Attributes
    ----------
    ids, shape, traits
        Inputs, a row a place.
    word
        The word of each place if it is the word's first, else -1.
    tags, masks
        What each word is, and whether it must be hidden; -1 where nobody knows.
    edges
        Where each text begins, and where the last one ends.
    repeats
        How often each text is read in an epoch.
    longest
        Places of a window.
    """

    ids: Tensor
    shape: Tensor
    traits: Tensor
    word: Tensor
    tags: Tensor
    masks: Tensor
    edges: NDArray[np.int64]
    repeats: NDArray[np.int64]
    longest: int

    def windows(self, rng: np.random.Generator | None) -> list[tuple[int, int]]:
        """Return the windows of an epoch; they begin somewhere else each time."""
        found = []
        for start, end, times in zip(self.edges, self.edges[1:], self.repeats, strict=False):
            for _ in range(times):
                at = int(start)
                if rng is not None and end - start > self.longest:
                    cut = at + int(rng.integers(self.longest // 3, self.longest))
                    found.append((at, cut))
                    at = cut
                while at < end:
                    found.append((at, min(int(end), at + self.longest)))
                    at += self.longest
        return found

    def batch(self, windows: list[tuple[int, int]]) -> tuple[Tensor, Tensor]:
        """Return the places of windows, filled up, and which are real."""
        longest = max(end - start for start, end in windows)
        starts = torch.tensor([start for start, _ in windows], device=self.ids.device)
        sizes = torch.tensor([end - start for start, end in windows], device=self.ids.device)
        steps = torch.arange(longest, device=self.ids.device)
        real = steps[None] < sizes[:, None]
        return torch.where(real, starts[:, None] + steps[None], 0), real


def corpus_of(
    packed: dict[str, NDArray],
    repeats: NDArray[np.int64],
    *,
    pieces: bool,
    longest: int,
    device: str,
) -> Corpus:
    """Return packed texts as a corpus of words, or of pieces."""
    counts = packed["counts"].astype(np.int64)
    ids, word = packed["ids"].astype(np.int64), np.arange(len(packed["ids"]))
    shape, traits = packed["shape"], packed["traits"]
    edges = np.concatenate([[0], np.cumsum(counts)])
    if pieces:
        rows, places = np.nonzero(ids)
        ids, shape, traits = ids[rows, places][:, None], shape[rows], traits[rows]
        word = np.where(places == 0, rows, -1)
        edges = np.searchsorted(rows, edges)
    tensors = [torch.from_numpy(np.ascontiguousarray(a)).to(device) for a in (ids, shape, traits)]
    return Corpus(
        *tensors,
        torch.from_numpy(word).to(device),
        torch.from_numpy(packed["tags"].astype(np.int64)).to(device),
        torch.from_numpy(packed["masks"].astype(np.int64)).to(device),
        edges,
        repeats,
        longest,
    )


def batches(
    windows: list[tuple[int, int]], size: int, rng: np.random.Generator
) -> Iterator[list[tuple[int, int]]]:
    """Yield windows of like length together, in any order."""
    lengths = np.array([end - start for start, end in windows])
    order = np.argsort(lengths + rng.random(len(windows)) * 30)
    starts = np.arange(0, len(order), size)
    rng.shuffle(starts)
    for start in starts:
        yield [windows[at] for at in order[start : start + size]]


def fit(
    reader: Reader,
    corpus: Corpus,
    *,
    epochs: int,
    rate: float,
    size: int,
    seed: int,
    soft: Tensor | None = None,
    gold: float = 1.0,
    say: Callable[[str], None] = print,
) -> Reader:
    """Fit a network to what is known of words, and to what teachers say of them."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    fresh = ("out", "traits", "shapes")
    named = list(reader.named_parameters())
    optimizer = torch.optim.AdamW(
        [
            {"params": [p for n, p in named if not n.startswith(fresh)], "lr": rate},
            {"params": [p for n, p in named if n.startswith(fresh)], "lr": max(4 * rate, 8e-4)},
        ],
        weight_decay=0.01,
    )
    steps = epochs * math.ceil(len(corpus.windows(None)) / size * 1.05)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: min(1, (s + 1) / (0.06 * steps)) * max(0.02, 1 - s / steps)
    )
    began = time.time()
    reader.train()
    for epoch in range(epochs):
        total = torch.zeros((), device=corpus.ids.device)
        for windows in batches(corpus.windows(rng), size, rng):
            loss = _loss(reader, corpus, windows, soft, gold)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.detach()
        say(f"epoch {epoch + 1} of {epochs}: loss {float(total):.0f}, {time.time() - began:.0f} s")
    return reader


def _loss(
    reader: Reader,
    corpus: Corpus,
    windows: list[tuple[int, int]],
    soft: Tensor | None,
    gold: float,
) -> Tensor:
    at, real = corpus.batch(windows)
    ids = corpus.ids[at]
    hidden = (torch.rand(real.shape, device=ids.device) < HIDDEN_WORDS) & real
    ids = torch.where(hidden[..., None], 0, ids)
    ids[..., 0] = torch.where(hidden, UNKNOWN, ids[..., 0])
    kept = (torch.rand(real.shape, device=ids.device) > HIDDEN_TRAITS).float()
    with torch.autocast(ids.device.type, dtype=torch.bfloat16):
        made = reader(ids, real, corpus.shape[at].long(), corpus.traits[at].long(), kept)
    made = made.float()
    word = torch.where(real, corpus.word[at], -1)
    judged = word >= 0
    made, word = made[judged], word[judged]
    tags, masks = corpus.tags[word], corpus.masks[word]
    known = tags >= 0
    loss = gold * functional.cross_entropy(
        made[:, :-1], tags, ignore_index=-1, label_smoothing=0.02, reduction="sum"
    )
    loss = loss / known.sum().clamp(min=1)
    told = masks >= 0
    if bool(told.any()):
        loss = loss + 0.5 * gold * functional.binary_cross_entropy_with_logits(
            made[told, -1], masks[told].float()
        )
    if soft is not None:
        said = soft[word].float()
        loss = loss + SOFTNESS**2 * functional.kl_div(
            functional.log_softmax(made[:, :-1] / SOFTNESS, -1),
            functional.softmax(said[:, :-1] / SOFTNESS, -1),
            reduction="batchmean",
        )
        loss = loss + 0.2 * functional.binary_cross_entropy_with_logits(
            made[:, -1], said[:, -1].sigmoid()
        )
    return loss


@torch.no_grad()
def logits(reader: Reader, corpus: Corpus, size: int = 256) -> Tensor:
    """Return the logits of every word, read where it stands in the middle of a window."""
    reader.eval()
    device = corpus.ids.device
    found: Tensor | None = None
    half = corpus.longest // 2
    jobs = []
    for start, end in zip(corpus.edges, corpus.edges[1:], strict=False):
        at = int(start)
        while at < end:
            last = min(int(end), at + corpus.longest)
            low = at if at == start else at + half // 2
            high = last if last == end else last - half // 2
            jobs.append((at, last, low, high))
            if last == end:
                break
            at += half
    jobs.sort(key=lambda job: job[1] - job[0])
    for first in range(0, len(jobs), size):
        some = jobs[first : first + size]
        at, real = corpus.batch([(a, b) for a, b, _, _ in some])
        with torch.autocast(device.type, dtype=torch.bfloat16):
            made = reader(corpus.ids[at], real, corpus.shape[at].long(), corpus.traits[at].long())
        if found is None:
            size_of = (len(corpus.tags), made.shape[-1])
            found = torch.zeros(size_of, dtype=torch.float16, device=device)
        low = torch.tensor([job[2] for job in some], device=device)
        high = torch.tensor([job[3] for job in some], device=device)
        core = real & (at >= low[:, None]) & (at < high[:, None]) & (corpus.word[at] >= 0)
        found[corpus.word[at][core]] = made[core].half()
    reader.train()
    assert found is not None
    return found
