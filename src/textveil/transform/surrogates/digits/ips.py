"""Network addresses of ranges that no machine on the Internet has."""

import re
from ipaddress import IPv4Address, IPv4Network, ip_address
from random import Random
from typing import Final

from textveil.lexicon.tables.folding import fold
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, draw_alike, fill, lengthened

__all__ = ["Ips"]

_RANGES: Final = (
    # Documentation (RFC 5737), benchmarks (RFC 2544), and what was never given out (RFC 1112).
    ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
    ("198.18.0.0/15",),
    ("240.0.0.0/5",),
)
_PRIVATE: Final = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
_V4: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_V6: Final = re.compile(r"[0-9A-Fa-f:]{0,60}:[0-9A-Fa-f:]*")


class Ips(Maker):
    """Make network addresses of ranges that no machine on the Internet has.

    IPv4: the 768 addresses for documentation; when those run short, the range for benchmarks, then
    one that was never given out. An address of a private network stays in its range. IPv6:
    2001:db8::/32 (RFC 3849).
    """

    labels: frozenset[str] = frozenset({"IP"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the address in its shortest form."""
        try:
            return str(ip_address(value.strip("[]")))
        except ValueError:
            return fold(value).text.casefold().strip()

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an address of the same kind and writing; ports and masks stay."""
        real = self.canonical(value, label)
        rng = setting.draw.rng("ip", setting.scope, real, *setting.tries)
        for _ in range(100):
            fake, changed = _V4.subn(lambda found: _v4(found.group(), setting, rng), value, count=1)
            if not changed:
                fake = _V6.sub(lambda found: _v6(found.group(), rng), value, count=1)
            if self.canonical(fake, label) != real:
                return fake
        # No address at all: another one of its shape, or a longer one.
        fake = lengthened(fill(value, draw_alike(bare(value), rng)), setting.attempt, rng)
        return fake if self.canonical(fake, label) != real else lengthened(fake, 80, rng)


def _v4(real: str, setting: Setting, rng: Random) -> str:
    try:
        private = [one for one in _PRIVATE if IPv4Address(real) in IPv4Network(one)]
    except ValueError:
        private = []
    reserved = _RANGES[min(setting.attempt // 12, len(_RANGES) - 1)]
    network = IPv4Network(rng.choice(private or reserved))
    return str(network[rng.randrange(1, network.num_addresses - 1)])


def _v6(real: str, rng: Random) -> str:
    head, gap, tail = real.partition("::")
    groups = [group for group in (head if not gap else tail).split(":") if group]
    count = len(groups) - 2 if not gap else max(1, len(groups))
    drawn = [f"{rng.randrange(1, 65536):x}" for _ in range(max(1, min(6, count)))]
    fake = f"2001:db8{'::' if gap else ':'}{':'.join(drawn)}"
    return fake.upper() if real.isupper() else fake
