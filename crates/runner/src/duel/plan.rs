//! What a sequential test is about, before it begins.

use game::{Game, Rules};
use referee::Limits;

/// What is played, and what it is to decide.
#[derive(Clone)]
pub struct DuelPlan {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub rules: Rules,
    /// What a match may use.
    pub limits: Limits,
    /// The difference in Elo of no progress.
    pub elo0: f64,
    /// The difference of progress.
    pub elo1: f64,
    /// The risk of accepting `elo1` where `elo0` holds.
    pub alpha: f64,
    /// The risk of accepting `elo0` where `elo1` holds.
    pub beta: f64,
    /// So many openings in turn; `None` for a new one for every pair.
    pub openings: Option<u32>,
    /// Random plies of an opening.
    pub plies: u32,
    /// Where randomness comes from.
    pub seed: u64,
    /// Games after which the test ends undecided. It is no part of the test's text: an undecided test can be
    /// taken up again with more.
    pub max_games: Option<u64>,
}

impl DuelPlan {
    /// Everything that games and verdict depend on besides the bots and the number of games, a line each.
    pub fn text(&self) -> String {
        let openings = self.openings.map_or_else(|| "one a pair".to_owned(), |count| count.to_string());
        format!(
            "# A sequential test of two bots.\ngame: {}\nrules: {}\nlimits: {}\nelo0: {}\nelo1: {}\nalpha: {}\n\
             beta: {}\nopenings: {openings}\nplies: {}\nseed: {}\n",
            self.game.name(),
            self.rules,
            self.limits,
            self.elo0,
            self.elo1,
            self.alpha,
            self.beta,
            self.plies,
            self.seed,
        )
    }
}
