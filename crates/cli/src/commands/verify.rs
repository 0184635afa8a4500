//! `muster verify`: plays a run again and compares.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use game::{Joint, ply_number};
use games::GAMES;
use indicatif::{ProgressBar, ProgressDrawTarget};
use ledger::RunFolder;
use referee::Played;
use runner::{Recorded, RunError};
use tournament::MatchKey;

use crate::exit::{Code, Done, Failed};
use crate::terminal::text::inert;
use crate::{host, out};

/// `muster verify`
#[derive(Args)]
pub(crate) struct VerifyCommand {
    /// The folder of a run, or of a sequential test.
    run: PathBuf,
    /// Play one match again, ply by ply: its number as in the report, for example 1.3.2.1.
    #[arg(long = "match", value_name = "ID")]
    one: Option<MatchKey>,
    /// Matches at once [default: one a processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl VerifyCommand {
    pub(crate) fn run(self) -> Done {
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        let folder = RunFolder::at(&self.run);
        let recorded =
            Recorded::open(&folder, GAMES, host::sandbox(jobs)?).map_err(|error| explain(&error))?;
        match self.one {
            Some(key) => show(&recorded, key),
            None => verify(&recorded, jobs),
        }
    }
}

fn explain(error: &RunError) -> Failed {
    match error {
        RunError::Different { .. } => Failed::from_error(Code::Input, error)
            .hint("a run is the same only on the engine that played it; this is no damage"),
        RunError::Ledger(_) | RunError::Plan(_) => Failed::from_error(Code::Input, error),
        _ => Failed::from_error(Code::Host, error),
    }
}

fn verify(recorded: &Recorded, jobs: usize) -> Done {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    bar.enable_steady_tick(Duration::from_millis(200));
    let seen = recorded.verify(jobs, &mut |played| bar.set_position(played));
    bar.finish_and_clear();
    let seen = seen.map_err(|error| explain(&error))?;
    for (key, when) in &seen.slow {
        out::line(&format!(
            "match {key}: {when}; the fault slow depends on the machine and is not compared"
        ))?;
    }
    let except = match seen.excepted {
        0 => String::new(),
        count => format!(", {count} of them by their record alone"),
    };
    if seen.differences.is_empty() {
        return out::line(&format!("{} matches played again{except}: all as recorded", seen.matches));
    }
    for difference in seen.differences.iter().take(20) {
        out::line(&inert(difference))?;
    }
    let count = seen.differences.len();
    let message = format!(
        "{count} differences in {} matches; the first is {}",
        seen.matches,
        inert(&seen.differences[0])
    );
    Err(Failed::new(Code::No, message))
}

/// Plays one match again and prints it ply by ply beside its record.
fn show(recorded: &Recorded, key: MatchKey) -> Done {
    let row = recorded
        .find(key)
        .map_err(|error| explain(&error))?
        .ok_or_else(|| Failed::input(format!("the run has no match {key}")))?;
    let record = recorded.replay(&row).map_err(|error| explain(&error))?;
    let old = row.played().map_err(|error| Failed::from_error(Code::Input, &error))?;
    let job = recorded.job(&row).map_err(|error| explain(&error))?;
    let start =
        job.terms.begin(job.start.as_deref()).map_err(|error| Failed::from_error(Code::Input, &error))?;
    let mut position = start.scene().position.clone();
    out::line(&format!("start  {position}"))?;
    let mut differences = 0;
    for ply in 0..record.plies {
        let of_ply: Vec<(usize, &Played)> =
            record.played.iter().enumerate().filter(|(_, played)| played.ply == ply).collect();
        let mut joint = Joint::default();
        for (index, played) in of_ply {
            joint[played.seat] = Some(played.action);
            let letter = recorded.game().seats()[played.seat].letter;
            let text = position.format_action(played.seat, played.action);
            let same = old.get(index) == Some(played);
            differences += u32::from(!same);
            let mark = if same { "as recorded" } else { "NOT as recorded" };
            let offered = if played.offered { ", an offer" } else { "" };
            out::line(&format!(
                "{:>5}  {letter}:{text}  {} ticks{offered}  {mark}",
                ply_number(ply),
                played.spent.0
            ))?;
        }
        position.apply(&joint);
        out::line(&format!("       {position}"))?;
    }
    let again = ledger::MatchRow::new(row.key, row.entrants, row.start.clone(), &record);
    out::line(&format!("end    {}", inert(&again.reason)))?;
    if again == row {
        out::line("as recorded")
    } else {
        Err(Failed::new(Code::No, format!("match {key} is not as recorded ({differences} plies differ)")))
    }
}
