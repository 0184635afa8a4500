//! Options for the rules and limits of a match.

use clap::Args;
use explain::Error;
use game::{Game, Rules};
use referee::{Limits, Ticks};

use super::game::rules_of;
use super::stage_settings::{StageSettings, TournamentOptions};

/// Rules and limits: those of a tournament, or the defaults with changes.
#[derive(Args)]
pub(crate) struct MatchOptions {
    /// Set a rule option; may be repeated.
    #[arg(long = "rule", value_name = "KEY=VALUE", conflicts_with = "tournament")]
    rules: Vec<String>,
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Time for each move, with a unit [default: 100ms; unlimited if only --per-game is given].
    #[arg(long, value_parser = config::parse_duration)]
    per_move: Option<Ticks>,
    /// Time for all moves of a seat in a game, with a unit [default: 60s].
    #[arg(long, value_parser = config::parse_duration)]
    per_game: Option<Ticks>,
    /// Forbid bots from creating positions, like `positions = false`.
    #[arg(long)]
    no_positions: bool,
}

impl MatchOptions {
    pub(crate) fn read(&self, game: &dyn Game) -> Result<(Rules, Limits), Error> {
        let (rules, limits) = match self.tournament.read()? {
            None => (rules_of(game, &self.rules)?, Limits::default()),
            Some(StageSettings { plan, stage, .. }) if plan.game.id() == game.id() => {
                (stage.rules, stage.limits)
            }
            Some(StageSettings { plan, .. }) => {
                let (played, asked) = (plan.game.name(), game.name());
                return Err(Error::input(format!("the tournament plays {played}, not {asked}")));
            }
        };
        let positions = limits.positions && !self.no_positions;
        Ok((rules, Limits { positions, ..limits.with_times(self.per_move, self.per_game) }))
    }

    /// Returns the given options, for another command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = self.tournament.words();
        for rule in &self.rules {
            words.extend(["--rule".to_owned(), rule.clone()]);
        }
        for (option, time) in [("--per-move", self.per_move), ("--per-game", self.per_game)] {
            words.extend(time.into_iter().flat_map(|time| [option.to_owned(), time.to_string()]));
        }
        words.extend(self.no_positions.then(|| "--no-positions".to_owned()));
        words
    }
}
