//! The progress bar of `muster run` on stderr.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};
use ledger::EntrantRow;
use runner::{Event, exposure};
use terminal::progress_line::with_time_left;
use terminal::text::inert;

/// The template of a stage's line.
const MATCHES: &str = "{prefix} {wide_bar} {human_pos}/{human_len} matches  {per_sec}{left}  {msg}";

/// The progress of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    names: Vec<String>,
}

impl Progress {
    /// Creates a bar on stderr, which is drawn only on a terminal.
    pub(crate) fn new(entrants: &[EntrantRow]) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        bar.set_style(with_time_left(MATCHES, 0, 0));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, names: entrants.iter().map(|entrant| entrant.name.clone()).collect() }
    }

    /// Shows an event.
    pub(crate) fn tell(&self, event: &Event) {
        match event {
            Event::Refused { entrant, reasons } => {
                self.say(&format!("refused: {}", inert(entrant)));
                for reason in &**reasons {
                    self.say(&format!("  {}", inert(reason)));
                }
            }
            Event::StageStarted { name, matches, already, .. } => {
                self.bar.set_prefix(inert(name));
                self.bar.set_length(*matches);
                self.bar.set_position(*already);
                self.bar.set_message("");
                self.bar.set_style(with_time_left(MATCHES, *matches, *already));
                self.bar.reset_elapsed();
            }
            Event::FindingOpenings { name, found, of } => {
                show_search(&self.bar, name, *found, *of);
            }
            Event::MetAgain { name, round, pairing, .. } => {
                let who = [pairing.first, pairing.second].map(|entrant| {
                    self.names.get(entrant.index()).map_or_else(String::new, |name| inert(name))
                });
                let [one, other] = who;
                self.say(&format!(
                    "{}: {one} and {other} meet again in round {}, because no pairing avoids a rematch",
                    inert(name),
                    round + 1
                ));
            }
            Event::Played { .. } => self.bar.inc(1),
            Event::Leading { standings } => {
                let first = standings.rows.iter().find(|row| row.place == Some(1));
                let name = first.and_then(|row| self.names.get(row.entrant.index()));
                self.bar.set_message(name.map_or_else(String::new, |name| format!("{} leads", inert(name))));
            }
            Event::StageInterrupted { .. } => {}
            Event::Slow { key, why } => tracing::info!(%key, %why, "slow"),
            Event::Void { key, why, tries } => {
                self.say(&format!("match {key} is void (try {tries}): {}", inert(why)));
            }
            Event::Exposed { worker, why, matches } => {
                self.say(&inert(&exposure(worker, why, matches)));
            }
            Event::StageFinished { name, .. } => {
                let played = self.bar.position();
                self.say(&format!("{}: {played} matches played", inert(name)));
            }
        }
    }

    fn say(&self, line: &str) {
        say(&self.bar, line);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows the progress of the search for a stage's start positions: a line at the beginning, and then the bar.
pub(crate) fn show_search(bar: &ProgressBar, stage: &str, found: u32, of: u32) {
    let name = inert(stage);
    if bar.prefix() != name {
        say(bar, &format!("{name}: finding {of} start positions"));
        bar.set_prefix(name);
    }
    bar.set_message(format!("{found} of {of} start positions"));
}

/// Prints a line on stderr that the bar does not overwrite.
#[expect(clippy::print_stderr, reason = "progress goes to stderr; the bar has to step aside for it")]
fn say(bar: &ProgressBar, line: &str) {
    bar.suspend(|| eprintln!("{line}"));
}
