//! The standings of a stage as a table of texts.

use ledger::EntrantRow;
use schemars::JsonSchema;
use serde::Serialize;
use tournament::{PlacedBy, Row, Standings, Status, Value};

/// The standings of a stage as a table of texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StandingsTable {
    /// The columns.
    pub head: Vec<StandingsColumn>,
    /// The cells, row by row, the winner first.
    pub rows: Vec<Vec<String>>,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StandingsColumn {
    /// Heading of the column.
    pub title: String,
    /// `true` if it contains numbers.
    #[serde(rename = "number")]
    pub is_number: bool,
}

impl StandingsTable {
    /// Returns the table of standings; `metrics` are the names of the game's metrics. The first criterion of places
    /// comes before the other numbers. The columns for byes, faults and notes are left out if they would be empty.
    pub fn new(standings: &Standings, entrants: &[EntrantRow], metrics: &[&str]) -> StandingsTable {
        let criteria: Vec<String> =
            standings.criteria.iter().map(|criterion| criterion.name(metrics)).collect();
        // Leaves out guests that the format has no place for.
        let takes_part = |row: &&Row| row.status != Status::Guest || row.tally.games > 0;
        let rows: Vec<&Row> = standings.rows.iter().filter(takes_part).collect();
        let byes = rows.iter().any(|row| row.tally.byes > 0).then_some("byes");
        let faults = rows.iter().any(|row| row.tally.forfeits > 0).then_some("faults");
        let notes = rows.iter().any(|row| !note(row).is_empty()).then_some("note");
        // The first criterion decides most places, and a narrow window shows it if it comes first.
        let mut names = criteria.iter().map(String::as_str).filter(|name| *name != "lot");
        let first = names.next();
        let counts = ["games"].into_iter().chain(byes).chain(["won", "drawn", "lost"]).chain(faults);
        let numbers = first.into_iter().chain(counts).chain(names);
        let column = |title: &str, is_number| StandingsColumn { title: title.to_owned(), is_number };
        let mut head = vec![column("place", true), column("entrant", false)];
        head.extend(numbers.map(|title| column(title, true)));
        head.extend(notes.map(|title| column(title, false)));
        let cells = |row: &&Row| {
            let place = row.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
            let name = entrants.get(row.entrant.index()).map_or("?", |entrant| entrant.name.as_str());
            let tally = &row.tally;
            let mut values = row.values.iter().map(|value| value.map_or_else(String::new, shown));
            let mut cells = vec![place, name.to_owned()];
            cells.extend(values.next());
            cells.push(tally.games.to_string());
            cells.extend(byes.map(|_| tally.byes.to_string()));
            cells.extend([tally.wins, tally.draws, tally.losses].map(|count| count.to_string()));
            cells.extend(faults.map(|_| tally.forfeits.to_string()));
            cells.extend(values);
            cells.extend(notes.map(|_| note(row).to_owned()));
            cells
        };
        StandingsTable { head, rows: rows.iter().map(cells).collect() }
    }
}

/// Returns a value as text, with its interval if it is an estimate.
fn shown(value: Value) -> String {
    match value.interval() {
        Some(interval) => format!("{value} ±{interval}"),
        None => value.to_string(),
    }
}

/// Returns the note on an entrant's status or on the tie-break.
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
