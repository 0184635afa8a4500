//! Formats the season's table for the terminal.

use class_operations::ladder::SeasonTable;
use rating::scale::Z95;

use crate::commands::play_run::table_of;

/// Returns the table, with an explanation of its figures.
pub(super) fn text_of(season: &SeasonTable<'_>) -> String {
    if season.standings.is_empty() {
        return "no cycle is complete".to_owned();
    }
    let cycles = match season.season.len() {
        1 => "one cycle".to_owned(),
        cycles => format!("{cycles} cycles"),
    };
    let has_changed = season.versions.iter().any(|line| line.number > 1);
    let drift = season.fit.drift.text(1.0, Z95);
    let changes =
        if has_changed { format!("; a new version gains {drift} on average") } else { String::new() };
    let table = table_of(&season.standings_table());
    format!("{table}\n\nafter {cycles}; ± is half of a 95 % interval{changes}")
}
