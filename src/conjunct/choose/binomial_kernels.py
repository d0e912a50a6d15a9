"""Tails of the binomial distribution as compiled loops on plain numbers.

Error rates are given as log odds t, so that a rate close to 0 or 1 loses no digits. n is the number
of rows, e the number of errors.
"""

from __future__ import annotations

from math import exp, lgamma, log, log1p, pi

from conjunct.count.jit import njit


@njit(cache=True, nogil=True)
def stirling_error(x):
    """Return log(x!) minus Stirling's formula; 0 for x = 0, where it is not used."""
    if x < 16.0:
        return lgamma(x + 1.0) - (x + 0.5) * log(x) + x - 0.5 * log(2.0 * pi) if x > 0.0 else 0.0
    y = 1.0 / (x * x)
    return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / x


@njit(cache=True, nogil=True)
def log_ways(n, e):
    """Return the log of the binomial coefficient, for real n and e."""
    if e == 0.0 or e == n:
        return 0.0
    rest = n - e
    if rest < 0.0:
        return lgamma(n + 1.0) - lgamma(e + 1.0) - lgamma(rest + 1.0)
    errors = stirling_error(n) - stirling_error(e) - stirling_error(rest)
    spread = 0.5 * log(n / (2.0 * pi * e * rest))
    return errors + spread - e * log(e / n) - rest * log1p(-e / n)


@njit(cache=True, nogil=True)
def rates_at(t):
    """Return the error rate at log odds t, one minus the rate, and the logs of both."""
    small = exp(-abs(t))
    large = 1.0 / (1.0 + small)
    log_large = -log1p(small)
    if t > 0.0:
        return large, small * large, log_large, log_large - t
    return small * large, large, log_large + t, log_large


@njit(cache=True, nogil=True)
def fraction(p, q, x, y):
    """Return ``I_x(p, q) * p * B(p, q) / (x**p * y**q)`` with y = 1 - x, for x up to the mean.

    This is the even part of the continued fraction 8.17.22 of NIST's *Digital Library of
    Mathematical Functions*. Numerator and denominator follow Wallis's recurrence: there is only one
    division per step, and it does not depend on the step before. The number of steps grows with
    the square root of p + q and is small far from the mean, which is near (p + 1) / (p + q + 2).
    """
    start = p * y - q * x + 1.0
    scale, k = 1.0 / (p + 1.0), 0.0
    top, top_before = p * start * scale, 1.0
    bottom, bottom_before = 1.0, 0.0
    while k < 100_000.0:
        k += 1.0
        part = k * (q - k) * x * scale
        term = (p + k - 1.0) * (p + q + k - 1.0) * x * scale * part
        scale = 1.0 / (p + 2.0 * k + 1.0)
        step = k + part + (p + k) * (start + k * (2.0 - x)) * scale
        top, top_before = step * top + term * top_before, top
        bottom, bottom_before = step * bottom + term * bottom_before, bottom
        cross = top_before * bottom
        if abs(top * bottom_before - cross) < 1e-13 * abs(cross):
            break
        if abs(bottom) > 1e100:
            top, top_before = top * 1e-100, top_before * 1e-100
            bottom, bottom_before = bottom * 1e-100, bottom_before * 1e-100
    return p * bottom / top


@njit(cache=True, nogil=True)
def tails(n, e, ways, rates):
    """Return log P(at least e errors), the share of P(e errors) in it, and log P(e errors).

    For e up to n + 1. Beyond n the values follow the incomplete beta function; they are no longer
    probabilities of e errors.
    """
    rate, other, log_rate, log_other = rates
    log_exactly = e * log_rate + (n - e) * log_other + ways
    if e == 0.0:
        return 0.0, exp(log_exactly), log_exactly
    if rate < (e + 1.0) / (n + 3.0):
        if e > n:
            ratio = fraction(e, n - e + 1.0, rate, other) * other
        else:
            ratio = 1.0 + fraction(e + 1.0, n - e, rate, other) * rate * (n - e) / (e + 1.0)
        return log_exactly + log(ratio), 1.0 / ratio, log_exactly
    exactly = exp(log_exactly)
    fewer = exactly * fraction(n - e + 1.0, e, other, rate) * other * e / (n - e + 1.0)
    fewer = min(fewer, 1.0 - 1e-16)
    return log1p(-fewer), exactly / (1.0 - fewer), log_exactly


@njit(cache=True, nogil=True)
def fill_tails(n, e, t, at_least, log_share):
    """Fill in log P(at least e errors), and log P(e errors) minus that.

    IN n, e (rules), t (points); OUT at_least, log_share (points, rules).
    """
    for j in range(len(n)):
        ways = log_ways(n[j], e[j])
        for i in range(len(t)):
            log_tail, _, log_exactly = tails(n[j], e[j], ways, rates_at(t[i]))
            at_least[i, j], log_share[i, j] = log_tail, min(log_exactly - log_tail, 0.0)
