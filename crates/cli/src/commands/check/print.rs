//! Prints the results of the trial matches of a game: faults, each kind once, with everything needed to reproduce it;
//! then matches lost by the rules, and the end of a log.

use game::ply_number;
use play::{Defeat, TrialCommands, Trials};
use referee::Closing;
use terminal::logs;
use terminal::out;
use terminal::text::inert;

use crate::commands::detected_games;
use crate::exit::Done;
use terminal::failure::advice_line;

/// Maximum number of lines shown of a backtrace, and of the end of a log.
const LINES: usize = 4;
/// Maximum number of lost matches shown of a game.
const DEFEATS: usize = 3;

/// Prints the faults of one game.
pub(super) fn faults(trials: &Trials, commands: &TrialCommands) -> Done {
    let game = trials.game;
    for kind in trials.kinds() {
        let first = kind[0];
        let failure = &first.loss.failure;
        let (count, all) = (kind.len(), trials.matches);
        out::line(&format!("\n{}: {} in {count} of {all} trial matches", game.name(), failure.name()))?;
        if let Some(words) = detected_games::in_words(&trials.made_for) {
            out::line(&format!("  {words}"))?;
        }
        out::line(&format!("  {}", inert(&failure.in_words())))?;
        for line in failure.trace().iter().take(LINES) {
            out::line(&format!("  {}", inert(line)))?;
        }
        advice_line(failure).iter().try_for_each(|line| out::line(&format!("  {line}")))?;
        log_end(failure.log_before(&first.closing.log), &first.closing)?;
        let (word, ply) = (game.seats()[first.pairing.seat].word, ply_number(first.loss.ply));
        let which = if count > 1 { ", in the first of them" } else { "" };
        out::line(&format!("  as {word} against {}, at ply {ply}{which}", first.pairing.opponent))?;
        out::line(&format!("  position: {}", first.loss.position))?;
        out::line(&format!("  play it again: {}", commands.play(game, &first.pairing)))?;
        out::line(&format!("  hint: ask it about this position alone: {}", commands.call(game, first)))?;
    }
    Ok(())
}

/// Prints the end of the bot's log, which usually says why it panicked.
fn log_end(log: &[u8], closing: &Closing) -> Done {
    let lines = logs::lines(log);
    let last = lines.len().saturating_sub(LINES);
    if !lines.is_empty() || closing.log_dropped > 0 {
        out::line(if last > 0 { "  its log ends with:" } else { "  its log:" })?;
    }
    for line in lines[last..].iter().cloned().chain(logs::cut(closing)) {
        out::line(&format!("    {line}"))?;
    }
    Ok(())
}

/// Prints the matches lost by the rules, each with the event that decided it.
pub(super) fn defeats(trials: &Trials, commands: &TrialCommands) -> Done {
    let game = trials.game;
    for (index, defeat) in trials.defeats.iter().take(DEFEATS).enumerate() {
        let Defeat { pairing, reason, plies, decided } = defeat;
        let gap = if index == 0 { "\n" } else { "" };
        let word = game.seats()[pairing.seat].word;
        out::line(&format!(
            "{gap}{}: lost as {word} against {}: {} after {plies} plies",
            game.name(),
            pairing.opponent,
            inert(reason)
        ))?;
        if let Some(decided) = decided {
            out::line(&format!("  decided by {}", inert(&decided.words)))?;
        }
        out::line(&format!("  watch it: {}", commands.watch(game, pairing)))?;
    }
    match trials.defeats.len().saturating_sub(DEFEATS) {
        0 => Ok(()),
        more => out::line(&format!("  … and {more} more trial matches that it lost")),
    }
}

/// Prints the end of the bot's log in the most informative match, unless a fault has shown it.
pub(super) fn last_log(trials: &Trials) -> Done {
    let Some(telling) = trials.telling.as_ref().filter(|_| trials.faults.is_empty()) else { return Ok(()) };
    let closing = &telling.record.closings[telling.pairing.seat];
    if closing.log.is_empty() && closing.log_dropped == 0 {
        return Ok(());
    }
    let word = trials.game.seats()[telling.pairing.seat].word;
    out::line(&format!("\n{}, as {word} against {}:", trials.game.name(), telling.pairing.opponent))?;
    log_end(&closing.log, closing)
}
