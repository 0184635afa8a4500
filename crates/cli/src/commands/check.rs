//! `muster check`: checks if a bot would be admitted, and plays trial matches.

mod admitted_bot;
mod checked_file;
mod directory;
mod print;
mod saving;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use config::SizeClass;
use explain::{Error, Kind, quoted};
use games::GAMES;
use job::{MatchSettings, NotAdmitted};
use play::{BotStanding, CheckPlan, CheckReport, TrialCommands, TriedBot, Workbench};
use script::Interpreter;
use terminal::out;
use terminal::text::inert;

use self::checked_file::{CheckedFile, FilePlan};
use self::saving::MatchSaver;
use super::game::find_game;
use super::stage_settings::{StageSettings, TournamentOptions};
use crate::exit::Done;
use crate::isolation::IsolateOption;

/// `muster check`
#[derive(Args)]
pub(crate) struct CheckCommand {
    /// The bot: a .wasm file or builtin:NAME; or a directory, to check every .wasm file below it and print a table.
    bot: PathBuf,
    /// Try it in this game [default: every game].
    #[arg(long, conflicts_with = "tournament")]
    game: Option<String>,
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Settings text for the bot [default: the entrant's, if the tournament enters this file].
    #[arg(long)]
    settings: Option<String>,
    /// Check against the larger caps of size = "script".
    #[arg(long)]
    script: bool,
    /// Write a trial match, with the bot's log, to this file as a single HTML page: the first match that the bot lost
    /// by a fault, or else the first that it lost, or else the last. Without --game, the match is from the first game
    /// in which the bot did not fail every match.
    #[arg(long, value_name = "FILE.html")]
    save: Option<PathBuf>,
    #[command(flatten)]
    isolate: IsolateOption,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The amount of detail printed about an admitted bot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The verdict and its trial matches.
    Brief,
    /// In addition, the compilation, the imports, and the sizes with their caps.
    Whole,
}

impl CheckCommand {
    pub(crate) fn run(self, detail: Detail) -> Done {
        if self.bot.is_dir() {
            return directory::check(&self);
        }
        let place = self.isolate.place(1)?;
        let bench = place.workbench();
        let checked = CheckedFile::new(bench, &self.bot, self.plan(&self.bot)?)?;
        match &checked.decided {
            Err(why) => self.not_admitted(&checked, why),
            Ok(tried) => self.admitted(bench, &checked, tried, detail),
        }
    }

    /// Returns the settings for the check of a file.
    fn plan(&self, bot: &Path) -> Result<FilePlan, Error> {
        let stage = self.tournament.read()?;
        let entrant = stage.as_ref().and_then(|stage| stage.entrant(bot));
        let settings = self.settings.as_deref().or(entrant.map(|entrant| entrant.settings.as_str()));
        let settings: Arc<str> = Arc::from(settings.unwrap_or_default());
        let size_is_chosen = self.script || entrant.is_some();
        let size = if self.script { Some(SizeClass::Script) } else { entrant.map(|entrant| entrant.size) };
        let size = size.unwrap_or_default();
        let entrant = entrant.map(|entrant| entrant.name.clone());
        let matches = match (&stage, &self.game) {
            (Some(StageSettings { plan, stage, .. }), _) => {
                vec![MatchSettings::new(plan.game, stage.rules.clone(), stage.limits)]
            }
            (None, Some(name)) => vec![MatchSettings::defaults(find_game(name)?)],
            (None, None) => GAMES.iter().copied().map(MatchSettings::defaults).collect(),
        };
        Ok(FilePlan { check: CheckPlan { matches, settings, size }, entrant, size_is_chosen })
    }

    /// Returns the commands that reproduce the bot's trial matches.
    fn commands(&self, checked: &CheckedFile) -> TrialCommands {
        let settings = checked.plan.check.settings.to_string();
        TrialCommands {
            bot: checked.path.display().to_string(),
            settings,
            tournament: self.tournament.words(),
        }
    }

    fn not_admitted(&self, checked: &CheckedFile, why: &NotAdmitted) -> Done {
        let reasons = why.reasons();
        let (word, code) = match why {
            NotAdmitted::Refused(_) => ("refused", Kind::Refused),
            NotAdmitted::Undecided(_) => ("undecided", Kind::Undecided),
        };
        if self.json {
            out::json(&CheckReport::not_admitted(why, checked.bytes))?;
        } else {
            out::line(&format!("{}: {word}", shown(&self.bot)))?;
            let source =
                checked.script.filter(|_| Interpreter::for_path(&self.bot).is_some()).map(|language| {
                    let (file, module) =
                        (quoted(&shown(&self.bot)), quoted(&shown(&self.bot.with_extension("wasm"))));
                    let what = format!("it is a {language} script, but a bot must be a module");
                    (what, format!("`muster build {file} -o {module}` builds a bot from it"))
                });
            for (reason, advice) in &reasons {
                let (reason, advice) = source
                    .as_ref()
                    .map_or((reason.as_str(), *advice), |(what, build)| (what.as_str(), build.as_str()));
                out::line(&format!("  {}", inert(reason)))?;
                out::line(&format!("    hint: {advice}"))?;
            }
        }
        let count = reasons.len();
        Err(Error::new(code, format!("{word} for {count} reason{}", if count == 1 { "" } else { "s" })))
    }

    fn admitted(
        &self,
        bench: &dyn Workbench,
        checked: &CheckedFile,
        tried: &TriedBot,
        detail: Detail,
    ) -> Done {
        let commands = self.commands(checked);
        if self.json {
            out::json(&CheckReport::admitted(tried, &checked.plan.check, &commands))?;
        } else {
            admitted_bot::print(checked, tried, detail)?;
            print_trials(tried, &commands)?;
        }
        if let Some(path) = &self.save {
            let CheckedFile { plan, .. } = checked;
            let validator = bench.validator();
            let saving =
                MatchSaver { validator, bot: &self.bot, seat: &tried.seat, matches: &plan.check.matches };
            let saved = saving.write(&tried.trials, path)?;
            if !self.json {
                out::line(&saved)?;
            }
        }
        match tried.standing() {
            BotStanding::Plays => Ok(()),
            BotStanding::Failed => Err(Error::new(Kind::Refused, "accepted, but it failed in trial matches")),
            BotStanding::FailedInAll => {
                Err(Error::new(Kind::Refused, "accepted, but it failed in trial matches of every game")
                    .hint("name its game with --game, or its tournament with --tournament"))
            }
        }
    }
}

/// Prints faults and defeats game by game. A game that the bot was not made for gets one line, unless it is the only
/// one.
fn print_trials(tried: &TriedBot, commands: &TrialCommands) -> Done {
    let plays_one = tried.trials.iter().any(|trials| trials.faults.is_empty());
    for trials in &tried.trials {
        if plays_one && trials.all_failed() {
            let (name, all) = (trials.game.name(), trials.matches);
            out::line(&format!(
                "{name}: failed in all {all} trial matches; the bot was probably not made for it"
            ))?;
        } else {
            print::faults(trials, commands)?;
            print::defeats(trials, commands)?;
            print::last_log(trials)?;
            if let Some(undrawn) = trials.undrawn() {
                out::line(&format!("{}: note: {undrawn}", trials.game.name()))?;
            }
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    inert(&path.display().to_string())
}
