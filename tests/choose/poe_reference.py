"""Process-oriented estimates computed differently: high precision, fractions, closed forms."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from mpmath import mpf


def log_at_least(n: mpf, e: mpf, t: mpf) -> mpf:
    """Return log P(at least e errors) in n trials at log odds t, by hypergeometric series."""
    rate, other = 1 / (1 + mpmath.exp(-t)), 1 / (1 + mpmath.exp(t))
    if e == 0:
        return mpf(0)
    if rate < e / (n + 1):
        return mpmath.log(incomplete(e, n - e + 1, rate))
    return mpmath.log1p(-incomplete(n - e + 1, e, other))


def incomplete(p: mpf, q: mpf, x: mpf) -> mpf:
    """Return the regularised incomplete beta function as a sum of positive terms."""
    term = mpmath.exp(p * mpmath.log(x) + q * mpmath.log1p(-x) - mpmath.log(p)) / mpmath.beta(p, q)
    total, k = term, 0
    while term > total * mpf("1e-25"):
        term *= x * (p + q + k) / (p + 1 + k)
        total += term
        k += 1
    return total


def poe_reference(n: float, e: float, m: float, prior=(1, 1), points: int = 160) -> float:
    """Return the expected error by the trapezoidal rule over log odds, at 30 digits.

    For a smooth density that fades at both ends no rule is better.
    """
    with mpmath.workdps(30):
        n, e, m, a, b = map(mpf, (n, e, m, *prior))

        def log_density(t: mpf) -> mpf:
            rate, other = 1 / (1 + mpmath.exp(-t)), 1 / (1 + mpmath.exp(t))
            at_least = log_at_least(n, e, t)
            ways = mpmath.gamma(n + 1) / mpmath.gamma(e + 1) / mpmath.gamma(n - e + 1)
            share = ways * rate**e * other ** (n - e) / mpmath.exp(at_least)
            log_best = mpmath.log(-mpmath.expm1(m * mpmath.log1p(-min(share, 1))))
            return m * at_least + log_best + a * mpmath.log(rate) + b * mpmath.log(other)

        mode = peak(log_density)
        highest = log_density(mode)
        first, last = (edge(log_density, mode, highest, side) for side in (-1, 1))
        step = (last - first) / points
        ts = [first + step * i for i in range(points + 1)]
        weights = [mpmath.exp(log_density(t) - highest) for t in ts]
        rates = [1 / (1 + mpmath.exp(-t)) for t in ts]
        return float(mpmath.fdot(weights, rates) / mpmath.fsum(weights))


def peak(log_density, low: float = -60, high: float = 60) -> mpf:
    """Return where a concave function is largest."""
    low, high = mpf(low), mpf(high)
    for _ in range(25):
        third = (high - low) / 3
        if log_density(low + third) < log_density(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2


def edge(log_density, mode: mpf, highest: mpf, side: int, fall: float = 32) -> mpf:
    """Return where the log density is `fall` below its maximum, on one side of the mode."""
    near, far = mpf(0), mpf(80)
    for _ in range(12):
        middle = (near + far) / 2
        if highest - log_density(mode + side * middle) < fall:
            near = middle
        else:
            far = middle
    return mode + side * far


def poe_in_fractions(n: int, e: int, m: int) -> Fraction:
    """Return the expected error under the uniform prior exactly: the density is a polynomial."""
    density = subtract(power(tail(n, e), m), power(tail(n, e + 1), m))
    mass = sum(Fraction(c, k + 1) for k, c in enumerate(density))
    return sum((Fraction(c, k + 2) for k, c in enumerate(density)), Fraction(0)) / mass


def tail(n: int, least: int) -> list[int]:
    """Return the coefficients of P(at least `least` errors in n) by powers of the rate."""
    row = [1]
    rows = []
    for _ in range(n + 1):
        rows.append(row)
        row = subtract([*row, 0], [0, *row])
    total = [0] * (n + 1)
    ways = 1
    for i in range(n + 1):
        if i >= least:
            for k, c in enumerate(rows[n - i]):
                total[i + k] += ways * c
        ways = ways * (n - i) // (i + 1)
    return total


def subtract(one: list[int], other: list[int]) -> list[int]:
    return [a - b for a, b in zip(one, other, strict=True)]


def power(polynomial: list[int], m: int) -> list[int]:
    result = [1]
    for _ in range(m):
        product = [0] * (len(result) + len(polynomial) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(polynomial):
                product[i + j] += a * b
        result = product
    return result


def poe_without_errors(n: float, m: float) -> float:
    """Return the expected error for e = 0 under the uniform prior by beta functions."""
    with mpmath.workdps(50):
        n, m = mpf(n), mpf(m)
        one, two = mpmath.beta(1 / n, m + 1) / n, mpmath.beta(2 / n, m + 1) / n
        return float((mpf(1) / 2 - one + two) / (1 - one))


KNOWN = [
    (1e6, 1, 2, (1, 1), 2.49999480001042e-06),
    (1e6, 1, 1000, (1, 1), 8.743760912724982e-06),
    (1e6, 1, 1e12, (1, 1), 2.9965799660416235e-05),
    (1e6, 3, 2, (1, 1), 4.878367661087437e-06),
    (1e6, 3, 1000, (1, 1), 1.2905208736488424e-05),
    (1e6, 3, 1e12, (1, 1), 3.602573631826041e-05),
    (1e6, 1000, 2, (1, 1), 0.0010186750707437714),
    (1e6, 1000, 1000, (1, 1), 0.0011062531276907043),
    (1e6, 1000, 1e12, (1, 1), 0.0012421393281497575),
    (1e6, 100000, 2, (1, 1), 0.10016992947866107),
    (1e6, 100000, 1000, (1, 1), 0.10097544769523427),
    (1e6, 100000, 1e12, (1, 1), 0.10214737702089421),
    (1e6, 500000, 2, (1, 1), 0.5002820942628471),
    (1e6, 500000, 1000, (1, 1), 0.5016207127897381),
    (1e6, 500000, 1e12, (1, 1), 0.5035561857501036),
    (1e6, 900000, 2, (1, 1), 0.9001685841292139),
    (1e6, 900000, 1000, (1, 1), 0.9009694127700859),
    (1e6, 900000, 1e12, (1, 1), 0.9021200903668427),
    (1e6, 999997, 2, (1, 1), 0.9999972037060522),
    (1e6, 999997, 1000, (1, 1), 0.9999996990637909),
    (1e6, 999997, 1e12, (1, 1), 0.9999999988302783),
    (1e6, 999999, 2, (1, 1), 0.9999988333344446),
    (1e6, 999999, 1000, (1, 1), 0.9999999735567334),
    (1e6, 999999, 1e12, (1, 1), 0.9999999999992021),
    (5.5, 0.3, 1.5, (1, 1), 0.19384715627030344),
    (5.5, 0.3, 1e6, (1, 1), 0.8957118907573017),
    (5.5, 0.3, 1e12, (1, 1), 0.9897411852048368),
    (30, 0.01, 1.5, (1, 1), 0.03446355225576325),
    (30, 0.01, 1e6, (1, 1), 0.3010434309505859),
    (30, 0.01, 1e12, (1, 1), 0.5492374115056524),
    (30, 0.5, 1.5, (1, 1), 0.05302404732690581),
    (30, 0.5, 1e6, (1, 1), 0.37585175382147384),
    (30, 0.5, 1e12, (1, 1), 0.605344883505009),
    (1000.25, 0.9, 1.5, (1, 1), 0.0021589196030719258),
    (1000.25, 0.9, 1e6, (1, 1), 0.015451598013546649),
    (1000.25, 0.9, 1e12, (1, 1), 0.029166874124214003),
    (1e6, 0.7, 1.5, (1, 1), 1.9325751621929e-06),
    (1e6, 0.7, 1e6, (1, 1), 1.4943729846562739e-05),
    (1e6, 0.7, 1e12, (1, 1), 2.8849871959245674e-05),
    (40.5, 2.25, 1.5, (1, 1), 0.08643601733537953),
    (40.5, 2.25, 1e6, (1, 1), 0.3827169068058903),
    (40.5, 2.25, 1e12, (1, 1), 0.5749779266818364),
    (300.5, 299.9, 1.5, (1, 1), 0.9962974195731535),
    (300.5, 299.9, 1e6, (1, 1), 0.9999995319545196),
    (300.5, 299.9, 1e12, (1, 1), 0.9999999999167818),
    (20, 3, 2, (0.5, 0.5), 0.2095397339741194),
    (20, 3, 1000, (0.5, 0.5), 0.494452997571854),
    (20, 3, 1e9, (0.5, 0.5), 0.783732001802846),
    (500, 20, 2, (0.5, 0.5), 0.04586299209173706),
    (500, 20, 1000, (0.5, 0.5), 0.07539783711166993),
    (500, 20, 1e9, (0.5, 0.5), 0.11699699439038432),
    (60, 0.5, 2, (0.5, 0.5), 0.023160023584637892),
    (60, 0.5, 1000, (0.5, 0.5), 0.11373485353077341),
    (60, 0.5, 1e9, (0.5, 0.5), 0.2958122954117105),
    (20, 3, 2, (2, 5), 0.2161431948665991),
    (20, 3, 1000, (2, 5), 0.4839412449708337),
    (20, 3, 1e9, (2, 5), 0.7771382638378717),
    (500, 20, 2, (2, 5), 0.047609427056022995),
    (500, 20, 1000, (2, 5), 0.0757184206448249),
    (500, 20, 1e9, (2, 5), 0.1170875667730872),
    (60, 0.5, 2, (2, 5), 0.04141403314062957),
    (60, 0.5, 1000, (2, 5), 0.11745176151445658),
    (60, 0.5, 1e9, (2, 5), 0.2952627200989554),
]
"""n, e, m, prior and expected error: trapezoidal sums of 150 to 1500 points at 30 digits, with the
incomplete beta function by its continued fraction."""
