//! An entrant with its rating.

use serde::Serialize;

/// An index in [`Report::entrants`](super::Report::entrants).
pub type EntrantIndex = usize;

/// An entrant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entrant {
    /// The display name.
    pub name: String,
    /// The bot: a file's name without its folder, or a built-in player.
    pub bot: String,
    /// The BLAKE3 of the module in hexadecimal, if there is one.
    pub module: Option<String>,
    /// Settings text for the bot; absent if the reader may not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
    /// `true` for a guest, which plays everyone, is not ranked and never advances.
    pub guest: bool,
    /// The reasons for a refusal; empty for entrants who played.
    pub refusal: Vec<String>,
    /// The departure of the entrant, with the reasons; empty if it did not leave.
    pub left: Vec<String>,
    /// The rating over all stages; `None` without a game that counts.
    pub rating: Option<Rating>,
}

/// A rating, fitted to all games that count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The rating in Elo, to one decimal; the average is 1500.
    pub elo: f64,
    /// Half the width of the 95 % interval, relative to the average of the field.
    pub plus_minus: Option<f64>,
    /// `>`, `<` or `?` where results leave the rating open.
    pub open: Option<char>,
    /// Number of games in the fit, with copies of games counted once.
    pub games: u32,
}

/// The games in the fit of the ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// Number of recorded matches.
    pub games: u64,
    /// Number of recorded matches that are copies of earlier ones.
    pub copies: u64,
    /// `true` for ratings on a ladder's scale, where a draw is half a point.
    #[serde(skip)]
    pub halves_draws: bool,
    /// Remarks on how to read the ratings, a sentence each.
    pub remarks: Vec<String>,
}
