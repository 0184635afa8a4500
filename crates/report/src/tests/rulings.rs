//! Random tournaments with rulings between any two matches: brackets, tables, `index.js` and grades agree with an
//! independent reading of the record.
//!
//! Runs a sample of 2,000 tournaments, or all of them with `MUSTER_FULL=1`.

mod bracket_reading;
mod reading;

use std::collections::BTreeMap;

use game::{Dice, Seat};
use ledger::{EntrantRow, Inputs, Ledger, MatchRow, RecordedMatch, RunFolder, RunHeader, RunKind};
use referee::Record;
use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{EntrantId, MatchKey, Ruling, Rulings, RunSeed, Stage};

use self::bracket_reading::check_brackets;
use self::reading::Reading;
use super::data::value;
use super::sample_run::{GAMES, some_records};
use super::{site, text};

/// Returns the key of a game in the schedule, before any replay.
fn first_attempt(key: MatchKey) -> MatchKey {
    MatchKey::new(key.stage(), key.round(), key.pairing(), key.number()).unwrap()
}

/// The stages of each tournament, by number; `E` stands for the entrants.
const FORMATS: [&str; 11] = [
    "format = \"round-robin\"",
    "format = \"groups\"\ngroups = 2\ngames = 2",
    "format = \"swiss\"\nrounds = 4",
    "format = \"knockout\"\nbest_of = 2\nreplays = 1",
    "format = \"knockout\"\nthird_place = true\nreplays = 0",
    "format = \"double-elimination\"\nbest_of = 2\nreplays = 0",
    "format = \"gauntlet\"\nchallengers = [\"No. 1\", \"No. 2\"]",
    "format = \"pyramid\"",
    "format = \"ladder\"\nbudget = 30\nbatch = 3",
    "format = \"pairings\"\npairs = [[\"No. 1\", \"No. 2\"], [\"No. 3\", \"No. 4\"], [\"No. 1\", \"No. 3\"]]",
    "format = \"groups\"\ngroups = 2\n\n[[stage]]\nname = \"Finals\"\nformat = \"knockout\"\nadvance = 4\nplay_off = 0\n\
     third_place = true",
];

/// A played tournament.
struct Played {
    /// The rows, each with the number of the recorded game.
    rows: Vec<(MatchRow, usize)>,
    rulings: Vec<Ruling>,
}

/// Plays a tournament with recorded games as results, and rules at random.
struct Organiser<'a> {
    dice: Dice,
    records: &'a [Record],
    entrants: usize,
    played: Played,
    /// The number of replays ordered for each game.
    replays: BTreeMap<MatchKey, u16>,
}

impl Organiser<'_> {
    /// Plays a stage to its end.
    fn play(&mut self, stage: &mut Stage, is_last: bool) {
        // A ruling before the first round would change the field.
        stage.open_rounds();
        loop {
            if self.dice.below(5) == 0 {
                self.rule(stage, is_last);
            }
            let Some(fixture) = stage.next_fixture() else {
                if self.dice.below(2) == 0 {
                    break;
                }
                self.rule(stage, is_last);
                continue;
            };
            let number = self.dice.below(self.records.len());
            let row = MatchRow::new(fixture.key, fixture.seats, None, &self.records[number]);
            assert!(stage.record(fixture.key, row.result().unwrap()).unwrap().is_kept());
            self.played.rows.push((row, number));
        }
        stage.open_rounds();
        assert!(stage.is_over());
    }

    fn rule(&mut self, stage: &mut Stage, is_last: bool) {
        let here: Vec<MatchKey> = stage.games().iter().map(|game| game.key).collect();
        let entrant = EntrantId(self.dice.below(self.entrants) as u32);
        let games = if self.dice.below(3) == 0 { PastGames::Annul } else { PastGames::Keep };
        let order = match self.dice.below(8) {
            0..4 => RulingAction::Withdraw { entrant, games },
            4 => RulingAction::Disqualify { entrant, games },
            kind => {
                let Some(&game) = self.dice.pick(&here) else { return };
                if kind == 5 { RulingAction::Annul { game } } else { RulingAction::Replay { game } }
            }
        };
        let has_left = self.played.rulings.iter().any(|ruling| match ruling.order {
            RulingAction::Withdraw { entrant: gone, .. } | RulingAction::Disqualify { entrant: gone, .. } => {
                gone == entrant
            }
            _ => false,
        });
        let about_games = matches!(order, RulingAction::Annul { .. } | RulingAction::Replay { .. });
        if has_left && !about_games {
            return;
        }
        if let RulingAction::Replay { game } = order {
            let times = self.replays.entry(first_attempt(game)).or_default();
            if *times == 3 {
                return;
            }
            *times += 1;
        }
        let number = stage.plan().number;
        let since = match stage.is_over() {
            false => Since { stage: number, round: stage.past().rounds().len() as u32 },
            true if about_games || is_last => Since { stage: number, round: u32::MAX },
            true => Since { stage: number + 1, round: 0 },
        };
        let ruling = Ruling { since, order, reason: "a test".to_owned() };
        stage.rule(ruling.clone()).unwrap();
        self.played.rulings.push(ruling);
    }
}

fn toml(number: usize, entrants: usize) -> String {
    let mut text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n\n".to_owned();
    for number in 1..=entrants {
        text += &format!("[[entrant]]\nname = \"No. {number}\"\nbot = \"builtin:random\"\n\n");
    }
    text += &format!("[[stage]]\nname = \"Stage\"\n{}\n\n", FORMATS[number % FORMATS.len()]);
    text += "[grade]\nformula = \"place + rank + wins + draws + losses + games + byes\"\n";
    text
}

/// Plays a tournament into a folder, and returns its data for an independent reader; `None` if too few entrants were
/// left for its last stage.
fn tournament(number: usize, records: &[Record], folder: &RunFolder) -> Option<Reading> {
    let mut dice = Dice::from_number(number as u64);
    let entrants = 5 + dice.below(5);
    let toml = toml(number, entrants);
    let plan = config::parse("cup.toml", &toml, &GAMES).map_err(|problems| problems.to_string()).unwrap();
    let header = RunHeader {
        kind: RunKind::Tournament,
        game: plan.game.name().to_owned(),
        toml,
        toml_name: "cup.toml".to_owned(),
        fingerprint: "test engine".to_owned(),
        seed: 7,
        defaults: plan.edition.number(),
    };
    let row = |entrant: &config::EntrantPlan| EntrantRow {
        name: entrant.name.clone(),
        bot: "builtin:random".to_owned(),
        module: None,
        settings: String::new(),
        size: entrant.size,
        guest: false,
        refusal: Vec::new(),
        joined: 0,
        since: 0,
    };
    let rows: Vec<EntrantRow> = plan.entrants.iter().map(row).collect();
    folder.create().unwrap();
    let inputs = Inputs { header: &header, entrants: &rows, modules: &[], files: &plan.files };
    let mut ledger = Ledger::create(folder, inputs).unwrap();
    let field = ledger::field(&rows);
    let played = Played { rows: Vec::new(), rulings: Vec::new() };
    let mut organiser = Organiser { dice, records, entrants, played, replays: BTreeMap::new() };
    let mut stages: Vec<Stage> = Vec::new();
    for index in 0..plan.stages.len() {
        let rulings = Rulings::new(organiser.played.rulings.clone()).unwrap();
        let mut stage = plan.open_stage(index, stages.last(), &field, RunSeed::from(7), &rulings).ok()?;
        organiser.play(&mut stage, index + 1 == plan.stages.len());
        stages.push(stage);
    }
    let Played { rows, rulings } = organiser.played;
    let whole = |(row, number): &(MatchRow, usize)| RecordedMatch::new(row.clone(), records[*number].clone());
    ledger.commit(&rows.iter().map(whole).collect::<Vec<_>>()).unwrap();
    for ruling in &rulings {
        ledger.add_ruling(ruling).unwrap();
    }
    let stages = plan.stages.iter().map(|stage| stage.name.clone()).collect();
    Some(Reading::new(entrants, stages, rows.into_iter().map(|(row, _)| row).collect(), rulings))
}

#[test]
fn a_site_says_what_an_independent_reading_of_its_record_says() {
    let all = std::env::var_os("MUSTER_FULL").is_some();
    let records = some_records(24);
    let place = tempfile::tempdir().unwrap();
    for number in (0..2000).step_by(if all { 1 } else { 29 }) {
        let root = place.path().join(number.to_string());
        let folder = RunFolder::at(&root);
        let Some(reading) = tournament(number, &records, &folder) else { continue };
        let told = format!("tournament {number}: {}", FORMATS[number % FORMATS.len()]);
        println!("{told}");
        let site = site(&folder);
        reading.check_tables(text(&site, "data/standings.csv"), &told);
        reading.check_places(&value(&site, "index"), text(&site, "data/standings.csv"), &told);
        if let Ok(book) = std::fs::read_to_string(folder.private().join("gradebook.csv")) {
            reading.check_grades(&book, text(&site, "data/standings.csv"), &told);
        }
        check_brackets(&reading, text(&site, "index.html"), text(&site, "data/standings.csv"), &told);
        std::fs::remove_dir_all(&root).unwrap();
    }
}

/// Returns the entrants in the seats of a row.
fn seats(row: &MatchRow) -> [usize; 2] {
    row.entrants.0.map(EntrantId::index)
}

/// Returns the winner of a row; `None` for a draw.
fn winner(row: &MatchRow) -> Option<usize> {
    row.outcome.winner().map(|seat: Seat| row.entrants[seat].index())
}
