//! Criteria of the ranking.

use std::fmt;

use thiserror::Error;

/// One criterion of the ranking. More is better, except for losses and forfeits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Games won, including byes that score a win.
    Wins,
    /// Points.
    Points,
    /// Games won by playing them to their end: no byes, no forfeits of the opponent.
    GamesWon,
    /// Games lost; fewer is better.
    Losses,
    /// Games lost by the entrant's own fault; fewer is better.
    Forfeits,
    /// Wins and half the draws in the games among the entrants tied so far, applied again to those that are still tied.
    /// If some have not met, an entrant is first if the missing games could not change that.
    HeadToHead,
    /// The points of the beaten opponents, a draw counting half. An unplayed round counts as one against an opponent
    /// with one's own points.
    SonnebornBerger,
    /// The points of all opponents, one for each pairing. A bye or walkover counts as an opponent with one's own
    /// points.
    Buchholz,
    /// Buchholz without a round that the entrant chose not to play, or otherwise without the weakest opponent.
    BuchholzCut1,
    /// The sum of a metric, by its index in the game's list.
    Sum(usize),
    /// The maximum of a metric in a game that did not end by a forfeit.
    Max(usize),
    /// The rating of the ladder, from all games that count, copies once.
    Rating,
    /// A lot drawn from the stage's seed. Always the last criterion, named or not.
    Lot,
}

const NAMED: [(&str, Criterion); 11] = [
    ("wins", Criterion::Wins),
    ("points", Criterion::Points),
    ("games-won", Criterion::GamesWon),
    ("losses", Criterion::Losses),
    ("forfeits", Criterion::Forfeits),
    ("head-to-head", Criterion::HeadToHead),
    ("sonneborn-berger", Criterion::SonnebornBerger),
    ("buchholz", Criterion::Buchholz),
    ("buchholz-cut-1", Criterion::BuchholzCut1),
    ("rating", Criterion::Rating),
    ("lot", Criterion::Lot),
];

/// The error for a name that is not a criterion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown criterion `{name}`; expected one of {}", known.join(", "))]
pub struct UnknownCriterion {
    /// The name.
    pub name: String,
    /// All valid names, for "did you mean".
    pub known: Vec<String>,
}

impl Criterion {
    /// Finds the criterion of a name in the tournament's file: one of the fixed names (with hyphens or underscores),
    /// the name of a metric or `sum_` and its name, or `max_` and its name. A fixed name takes precedence over a
    /// metric's.
    ///
    /// # Errors
    /// When there is no such criterion.
    pub fn parse(name: &str, metrics: &[&str]) -> Result<Criterion, UnknownCriterion> {
        let plain = name.replace('_', "-");
        if let Some(&(_, criterion)) = NAMED.iter().find(|(known, _)| *known == plain) {
            return Ok(criterion);
        }
        let metric = |name: &str| metrics.iter().position(|&metric| metric == name);
        let sum = metric(name).or_else(|| metric(name.strip_prefix("sum_")?)).map(Criterion::Sum);
        let max = || metric(name.strip_prefix("max_")?).map(Criterion::Max);
        sum.or_else(max)
            .ok_or_else(|| UnknownCriterion { name: name.to_owned(), known: Criterion::names(metrics) })
    }

    /// All valid names for a game with these metrics.
    pub fn names(metrics: &[&str]) -> Vec<String> {
        let fixed = NAMED.iter().map(|(name, _)| (*name).to_owned());
        let maxima = metrics.iter().map(|metric| format!("max_{metric}"));
        fixed.chain(metrics.iter().map(|metric| (*metric).to_owned())).chain(maxima).collect()
    }

    /// The name in the tournament's file and at the head of a column.
    pub fn name(self, metrics: &[&str]) -> String {
        let metric = |index: usize| metrics.get(index).copied().unwrap_or("?");
        match self {
            Criterion::Sum(index) => metric(index).to_owned(),
            Criterion::Max(index) => format!("max_{}", metric(index)),
            fixed => NAMED.iter().find(|(_, known)| *known == fixed).map_or("?", |(name, _)| name).to_owned(),
        }
    }
}

/// An entrant's value by one criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value in fractions.
    pub units: i64,
    /// Number of fractions in one unit.
    pub per: i64,
    /// Half the width of its 95 % interval, in the same fractions; `None` if it is exact.
    pub plus_minus: Option<i64>,
}

impl Value {
    /// An exact value.
    pub(crate) const fn exact(units: i64, per: i64) -> Value {
        Value { units, per, plus_minus: None }
    }

    /// Half the width of its 95 % interval; `None` if it is exact.
    pub fn interval(self) -> Option<Value> {
        self.plus_minus.map(|units| Value::exact(units, self.per))
    }

    /// The value as a number, for charts.
    pub fn as_f64(self) -> f64 {
        self.units as f64 / self.per as f64
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::scoring::write_decimal(f, self.units, self.per)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METRICS: [&str; 3] = ["tanks", "boxes", "destroyed"];

    #[test]
    fn names_are_read_and_given_back() {
        for name in Criterion::names(&METRICS) {
            assert_eq!(Criterion::parse(&name, &METRICS).unwrap().name(&METRICS), name);
        }
        assert_eq!(Criterion::parse("boxes", &METRICS), Ok(Criterion::Sum(1)));
        assert_eq!(Criterion::parse("sum_boxes", &METRICS), Ok(Criterion::Sum(1)));
        assert_eq!(Criterion::parse("max_destroyed", &METRICS), Ok(Criterion::Max(2)));
        assert_eq!(Criterion::parse("head_to_head", &METRICS), Ok(Criterion::HeadToHead));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        assert_eq!(
            Criterion::parse("tank", &["tanks"]).unwrap_err().to_string(),
            "unknown criterion `tank`; expected one of wins, points, games-won, losses, forfeits, head-to-head, \
             sonneborn-berger, buchholz, buchholz-cut-1, rating, lot, tanks, max_tanks"
        );
    }
}
