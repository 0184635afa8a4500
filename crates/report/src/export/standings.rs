//! `standings.csv`: the tables of all stages, one below the other.

use std::collections::BTreeSet;
use std::io;

use course_files::cell;

use super::io_error;
use crate::model::Report;

/// Writes the file. A criterion has one column for all stages, which is empty for a stage that does not use it.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn standings(report: &Report, out: impl io::Write) -> io::Result<()> {
    const FIXED: [&str; 11] =
        ["stage", "place", "group", "entrant", "status", "games", "byes", "won", "drawn", "lost", "forfeits"];
    const LAST: [&str; 2] = ["rating_plus_minus", "note"];
    let mut csv = cell::csv_writer(out)?;
    let criteria: BTreeSet<&str> =
        report.stages.iter().flat_map(|stage| &stage.criteria).map(String::as_str).collect();
    let criteria: Vec<&str> =
        criteria.into_iter().filter(|name| !matches!(*name, "forfeits" | "lot")).collect();
    csv.write_record(FIXED.into_iter().chain(criteria.iter().copied()).chain(LAST)).map_err(io_error)?;
    for stage in &report.stages {
        for row in &stage.standings {
            let entrant = report.entrants.get(row.entrant).map_or("", |entrant| &entrant.name);
            let fixed = [
                cell::text(&stage.name),
                row.place.map_or_else(String::new, |place| place.to_string()),
                row.group.map_or_else(String::new, |group| group.to_string()),
                cell::text(entrant),
                row.status.unwrap_or_default().to_owned(),
                row.games.to_string(),
                row.byes.to_string(),
                row.wins.to_string(),
                row.draws.to_string(),
                row.losses.to_string(),
                row.forfeits.to_string(),
            ];
            let values = criteria.iter().map(|name| {
                let at = stage.criteria.iter().position(|criterion| criterion == name);
                let value = at.and_then(|at| row.values.get(at)?.as_deref());
                value.map_or_else(String::new, cell::number)
            });
            let last = [row.rating_plus_minus.clone().unwrap_or_default(), cell::text(&row.notes.join("; "))];
            csv.write_record(fixed.into_iter().chain(values).chain(last)).map_err(io_error)?;
        }
    }
    csv.flush()
}
