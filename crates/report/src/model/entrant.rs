//! Who was entered, with its rating.

use serde::Serialize;

/// An index in [`Report::entrants`](super::Report::entrants).
pub type EntrantIndex = usize;

/// Somebody who was entered.
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
    /// Plays everyone, is not ranked, never advances.
    pub guest: bool,
    /// Why it was refused; empty for entrants who played.
    pub refusal: Vec<String>,
    /// How it left, with the reasons; empty if it did not.
    pub left: Vec<String>,
    /// Its rating over all stages; `None` without a game that counts.
    pub rating: Option<Rating>,
}

/// A rating, fitted to all games that count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// In Elo, to one decimal; the average is 1500.
    pub elo: f64,
    /// How far to either side the 95 % interval goes, relative to the average of the field.
    pub plus_minus: Option<f64>,
    /// `>`, `<` or `?` where results leave the rating open.
    pub open: Option<char>,
    /// Games that the fit counted: copies of games once.
    pub games: u32,
}

/// What the fit of the ratings counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// Matches on record.
    pub games: u64,
    /// Those of them that are copies of earlier ones.
    pub copies: u64,
    /// `true` for ratings on a ladder's scale, where a draw is half a point.
    #[serde(skip)]
    pub halves_draws: bool,
    /// What the ratings are to be read with, a sentence each.
    pub remarks: Vec<String>,
}
