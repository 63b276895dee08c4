"""Substring k-anonymity by looking at every place: the slow twin of `textveil.verify`."""


def kept_runs(text, mark="*"):
    runs, start = [], None
    for at, character in enumerate(text + mark):
        if character == mark and start is not None:
            runs.append((start, at))
            start = None
        elif character != mark and start is None:
            start = at
    return runs


def places(texts, run):
    """Every (text, offset) at which the run stands."""
    return [
        (number, at)
        for number, text in enumerate(texts)
        for at in range(len(text) - len(run) + 1)
        if text[at : at + len(run)] == run
    ]


def times(before, after, guarantee, run):
    if guarantee == "output":
        return len(places(after, run))
    found = places([document.text for document in before], run)
    if guarantee == "occurrences":
        return len(found)
    return len({before[number].counted_subject for number, _ in found})


def failures(before, after, k, guarantee, mark="*"):
    """Every failure as (document, start, end, times), for texts with the length of their input."""
    found = []
    for number, text in enumerate(after):
        for start, end in kept_runs(text, mark):
            changed = [
                at
                for at in range(start, end)
                if before is not None and text[at] != before[number].text[at]
            ]
            count = times(before, after, guarantee, text[start:end])
            if changed:
                found.append((number, changed[0], changed[0] + 1, None))
            elif count < k:
                found.append((number, start, end, count))
    return found


def release(before, k, guarantee, mark="*"):
    """Suppress the middle of a run that fails until none does."""
    after = [document.text for document in before]
    while found := failures(before, after, k, guarantee, mark):
        number, start, end, _ = found[0]
        middle = (start + end) // 2
        after[number] = after[number][:middle] + mark + after[number][middle + 1 :]
    return after
