"""The curve of Ed25519, by its definition (RFC 8032, section 5.1); slow, and knows no shortcut."""

PRIME = 2**255 - 19
D = -121665 * pow(121666, -1, PRIME) % PRIME
NEUTRAL = (0, 1)


def add(one, two):
    (a, b), (c, d) = one, two
    product = D * a * b * c * d
    x = (a * d + c * b) * pow(1 + product, -1, PRIME)
    y = (b * d + a * c) * pow(1 - product, -1, PRIME)
    return x % PRIME, y % PRIME


def times(number, point):
    result = NEUTRAL
    for bit in bin(number)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def points(data):
    """Return the point that 32 bytes stand for as a list; empty if no point has this y."""
    value = int.from_bytes(data, "little")
    y, odd = value % 2**255 % PRIME, value >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if x * x % PRIME != square:
        return []
    return [(x if x % 2 == odd else -x % PRIME, y)]


def encoded(point):
    x, y = point
    return (y + (x % 2 << 255)).to_bytes(32, "little")
