//! The scoring of games.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// A number of points, exact to a thousandth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Points from thousandths: 500 is half a point.
    pub const fn from_thousandths(thousandths: i64) -> Points {
        Points(thousandths)
    }

    /// Points from a number with at most three decimals; `None` if it has more, or exceeds a million.
    pub fn from_number(number: f64) -> Option<Points> {
        let thousandths = libm::round(number * 1000.0);
        let exact = libm::fabs(number * 1000.0 - thousandths) < 1e-6;
        (exact && libm::fabs(number) <= 1e6).then_some(Points(thousandths as i64))
    }

    /// The thousandths.
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// The points as a number, for charts.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Mul<u32> for Points {
    type Output = Points;
    fn mul(self, times: u32) -> Points {
        Points(self.0 * i64::from(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, 1000)
    }
}

/// Writes `units / per` without trailing zeros; `per` divides a power of ten.
pub(crate) fn write_decimal(f: &mut fmt::Formatter<'_>, units: i64, per: i64) -> fmt::Result {
    let sign = if units < 0 { "-" } else { "" };
    let (units, per) = (units.unsigned_abs(), per.unsigned_abs());
    let mut text = format!("{sign}{}", units / per);
    let mut rest = units % per;
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        rest *= 10;
        text.push(char::from(b'0' + (rest / per) as u8));
        rest %= per;
    }
    f.pad(&text)
}

/// The metrics that count in a game that ended by a forfeit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForfeitMetrics {
    /// 0 for the forfeiter, the final position's for the opponent.
    #[default]
    ForfeiterZero,
    /// Those of both seats in the final position.
    AsPlayed,
    /// 0 for both.
    BothZero,
}

/// The effect of a game that both sides lost by faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DoubleForfeit {
    /// A draw, as the referee judged.
    #[default]
    AsJudged,
    /// A loss for both.
    LostByBoth,
}

/// The treatment of games against guests in the standings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuestGames {
    /// They count like any other.
    #[default]
    Count,
    /// They are left out.
    Ignore,
}

/// Scoring of rounds in which all other entrants have left: byes and walkovers without any opponent in the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unopposed {
    /// They score nothing.
    #[default]
    Ignore,
    /// They score like any other bye or walkover.
    Count,
}

/// The points of games, and which games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Points for a won game.
    pub win: Points,
    /// Points for a drawn game.
    pub draw: Points,
    /// Points for a lost game.
    pub loss: Points,
    /// The metrics that count in a game that ended by a forfeit.
    pub forfeit_metrics: ForfeitMetrics,
    /// The effect of a double forfeit.
    pub double_forfeit: DoubleForfeit,
    /// The treatment of games against guests.
    pub guest_games: GuestGames,
    /// Scoring of rounds in which all other entrants have left.
    pub unopposed: Unopposed,
}

impl Default for Scoring {
    /// 1, ½ and 0 points.
    fn default() -> Scoring {
        Scoring {
            win: Points::from_thousandths(1000),
            draw: Points::from_thousandths(500),
            loss: Points::ZERO,
            forfeit_metrics: ForfeitMetrics::default(),
            double_forfeit: DoubleForfeit::default(),
            guest_games: GuestGames::default(),
            unopposed: Unopposed::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_printed_without_trailing_zeros() {
        for (thousandths, text) in [(0, "0"), (1500, "1.5"), (3000, "3"), (-250, "-0.25"), (10_001, "10.001")]
        {
            assert_eq!(Points::from_thousandths(thousandths).to_string(), text);
        }
    }

    #[test]
    fn points_are_exact_or_refused() {
        assert_eq!(Points::from_number(0.1), Some(Points(100)));
        assert_eq!(Points::from_number(-3.0), Some(Points(-3000)));
        for number in [0.0001, 1e18, f64::NAN, f64::INFINITY] {
            assert_eq!(Points::from_number(number), None, "{number}");
        }
    }
}
