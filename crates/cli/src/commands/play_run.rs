//! Plays a run and prints its progress, as text or JSON.

use std::sync::atomic::{AtomicBool, Ordering};

use class_operations::runs::{PlayError, StandingsTable, TournamentRun};
use explain::Error;
use game::{Metric, visible_path};
use job::Executor;
use ledger::EntrantRow;
use runner::{Event, RunEvent};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::warnings::print_warnings;
use crate::exit::Done;
use crate::host;
use crate::progress::Progress;

/// The settings for playing a run.
#[derive(Clone, Copy)]
pub(super) struct Playing<'a> {
    pub(super) executor: &'a dyn Executor,
    pub(super) json: bool,
    pub(super) stop: &'a AtomicBool,
}

impl Playing<'_> {
    /// Plays the rest of a run and prints the result. `explain` adds advice to an error.
    pub(super) fn play(
        self,
        run: &mut TournamentRun,
        explain: impl FnOnce(&TournamentRun, &PlayError) -> Error,
    ) -> Done {
        let Playing { executor, json, stop } = self;
        print_warnings(&run.note_beginning());
        let entrants = run.run().entrants().to_vec();
        let metrics: Vec<&str> =
            run.run().plan().game.metrics().iter().map(|metric: &Metric| metric.name).collect();
        let progress = Progress::new(&entrants);
        let mut printed = Ok(());
        let mut tables = Vec::new();
        let played = run.play(executor, stop, &mut |event| {
            progress.tell(&event);
            if json {
                let shown = RunEvent::from_event(&event, &entrants, &metrics);
                printed = std::mem::replace(&mut printed, Ok(()))
                    .and_then(|()| shown.map_or(Ok(()), |event| out::event(&event)));
                // A reader of the events would otherwise believe that the run goes on.
                stop.fetch_or(printed.is_err(), Ordering::Relaxed);
            } else if let Some(table) = table(&event, &entrants, &metrics) {
                tables.push(table);
            }
            // The next stage does not reuse the memory of this one's matches.
            if let Event::StageFinished { .. } = event {
                host::return_memory();
            }
        });
        progress.finish();
        printed?;
        for table in &tables {
            out::line(table)?;
            out::line("")?;
        }
        let complete = played.map_err(|error| explain(run, &error))?;
        print_warnings(&complete.warnings);
        let root = complete.root.map(|root| root.to_string());
        if json {
            let report = complete.page.display().to_string();
            return out::json(&RunEvent::Complete { report, root });
        }
        out::line(&format!("report: {}", visible_path(&complete.page)))?;
        root.map_or(Ok(()), |root| out::line(&format!("root: {root}")))
    }
}

/// Formats the table of a finished or unfinished stage.
fn table(event: &Event, entrants: &[EntrantRow], metrics: &[&str]) -> Option<String> {
    let (name, marked, standings) = match event {
        Event::StageFinished { name, standings, .. } => (name, "", standings),
        Event::StageInterrupted { name, standings, .. } => {
            (name, " (partial: the stage is not finished)", standings)
        }
        _ => return None,
    };
    let table = table_of(&StandingsTable::new(standings, entrants, metrics));
    Some(format!("{}{marked}\n{table}", inert(name)))
}

/// Formats a table for the terminal.
pub(crate) fn table_of(StandingsTable { head, rows }: &StandingsTable) -> String {
    let align = |is_number| if is_number { Align::Right } else { Align::Left };
    let head: Vec<_> = head.iter().map(|column| (column.title.as_str(), align(column.is_number))).collect();
    table::render(&head, rows)
}
