"""An independent second computation of what crates/rating computes, by other means and other libraries.

Writes the CSV that crates/rating/tests compares itself with: `figure,index,value`.

- Davidson's model is fitted as a log-linear (Poisson) model with one nuisance parameter for each row of the table
  (Fienberg 1979; Sinclair 1982) by statsmodels' iteratively reweighted least squares. The crate climbs the multinomial
  likelihood by Newton's method with conjugate gradients.
- Draws as half points: a binomial GLM with fractional successes.
- Robust errors: the sandwich over pairs, summed opening by opening with dense matrices. The crate sums over a table of
  counts with closed forms.
- The GSPRT's likelihoods: scipy.optimize.minimize (SLSQP) over the five probabilities under the constraint on the mean.
  The crate solves for one multiplier.
- Baseball (Agresti): a binomial GLM, with and without the advantage of the home team.

Run, with scipy 1.17 and statsmodels 0.15: python3 tests/rating/fit.py > tests/rating/figures.csv
"""

import csv
import math
import pathlib
import sys

import numpy as np
import scipy.optimize
import statsmodels.api as sm

HERE = pathlib.Path(__file__).parent
ELO = 400 / math.log(10)


def out(figure, index, value):
    print(f"{figure},{index},{value:.9g}")


def centre(n):
    return np.eye(n) - np.full((n, n), 1 / n)


def read_games():
    with open(HERE / "games.csv") as file:
        return [tuple(map(int, row)) for row in list(csv.reader(file))[1:]]


def davidson(games, n):
    """Strengths (average 0), seat, log of the draw parameter; their covariance. Natural units."""
    table = {}
    for first, second, half in games:
        table.setdefault((first, second), [0, 0, 0])[2 - half] += 1
    rows, counts = [], []
    for k, ((first, second), wdl) in enumerate(sorted(table.items())):
        for outcome, count in enumerate(wdl):
            x = np.zeros(n + 2 + len(table))
            side = (0.5, 0.0, -0.5)[outcome]
            x[first] += side
            x[second] -= side
            x[n] = side
            x[n + 1] = outcome == 1
            x[n + 2 + k] = 1
            rows.append(x)
            counts.append(count)
    # Player 0 is the reference while fitting.
    design = np.array(rows)[:, 1:]
    model = sm.GLM(np.array(counts), design, family=sm.families.Poisson())
    result = model.fit(tol=1e-14, maxiter=200)
    take = n + 1
    values = np.concatenate([[0.0], result.params[:take]])
    spread = np.zeros((n + 2, n + 2))
    spread[1:, 1:] = result.cov_params()[:take, :take]
    move = np.eye(n + 2)
    move[:n, :n] = centre(n)
    return move @ values, move @ spread @ move.T


def chances(values, n, first, second):
    gap = values[first] - values[second] + values[n]
    w = np.array([math.exp(gap / 2), math.exp(values[n + 1]), math.exp(-gap / 2)])
    return w / w.sum()


def sandwich(games, n, values, spread):
    """Liang and Zeger over openings, with HC2: each opening's square divided by one less its leverage."""

    def gradient(first, second, half):
        p = chances(values, n, first, second)
        r = (half - 1) / 2 - (p[0] - p[2]) / 2
        g = np.zeros(n + 2)
        g[first] += r
        g[second] -= r
        g[n] = r
        g[n + 1] = (half == 1) - p[1]
        return g

    def information(first, second):
        p = chances(values, n, first, second)
        return (p[0] + p[2]) / 4 - (p[0] - p[2]) ** 2 / 4

    # The crate takes the mean information of a unit of two players, whatever the order of the seats.
    pairs = {}
    for k in range(0, len(games), 2):
        pairs.setdefault(frozenset(games[k][:2]), []).append(k)
    middle = np.zeros((n + 2, n + 2))
    for players, openings in pairs.items():
        a, b = sorted(players)
        unit = information(a, b) + information(b, a)
        between = spread[a, a] + spread[b, b] - 2 * spread[a, b]
        for k in openings:
            g = gradient(*games[k]) + gradient(*games[k + 1])
            middle += np.outer(g, g) / (1 - unit * between)
    return spread @ middle @ spread


def half_points(games, n):
    rows = []
    for first, second, _ in games:
        x = np.zeros(n + 1)
        x[first] += 1
        x[second] -= 1
        x[n] = 1
        rows.append(x)
    score = np.array([half / 2 for _, _, half in games])
    result = sm.GLM(score, np.array(rows)[:, 1:], family=sm.families.Binomial()).fit(tol=1e-14, maxiter=200)
    values = np.concatenate([[0.0], result.params])
    values[:n] -= values[:n].mean()
    return values


def gsprt(counts, elo0, elo1):
    counts = np.array([c if c > 0 else 1e-3 for c in counts])
    grid = np.linspace(0, 1, len(counts))

    def best(elo):
        s = 1 / (1 + 10 ** (-elo / 400))
        fit = scipy.optimize.minimize(
            lambda p: -(counts * np.log(p)).sum() / counts.sum(),
            np.full(len(counts), 1 / len(counts)),
            jac=lambda p: -counts / p / counts.sum(),
            bounds=[(1e-12, 1)] * len(counts),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones_like(p)},
                {"type": "eq", "fun": lambda p: (p * grid).sum() - s, "jac": lambda p: grid},
            ],
            options={"ftol": 1e-16, "maxiter": 1000},
        )
        assert fit.success or "Positive directional" in fit.message, fit
        return -fit.fun * counts.sum()

    return best(elo1) - best(elo0)


def baseball():
    with open(HERE / "baseball.csv") as file:
        rows = list(csv.DictReader(file))
    teams = sorted({row["home"] for row in rows})
    x, y = [], []
    for row in rows:
        line = np.zeros(len(teams) + 1)
        line[teams.index(row["home"])] = 1
        line[teams.index(row["away"])] = -1
        line[-1] = 1
        x.append(line[1:])
        y.append((int(row["home_wins"]), int(row["away_wins"])))
    x, y = np.array(x), np.array(y)
    n = len(teams)
    for name, columns in (("equal", n - 1), ("home", n)):
        result = sm.GLM(y, x[:, :columns], family=sm.families.Binomial()).fit(tol=1e-14)
        for k, team in enumerate(teams[1:]):
            out(f"baseball_{name}", team, result.params[k])
            out(f"baseball_{name}_error", team, result.bse[k])
        if columns == n:
            out("baseball_home_advantage", "", result.params[n - 1])
            out("baseball_home_advantage_error", "", result.bse[n - 1])


def main():
    games, n = read_games(), 24
    values, spread = davidson(games, n)
    robust = sandwich(games, n, values, spread)
    for k in range(n):
        out("davidson", k, values[k] * ELO)
        out("davidson_error", k, math.sqrt(spread[k, k]) * ELO)
        out("davidson_robust_error", k, math.sqrt(robust[k, k]) * ELO)
    out("seat", "", values[n] * ELO)
    out("seat_error", "", math.sqrt(spread[n, n]) * ELO)
    out("seat_robust_error", "", math.sqrt(robust[n, n]) * ELO)
    nu = math.exp(values[n + 1])
    p = nu / (2 + nu)
    out("draw", "", p)
    out("draw_error", "", math.sqrt(spread[n + 1, n + 1]) * p * (1 - p))
    out("draw_robust_error", "", math.sqrt(robust[n + 1, n + 1]) * p * (1 - p))
    for a, b in ((0, 1), (3, 17), (22, 23)):
        between = [m[a, a] + m[b, b] - 2 * m[a, b] for m in (spread, robust)]
        out("difference_error", f"{a}-{b}", math.sqrt(between[0]) * ELO)
        out("difference_robust_error", f"{a}-{b}", math.sqrt(between[1]) * ELO)
    likelihood = sum(math.log(chances(values, n, f, s)[2 - half]) for f, s, half in games)
    out("log_likelihood", "", likelihood)
    halves = half_points(games, n)
    for k in range(n):
        out("half_points", k, halves[k] * ELO)
    out("half_points_seat", "", halves[n] * ELO)
    for counts, elo0, elo1 in (
        ((10, 40, 120, 60, 20), 0, 5),
        ((3, 30, 400, 50, 1), 0, 2),
        ((0, 0, 25, 0, 0), 0, 10),
        ((0, 0, 0, 0, 12), -5, 5),
        ((20, 0, 1, 0, 30), 0, 10),
        ((40, 100, 60), 0, 5),
        ((0, 3, 7), 0, 50),
    ):
        out("gsprt", " ".join(map(str, (*counts, elo0, elo1))), gsprt(counts, elo0, elo1))
    baseball()


if __name__ == "__main__":
    print("figure,index,value")
    main()
    sys.stdout.flush()
