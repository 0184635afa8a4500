//! Notes on figures, for every case in which results alone do not determine a rating.

use std::fmt;

/// The direction in which results leave a rating unbounded, so that virtual games placed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenSide {
    /// Results set no upper bound: as far as they show, the rating is at least the given one.
    Above,
    /// Results set no lower bound: as far as they show, the rating is at most the given one.
    Below,
    /// Results do not determine the position among the others.
    Both,
}

impl OpenSide {
    /// Returns the sign in front of the rating: `>`, `<` or `?`.
    pub fn sign(self) -> char {
        match self {
            Self::Above => '>',
            Self::Below => '<',
            Self::Both => '?',
        }
    }
}

/// The reason why virtual games were added to a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorReason {
    /// Groups of players never met.
    Islands,
    /// A group took no point from the rest, or conceded none.
    OneSided,
    /// No game had a winner.
    OnlyDraws,
    /// The likelihood increases without bound as a rating, the seat or the draws go to infinity.
    Unbounded,
}

/// A remark on one player's figures or on a whole rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// No match counts.
    NoGames,
    /// The player won every match: the rating depends on the prior.
    WonAll,
    /// The player lost every match: the rating depends on the prior.
    LostAll,
    /// The player drew every match.
    DrewAll,
    /// No chain of matches links the groups of players.
    Islands {
        /// Number of groups.
        islands: usize,
    },
    /// The group of the player.
    Island {
        /// The group's number, from 0.
        island: usize,
    },
    /// Virtual games were added.
    Prior {
        /// Virtual wins, and as many virtual losses, of each player.
        weight: f64,
        /// The reason.
        reason: PriorReason,
    },
    /// The direction in which results leave the rating unbounded.
    Open(OpenSide),
    /// The rating is fixed.
    Anchor,
    /// Virtual games placed only some players.
    Placed {
        /// Number of placed players.
        players: usize,
        /// Virtual wins, and as many virtual losses, of each of them.
        weight: f64,
    },
    /// No match was drawn: draws are assumed to be impossible.
    NoDraws,
    /// The pairings do not separate the seat from strength: its advantage is set to zero.
    SeatUnknown,
    /// Standard errors come from the residuals of units, and allow for dependence between the two games of a pair.
    RobustErrors {
        /// `true` if any games are pairs.
        paired: bool,
    },
    /// The player's standard error assumes independent games.
    ModelError {
        /// Minimum number of units for an error without that assumption.
        units: u32,
        /// `true` if any games are pairs; otherwise a unit is a game.
        paired: bool,
    },
    /// Standard errors could not be computed.
    NoErrors,
    /// The rating rests on few games.
    Provisional {
        /// Number of games that count.
        games: u32,
    },
    /// The update left the range of numbers and was skipped.
    Unchanged,
}

impl fmt::Display for PriorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
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
            Self::Open(OpenSide::Above) => write!(f, "results set no upper bound"),
            Self::Open(OpenSide::Below) => write!(f, "results set no lower bound"),
            Self::Open(OpenSide::Both) => write!(f, "results do not place it among the others"),
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
