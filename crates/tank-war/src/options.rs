//! The rule options.

use game::{RuleKind, RuleOption, RuleValue, Rules};

use crate::Tracks;

/// The effect of naming a blocked tank: the rule option `blocked`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Blocked {
    /// A blocked tank may not be named.
    #[default]
    Illegal = 0,
    /// A blocked tank may be named and stays where it is.
    Wasted = 1,
}

/// The rule options in typed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// The order of the tracks.
    pub tracks: Tracks,
    /// The effect of naming a blocked tank.
    pub blocked: Blocked,
    /// `true` if a C cannot fire over a living tank, own or enemy.
    pub c_blocked_by_tanks: bool,
}

impl Options {
    /// The options as the `game` crate describes them, in canonical order.
    pub const DECLARED: &[RuleOption] = &[
        RuleOption {
            name: "layout",
            kind: RuleKind::Choice(&["a-inside", "a-outside"]),
            default: RuleValue::Choice("a-inside"),
            about: "Order of the tanks from each player's own left: LC LB LA RA RB RC, or LA LB LC RC RB RA.",
        },
        RuleOption {
            name: "blocked",
            kind: RuleKind::Choice(&["illegal", "wasted"]),
            default: RuleValue::Choice("illegal"),
            about: "Naming a tank with an enemy tank right ahead is illegal, or wastes the move; \
                    with \"wasted\" a game ends after 200 rounds at the latest.",
        },
        RuleOption {
            name: "c_blocked_by_tanks",
            kind: RuleKind::Flag,
            default: RuleValue::Flag(false),
            about: "Whether a living tank of either side in between stops the shot of a C.",
        },
    ];

    /// Returns the typed form of this game's rules.
    ///
    /// # Panics
    /// When the rules are those of another game.
    pub fn from_rules(rules: &Rules) -> Options {
        Options {
            tracks: match rules.choice("layout") {
                "a-outside" => Tracks::AOutside,
                _ => Tracks::AInside,
            },
            blocked: match rules.choice("blocked") {
                "wasted" => Blocked::Wasted,
                _ => Blocked::Illegal,
            },
            c_blocked_by_tanks: rules.flag("c_blocked_by_tanks"),
        }
    }

    /// Maximum number of rounds of a game.
    ///
    /// With [`Blocked::Illegal`] every round enters at least one box, and the two tanks of a track together enter at
    /// most 9: if both survive, 4; if one is destroyed after 4, the other may still enter 5. With [`Blocked::Wasted`]
    /// two blocked tanks could be named for ever, so the rules set the limit.
    pub const fn max_rounds(self) -> u8 {
        match self.blocked {
            Blocked::Illegal => 54,
            Blocked::Wasted => 200,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_the_default_rules() {
        assert_eq!(Options::from_rules(&Rules::defaults(Options::DECLARED)), Options::default());
    }

    #[test]
    fn every_word_of_an_option_means_something_else() {
        let read = |text| Options::from_rules(&Rules::parse(Options::DECLARED, text).unwrap());
        let default = Options::default();
        assert_eq!(read("layout=a-outside"), Options { tracks: Tracks::AOutside, ..default });
        assert_eq!(read("blocked=wasted"), Options { blocked: Blocked::Wasted, ..default });
        assert_eq!(read("c_blocked_by_tanks=true"), Options { c_blocked_by_tanks: true, ..default });
        assert_eq!(read("layout=a-inside blocked=illegal c_blocked_by_tanks=false"), default);
    }
}
