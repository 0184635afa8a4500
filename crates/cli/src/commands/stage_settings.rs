//! `--tournament`: plays matches outside of a tournament with its settings.

use std::path::{Path, PathBuf};

use clap::Args;
use config::{BotPlan, EntrantPlan, Plan, StageSpec, read_named};
use explain::Error;
use terminal::text::inert;

use super::tournament_file;

/// The tournament whose settings a match has.
#[derive(Args)]
pub(crate) struct TournamentOptions {
    /// Use the rules, clock and limits of this tournament.
    #[arg(long, value_name = "FILE")]
    pub(crate) tournament: Option<PathBuf>,
    /// The stage of the tournament, counted from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "tournament")]
    stage: usize,
}

/// A stage of a tournament that was read for its match settings.
pub(crate) struct StageSettings {
    pub(crate) plan: Plan,
    pub(crate) stage: StageSpec,
    folder: PathBuf,
}

impl TournamentOptions {
    /// Returns the named stage; `None` without a tournament.
    pub(crate) fn read(&self) -> Result<Option<StageSettings>, Error> {
        let Some(path) = &self.tournament else { return Ok(None) };
        let plan = tournament_file::read_plan(path)?;
        let stage = self.stage.checked_sub(1).and_then(|index| plan.stages.get(index)).cloned();
        let stage = stage.ok_or_else(|| {
            let stages = plan.stages.len();
            let message = format!("{} has no stage {}", inert(&path.display().to_string()), self.stage);
            Error::input(message).hint(format!("use --stage 1 to {stages}"))
        })?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(Some(StageSettings { plan, stage, folder }))
    }

    /// Returns the given options, for another command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let Some(path) = &self.tournament else { return Vec::new() };
        let mut words = vec!["--tournament".to_owned(), path.display().to_string()];
        if self.stage != 1 {
            words.extend(["--stage".to_owned(), self.stage.to_string()]);
        }
        words
    }
}

impl StageSettings {
    /// Returns the first entrant whose bot is this file, or has this name.
    pub(crate) fn entrant(&self, bot: &Path) -> Option<&EntrantPlan> {
        if let Some(named) = bot.to_str().and_then(|name| read_named(name, Some(self.plan.game.key()))) {
            return self.plan.entrants.iter().find(|entrant| named.as_ref() == Ok(&entrant.bot));
        }
        let bot = bot.canonicalize().ok()?;
        self.plan.entrants.iter().find(|entrant| match &entrant.bot {
            BotPlan::Builtin(_) | BotPlan::Opponent(_) => false,
            BotPlan::File(file) => self.folder.join(file).canonicalize().is_ok_and(|file| file == bot),
        })
    }
}
