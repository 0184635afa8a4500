//! The options of the rules.

use game::{RuleKind, RuleOption, RuleValue, Rules};

/// The options, in canonical order.
pub const OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "no_progress_plies",
        kind: RuleKind::Number { min: 0, max: 10_000 },
        default: RuleValue::Number(100),
        about: "The game ends after this many successive plies without a capture and without a tank newly \
                entering the enemy's base; 0: never.",
    },
    RuleOption {
        name: "repetitions",
        kind: RuleKind::Number { min: 0, max: 1000 },
        default: RuleValue::Number(3),
        about: "The game ends when a position with the same side to move occurs for this many times; 0: never.",
    },
    RuleOption {
        name: "commander_duel_in_zone",
        kind: RuleKind::Choice(&["target-square", "either-square"]),
        default: RuleValue::Choice("target-square"),
        about: "A commander may not capture a commander that stands on a contaminated square; either-square: \
                nor from a contaminated square.",
    },
];

/// The parsed values of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Number of successive plies without progress that end the game; 0 for never.
    pub no_progress_plies: u32,
    /// Number of occurrences of a position that end the game; 0 for never.
    pub repetitions: u32,
    /// The squares whose ground protects a commander from the other.
    pub duel: Duel,
}

/// The condition under which contaminated ground protects a commander from the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duel {
    /// The commander to be captured stands on it.
    TargetSquare = 0,
    /// Either of the two stands on it.
    EitherSquare = 1,
}

impl Options {
    /// Returns the parsed options of this game.
    ///
    /// # Panics
    /// When the rules are those of another game.
    pub fn from_rules(rules: &Rules) -> Options {
        let number = |name| u32::try_from(rules.number(name)).unwrap_or(0);
        Options {
            no_progress_plies: number("no_progress_plies"),
            repetitions: number("repetitions"),
            duel: match rules.choice("commander_duel_in_zone") {
                "either-square" => Duel::EitherSquare,
                _ => Duel::TargetSquare,
            },
        }
    }

    /// Maximum number of plies of a game from any position; `None` if it exceeds 32 bits or the game need not end.
    ///
    /// During a game, each side has a tank that was neither captured nor has entered the enemy's base; otherwise all
    /// its surviving tanks would be there. So of 14 tanks per side at most 13 have been captured and at most 13 have
    /// entered, and each does so once. That gives 52 plies with progress, and the 53rd ends the game. With `n` plies
    /// allowed without progress, each of these 53 comes after at most `n - 1` without, or the counter ends the game: 53
    /// n plies. The repetition rule alone bounds the game by the number of positions, which exceeds 32 bits unless the
    /// first occurrence counts.
    pub const fn max_plies(&self) -> Option<u32> {
        match (self.no_progress_plies, self.repetitions) {
            (_, 1) => Some(1),
            (0, _) => None,
            (plies, _) => Some(53 * plies),
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { no_progress_plies: 100, repetitions: 3, duel: Duel::TargetSquare }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_list() {
        let rules = Rules::defaults(OPTIONS);
        assert_eq!(Options::from_rules(&rules), Options::default());
        assert_eq!(
            rules.to_string(),
            "no_progress_plies=100 repetitions=3 commander_duel_in_zone=target-square"
        );
    }

    #[test]
    fn every_option_is_read() {
        let rules = Rules::parse(
            OPTIONS,
            "no_progress_plies=10000 repetitions=0 commander_duel_in_zone=either-square",
        );
        let expected = Options { no_progress_plies: 10_000, repetitions: 0, duel: Duel::EitherSquare };
        assert_eq!(Options::from_rules(&rules.unwrap()), expected);
    }

    #[test]
    fn the_bound_follows_the_options() {
        let bound = |no_progress_plies, repetitions| {
            Options { no_progress_plies, repetitions, ..Options::default() }.max_plies()
        };
        assert_eq!(bound(100, 3), Some(5300));
        assert_eq!(bound(10_000, 0), Some(530_000));
        assert_eq!(bound(100, 1), Some(1));
        assert_eq!(bound(0, 3), None);
        assert_eq!(bound(0, 0), None);
    }
}
