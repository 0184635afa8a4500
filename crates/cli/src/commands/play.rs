//! `muster play`: one match in the terminal.

mod tell;
mod viewer;
mod watch;

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use config::SizeClass;
use game::{PerSeat, Seat};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use referee::{Builtin, MatchSeed, Record};
use runner::{Contestant, MatchSettings, MatchSetup, Source};
use sandbox::Sandbox;

use self::tell::Logs;
use self::viewer::MatchViewer;
use self::watch::{Pacing, Watched};
use super::call_line::CallLine;
use super::game::find_game;
use super::made_for;
use super::match_options::MatchOptions;
use crate::exit::{Code, Done, Failed};
use crate::host;
use crate::terminal::ink::Ink;
use crate::terminal::text::inert;

/// `muster play`
#[derive(Args)]
pub(crate) struct PlayCommand {
    /// The game's name: see `muster game list`.
    game: String,
    /// The bot at the first seat: a .wasm file or builtin:NAME.
    first: String,
    /// The bot at the second seat.
    second: String,
    /// The seed of the match; the same seed plays the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// After the match, show it ply by ply: the board, events and logs.
    #[arg(long)]
    watch: bool,
    /// Pause between plies, with its unit [default: 300ms on a terminal, otherwise none].
    #[arg(long, value_name = "TIME", value_parser = pace, requires = "watch", conflicts_with = "step")]
    pace: Option<Duration>,
    /// Step through the plies: Enter shows the next one, a number jumps to that ply.
    #[arg(long, requires = "watch")]
    step: bool,
    /// Settings text for the first bot.
    #[arg(long, default_value = "")]
    first_settings: String,
    /// Settings text for the second bot.
    #[arg(long, default_value = "")]
    second_settings: String,
    /// Begin at this position [default: the game's start].
    #[arg(long, short)]
    position: Option<String>,
    #[command(flatten)]
    options: MatchOptions,
}

fn pace(text: &str) -> Result<Duration, String> {
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    config::parse_duration(text).map(|ticks| Duration::from_nanos(ticks.nanos()))
}

/// What plays for a name on the command line: a built-in player, or a file that passes the door.
pub(crate) fn find_source(sandbox: &Sandbox, name: &str) -> Result<Source, Failed> {
    if name.starts_with(Builtin::PREFIX) {
        return name.parse().map(Source::Builtin).map_err(|error| Failed::from_error(Code::Input, &error));
    }
    admit(sandbox, Path::new(name))
}

fn admit(sandbox: &Sandbox, path: &Path) -> Result<Source, Failed> {
    // A script is let in as well: here nobody is kept waiting by it but its own author.
    let size = SizeClass::Script;
    let caps = runner::caps(size);
    let bytes = host::read_bot(path, &caps).map_err(|error| {
        host::unread_bot(path, &error).hint("give a .wasm file, or builtin:random or builtin:first")
    })?;
    match sandbox.admit(&bytes, &caps) {
        Err(error) => Err(Failed::from_error(Code::Host, &error)),
        Ok(Ok(bot)) => Ok(Source::Module { bot, size }),
        Ok(Err(refusal)) => {
            let mut failed =
                Failed::input(format!("{} is refused: {}", path.display(), inert(&refusal.to_string())));
            for objection in refusal.objections() {
                let advice = objection.advice();
                if !failed.hints.iter().any(|hint| hint == advice) {
                    failed = failed.hint(advice);
                }
            }
            Err(failed)
        }
    }
}

impl PlayCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let (rules, limits) = self.options.read(game)?;
        if let Some(text) = &self.position {
            game.parse_position(&rules, text)
                .map_err(|error| Failed::input(format!("invalid position: {error}")))?;
        }
        let sandbox = host::sandbox(1)?;
        let contestant = |name: &str, settings: &str| {
            let source = find_source(&sandbox, name)?;
            Ok(Contestant { source, settings: Arc::from(settings) })
        };
        let contestants = PerSeat::new(
            contestant(&self.first, &self.first_settings)?,
            contestant(&self.second, &self.second_settings)?,
        );
        let setup = MatchSetup {
            settings: &MatchSettings::new(game, rules, limits),
            start: self.position.as_deref(),
            seed: MatchSeed::from_number(self.seed),
            seats: contestants.as_ref(),
        };
        let record = play(&sandbox, &setup)?;
        let mut viewer = MatchViewer::new(&setup, &record)?;
        let logs = if self.watch {
            let pacing = if self.step { Pacing::Step } else { Pacing::at_pace(self.pace) };
            match watch::watch(&mut viewer, &pacing, ink())? {
                Watched::Whole => Logs::Shown,
                Watched::Part => Logs::Whole,
            }
        } else {
            viewer.seek(record.plies)?;
            Logs::Whole
        };
        let advice = PerSeat::new(
            self.advice(&sandbox, &setup, &record, Seat::First)?,
            self.advice(&sandbox, &setup, &record, Seat::Second)?,
        );
        tell::tell(game, &self.names(), &record, &advice, viewer.position(), logs)
    }

    /// Lines for the author of a bot that failed: which game it was made for, if that is another, and the command that
    /// asks it again.
    fn advice(
        &self,
        sandbox: &Sandbox,
        setup: &MatchSetup<'_>,
        record: &Record,
        seat: Seat,
    ) -> Result<Vec<String>, Failed> {
        let (Some(loss), Source::Module { .. }) = (&record.losses[seat], &setup.seats[seat].source) else {
            return Ok(Vec::new());
        };
        let mut lines = Vec::new();
        let asked_before = record.played.iter().any(|played| played.seat == seat);
        if !asked_before && made_for::may_be_another(loss.failure.fault) {
            let games = made_for::other_games(sandbox, setup.seats[seat], setup.settings.game);
            let games = games.map_err(|error| Failed::from_error(Code::Host, &error))?;
            lines.extend(made_for::in_words(&games));
        }
        let line = CallLine {
            bot: &self.names()[seat],
            game: setup.settings.game,
            rules: &setup.settings.rules,
            limits: &setup.settings.limits,
            position: &loss.position,
            seat,
            settings: &setup.seats[seat].settings,
        };
        lines.push(format!("hint: ask it about this position alone: {}", line.command()));
        Ok(lines)
    }

    fn names(&self) -> PerSeat<String> {
        PerSeat::new(self.first.clone(), self.second.clone())
    }
}

fn ink() -> Ink {
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        Ink::Colour
    } else {
        Ink::Plain
    }
}

/// Plays the match; a line on a terminal says how far it is.
fn play(sandbox: &Sandbox, setup: &MatchSetup<'_>) -> Result<Record, Failed> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{spinner} playing: {human_pos} plies, {elapsed}") {
        bar.set_style(style);
    }
    let record = setup.play(sandbox, |playing| {
        bar.set_position(u64::from(playing.scene().ply));
        true
    });
    bar.finish_and_clear();
    record
        .map_err(|error| Failed::from_error(Code::Host, &error))?
        .ok_or_else(|| Failed::new(Code::Host, "the match was dropped"))
}
