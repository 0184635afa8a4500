//! The season's table as CSV files.

use course_files::cell;
use rating::bradley_terry::Estimate;
use rating::table::Tally;

use super::SeasonTable;

/// Returns the standings.
pub(super) fn standings(table: &SeasonTable<'_>) -> Vec<u8> {
    let head = [
        "place",
        "alias",
        "rating",
        "deviation",
        "version",
        "best_version",
        "best_rating",
        "games",
        "wins",
        "draws",
        "losses",
        "bkr",
        "inactive",
    ];
    let rows = (1..).zip(&table.standings).map(|(place, line): (usize, _)| {
        let best = table.fit.versions[line.best.index()].value;
        let mut row = vec![place.to_string(), cell::text(table.alias(line.bot))];
        row.extend(figures(line.rating));
        row.extend([table.number(line.current).to_string(), table.number(line.best).to_string()]);
        row.push(format!("{best:.1}"));
        row.extend(counts(&line.score));
        row.push(line.bkr.map_or_else(String::new, |bkr| format!("{bkr:.1}")));
        row.push(line.is_inactive.to_string());
        row
    });
    csv_of(&head, rows)
}

/// Returns the versions that have played.
pub(super) fn versions(table: &SeasonTable<'_>) -> Vec<u8> {
    let head = [
        "alias",
        "version",
        "module",
        "first_cycle",
        "last_cycle",
        "rating",
        "deviation",
        "games",
        "wins",
        "draws",
        "losses",
    ];
    let rows = table.versions.iter().map(|line| {
        let mut row = vec![
            cell::text(table.alias(line.bot)),
            line.number.to_string(),
            cell::text(table.module(line.player)),
            line.cycles[0].to_string(),
            line.cycles[1].to_string(),
        ];
        row.extend(figures(line.rating));
        row.extend(counts(&line.score));
        row
    });
    csv_of(&head, rows)
}

/// Returns the scores between opponents.
pub(super) fn opponents(table: &SeasonTable<'_>) -> Vec<u8> {
    let head = ["alias", "opponent", "games", "wins", "draws", "losses"];
    let rows = table.standings.iter().flat_map(|line| {
        line.opponents.iter().map(|(other, tally)| {
            let names = [line.bot, *other].map(|bot| cell::text(table.alias(bot)));
            names.into_iter().chain(counts(tally)).collect()
        })
    });
    csv_of(&head, rows)
}

fn figures(estimate: Estimate) -> [String; 2] {
    let deviation = estimate.deviation.map_or_else(String::new, |deviation| format!("{deviation:.1}"));
    [format!("{:.1}", estimate.value), deviation]
}

fn counts(tally: &Tally) -> [String; 4] {
    [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string())
}

fn csv_of(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut csv = cell::csv_in_memory();
    let head = head.iter().map(|title| (*title).to_owned()).collect();
    for row in std::iter::once(head).chain(rows) {
        // Cannot fail: all rows have the same length, and the writer is in memory.
        let _ = csv.write_record(&row);
    }
    csv.into_inner().unwrap_or_default()
}
