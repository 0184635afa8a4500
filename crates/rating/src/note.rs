//! What a figure must be read with: every case in which results alone do not settle a rating.

use std::fmt;

/// In which direction results leave a rating open: it was placed by virtual games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// Results set no upper limit: the rating is at least the one given, as far as they say.
    Above,
    /// Results set no lower limit: the rating is at most the one given.
    Below,
    /// Results say nothing about where it lies among the others.
    Both,
}

impl Open {
    /// `>`, `<` or `?`, to stand before the rating.
    pub fn sign(self) -> char {
        match self {
            Self::Above => '>',
            Self::Below => '<',
            Self::Both => '?',
        }
    }
}

/// Why virtual games were added to a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorReason {
    /// The options ask for it.
    Asked,
    /// Groups of players never met.
    Islands,
    /// Some group took no point from the rest, or gave none.
    OneSided,
    /// No game had a winner.
    OnlyDraws,
    /// Results fit ever better as some rating, the seat or the draws go to infinity.
    Unbounded,
}

/// A remark on one player's figures or on a whole rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// No match counted.
    NoGames,
    /// The player won every match: the rating depends on the prior.
    WonAll,
    /// The player lost every match: the rating depends on the prior.
    LostAll,
    /// The player drew every match.
    DrewAll,
    /// The groups of players between which no chain of matches exists.
    Islands {
        /// How many groups.
        islands: usize,
    },
    /// The group the player is in.
    Island {
        /// Counted from 0.
        island: usize,
    },
    /// Virtual games were added.
    Prior {
        /// Virtual wins, and as many losses, of each player.
        weight: f64,
        /// Why they were added.
        reason: PriorReason,
    },
    /// How results leave the rating open.
    Open(Open),
    /// The rating is given.
    Anchor,
    /// Virtual games placed some players, and them alone.
    Placed {
        /// The number of placed players.
        players: usize,
        /// Virtual wins, and as many losses, of each of them.
        weight: f64,
    },
    /// No match was drawn: draws are taken to be impossible.
    NoDraws,
    /// The pairings do not separate the seat from strength: its advantage is taken as zero.
    SeatUnknown,
    /// Standard errors come from how the results of units vary; they allow for the two games of a pair to depend on one
    /// another.
    RobustErrors {
        /// Whether any games are pairs.
        paired: bool,
    },
    /// The player's standard error assumes independent games.
    ModelError {
        /// How many units it takes to do without that assumption.
        units: u32,
        /// Whether any games are pairs; if not, a unit is a game.
        paired: bool,
    },
    /// Standard errors could not be computed.
    NoErrors,
    /// The rating rests on few games.
    Provisional {
        /// How many games count.
        games: u32,
    },
    /// The update left the range of numbers and was not made.
    Unchanged,
}

impl fmt::Display for PriorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "as asked",
            Self::Islands => "because groups of players never met",
            Self::OneSided => "because a group of players scored no point against the rest",
            Self::OnlyDraws => "because those who scored against one another have only drawn",
            Self::Unbounded => "because results alone would send a rating to infinity",
        })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGames => write!(f, "no games"),
            Self::WonAll => write!(f, "won every game"),
            Self::LostAll => write!(f, "lost every game"),
            Self::DrewAll => write!(f, "drew every game"),
            Self::Islands { islands } => {
                write!(f, "{islands} groups of players never met; ratings compare within a group")
            }
            Self::Island { island } => write!(f, "in group {}", island + 1),
            Self::Prior { weight, reason } => write!(
                f,
                "every player was given virtual results against an average one, {weight} won and {weight} lost, {reason}"
            ),
            Self::Open(Open::Above) => write!(f, "results set no upper bound"),
            Self::Open(Open::Below) => write!(f, "results set no lower bound"),
            Self::Open(Open::Both) => write!(f, "results do not place it among the others"),
            Self::Anchor => write!(f, "anchor"),
            Self::Placed { players, weight } => write!(
                f,
                "{} placed by virtual results against an average player, {weight} won and {weight} lost, because real \
                 ones leave the rating open (>, <, ?); no other rating depends on it",
                if *players == 1 { "1 player is".to_owned() } else { format!("{players} players are") }
            ),
            Self::NoDraws => write!(f, "no game was drawn"),
            Self::SeatUnknown => {
                write!(f, "the pairings do not separate the seat's advantage from strength")
            }
            Self::RobustErrors { paired } => {
                let by_pair = if *paired { ", with the two games of a pair as one unit" } else { "" };
                write!(f, "errors are estimated from how results vary{by_pair}")
            }
            Self::ModelError { units, paired } => write!(
                f,
                "fewer than {units} {}, or all results equal: the error assumes independent games",
                if *paired { "pairs" } else { "games" }
            ),
            Self::NoErrors => write!(f, "standard errors could not be computed"),
            Self::Provisional { games } => {
                write!(f, "provisional after {games} {}", if *games == 1 { "game" } else { "games" })
            }
            Self::Unchanged => write!(f, "an update outside the range of numbers was skipped"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_player_and_several_are_told_in_words() {
        let placed = |players| Note::Placed { players, weight: 1.0 }.to_string();
        let by =
            "placed by virtual results against an average player, 1 won and 1 lost, because real ones leave";
        assert!(placed(1).starts_with(&format!("1 player is {by} ")), "{}", placed(1));
        assert!(placed(3).starts_with(&format!("3 players are {by} ")), "{}", placed(3));
        let provisional = |games| Note::Provisional { games }.to_string();
        assert_eq!([1, 2].map(provisional), ["provisional after 1 game", "provisional after 2 games"]);
    }
}
