"""The compiled loops of `conjunct.choose.poe_error` on plain numbers.

Error rates are given as log odds t, so that a rate close to 0 or 1 loses no digits. n, e and m are
the numbers of rows, errors and tries of a problem; a and b are the parameters of its beta prior.
"""

from __future__ import annotations

from math import exp, expm1, inf, log, log1p, sqrt

import numpy as np
from scipy.special import eval_legendre, roots_legendre

from conjunct.choose.binomial_kernels import log_ways, rates_at, stirling_error, tails
from conjunct.count.jit import njit

NEGLIGIBLE = 26.0
"""Values below exp(-26) times the largest, which is five parts in 1e12, are left out."""

FARTHEST = 700.0
"""Log odds beyond which exp would overflow."""

N_POINTS = 18
POINTS, WEIGHTS = roots_legendre(N_POINTS)
LAST_BUT_ONE, LAST = (
    (k + 0.5) * WEIGHTS * eval_legendre(k, POINTS) for k in (N_POINTS - 2, N_POINTS - 1)
)
_LEGENDRE = np.array([eval_legendre(k, POINTS) for k in range(N_POINTS + 1)])
_ABOVE = np.vstack([1.0 - _LEGENDRE[1:2], _LEGENDRE[:-2] - _LEGENDRE[2:]])
UP_TO_END = (_LEGENDRE[:-1] * WEIGHTS / 2.0).T @ _ABOVE
"""Weights of the value at each point (row) in the integral from each point (column) to the end."""

ROUGH_PLACED, ROUGH_AROUND_MODE = 1e-4, 1e-8
"""A panel is halved while its last Legendre coefficients are above this share of the whole.

Gauss quadrature is exact up to twice the degree: if panels fit the density, the remaining error is
near the square of this share. Panels around a mode fit it less well and have a stricter limit.
"""

ROUGH_SLOPE = 1e-5
"""Tails are integrated from their slope if m times its last Legendre coefficients is below this."""

LEAST_ERRORS = 1e-9
"""Fewer errors than this count as none; so do fewer rows without error."""

MOST_PANELS = 256
MOST_BREAKS = 100


@njit(cache=True, nogil=True)
def log_density(problem, ways, rates):
    """Return the log density of the error rate with respect to its log odds."""
    n, e, m, a, b = problem
    at_least, share, log_exactly = tails(n, e, ways, rates)
    if share >= 1.0:
        log_chosen = 0.0
    elif m * share < 1e-17:
        log_chosen = log(m) + log_exactly - at_least
    else:
        log_chosen = log(-expm1(m * log1p(-share)))
    return m * at_least + log_chosen + a * rates[2] + b * rates[3]


@njit(cache=True, nogil=True)
def log_odds_where(n, e, ways, level, t):
    """Return roughly the log odds at which P(at least e errors) is exp(-level); t is a guess.

    This is Newton's method on log(-log P), which is nearly linear, with a bisection if a step
    leaves the known interval. An error of a tenth of the level is accepted.
    """
    low, high = -FARTHEST, FARTHEST
    for _ in range(60):
        rates = rates_at(t)
        at_least, share, _ = tails(n, e, ways, rates)
        at_least = min(at_least, -1e-300)
        off = log(-at_least / level)
        if abs(off) < 0.1 or high - low < 1e-9:
            break
        if off > 0.0:
            low = t
        else:
            high = t
        slope = min(e * share * rates[1] / at_least, -1e-300)
        t -= min(max(off / slope, -8.0), 8.0)
        if t <= low or t >= high:
            t = (low + high) / 2.0
    return t


@njit(cache=True, nogil=True)
def place_breaks(problem, breaks):
    """Divide the log odds where the density is not negligible into panels where it is smooth.

    For the uniform prior. P(at least e errors)^m rises from 0 to 1, then P(more than e errors)^m
    does, and the density lies between the two. IN problem; OUT breaks. Return the number of breaks.
    """
    n, e, m, _, _ = problem
    more = log_ways(n, e + 1.0)
    t = log((e + 1.0) / (n - e + 0.5))
    half_fallen = log_odds_where(n, e + 1.0, more, 2.0 / m, t)
    fallen = log_odds_where(n, e + 1.0, more, exp(-2.0) / m, half_fallen)
    last = log_odds_where(n, e + 1.0, more, exp(-NEGLIGIBLE) / m, fallen)
    first, risen = -FARTHEST, -FARTHEST
    if e > 0.0:
        ways = log_ways(n, e)
        risen = log_odds_where(n, e, ways, 2.0 / m, half_fallen)
        first = log_odds_where(n, e, ways, NEGLIGIBLE / m, risen)
    if e < 1.0:
        risen = max(risen, log_odds_where(n, e + 1.0, more, NEGLIGIBLE / m, half_fallen))
    if n - e < 1.0:
        end = log_odds_where(n, e, log_ways(n, e), exp(-2.0) / m, risen)
        last = min(last, max(end, 0.0) + NEGLIGIBLE)
        half_fallen = end if half_fallen > last else half_fallen
    first = max(first, min(half_fallen, 0.0) - NEGLIGIBLE)
    breaks[0], breaks[1], breaks[2] = first, risen, min(fallen, last)
    n_breaks = 3
    if e < 1.0:
        breaks[n_breaks] = risen - 7.0
        n_breaks += 1
    if n - e < 1.0:
        breaks[n_breaks] = half_fallen
        n_breaks += 1
    breaks[n_breaks] = last
    for i in range(n_breaks):
        breaks[i] = min(max(breaks[i], first), last)
    breaks[: n_breaks + 1].sort()
    return n_breaks + 1


@njit(cache=True, nogil=True)
def find_mode(problem, ways):
    """Return the log odds at which the density is highest, by golden section."""
    golden = (sqrt(5.0) - 1.0) / 2.0
    low, high = -FARTHEST, FARTHEST
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = (
        log_density(problem, ways, rates_at(left)),
        log_density(problem, ways, rates_at(right)),
    )
    for _ in range(70):
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = log_density(problem, ways, rates_at(right))
        else:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = log_density(problem, ways, rates_at(left))
    return (low + high) / 2.0


@njit(cache=True, nogil=True)
def halve_reach(problem, ways, mode, highest, side, reach, fall):
    """Halve the reach until the log density there has fallen by less than `fall`; return it."""
    while reach > 1e-9:
        reached = rates_at(mode + side * reach)
        if log_density(problem, ways, reached) > highest - fall:
            break
        reach /= 2.0
    return reach


@njit(cache=True, nogil=True)
def place_breaks_around_mode(problem, ways, breaks):
    """Place breaks for any prior: panels that double in width away from the mode.

    They begin where the density has hardly fallen on either side and end where it is negligible.
    Return the number of breaks, and the log density at the mode.
    """
    mode = find_mode(problem, ways)
    highest = log_density(problem, ways, rates_at(mode))
    ends = (
        halve_reach(problem, ways, mode, highest, -1.0, 2.0 * FARTHEST, NEGLIGIBLE),
        halve_reach(problem, ways, mode, highest, 1.0, 2.0 * FARTHEST, NEGLIGIBLE),
    )
    least = min(
        halve_reach(problem, ways, mode, highest, -1.0, ends[0], 0.5),
        halve_reach(problem, ways, mode, highest, 1.0, ends[1], 0.5),
    )
    breaks[0] = mode
    n_breaks = 1
    for i in range(2):
        reach = 2.0 * ends[i]
        while reach >= least and n_breaks < MOST_BREAKS:
            breaks[n_breaks] = min(max(mode + (2 * i - 1) * reach, -FARTHEST), FARTHEST)
            n_breaks += 1
            reach /= 2.0
    breaks[:n_breaks].sort()
    return n_breaks, highest


@njit(cache=True, nogil=True)
def fill_by_slope(problem, ways, left, half, points):
    """Fill in rates and densities at the points of a panel, for 1 <= e <= n - 1 and m >= 2.

    For the uniform prior. The chance of fewer than e errors is its value at the right end plus the
    integral of its slope up to there, which costs much less than a tail at every point. With m >= 2
    no panel reaches the region where it is so close to 1 that one minus it loses digits. IN problem
    to half; OUT points (4, points): rate, density, and the chances of fewer than e and of exactly e
    errors. Return whether the slope is smooth enough for this method.
    """
    n, e, m, _, _ = problem
    points[2] = -expm1(tails(n, e, ways, rates_at(left + 2.0 * half))[0])
    last = last_but_one = 0.0
    for j in range(N_POINTS):
        rate, other, log_rate, log_other = rates_at(left + half * (1.0 + POINTS[j]))
        exactly = exp(e * log_rate + (n - e) * log_other + ways)
        points[0, j], points[1, j], points[3, j] = rate, rate * other, exactly
        slope = exactly * e * other * half
        last += LAST[j] * slope
        last_but_one += LAST_BUT_ONE[j] * slope
        for i in range(N_POINTS):
            points[2, i] += UP_TO_END[j, i] * slope
    if m * (abs(last) + abs(last_but_one)) > ROUGH_SLOPE:
        return False
    for i in range(N_POINTS):
        fewer = min(points[2, i], 1.0 - 1e-15)
        share = min(points[3, i] / (1.0 - fewer), 1.0 - 1e-15)
        points[1, i] *= exp(m * log1p(-fewer)) * -expm1(m * log1p(-share))
    return True


@njit(cache=True, nogil=True)
def fill_by_tails(problem, ways, left, half, highest, points):
    """Fill in rates and densities at the points of a panel, from the tails at each point.

    IN problem to highest; OUT points (4, points), the first two rows as in `fill_by_slope`.
    """
    for i in range(N_POINTS):
        rates = rates_at(left + half * (1.0 + POINTS[i]))
        points[0, i] = rates[0]
        points[1, i] = exp(log_density(problem, ways, rates) - highest)


@njit(cache=True, nogil=True)
def put_panel(panels, at, left, right, problem, ways, highest):
    """Integrate over one panel.

    IN all but panels; OUT panels (panels, 6): left end, right end, mass, first moment, and for
    mass and moment the sum of the absolute last two Legendre coefficients. Return the mass and the
    moment.
    """
    half = (right - left) / 2.0
    if half <= 0.0:
        panels[at] = 0.0
        return 0.0, 0.0
    points = np.empty((4, N_POINTS))
    n, e, m, a, b = problem
    by_slope = min(e, n - e) >= 1.0 and m >= 2.0 and a == 1.0 and b == 1.0
    if not (by_slope and fill_by_slope(problem, ways, left, half, points)):
        fill_by_tails(problem, ways, left, half, highest, points)
    mass = moment = last = last_but_one = last_moment = last_but_one_moment = 0.0
    for i in range(N_POINTS):
        value = points[1, i] * half
        by_rate = value * points[0, i]
        mass += WEIGHTS[i] * value
        moment += WEIGHTS[i] * by_rate
        last += LAST[i] * value
        last_but_one += LAST_BUT_ONE[i] * value
        last_moment += LAST[i] * by_rate
        last_but_one_moment += LAST_BUT_ONE[i] * by_rate
    panels[at, 0], panels[at, 1], panels[at, 2], panels[at, 3] = left, right, mass, moment
    panels[at, 4] = abs(last) + abs(last_but_one)
    panels[at, 5] = abs(last_moment) + abs(last_but_one_moment)
    return mass, moment


@njit(cache=True, nogil=True)
def integrated_rate(problem):
    """Return the mean error rate of one problem, by integration over its log odds."""
    panels, breaks = np.empty((MOST_PANELS, 6)), np.empty(MOST_BREAKS)
    ways = log_ways(problem[0], problem[1])
    if problem[3] == 1.0 and problem[4] == 1.0:
        n_panels, most_rough, highest = place_breaks(problem, breaks) - 1, ROUGH_PLACED, 0.0
    else:
        n_breaks, highest = place_breaks_around_mode(problem, ways, breaks)
        n_panels, most_rough = n_breaks - 1, ROUGH_AROUND_MODE
    mass = moment = 0.0
    for at in range(n_panels):
        part = put_panel(panels, at, breaks[at], breaks[at + 1], problem, ways, highest)
        mass, moment = mass + part[0], moment + part[1]
    at = 0
    while at < n_panels and n_panels + 2 <= MOST_PANELS:
        if panels[at, 4] > most_rough * mass or panels[at, 5] > most_rough * moment:
            left, right = panels[at, 0], panels[at, 1]
            middle = (left + right) / 2.0
            one = put_panel(panels, n_panels, left, middle, problem, ways, highest)
            two = put_panel(panels, n_panels + 1, middle, right, problem, ways, highest)
            mass += one[0] + two[0] - panels[at, 2]
            moment += one[1] + two[1] - panels[at, 3]
            n_panels += 2
        at += 1
    return moment / mass


@njit(cache=True, nogil=True)
def gamma_differences(z, x):
    """Return ``G(z + x) - G(z)`` and ``G(z + 2 * x) - 2 * G(z + x) + G(z)``, G the log of gamma.

    Stirling's formula is used beyond z = 32. Below it, z is raised by steps of one, and the factors
    minus one are accumulated. Differences are taken term by term, so that a small x loses no
    digits.
    """
    first = second = 0.0
    while z < 32.0:
        share = x / (z + x)
        first += (1.0 + first) * x / z
        second -= (1.0 + second) * share * share
        z += 1.0
    share = x / (z + x)
    stirling = stirling_error(z + x) - stirling_error(z)
    bent = 1.0 / (6.0 * z * (z + x) * (z + 2.0 * x)) - 1.0 / (30.0 * (z + x) ** 5)
    return (
        (z - 0.5) * log1p(x / z) + x * (log(z + x) - 1.0) + stirling - log1p(first),
        (z - 0.5) * log1p(-share * share) + 2.0 * x * log1p(share) + x * x * bent - log1p(second),
    )


@njit(cache=True, nogil=True)
def rate_without_errors(n, m):
    """Return the mean error rate for e = 0 and the uniform prior, in closed form.

    With ``g(x) = Gamma(1 + x) * Gamma(m + 1) / Gamma(m + 1 + x)`` the mean rate of rows without
    error is ``(1 - g(2 / n)) / (1 - g(1 / n)) / 2``. The result is one minus that, computed without
    cancellation.
    """
    lower, lower_bend = gamma_differences(1.0, 1.0 / n)
    upper, upper_bend = gamma_differences(m + 1.0, 1.0 / n)
    g = exp(lower - upper)
    rest = -expm1(lower - upper)
    return 0.5 * (rest + g * g * expm1(lower_bend - upper_bend) / rest)


@njit(cache=True, nogil=True)
def mean_rate(n, e, m, a, b):
    """Return the mean error rate of one problem, for 0 <= e <= n and m >= 1."""
    if n - e < LEAST_ERRORS:
        return (m * e + a) / (m * n + a + b)
    if m == 1.0:
        return (e + a) / (n + a + b)
    if e >= LEAST_ERRORS:
        return integrated_rate((n, e, m, a, b))
    if n >= 1.0 and a == 1.0 and b == 1.0:
        return rate_without_errors(n, m)
    return integrated_rate((n, 0.0, m, a, b))


@njit(cache=True, nogil=True)
def mean_rates(n, e, m, a, b, out):
    """Fill out with the mean error rate of every problem. IN n, e, m (problems), a, b; OUT out.

    Return whether all problems are valid: 0 <= e <= n and m >= 1.
    """
    for i in range(len(out)):
        if not (0.0 <= e[i] <= n[i] < inf and 1.0 <= m[i] < inf):
            return False
        out[i] = mean_rate(n[i], e[i], m[i], a, b)
    return True
