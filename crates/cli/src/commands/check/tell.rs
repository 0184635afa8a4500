//! Prints faults in trial matches: each kind once, with all that is needed to reproduce it.

use std::path::Path;

use game::{Game, PerSeat, Rules, ply_number};
use referee::{Closing, Limits};
use serde_json::{Value, json};

use super::trials::{Failed, Trials};
use crate::commands::call_line::CallLine;
use crate::commands::failure::advice_line;
use crate::commands::stage_settings::TournamentOptions;
use crate::commands::{logs, made_for};
use crate::exit::Done;
use crate::out;
use crate::terminal::text::{inert, quoted};

/// Lines of a backtrace, and of the end of a log, that are shown.
const LINES: usize = 4;

/// The commands that play a trial match again.
pub(super) struct Replay<'a> {
    pub(super) bot: &'a Path,
    pub(super) settings: &'a str,
    pub(super) tournament: &'a TournamentOptions,
}

impl Replay<'_> {
    fn command(&self, game: &dyn Game, failed: &Failed) -> String {
        let mut names = PerSeat::new(failed.opponent.to_string(), failed.opponent.to_string());
        names[failed.seat] = self.bot.display().to_string();
        let PerSeat([first, second]) = names;
        let mut words = ["muster", "play", game.name()].map(str::to_owned).to_vec();
        words.extend([first, second, "--seed".to_owned(), failed.seed.to_string()]);
        if !self.settings.is_empty() {
            let option = PerSeat::new("--first-settings", "--second-settings")[failed.seat];
            words.extend([option.to_owned(), self.settings.to_owned()]);
        }
        words.extend(self.tournament.words());
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        inert(&words.join(" "))
    }

    /// The command that asks the bot about the position alone in which it failed.
    fn call(&self, game: &dyn Game, failed: &Failed) -> String {
        let line = CallLine {
            bot: &self.bot.display().to_string(),
            game,
            // A tournament's are in its file.
            rules: &Rules::defaults(game.options()),
            limits: &Limits::default(),
            position: &failed.loss.position,
            seat: failed.seat,
            settings: self.settings,
        };
        let words: Vec<String> = self.tournament.words().iter().map(|word| quoted(word)).collect();
        [vec![line.command()], words].concat().join(" ")
    }
}

/// Prints the faults of one game.
pub(super) fn faults(trials: &Trials, replay: &Replay<'_>) -> Done {
    let game = trials.game;
    for kind in trials.kinds() {
        let first = kind[0];
        let failure = &first.loss.failure;
        let (count, all) = (kind.len(), trials.matches);
        out::line(&format!("\n{}: {} in {count} of {all} trial matches", game.name(), failure.fault))?;
        if let Some(words) = made_for::in_words(&trials.made_for) {
            out::line(&format!("  {words}"))?;
        }
        out::line(&format!("  {}", inert(&failure.in_words())))?;
        for line in failure.backtrace.iter().take(LINES) {
            out::line(&format!("    at {}", inert(line)))?;
        }
        out::line(&format!("  {}", advice_line(failure.fault)))?;
        log_end(&first.closing)?;
        let (word, ply) = (game.seats()[first.seat].word, ply_number(first.loss.ply));
        let which = if count > 1 { ", in the first of them" } else { "" };
        out::line(&format!("  as {word} against {}, at ply {ply}{which}", first.opponent))?;
        out::line(&format!("  position: {}", first.loss.position))?;
        out::line(&format!("  play it again: {}", replay.command(game, first)))?;
        out::line(&format!("  hint: ask it about this position alone: {}", replay.call(game, first)))?;
    }
    Ok(())
}

/// The end of what the bot logged: most often why it panicked.
fn log_end(closing: &Closing) -> Done {
    let lines = logs::lines(&closing.log);
    let last = lines.len().saturating_sub(LINES);
    if !lines.is_empty() || closing.log_dropped > 0 {
        out::line(if last > 0 { "  its log ends with:" } else { "  its log:" })?;
    }
    for line in lines[last..].iter().cloned().chain(logs::cut(closing)) {
        out::line(&format!("    {line}"))?;
    }
    Ok(())
}

/// A fault for programs; plies are counted from 1.
pub(super) fn as_json(game: &dyn Game, failed: &Failed, replay: &Replay<'_>) -> Value {
    let failure = &failed.loss.failure;
    json!({
        "fault": failure.fault.to_string(),
        "words": failure.in_words(),
        "advice": failure.fault.advice(),
        "ply": ply_number(failed.loss.ply),
        "seat": game.seats()[failed.seat].word,
        "opponent": failed.opponent.to_string(),
        "seed": failed.seed,
        "position": failed.loss.position,
        "backtrace": failure.backtrace,
        "replay": replay.command(game, failed),
    })
}
