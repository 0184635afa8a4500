//! The plan of a sequential test.

use game::{Game, Rules};
use rating::scale::EloScale;
use rating::sprt::{Hypotheses, HypothesesError};
use referee::Limits;

use super::openings::OpeningChoice;
use super::pairs::PairsPlan;

/// The text of [`SequentialTestPlan::openings`] when it is `None`.
const ONE_A_PAIR: &str = "one a pair";

/// The games of a sequential test, and the hypotheses that it tests.
#[derive(Clone)]
pub struct SequentialTestPlan {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: Rules,
    /// The limits of each match.
    pub limits: Limits,
    /// The Elo scale of the differences.
    pub scale: EloScale,
    /// The Elo difference that counts as no progress.
    pub elo0: f64,
    /// The Elo difference that counts as progress.
    pub elo1: f64,
    /// Probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// Probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
    /// Number of openings used in turn; `None` for a new one for every pair.
    pub openings: Option<u32>,
    /// Number of random plies of an opening. Openings become longer when no new one of this length is found.
    pub plies: u32,
    /// The seed of all randomness in the test.
    pub seed: u64,
    /// Number of games after which the test ends undecided. It is not part of the test's text, so an undecided test can
    /// be resumed with more games.
    pub max_games: Option<u64>,
}

impl SequentialTestPlan {
    /// Parses a [text](SequentialTestPlan::text); `None` if it is not such a text, or its game is unknown.
    pub(crate) fn read(text: &str, games: &[&'static dyn Game]) -> Option<SequentialTestPlan> {
        let mut lines = text.lines().skip(1);
        let mut value = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix(": ");
        let name = value("game")?;
        let game = games::find_in(games, name)?;
        let plan = SequentialTestPlan {
            game,
            rules: Rules::parse(game.options(), value("rules")?).ok()?,
            limits: value("limits")?.parse().ok()?,
            scale: EloScale::named(value("elo")?)?,
            elo0: value("elo0")?.parse().ok()?,
            elo1: value("elo1")?.parse().ok()?,
            alpha: value("alpha")?.parse().ok()?,
            beta: value("beta")?.parse().ok()?,
            openings: match value("openings")? {
                ONE_A_PAIR => None,
                count => Some(count.parse().ok()?),
            },
            plies: value("plies")?.parse().ok()?,
            seed: value("seed")?.parse().ok()?,
            max_games: None,
        };
        (plan.text() == text).then_some(plan)
    }

    /// The inputs of the test's schedule, without the bots and limits.
    pub fn pairs(&self) -> PairsPlan<'_> {
        let &SequentialTestPlan { game, ref rules, openings, plies, seed, .. } = self;
        PairsPlan { game, rules, openings: OpeningChoice::Shortest { in_turn: openings }, plies, seed }
    }

    /// Returns the two hypotheses with their error probabilities.
    ///
    /// # Errors
    /// When the hypotheses are invalid.
    pub fn hypotheses(&self) -> Result<Hypotheses, HypothesesError> {
        Hypotheses::on(self.scale, self.elo0, self.elo1, self.alpha, self.beta)
    }

    /// Returns everything that the games and the verdict depend on except the bots and the number of games, one item
    /// per line.
    pub fn text(&self) -> String {
        let openings = self.openings.map_or_else(|| ONE_A_PAIR.to_owned(), |count| count.to_string());
        format!(
            "# A sequential test of two bots.\ngame: {}\nrules: {}\nlimits: {}\nelo: {}\nelo0: {}\nelo1: {}\nalpha: {}\n\
             beta: {}\nopenings: {openings}\nplies: {}\nseed: {}\n",
            self.game.key(),
            self.rules,
            self.limits,
            self.scale.name(),
            self.elo0,
            self.elo1,
            self.alpha,
            self.beta,
            self.plies,
            self.seed,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GAMES: &[&dyn Game] = &[&tank_chess::GAME, &tank_war::GAME];

    #[test]
    fn a_text_is_read_back_and_nothing_else_is() {
        let scales = [EloScale::Logistic, EloScale::Normalized];
        for ((game, openings), scale) in [(GAMES[0], None), (GAMES[1], Some(7))].into_iter().zip(scales) {
            let mut limits = Limits::default();
            limits.memory += 1;
            let plan = SequentialTestPlan {
                game,
                rules: Rules::defaults(game.options()),
                limits,
                scale,
                elo0: -0.1,
                elo1: 1e-7,
                alpha: 0.05,
                beta: 1.0 / 3.0,
                openings,
                plies: 3,
                seed: u64::MAX,
                max_games: Some(9),
            };
            let text = plan.text();
            let again = SequentialTestPlan::read(&text, GAMES).expect("it was written so");
            assert_eq!((again.text(), again.max_games), (text.clone(), None));
            for (from, to) in [
                (game.name(), "tank-wra"),
                ("seed: ", "seed: 0"),
                ("plies: 3\n", ""),
                ("alpha: 0.05", "alpha: .05"),
                ("# A sequential", "# No sequential"),
            ] {
                assert!(SequentialTestPlan::read(&text.replacen(from, to, 1), GAMES).is_none(), "{from}");
            }
        }
        assert!(SequentialTestPlan::read("", GAMES).is_none());
    }
}
