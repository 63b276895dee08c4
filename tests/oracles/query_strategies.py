"""Scores of query strategies, word by word, as the dissertation's equations have them."""

from math import log


def lc_sum(words):
    return sum(1 - max(word.values()) for word in words)


def lc_mean(words):
    return lc_sum(words) / len(words)


def lcub(words, theta):
    return sum(1 - max(word.values()) for word in words if max(word.values()) < theta)


def word_entropy(word):
    return -sum(p * log(p) for p in word.values() if p > 0)


def entropy(words):
    return sum(word_entropy(word) for word in words)


def elb(words, rho):
    return sum(word_entropy(word) for word in words if word_entropy(word) > rho)


def roi(words, net, cost):
    return sum((net + net) * max(p, 1 - p) * (1 - max(p, 1 - p)) - cost for p in outside(words))


def roi_general(words, true, gains, costs, reading):
    """Eq. 17 with its two cases; `true` has the true probability of something for each word."""
    net_missed, net_wrong = gains[0] - costs[0], gains[1] - costs[1]
    total = 0.0
    for nothing, something in zip(outside(words), true, strict=True):
        if nothing >= 0.5:
            said, right = nothing, 1 - something
            total += net_missed * said * (1 - right) + net_wrong * (1 - said) * right - reading
        else:
            said, right = 1 - nothing, something
            total += net_wrong * said * (1 - right) + net_missed * (1 - said) * right - reading
    return total


def outside(words):
    return [word["O"] for word in words]
