//! The season's table, as it is printed and kept.

use std::io::{self, Write};
use std::path::Path;

use class::Moment;
use explain::{Error, Kind};
use game::visible_path;
use rating::bradley_terry::Estimate;
use rating::results::Player;
use rating::scale::Z95;
use rating::table::Tally;
use report::cell;
use season::{Season, SeasonFit, Standing, fit, standings};
use serde_json::{Value, json};

use super::played::Seasons;
use crate::exit::Done;
use crate::terminal::table::{self, Align};

/// A season's ratings, with the names that go with them.
pub(super) struct Table<'a> {
    pub(super) seasons: &'a Seasons,
    pub(super) season: Season,
    pub(super) fit: SeasonFit,
    pub(super) standings: Vec<Standing>,
    pub(super) versions: Vec<season::Version>,
}

impl<'a> Table<'a> {
    /// As of a moment.
    pub(super) fn of(seasons: &'a Seasons, at: Moment) -> Result<Table<'a>, Error> {
        let season = seasons.season()?;
        let fit = fit(&season);
        let standings = standings(&season, &fit, at.millis().div_euclid(1000));
        let versions = season::versions(&season, &fit);
        Ok(Table { seasons, season, fit, standings, versions })
    }

    pub(super) fn as_text(&self) -> String {
        if self.standings.is_empty() {
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
            (1..).zip(&self.standings).map(|(place, line)| self.row(place, line)).collect();
        let cycles = match self.season.len() {
            1 => "one cycle".to_owned(),
            cycles => format!("{cycles} cycles"),
        };
        let has_changed = self.versions.iter().any(|line| line.number > 1);
        let drift = self.fit.drift.text(1.0, Z95);
        let changes =
            if has_changed { format!("; a new version gains {drift} on average") } else { String::new() };
        format!("{}\n\nafter {cycles}; ± is half of a 95 % interval{changes}", table::render(&head, &rows))
    }

    fn row(&self, place: usize, line: &Standing) -> Vec<String> {
        let best = self.fit.versions[line.best.index()].value;
        let Tally { wins, draws, losses } = line.score;
        vec![
            place.to_string(),
            self.seasons.alias(line.bot).to_owned(),
            format!("{:.0}", line.rating.value),
            half(line.rating).map_or_else(String::new, |half| format!("{half:.0}")),
            self.number(line.current).to_string(),
            if line.best == line.current {
                "=".to_owned()
            } else {
                format!("{best:.0} ({})", self.number(line.best))
            },
            line.score.games().to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            line.bkr.map_or_else(String::new, |bkr| format!("{bkr:.0}")),
            if line.is_inactive { "inactive" } else { "" }.to_owned(),
        ]
    }

    fn number(&self, version: Player) -> usize {
        self.versions.iter().find(|line| line.player == version).map_or(0, |line| line.number)
    }

    pub(super) fn as_json(&self) -> Value {
        json!({
            "type": "season",
            "cycles": self.season.len(),
            "field": self.fit.field,
            "jump": self.fit.jump,
            "drift": estimate(self.fit.drift),
            "seat": estimate(self.fit.seat),
            "draw": self.fit.draw.map(estimate),
            "spread_of_pairs": self.fit.spread_of_pairs,
            "standings": (1..).zip(&self.standings).map(|(place, line)| self.line_json(place, line)).collect::<Vec<_>>(),
        })
    }

    fn line_json(&self, place: usize, line: &Standing) -> Value {
        let own = self.versions.iter().filter(|version| version.bot == line.bot);
        let versions: Vec<Value> = own
            .map(|version| {
                json!({
                    "number": version.number,
                    "module": self.seasons.module(version.player),
                    "first_cycle": version.cycles[0],
                    "last_cycle": version.cycles[1],
                    "rating": estimate(version.rating),
                    "score": score(&version.score),
                })
            })
            .collect();
        let opponents: Vec<Value> = line
            .opponents
            .iter()
            .map(|(other, tally)| json!({ "alias": self.seasons.alias(*other), "score": score(tally) }))
            .collect();
        let alike: Vec<&str> = line.alike.iter().map(|bot| self.seasons.alias(*bot)).collect();
        json!({
            "place": place,
            "alias": self.seasons.alias(line.bot),
            "rating": estimate(line.rating),
            "current": self.number(line.current),
            "best": self.number(line.best),
            "best_rating": estimate(self.fit.versions[line.best.index()]),
            "score": score(&line.score),
            "bkr": line.bkr,
            "inactive": line.is_inactive,
            "last_played": Moment::from_millis(line.last_played.saturating_mul(1000)).to_string(),
            "versions": versions,
            "opponents": opponents,
            "alike": alike,
        })
    }

    /// Writes the season's files.
    pub(super) fn keep(&self, folder: &Path) -> Done {
        let json = ("season.json", format!("{:#}\n", self.as_json()).into_bytes());
        let opponents = ("opponents.csv", self.opponents_csv());
        for (name, bytes) in [json, opponents].into_iter().chain(self.tables()) {
            let path = folder.join(name);
            files::replace(&path, None, |file| file.write_all(&bytes)).map_err(|error: io::Error| {
                Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path)))
            })?;
        }
        Ok(())
    }

    /// The tables that the season's pages have as files, too; who beat whom is there in more detail.
    pub(super) fn tables(&self) -> Vec<(&'static str, Vec<u8>)> {
        vec![("standings.csv", self.standings_csv()), ("versions.csv", self.versions_csv())]
    }

    fn standings_csv(&self) -> Vec<u8> {
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
        let rows = (1..).zip(&self.standings).map(|(place, line): (usize, _)| {
            let best = self.fit.versions[line.best.index()].value;
            let mut row = vec![place.to_string(), cell::text(self.seasons.alias(line.bot))];
            row.extend(figures(line.rating));
            row.extend([self.number(line.current).to_string(), self.number(line.best).to_string()]);
            row.push(format!("{best:.1}"));
            row.extend(counts(&line.score));
            row.push(line.bkr.map_or_else(String::new, |bkr| format!("{bkr:.1}")));
            row.push(line.is_inactive.to_string());
            row
        });
        csv_of(&head, rows)
    }

    fn versions_csv(&self) -> Vec<u8> {
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
        let rows = self.versions.iter().map(|line| {
            let mut row = vec![
                cell::text(self.seasons.alias(line.bot)),
                line.number.to_string(),
                cell::text(self.seasons.module(line.player)),
                line.cycles[0].to_string(),
                line.cycles[1].to_string(),
            ];
            row.extend(figures(line.rating));
            row.extend(counts(&line.score));
            row
        });
        csv_of(&head, rows)
    }

    fn opponents_csv(&self) -> Vec<u8> {
        let head = ["alias", "opponent", "games", "wins", "draws", "losses"];
        let rows = self.standings.iter().flat_map(|line| {
            line.opponents.iter().map(|(other, tally)| {
                let names = [line.bot, *other].map(|bot| cell::text(self.seasons.alias(bot)));
                names.into_iter().chain(counts(tally)).collect()
            })
        });
        csv_of(&head, rows)
    }
}

/// Half of the 95 % interval.
fn half(estimate: Estimate) -> Option<f64> {
    estimate.deviation.map(|deviation| Z95 * deviation)
}

fn estimate(estimate: Estimate) -> Value {
    json!({
        "value": estimate.value,
        "deviation": estimate.deviation,
        "low": half(estimate).map(|half| estimate.value - half),
        "high": half(estimate).map(|half| estimate.value + half),
    })
}

fn score(tally: &Tally) -> Value {
    json!({ "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

fn figures(estimate: Estimate) -> [String; 2] {
    let deviation = estimate.deviation.map_or_else(String::new, |deviation| format!("{deviation:.1}"));
    [format!("{:.1}", estimate.value), deviation]
}

fn counts(tally: &Tally) -> [String; 4] {
    [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string())
}

fn csv_of(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let head = head.iter().map(|title| (*title).to_owned()).collect();
    for row in std::iter::once(head).chain(rows) {
        // Rows are of equal length, and memory takes them.
        let _ = csv.write_record(&row);
    }
    csv.into_inner().unwrap_or_default()
}
