//! Tests places that tie: the deciding criterion is shown everywhere, and equal places have equal grades.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::run;

/// Writes a tournament of built-in players with a formula.
fn tournament(folder: &Path, players: &[&str], rest: &str, formula: &str) -> String {
    let mut toml = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 3\n".to_owned();
    for (number, player) in players.iter().enumerate() {
        toml.push_str(&format!("[[entrant]]\nname = \"E{number}\"\nbot = \"builtin:{player}\"\n"));
    }
    toml.push_str(&format!("{rest}\n[grade]\nformula = \"{formula}\"\n"));
    let path = folder.join("cup.toml");
    fs::write(&path, toml).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The places in a run's output and files.
struct Written {
    /// The program's output.
    told: String,
    report: Value,
    index: String,
    /// The rows of `standings.csv`: stage, entrant and note.
    notes: BTreeMap<(String, String), String>,
    /// Grade and rank by entrant.
    grades: BTreeMap<String, (String, String)>,
}

impl Written {
    fn new(toml: &str, out: &Path) -> Written {
        let (code, told, err) = run(&["run", toml, "--out", out.to_str().unwrap()]);
        assert_eq!(code, 0, "{err}");
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        let rows = |text: &str, columns: [&str; 3]| -> Vec<[String; 3]> {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let heads = reader.headers().unwrap().clone();
            let at = columns.map(|column| heads.iter().position(|head| head == column).unwrap());
            reader.records().map(|row| at.map(|at| row.as_ref().unwrap()[at].to_owned())).collect()
        };
        let notes = rows(&read("site/data/standings.csv"), ["stage", "entrant", "note"]);
        let grades = rows(&read("private/gradebook.csv"), ["entrant", "grade", "rank"]);
        Written {
            told,
            report: serde_json::from_str(&read("site/data/report.json")).unwrap(),
            index: read("site/index.html"),
            notes: notes.into_iter().map(|[stage, entrant, note]| ((stage, entrant), note)).collect(),
            grades: grades.into_iter().map(|[entrant, grade, rank]| (entrant, (grade, rank))).collect(),
        }
    }

    /// Checks that ties are marked in text, JSON, CSV and HTML. Returns the number of places decided by lot.
    fn check(&self, what: &str) -> usize {
        let mut lots = 0;
        let stages = self.report["stages"].as_array().unwrap();
        for stage in stages {
            let name = stage["name"].as_str().unwrap();
            let is_knockout = !stage["brackets"].as_array().unwrap().is_empty();
            let rows = stage["standings"].as_array().unwrap();
            let entrant = |row: &Value| format!("E{}", row["entrant"]);
            for row in rows {
                let by = match &row["placed_by"] {
                    Value::String(by) => Some(format!("by {by}")),
                    _ => row["by_lot"].as_bool().unwrap().then(|| "by lot".to_owned()),
                };
                let Some(by) = by else { continue };
                lots += usize::from(by == "by lot");
                let note = &self.notes[&(name.to_owned(), entrant(row))];
                assert!(note.contains(&by), "{what}, {name}: {row} is {note:?} in the CSV file");
                assert!(row["notes"].to_string().contains(&by), "{what}, {name}: {row}");
                assert!(self.index.contains(&format!("<span class=\"tag\">{by}</span>")), "{what}: {by}");
                let line = |line: &&str| line.contains(&format!(" {} ", entrant(row))) && line.ends_with(&by);
                assert!(self.told.lines().any(|told| line(&told)), "{what}: {by}\n{}", self.told);
            }
            for two in rows.windows(2).filter(|two| !is_knockout && two[0]["group"] == two[1]["group"]) {
                let is_said = |row: &Value| row["by_lot"] == true || row["placed_by"].is_string();
                let is_level = two[0]["values"] == two[1]["values"];
                assert!(!is_level || two.iter().all(is_said), "{what}, {name}: {two:?}");
                let is_last = std::ptr::eq(stage, stages.last().unwrap());
                if is_level && is_last && two.iter().all(|row| row["by_lot"] == true) {
                    let [one, other] = [&two[0], &two[1]].map(|row| &self.grades[&entrant(row)]);
                    assert_eq!(one, other, "{what}: level, and so of one rank and one grade");
                }
            }
        }
        let mut by_rank: BTreeMap<&str, &str> = BTreeMap::new();
        for (grade, rank) in self.grades.values() {
            assert_eq!(by_rank.entry(rank).or_insert(grade), grade, "{what}: rank {rank} has two grades");
        }
        lots
    }
}

/// Twenty tournaments of all formats whose entrants are too similar to be distinguished.
#[test]
fn no_place_is_by_lot_without_its_being_said_beside_it_and_equal_places_have_equal_grades() {
    let formats = [
        "format = \"round-robin\"\ngames = 2",
        "format = \"groups\"\ngroups = 2\ngames = 2",
        "format = \"swiss\"\nrounds = 2\ngames = 2",
        "format = \"knockout\"\nreplays = 0",
        "format = \"knockout\"\nreplays = 1\nthird_place = true",
        "format = \"double-elimination\"\nreplays = 1",
        "format = \"gauntlet\"\nchallengers = [\"E0\"]\ngames = 2",
        "format = \"pyramid\"\ngames = 2",
        "format = \"ladder\"\nbudget = 16\nbatch = 3",
        "format = \"pairings\"\npairs = [[\"E0\", \"E1\"], [\"E2\", \"E3\"], [\"E4\", \"E5\"]]",
    ];
    let fields = [["first"; 6], ["first", "first", "random", "first", "first", "random"]];
    let temp = tempfile::tempdir().unwrap();
    let (mut tournaments, mut lots) = (0, 0);
    for format in formats {
        for players in fields {
            tournaments += 1;
            let out = temp.path().join(format!("run {tournaments}"));
            let toml = tournament(temp.path(), &players, &format!("[[stage]]\n{format}\n"), "100 - rank");
            lots += Written::new(&toml, &out).check(format);
        }
    }
    assert!(tournaments == 20 && lots > 20, "{tournaments} tournaments, {lots} places by lot");
}

/// Four equal players: none is ahead after the round robin, nor after the play-off.
#[test]
fn who_is_level_at_the_cut_plays_on_and_what_decides_then_stands_beside_the_place() {
    let temp = tempfile::tempdir().unwrap();
    let cut = "[[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 2\n[[stage]]\nname = \"Final\"\n\
        format = \"knockout\"\nadvance = 2\nreplays = 1\n";
    let (drawn, out) = (temp.path().join("drawn"), temp.path().join("played"));
    let toml =
        tournament(temp.path(), &["first"; 4], &cut.replace("advance", "play_off = 0\nadvance"), "1 / rank");
    let before = Written::new(&toml, &drawn);
    assert_eq!(before.report["stages"][0]["matches"], 12);
    let toml =
        tournament(temp.path(), &["first"; 4], &cut.replace("advance", "play_off = 2\nadvance"), "1 / rank");
    let after = Written::new(&toml, &out);
    // Each of six pairs has two games, and two more in each of the two rounds of the play-off.
    assert_eq!(after.report["stages"][0]["matches"], 36);
    assert!(before.check("drawn") >= 4 && after.check("played") >= 4);
    let format = after.report["stages"][0]["format"].as_str().unwrap();
    assert!(format.contains("play off, 2 rounds at most, then lots are drawn"), "{format}");
    let games: Vec<&Value> =
        after.report["stages"][0]["standings"].as_array().unwrap().iter().map(|row| &row["games"]).collect();
    assert_eq!(games, [6; 4], "the play-off is not in the table");
    // The final is tied, too: the seeds decide, in podium, bracket, note and match.
    for said in ["Winner by seed, level after the replays", "✓ by seed"] {
        assert!(after.index.contains(said), "{said}");
    }
    assert!(after.notes.values().any(|note| note.contains("place 1 by seed, level after the replays")));
    let page = fs::read_dir(out.join("site/matches")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages = page.map(|path| fs::read_to_string(path).unwrap_or_default());
    assert!(pages.any(|page| page.contains("is ahead by seed")));
    let (code, told, err) = run(&["verify", out.to_str().unwrap()]);
    assert!(code == 0 && told.contains("all as recorded"), "{told}{err}");
    assert!(fs::read_to_string(out.join("site/data/root.txt")).unwrap().contains("\ndefaults "));
}

#[test]
fn a_formula_that_lets_a_lot_into_the_grades_is_warned_of() {
    let temp = tempfile::tempdir().unwrap();
    let stage = "[[stage]]\nformat = \"round-robin\"\n";
    for (formula, warns) in [("100 - place", true), ("100 - rank", false)] {
        let toml = tournament(temp.path(), &["first"; 2], stage, formula);
        let out = temp.path().join(formula);
        let (code, _, err) = run(&["run", &toml, "--out", out.to_str().unwrap()]);
        assert_eq!((code, err.contains("entrants that are level share a `rank`")), (0, warns), "{err}");
    }
}

#[test]
fn seeds_come_from_the_ratings_of_an_earlier_run() {
    let temp = tempfile::tempdir().unwrap();
    let stage = "[[stage]]\nformat = \"round-robin\"\ngames = 4\n";
    let first = temp.path().join("first");
    let players = ["first", "random", "random", "first"];
    Written::new(&tournament(temp.path(), &players, stage, "rank"), &first);
    fs::copy(first.join("site/data/ratings.csv"), temp.path().join("ratings.csv")).unwrap();
    let toml = tournament(temp.path(), &players, "[[stage]]\nformat = \"knockout\"\n", "rank");
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(&toml, text.replacen("seed = 3", "seed = 3\nseeding = \"ratings.csv\"", 1)).unwrap();
    let cup = Written::new(&toml, &temp.path().join("cup"));
    let seed = |name: &str| {
        let ties = cup.report["stages"][0]["brackets"][0]["columns"][0]["ties"].as_array().unwrap();
        let sides = ties.iter().flat_map(|tie| tie["sides"].as_array().unwrap());
        let mut found = sides.filter(|side| format!("E{}", side["entrant"]) == name);
        found.next().unwrap()["seed"].as_u64().unwrap()
    };
    let ratings = fs::read_to_string(temp.path().join("ratings.csv")).unwrap();
    let mut rated: Vec<(f64, &str)> = ratings
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            (cells[1].parse().unwrap(), cells[0])
        })
        .collect();
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    for two in rated.windows(2).filter(|two| two[0].0 > two[1].0) {
        assert!(seed(two[0].1) < seed(two[1].1), "{rated:?}");
    }
    // The run has its own copy.
    fs::write(temp.path().join("ratings.csv"), "entrant,rating\nE0,1\n").unwrap();
    let (code, _, err) = run(&["run", &toml, "--out", temp.path().join("cup").to_str().unwrap()]);
    assert!(code == 1 && err.contains("other ratings in ratings.csv"), "{err}");
}
