//! A workbench that reports its matches, and a summary of their results so far.

use std::collections::BTreeMap;
use std::fmt;

use game::Seat;
use job::{Job, MatchSettings, NotAdmitted, Plays, SeatJob, SizeClass, Validator};
use referee::{HostFailure, Record};
use sandbox::HostError;

use crate::retrace::{RetraceError, RetraceSummary};
use crate::start_cost::StartCost;
use crate::workbench::{CheckedModule, RetraceQuestion, Workbench};

/// A workbench that reports every match.
pub struct ReportingWorkbench<'a> {
    /// The workbench that plays the matches.
    pub bench: &'a dyn Workbench,
    /// Called when a module was admitted. Admission may take long, and matches come next.
    pub admitted: &'a dyn Fn(),
    /// Called after every match.
    pub watch: &'a dyn Fn(&Job, &Record),
}

impl Workbench for ReportingWorkbench<'_> {
    fn validator(&self) -> &dyn Validator {
        self.bench.validator()
    }

    fn admit(&self, module: &[u8], size: SizeClass) -> Result<Result<CheckedModule, NotAdmitted>, HostError> {
        let admitted = self.bench.admit(module, size)?;
        if admitted.is_ok() {
            (self.admitted)();
        }
        Ok(admitted)
    }

    fn play(&self, job: &Job) -> Result<Record, HostFailure> {
        let record = self.bench.play(job)?;
        (self.watch)(job, &record);
        Ok(record)
    }

    fn start_cost(&self, bot: &SeatJob, settings: &MatchSettings) -> Result<StartCost, HostFailure> {
        self.bench.start_cost(bot, settings)
    }

    fn retrace(&self, question: &RetraceQuestion<'_>) -> Result<RetraceSummary, RetraceError> {
        self.bench.retrace(question)
    }
}

/// A summary of a bot's trial matches so far: `3 won, 1 lost, 2 failed (exception 2)`.
#[derive(Debug, Default)]
pub struct TrialsSoFar {
    /// Number of matches played.
    pub matches: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    failed: BTreeMap<String, u64>,
}

impl TrialsSoFar {
    /// Adds a match of the bot against a built-in player.
    pub fn add(&mut self, job: &Job, record: &Record) {
        let is_bot = |seat: &Seat| matches!(job.seats[*seat].plays, Plays::Module { .. });
        let seat = Seat::BOTH.into_iter().find(is_bot).unwrap_or(Seat::First);
        self.matches += 1;
        if let Some(loss) = &record.losses[seat] {
            *self.failed.entry(loss.failure.name()).or_default() += 1;
            return;
        }
        match record.verdict.outcome.winner() {
            Some(winner) if winner == seat => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }
}

impl fmt::Display for TrialsSoFar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [(self.won, "won"), (self.drawn, "drawn"), (self.lost, "lost")];
        let mut parts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        if !self.failed.is_empty() {
            let kinds: Vec<String> =
                self.failed.iter().map(|(name, count)| format!("{name} {count}")).collect();
            parts.push(format!("{} failed ({})", self.failed.values().sum::<u64>(), kinds.join(", ")));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_out_so_far_leaves_out_what_did_not_happen() {
        let shown = |won, lost, failed: &[(&str, u64)]| {
            let failed = failed.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
            TrialsSoFar { won, lost, failed, ..TrialsSoFar::default() }.to_string()
        };
        assert_eq!(shown(0, 0, &[]), "");
        assert_eq!(shown(3, 1, &[]), "3 won, 1 lost");
        assert_eq!(shown(0, 0, &[("exception", 2), ("timeout", 1)]), "3 failed (exception 2, timeout 1)");
    }
}
