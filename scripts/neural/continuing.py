"""Let a trained network learn further texts within a time, without forgetting what it knows.

It learns what is marked in new texts, and keeps what it says of old ones: there its own former
judgement is the teacher. Needs PyTorch and what `further` packed, and nothing of textveil.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from neural.base_weights import large
from neural.fitting import (
    HIDDEN_TRAITS,
    HIDDEN_WORDS,
    SOFTNESS,
    UNKNOWN,
    Corpus,
    batches,
    corpus_of,
    logits,
)
from neural.network import Reader, Size

PARTS = ("old", "new", "shut-other", "shut", "old-apart", "dev")
"""As `further` orders them."""
WORDS = 128
TRUE = 4
"""How often an epoch reads a new text as it is; with other people it comes in eight versions."""
THRESHOLDS = (0.2, 0.3, 0.4)
WARM = 0.06
"""Share of the time in which the rate grows."""
WAIT = 20
"""Steps after which the clock is asked again."""


@dataclass(frozen=True)
class Pace:
    """How a network learns.

    Attributes
    ----------
    seconds
        When it stops.
    rate, size, seed
        Highest rate, windows a step, and what chance begins with.
    gold, soft
        Weights of what is marked in old texts, and of the former judgement on them.
    """

    seconds: float
    rate: float = 3e-4
    size: int = 128
    seed: int = 7
    gold: float = 0.3
    soft: float = 1.0


@dataclass(frozen=True)
class Texts:
    """Packed texts: as a corpus, with the part and the source of each, and the labels."""

    corpus: Corpus
    part: NDArray[np.uint8]
    sources: NDArray
    labels: tuple[str, ...]

    def until(self, part: str) -> Corpus:
        """Return the texts of the parts that stand before one."""
        end = int(np.searchsorted(self.part, PARTS.index(part)))
        edges, repeats = self.corpus.edges[: end + 1], self.corpus.repeats[:end]
        return replace(self.corpus, edges=edges, repeats=repeats)

    def words(self, chosen: NDArray[np.bool_]) -> Tensor:
        """Return for each word whether its text is among the chosen."""
        every = np.repeat(chosen, np.diff(self.corpus.edges))
        return torch.from_numpy(every).to(self.corpus.ids.device)


def read_texts(folder: Path, device: str, share: int = 1) -> Texts:
    """Return what `further` packed; with `share`, one text in so many, to try things."""
    packed = dict(np.load(folder / "further.npz"))
    stated = json.loads((folder / "settings.json").read_text("utf-8"))
    which = packed.pop("low").astype(np.int64) + (packed.pop("high").astype(np.int64) << 16)
    chosen = np.arange(len(packed["counts"])) % share == 0
    every = np.repeat(chosen, packed["counts"])
    for name in ("ids", "shape", "traits"):
        packed[name] = packed[name][which[every]]
    for name, mask in (("tags", every), ("masks", every), ("counts", chosen), ("part", chosen)):
        packed[name] = packed[name][mask]
    sources = np.array(stated["sources"])[chosen]
    repeats = np.where(sources == "genre", TRUE, 1)
    corpus = corpus_of(packed, repeats, pieces=False, longest=WORDS, device=device)
    return Texts(corpus, packed["part"], sources, tuple(stated["labels"]))


def read_network(folder: Path) -> Reader:
    """Return the network that is to be continued."""
    return reader_of(large(dict(np.load(folder / "former.npz"))))


def reader_of(weights: Mapping[str, NDArray[np.float32]]) -> Reader:
    """Return the network with these weights."""
    layers = sum(name.endswith("qkv.weight") for name in weights)
    inner, width = weights["layers.0.up.weight"].shape
    size = Size(layers, width, inner, weights["places.weight"].shape[0], smooth=False)
    pieces, traits = weights["words.weight"].shape[0], weights["traits.weight"].shape[0] - 1
    made = Reader(size, pieces, traits, weights["out.weight"].shape[0] - 1)
    made.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items()})
    return made


def learn(
    reader: Reader,
    corpus: Corpus,
    said: Tensor,
    old: Tensor,
    pace: Pace,
    say: Callable[[str], None] = print,
) -> Reader:
    """Train until the time is over; the rate grows, then falls to nothing with the clock.

    Parameters
    ----------
    reader
        Is changed, and returned.
    corpus
        What is read.
    said
        The former judgement on every word.
    old
        Whether a word is of an old text.
    pace
        How long and how fast.
    say
        Is told how it goes.
    """
    torch.manual_seed(pace.seed)
    rng = np.random.default_rng(pace.seed)
    device = corpus.ids.device.type
    optimizer = torch.optim.AdamW(
        reader.parameters(), lr=0.0, weight_decay=0.01, fused=device == "cuda"
    )
    reader.train()
    began, steps, total, epoch = time.monotonic(), 0, torch.zeros((), device=device), 0
    done = 0.0
    while done < 1:
        epoch += 1
        for windows in batches(corpus.windows(rng), pace.size, rng):
            done = (time.monotonic() - began) / pace.seconds
            if done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = pace.rate * min(1.0, done / WARM + 0.01) * max(0.01, 1 - done)
            loss = _loss(reader, corpus, windows, said, old, pace)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            steps += 1
            total += loss.detach()
            if steps % WAIT == 0 and device == "cuda":
                torch.cuda.synchronize()
            if steps % 250 == 0:
                say(f"  epoch {epoch}, step {steps}: loss {float(total) / 250:.4f}, {done:.0%}")
                total.zero_()
    say(f"  {steps} steps, {epoch} epochs begun, {time.monotonic() - began:.0f} s")
    return reader


def _loss(
    reader: Reader,
    corpus: Corpus,
    windows: list[tuple[int, int]],
    said: Tensor,
    old: Tensor,
    pace: Pace,
) -> Tensor:
    """Return the loss a word: marks on all words, and the former judgement on old ones."""
    at, real = corpus.batch(windows)
    ids = corpus.ids[at]
    hidden = (torch.rand(real.shape, device=ids.device) < HIDDEN_WORDS) & real
    ids = torch.where(hidden[..., None], 0, ids)
    ids[..., 0] = torch.where(hidden, UNKNOWN, ids[..., 0])
    kept = (torch.rand(real.shape, device=ids.device) > HIDDEN_TRAITS).float()
    with torch.autocast(ids.device.type, dtype=torch.bfloat16):
        made = reader(ids, real, corpus.shape[at].long(), corpus.traits[at].long(), kept)
    made, word, real = made.float().flatten(0, 1), at.flatten(), real.flatten()
    before, was = said[word].float(), old[word] & real
    number = real.sum().clamp(min=1)
    marks = functional.cross_entropy(
        made[:, :-1],
        torch.where(real, corpus.tags[word], -1),
        ignore_index=-1,
        label_smoothing=0.02,
        reduction="none",
    )
    loss = (marks * torch.where(was, pace.gold, 1.0)).sum() / number
    masks = torch.where(real, corpus.masks[word], -1)
    told = (masks >= 0).float()
    hides = functional.binary_cross_entropy_with_logits
    loss = loss + 0.5 * pace.gold * hides(
        made[:, -1], masks.clamp(min=0).float(), told, reduction="sum"
    ) / told.sum().clamp(min=1)
    # Whether a word must be hidden was learnt from court cases: of that nothing is to change.
    loss = (
        loss
        + 0.2
        * pace.soft
        * hides(made[:, -1], before[:, -1].sigmoid(), real.float(), reduction="sum")
        / number
    )
    apart = functional.kl_div(
        functional.log_softmax(made[:, :-1] / SOFTNESS, -1),
        functional.softmax(before[:, :-1] / SOFTNESS, -1),
        reduction="none",
    ).sum(-1)
    return loss + SOFTNESS**2 * pace.soft * (apart * was).sum() / number


def measured(texts: Texts, said: Tensor, name: str) -> list[str]:
    """Return lines that say what judgements are worth on texts that are put apart."""
    lines = []
    groups = {
        "shut voices": texts.part == PARTS.index("shut"),
        "genre dev": texts.part == PARTS.index("dev"),
    }
    apart = texts.part == PARTS.index("old-apart")
    groups |= {
        f"old {one}": apart & (texts.sources == one) for one in np.unique(texts.sources[apart])
    }
    for group, chosen in groups.items():
        words = texts.words(chosen)
        tags = texts.corpus.tags[words]
        score = 1 - torch.softmax(said[words].float()[:, :-1], -1)[:, 0]
        truth, known = tags > 0, tags >= 0
        shares = []
        for threshold in THRESHOLDS:
            taken = (score >= threshold) & known
            right = int((taken & truth).sum())
            shares.append(
                f"{threshold}: P {right / max(1, int(taken.sum())):.4f}"
                f" R {right / max(1, int(truth.sum())):.4f}"
            )
        lines.append(f"{name:>10} {group:<18} {int(known.sum()):>7,} words  {'  '.join(shares)}")
        if group in ("shut voices", "genre dev"):
            lines.append(f"{name:>10}   recall by label: {_by_label(texts.labels, tags, score)}")
    return lines


def _by_label(labels: tuple[str, ...], tags: Tensor, score: Tensor) -> str:
    """Return the share of words found of each label, at the threshold in the middle."""
    found = []
    for number, label in enumerate(labels):
        of = (tags == 1 + 2 * number) | (tags == 2 + 2 * number)
        if int(of.sum()):
            share = float((score[of] >= THRESHOLDS[1]).float().mean())
            found.append(f"{label} {share:.3f} of {int(of.sum())}")
    return ", ".join(found)


def judgements(reader: Reader, texts: Texts) -> Tensor:
    """Return what a network says of all words."""
    return logits(reader, texts.corpus)
