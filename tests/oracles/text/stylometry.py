"""Measures of richness, word by word, as their definitions have them."""

from math import comb


def msttr(words, size=100):
    shares = []
    while len(words) >= size:
        shares.append(len(set(words[:size])) / size)
        words = words[size:]
    return sum(shares) / len(shares)


def mattr(words, size=100):
    windows = [words[at : at + size] for at in range(len(words) - size + 1)]
    return sum(len(set(window)) / size for window in windows) / len(windows)


def hdd(words, size=42):
    total = 0
    for word in set(words):
        without = comb(len(words) - words.count(word), size) / comb(len(words), size)
        total += (1 - without) / size
    return total


def mtld(words):
    return (stretches(words) + stretches(list(reversed(words)))) / 2


def stretches(words):
    factors, stretch = 0, []
    for word in words:
        stretch = [*stretch, word]
        if len(set(stretch)) / len(stretch) <= 0.72:
            factors, stretch = factors + 1, []
    if stretch:
        factors += (1 - len(set(stretch)) / len(stretch)) / (1 - 0.72)
    return len(words) / factors


def yule(words):
    counts = [words.count(word) for word in set(words)]
    by_count = {i: counts.count(i) for i in counts}
    n = len(words)
    return 10**4 * (sum(i**2 * v for i, v in by_count.items()) - n) / n**2
