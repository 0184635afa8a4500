//! `muster class clock`: compares this machine's clock with the class's record.

use std::path::PathBuf;

use clap::Args;
use class_operations::OpenClass;
use class_operations::deadlines::{
    ClockChange, ClockReport, CorrectClock, check_clock, confirm_clock, correct_clock,
};
use terminal::out;

use super::opening::open;
use crate::exit::Done;

/// `muster class clock`
#[derive(Args)]
#[command(after_help = "\
Once every deadline has passed, nothing is recorded if the clock is more than 60 days past the last event: if the clock were \
ahead, all later submissions would be late. Set the clock, or confirm that it is right.

If events were recorded while the clock was ahead, set the clock and correct the record. Submissions among these events that \
arrived when the clock was right again keep their own times; all others get the time given with --happened, or that of the \
event before them. The correction is an event, too: the history shows it, and no recorded event is changed.")]
pub(crate) struct ClockCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Confirm that the clock is right.
    #[arg(long, conflicts_with = "correct")]
    confirm: bool,
    /// Correct the events that are dated in the future.
    #[arg(long)]
    correct: bool,
    /// The time of these events, in the class's time zone: "2026-12-01 23:10".
    #[arg(long, requires = "correct", value_name = "MOMENT")]
    happened: Option<String>,
    /// The reason, for the record.
    #[arg(long, requires = "correct")]
    reason: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ClockCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let report = match (self.confirm, self.correct) {
            (true, _) => confirm_clock(&class)?,
            (_, true) => {
                let reason = self.reason.unwrap_or_default();
                correct_clock(&class, &CorrectClock { happened: self.happened, reason })?
            }
            _ => check_clock(&class)?,
        };
        if self.json {
            return out::json(&report);
        }
        lines(&class, &report).iter().try_for_each(|line| out::line(line))
    }
}

fn lines(class: &OpenClass, report: &ClockReport) -> Vec<String> {
    let mut lines = vec![format!("the clock shows {}", class.shown(report.now.0))];
    lines.extend(
        report.last.map(|last| format!("the last event in the record is from {}", class.shown(last.0))),
    );
    match report.done {
        ClockChange::Confirmed => lines.push("the clock is confirmed".to_owned()),
        ClockChange::Corrected => lines.push("the record is corrected".to_owned()),
        ClockChange::Nothing => {}
    }
    if report.must_be_confirmed {
        lines.push("nothing is recorded until you set the clock, or confirm it with --confirm".to_owned());
    }
    if let Some(ahead) = &report.ahead {
        let last = ahead.since + ahead.events - 1;
        lines.push(format!(
            "events {} to {last} are dated in the future: set the clock, or correct the record with --correct",
            ahead.since
        ));
    }
    lines
}
