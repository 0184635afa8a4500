//! The season's table for the terminal.

use classroom::SeasonTable;
use rating::bradley_terry::Estimate;
use rating::scale::Z95;
use rating::table::Tally;
use season::Standing;
use terminal::table::{self, Align};

/// The table, with what its figures mean.
pub(super) fn text_of(season: &SeasonTable<'_>) -> String {
    if season.standings.is_empty() {
        return "no cycle is complete".to_owned();
    }
    let head = [
        ("", Align::Right),
        ("alias", Align::Left),
        ("rating", Align::Right),
        ("±", Align::Right),
        ("version", Align::Right),
        ("best", Align::Right),
        ("games", Align::Right),
        ("won", Align::Right),
        ("drawn", Align::Right),
        ("lost", Align::Right),
        ("BKR", Align::Right),
        ("", Align::Left),
    ];
    let rows: Vec<Vec<String>> =
        (1..).zip(&season.standings).map(|(place, line)| row(season, place, line)).collect();
    let cycles = match season.season.len() {
        1 => "one cycle".to_owned(),
        cycles => format!("{cycles} cycles"),
    };
    let has_changed = season.versions.iter().any(|line| line.number > 1);
    let drift = season.fit.drift.text(1.0, Z95);
    let changes =
        if has_changed { format!("; a new version gains {drift} on average") } else { String::new() };
    format!("{}\n\nafter {cycles}; ± is half of a 95 % interval{changes}", table::render(&head, &rows))
}

fn row(season: &SeasonTable<'_>, place: usize, line: &Standing) -> Vec<String> {
    let best = season.fit.versions[line.best.index()].value;
    let Tally { wins, draws, losses } = line.score;
    vec![
        place.to_string(),
        season.alias(line.bot).to_owned(),
        format!("{:.0}", line.rating.value),
        half(line.rating).map_or_else(String::new, |half| format!("{half:.0}")),
        season.number(line.current).to_string(),
        if line.best == line.current {
            "=".to_owned()
        } else {
            format!("{best:.0} ({})", season.number(line.best))
        },
        line.score.games().to_string(),
        wins.to_string(),
        draws.to_string(),
        losses.to_string(),
        line.bkr.map_or_else(String::new, |bkr| format!("{bkr:.0}")),
        if line.is_inactive { "inactive" } else { "" }.to_owned(),
    ]
}

/// Half of the 95 % interval.
fn half(estimate: Estimate) -> Option<f64> {
    estimate.deviation.map(|deviation| Z95 * deviation)
}
