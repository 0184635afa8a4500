//! Tables and grades: byes, lots, faults and rulings are shown, and all files agree.

use std::collections::BTreeMap;

use ledger::{Ledger, RunFolder};
use tempfile::TempDir;
use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{EntrantId, MatchKey, Ruling};

use super::sample_run::{run, toml};
use super::{site, text};

/// Returns the rows of a CSV file, each by its column heads.
pub(super) fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        heads.iter().zip(&record).map(|(head, cell)| (head.to_owned(), cell.to_owned())).collect()
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn number(row: &BTreeMap<String, String>, head: &str) -> f64 {
    row[head].parse().unwrap_or_else(|_| panic!("{head} in {row:?}"))
}

/// Returns a number in halves, as half points and games are whole numbers of halves.
fn halves(row: &BTreeMap<String, String>, head: &str) -> i64 {
    (2.0 * number(row, head)) as i64
}

/// Returns a Swiss of six and a guest, so that one has a bye in each round, and a knockout of the best four.
fn swiss_and_knockout() -> String {
    let swiss = "format = \"swiss\"\nrounds = 3\ngames = 2";
    let grade = "formula = \"wins + draws + points + games + byes\"";
    toml("tank-war", 8)
        .replace("format = \"round-robin\"\ngames = 2", swiss)
        .replace("formula = \"min(10, wins + 0.5 * draws)\"", grade)
}

struct Played {
    folder: RunFolder,
    _place: TempDir,
}

impl Played {
    fn new(toml: &str) -> Played {
        let place = tempfile::tempdir().unwrap();
        Played { folder: run(place.path(), toml, &[], usize::MAX), _place: place }
    }

    fn rule(&self, order: RulingAction, reason: &str) {
        let after_all = Since { stage: 1, round: u32::MAX };
        let ruling = Ruling { since: after_all, order, reason: reason.to_owned() };
        Ledger::open(&self.folder).unwrap().add_ruling(&ruling).unwrap();
    }

    fn gradebook(&self) -> Vec<BTreeMap<String, String>> {
        rows(&std::fs::read_to_string(self.folder.private().join("gradebook.csv")).unwrap())
    }
}

#[test]
fn a_bye_is_the_same_in_the_table_and_in_the_gradebook_and_told_in_both() {
    let played = Played::new(&swiss_and_knockout());
    let site = site(&played.folder);
    let table = rows(text(&site, "data/standings.csv"));
    let heads = ["games", "byes", "won", "drawn", "lost"];
    for row in &table {
        let [games, byes, won, drawn, lost] = heads.map(|head| halves(row, head));
        assert_eq!(games + byes, won + drawn + lost, "{row:?}");
        assert_eq!(byes > 0, row["note"].contains("bye in round"), "{row:?}");
    }
    // One of seven has no opponent in each of three rounds of two games.
    let byes: i64 = table.iter().map(|row| halves(row, "byes")).sum();
    assert_eq!(byes, 2 * 6);
    for line in played.gradebook().iter().filter(|line| !line["note"].starts_with("refused")) {
        let of = |head: &str| {
            let rows = table.iter().filter(|row| row["entrant"] == line["entrant"]);
            rows.map(|row| halves(row, head)).sum::<i64>()
        };
        for (input, head) in [("wins", "won"), ("draws", "drawn"), ("games", "games"), ("byes", "byes")] {
            assert_eq!(halves(line, input), of(head), "{input} of {line:?}");
        }
        assert_eq!(halves(line, "points"), of("won") + of("drawn") / 2, "{line:?}");
        assert_eq!(of("byes") > 0, line["note"].contains("Qualification: bye in round"), "{line:?}");
        assert_eq!(of("forfeits") > 0, line["note"].contains("lost by faults"), "{line:?}");
    }
    let index = text(&site, "index.html");
    assert!(index.contains("byes and walkovers\">Byes</abbr>") && index.contains("bye in round 1"));
    assert!(text(&site, "matches/index.html").contains("Bye: "));
}

/// Returns the first three on the first page.
fn podium(index: &str) -> &str {
    index.split_once("<ol class=\"podium\">").unwrap().1.split_once("</ol>").unwrap().0
}

#[test]
fn who_is_disqualified_after_the_finals_has_no_place_in_any_table_and_no_grade() {
    let played = Played::new(&swiss_and_knockout());
    let before = site(&played.folder);
    let champion = rows(text(&before, "data/standings.csv"))
        .into_iter()
        .find(|row| row["stage"] == "Knockout" && row["place"] == "1")
        .unwrap();
    let name = champion["entrant"].clone();
    let number: u32 = name.trim_start_matches("No. ").parse().unwrap();
    played.rule(
        RulingAction::Disqualify { entrant: EntrantId(number - 1), games: PastGames::Keep },
        "shared its code",
    );
    let after = site(&played.folder);
    let told = "disqualified after Knockout: shared its code";
    let table = rows(text(&after, "data/standings.csv"));
    for stage in ["Qualification", "Knockout"] {
        let rows: Vec<_> = table.iter().filter(|row| row["stage"] == stage).collect();
        let own = rows.iter().find(|row| row["entrant"] == name).unwrap();
        assert_eq!((own["place"].as_str(), own["status"].as_str()), ("", "disqualified"), "{stage}");
        assert!(own["note"].starts_with(told), "{own:?}");
        let places: Vec<&str> =
            rows.iter().map(|row| row["place"].as_str()).filter(|place| !place.is_empty()).collect();
        let moved_up: Vec<String> = (1..=places.len()).map(|place| place.to_string()).collect();
        assert_eq!(places, moved_up, "the others move up");
    }
    // Played games stand: no entrant's games change.
    let games = |table: &[BTreeMap<String, String>]| {
        let cells = |row: &BTreeMap<String, String>| {
            ["stage", "entrant", "games", "won"].map(|head| row[head].clone())
        };
        let mut games: Vec<_> = table.iter().map(cells).collect();
        games.sort();
        games
    };
    assert_eq!(games(&table), games(&rows(text(&before, "data/standings.csv"))));
    let bracket = |site: &BTreeMap<String, Vec<u8>>| {
        let report: serde_json::Value = serde_json::from_str(text(site, "data/report.json")).unwrap();
        report["stages"][1]["brackets"].clone()
    };
    assert_eq!(bracket(&after), bracket(&before), "the bracket keeps its results");
    let line = played.gradebook().into_iter().find(|line| line["entrant"] == name).unwrap();
    assert_eq!(line["grade"], "");
    assert!(line["note"].starts_with(told), "{line:?}");
    let index = text(&after, "index.html");
    assert!(index.contains(told), "below the tables and among the entrants");
    assert!(
        index.contains("Winner</p><p class=\"name\"><a ") && !podium(index).contains(&name),
        "others have won"
    );
}

#[test]
fn a_match_of_an_earlier_stage_that_is_annulled_counts_in_no_table() {
    let played = Played::new(&swiss_and_knockout());
    let key: MatchKey = "1.1.1.1".parse().unwrap();
    let games = |site: &BTreeMap<String, Vec<u8>>| {
        let table = rows(text(site, "data/standings.csv"));
        table.iter().map(|row| halves(row, "games")).sum::<i64>()
    };
    let before = games(&site(&played.folder));
    played.rule(RulingAction::Annul { game: key }, "the wrong bot");
    let after = site(&played.folder);
    assert_eq!(games(&after), before - 2 * 2);
    let noted =
        |row: &BTreeMap<String, String>| row["note"].contains("match 1.1.1.1 does not count: the wrong bot");
    assert_eq!(rows(text(&after, "data/standings.csv")).iter().filter(|row| noted(row)).count(), 2);
    let line = text(&after, "data/matches.csv").lines().find(|line| line.starts_with("1.1.1.1,")).unwrap();
    assert_eq!(line.split(',').nth(7), Some("no"));
}

#[test]
fn a_winner_by_lot_is_called_that() {
    // No bot fails and everything is level: only the lot is left.
    let level = toml("tank-war", 4).replace("rank = [\"wins\"]", "rank = [\"lot\"]");
    let level = level[..level.find("[[stage]]\nname = \"Knockout\"").unwrap()].to_owned();
    let played = Played::new(&level);
    let site = site(&played.folder);
    assert!(text(&site, "index.html").contains("Winner by lot"));
    let first = &rows(text(&site, "data/standings.csv"))[0];
    assert!(first["note"].contains("place 1 by lot, level with others"), "{first:?}");
}

#[test]
fn a_ladders_ratings_have_their_intervals() {
    let ladder = toml("tank-war", 5).replace(
        "format = \"round-robin\"\ngames = 2\nrank = [\"wins\"]",
        "format = \"ladder\"\nbudget = 24\nrank = [\"rating\"]",
    );
    let played = Played::new(&ladder);
    let site = site(&played.folder);
    let index = text(&site, "index.html");
    assert!(index.contains("All ratings of this report are in Elo with a draw as half a point"));
    let table = rows(text(&site, "data/standings.csv"));
    for row in table.iter().filter(|row| row["stage"] == "Qualification") {
        let interval = number(row, "rating_plus_minus");
        // 686 is the value without a game.
        assert!((50.0..686.0).contains(&interval), "{row:?}");
        assert!(index.contains(&format!("±{}", row["rating_plus_minus"])), "{row:?}");
    }
}

/// All ranked entrants are level, so that they share a rank. Ratings and shares are those that the site shows.
#[test]
fn a_formula_reads_rank_rating_and_share_as_the_site_shows_them() {
    let level = toml("tank-war", 6).replace("rank = [\"wins\"]", "rank = [\"lot\"]").replace(
        "min(10, wins + 0.5 * draws)",
        "rank + rating / 100 + share(\\\"No. 6\\\") - beat(\\\"No. 6\\\")",
    );
    let (stage, grade) = level.split_once("[[stage]]\nname = \"Knockout\"").unwrap();
    let played = Played::new(&format!("{stage}{}", &grade[grade.find("[grade]").unwrap()..]));
    let site = site(&played.folder);
    let report: serde_json::Value = serde_json::from_str(text(&site, "data/report.json")).unwrap();
    let matches = rows(text(&site, "data/matches.csv"));
    for (index, line) in played.gradebook().iter().enumerate().filter(|(_, line)| !line["grade"].is_empty()) {
        assert_eq!(line["rank"], "1");
        let rating = report["entrants"][index]["rating"]["elo"].as_f64().unwrap();
        assert!((number(line, "rating") - rating).abs() <= 0.5 && !line["rating"].contains('.'), "{line:?}");
        let against = |seat: &str, other: &str| {
            let met = matches.iter().filter(|row| row[seat] == line["entrant"] && row[other] == "No. 6");
            let points = |row: &BTreeMap<String, String>| match row["outcome"].as_str() {
                "draw" => 0.5,
                outcome => f64::from(u8::from(outcome == seat)),
            };
            met.map(points).collect::<Vec<f64>>()
        };
        let points = [against("first", "second"), against("second", "first")].concat();
        assert_eq!(points.len(), 2);
        assert!((number(line, "share(No. 6)") - points.iter().sum::<f64>() / 2.0).abs() < 1e-9, "{line:?}");
        assert_eq!(number(line, "beat(No. 6)") > 0.0, points.contains(&1.0), "{line:?}");
        let values = ["rank", "rating", "share(No. 6)", "beat(No. 6)"].map(|name| line[name].as_str());
        let [rank, rating, share, beat] = values;
        assert!(
            line["how"].starts_with(&format!("{rank} + {rating} / 100 + {share} - {beat} = ")),
            "{line:?}"
        );
    }
    // The refused entrant has not played and has neither rating nor grade.
    assert_eq!(report["entrants"][4]["rating"], serde_json::Value::Null);
    assert_eq!(played.gradebook()[4]["how"], "");
}
