//! One interface to all models, from results in schedule order to ratings.

use thiserror::Error;

use crate::ratings::{Rating, Ratings};
use crate::results::Results;
use crate::table::Table;
use crate::{bkr, bradley_terry, elo, glicko2, weng_lin};

/// A rating model with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// Maximum likelihood over all games at once, with standard errors.
    BradleyTerry(bradley_terry::Options),
    /// A step after each game.
    Elo,
    /// The rating of the site where Tank Battle is played.
    Bkr,
    /// Rating, deviation and volatility, period by period.
    Glicko2,
    /// Rating and deviation, game by game.
    WengLin,
}

/// The name of an unknown model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rating model {name:?}; expected one of {}", Model::NAMES.join(", "))]
pub struct UnknownModel {
    /// The requested name.
    pub name: String,
}

impl Model {
    /// The names of all models.
    pub const NAMES: [&'static str; 5] = ["bradley-terry", "elo", "bkr", "glicko-2", "weng-lin"];

    /// Returns the model of that name with its default options.
    ///
    /// # Errors
    /// Fails if the name is not one of [`Model::NAMES`].
    pub fn named(name: &str) -> Result<Self, UnknownModel> {
        match name {
            "bradley-terry" => Ok(Self::BradleyTerry(bradley_terry::Options::default())),
            "elo" => Ok(Self::Elo),
            "bkr" => Ok(Self::Bkr),
            "glicko-2" => Ok(Self::Glicko2),
            "weng-lin" => Ok(Self::WengLin),
            _ => Err(UnknownModel { name: name.to_string() }),
        }
    }

    /// Returns the model's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::BradleyTerry(_) => "bradley-terry",
            Self::Elo => "elo",
            Self::Bkr => "bkr",
            Self::Glicko2 => "glicko-2",
            Self::WengLin => "weng-lin",
        }
    }

    /// Rates the matches that count, in schedule order: rated matches, with copies counted once.
    pub fn rate(&self, results: &Results) -> Ratings {
        match self {
            Self::BradleyTerry(options) => rate_at_once(&Table::counted(results), options, &[]),
            Self::Elo => elo::rate(results),
            Self::Bkr => bkr::rate(results),
            Self::Glicko2 => glicko2::rate(results),
            Self::WengLin => weng_lin::rate(results),
        }
    }
}

/// Rates all games at once, with some players' ratings fixed.
pub(crate) fn rate_at_once(
    table: &Table,
    options: &bradley_terry::Options,
    anchors: &[bradley_terry::Anchor],
) -> Ratings {
    let fit = bradley_terry::fit_anchored(table, options, anchors);
    let players = table.scores().into_iter().enumerate().map(|(player, tally)| Rating {
        rating: fit.ratings[player],
        deviation: fit.deviations[player],
        open: fit.open[player],
        tally,
        notes: fit.player_notes[player].clone(),
    });
    Ratings { players: players.collect(), notes: fit.notes.clone(), fit: Some(fit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_found_by_its_name() {
        for name in Model::NAMES {
            assert_eq!(Model::named(name).unwrap().name(), name);
        }
        let error = Model::named("trueskill").unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown rating model \"trueskill\"; expected one of bradley-terry, elo, bkr, glicko-2, weng-lin"
        );
    }
}
