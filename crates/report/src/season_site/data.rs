//! The season's data for programs.

use std::collections::BTreeMap;

use course_files::cell;
use rating::results::Player;
use rating::table::{Table, Tally};
use season::Bot;

use super::SeasonSite;
use crate::charts::Figures;

/// The results of each pair of bots.
pub(super) const CROSSTABLE: &str = "data/crosstable.csv";

/// The files that every site has, with their descriptions.
pub(super) const FILES: [(&str, &str); 2] = [
    ("data/results.csv", "who beat whom, by versions and seats"),
    (CROSSTABLE, "games won by the row’s bot against the column’s, draws counting half"),
];

/// Returns the description of one of the caller's files.
pub(super) fn about(file: &str) -> &'static str {
    match file {
        "standings.csv" => "the table",
        "versions.csv" => {
            "every version with its cycles, rating and standard deviation (± is about two of them)"
        }
        _ => "figures",
    }
}

/// Returns a row for each two versions that met, by which of them had the first seat.
pub(super) fn results(site: &SeasonSite<'_>) -> Vec<u8> {
    let numbers: BTreeMap<Player, usize> =
        site.versions.iter().map(|version| (version.player, version.number)).collect();
    let mut figures = Figures::new([
        "first",
        "first_version",
        "second",
        "second_version",
        "games",
        "first_won",
        "drawn",
        "second_won",
    ]);
    let named = |version: Player| {
        let bot = site.season.versions()[version.index()];
        let number = numbers.get(&version).copied().unwrap_or_default();
        [cell::text(site.alias(bot)), number.to_string()]
    };
    let mut add = |first: Player, second: Player, tally: &Tally| {
        if tally.games() == 0 {
            return;
        }
        let ([first, first_version], [second, second_version]) = (named(first), named(second));
        let [games, won, drawn, lost] =
            [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string());
        figures.row([first, first_version, second, second_version, games, won, drawn, lost]);
    };
    for meeting in Table::counted(site.season.by_version()).meetings() {
        add(meeting.low, meeting.high, &meeting.low_first);
        add(meeting.high, meeting.low, &meeting.high_first);
    }
    figures.finish()
}

/// Returns the crosstable of all bots, in the order of the standings.
pub(super) fn crosstable(site: &SeasonSite<'_>) -> Vec<u8> {
    let name = |bot: Bot| cell::text(site.alias(bot));
    let places: BTreeMap<Bot, usize> =
        (1..).zip(site.standings).map(|(place, standing)| (standing.bot, place)).collect();
    let mut csv = cell::csv_in_memory();
    let head =
        std::iter::once("bot".to_owned()).chain(site.standings.iter().map(|standing| name(standing.bot)));
    // Rows are as long as the head, and writing to memory cannot fail.
    let _ = csv.write_record(head);
    for standing in site.standings {
        let mut row = vec![String::new(); site.standings.len() + 1];
        row[0] = name(standing.bot);
        for (opponent, tally) in &standing.opponents {
            if let Some(place) = places.get(opponent) {
                row[*place] = tally.points().to_string();
            }
        }
        let _ = csv.write_record(row);
    }
    csv.into_inner().unwrap_or_default()
}
