//! What `muster run` shows while it works: a bar on stderr.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ledger::EntrantRow;
use runner::Event;
use terminal::table::{self, Align};
use terminal::text::inert;
use tournament::{PlacedBy, Row, Standings, Status, Value};

/// The progress of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    names: Vec<String>,
}

impl Progress {
    /// A bar on stderr; nothing is drawn unless that is a terminal.
    pub(crate) fn new(entrants: &[EntrantRow]) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        if let Ok(style) = ProgressStyle::with_template(
            "{prefix} {wide_bar} {human_pos}/{human_len} matches  {per_sec}  {eta} left  {msg}",
        ) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, names: entrants.iter().map(|entrant| entrant.name.clone()).collect() }
    }

    /// Shows one event.
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
                self.bar.reset_eta();
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
                    "{}: {one} and {other} meet again in round {}, which has no pairing without a rematch",
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

/// Shows how far the search for a stage's start positions is: a line when it begins, and then in the bar.
pub(crate) fn show_search(bar: &ProgressBar, stage: &str, found: u32, of: u32) {
    let name = inert(stage);
    if bar.prefix() != name {
        say(bar, &format!("{name}: finding {of} start positions"));
        bar.set_prefix(name);
    }
    bar.set_message(format!("{found} of {of} start positions"));
}

/// A line on stderr that the bar does not overwrite.
#[expect(clippy::print_stderr, reason = "progress goes to stderr; the bar has to step aside for it")]
fn say(bar: &ProgressBar, line: &str) {
    bar.suspend(|| eprintln!("{line}"));
}

/// The table of a stage for the terminal.
pub(crate) fn standings_table(standings: &Standings, entrants: &[EntrantRow], metrics: &[&str]) -> String {
    let criteria: Vec<String> = standings.criteria.iter().map(|criterion| criterion.name(metrics)).collect();
    // A guest that a format has no place for is not worth a line.
    let takes_part = |row: &&Row| row.status != Status::Guest || row.tally.games > 0;
    let rows: Vec<&Row> = standings.rows.iter().filter(takes_part).collect();
    // Columns that tell of exceptions are there where there are any.
    let byes = rows.iter().any(|row| row.tally.byes > 0).then_some("byes");
    let faults = rows.iter().any(|row| row.tally.forfeits > 0).then_some("faults");
    let notes = rows.iter().any(|row| !note(row).is_empty()).then_some("note");
    let numbers = ["games"].into_iter().chain(byes).chain(["won", "drawn", "lost"]).chain(faults);
    let numbers = numbers.chain(criteria.iter().map(String::as_str).filter(|name| *name != "lot"));
    let mut head = vec![("place", Align::Right), ("entrant", Align::Left)];
    head.extend(numbers.map(|name| (name, Align::Right)));
    head.extend(notes.map(|name| (name, Align::Left)));
    let cells = |row: &&Row| {
        let place = row.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        let name = entrants.get(row.entrant.index()).map_or("?", |entrant| entrant.name.as_str());
        let tally = &row.tally;
        let mut cells = vec![place, name.to_owned(), tally.games.to_string()];
        cells.extend(byes.map(|_| tally.byes.to_string()));
        cells.extend([tally.wins, tally.draws, tally.losses].map(|count| count.to_string()));
        cells.extend(faults.map(|_| tally.forfeits.to_string()));
        cells.extend(row.values.iter().map(|value| value.map_or_else(String::new, shown)));
        cells.extend(notes.map(|_| note(row).to_owned()));
        cells
    };
    table::render(&head, &rows.iter().map(cells).collect::<Vec<_>>())
}

/// A value, with its interval if it is an estimate.
fn shown(value: Value) -> String {
    match value.interval() {
        Some(interval) => format!("{value} ±{interval}"),
        None => value.to_string(),
    }
}

/// What the numbers do not say.
fn note(row: &Row) -> &'static str {
    match row.status {
        Status::Guest => "guest",
        Status::Withdrawn => "withdrawn",
        Status::Disqualified => "disqualified",
        Status::Plays => match row.placed_by {
            Some(PlacedBy::Lot) => "by lot",
            Some(PlacedBy::Seed | PlacedBy::SameRound) => "by seed",
            Some(PlacedBy::PlayOff) => "by play-off",
            None => "",
        },
    }
}
