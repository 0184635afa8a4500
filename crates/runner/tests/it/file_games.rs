//! Tournaments of a game from a file: its rules are an input of the run, as the bots are.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{GAMES, finish, keys, play, validator};
use config::{FileError, FileSource};
use game::Game;
use game_file::{CallFailure, Form, RulesCalls};
use games::Opener;
use ledger::{Ledger, PlayedRules, RunFolder};
use run_folder::RecordedRun;
use runner::{Candidate, Ending, EnteredTournament, adopt};
use tournament::MatchKey;

const DECLARATION: &str = r#"{"name":"take","title":"Take","seats":["Left","Right"],"max_plies":20,"chance":true,
    "actions":[{"name":"take","notation":"{count}","parts":[{"name":"count","min":1,"max":2}]}],
    "view":[{"name":"left","kind":"u8","count":1}],"has":["show"]}"#;

/// Rules that a test writes in Rust: chance lays out six or seven pieces, the sides take one or two in turn, and the
/// last to take wins. Broken rules fail when one piece is left after two were taken.
struct Take {
    is_broken: bool,
}

impl Take {
    /// Returns the position with this number of pieces, or before they are laid out.
    fn position(left: Option<u32>, next: usize) -> String {
        let phase = match left {
            None => "chance 2 3".to_owned(),
            Some(0) => format!("win {} took the last piece", 1 - next),
            Some(_) => format!("act {}", 1 << next),
        };
        let mut fields = vec![String::new(); 10];
        fields[0] = phase;
        fields[1] = left.map_or_else(|| "- 0".to_owned(), |left| format!("{left} {next}"));
        if let Some(left @ 1..) = left {
            fields[5 + next] = String::from(if left == 1 { "0" } else { "0 1" });
            fields[7 + next] = left.to_string();
        }
        fields.join("\n")
    }

    fn answer(&self, request: &str) -> Result<String, String> {
        let fields: Vec<&str> = request.split('\n').collect();
        let (left, next) = fields[4].split_once(' ').unwrap_or(("-", "0"));
        let (left, next) = (left.parse::<u32>().ok(), next.parse().unwrap_or(0));
        let codes: Vec<u64> = fields[2].split(' ').filter_map(|code| code.parse().ok()).collect();
        match (fields[0], left) {
            ("describe", _) => Ok(DECLARATION.replace('\n', " ")),
            ("start", _) => Ok(Take::position(None, 0)),
            ("show", left) => Ok(left.unwrap_or(0).to_string()),
            ("apply", None) => Ok(Take::position(Some(6 + (codes[0] & 1) as u32), 0)),
            ("apply", Some(3)) if self.is_broken && codes == [1] => {
                Err("take.py:23, in apply: IndexError: list index out of range".to_owned())
            }
            ("apply", Some(left)) => Ok(Take::position(Some(left - 1 - codes[0] as u32), 1 - next)),
            (other, _) => Err(format!("there is no {other}")),
        }
    }
}

impl RulesCalls for Take {
    fn form(&self) -> Form {
        Form::Lines
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        answer.clear();
        let told = self.answer(std::str::from_utf8(request).unwrap());
        let text = told.map_err(|what| CallFailure { what, trace: Vec::new(), fuel: 10, is_host: false })?;
        answer.extend_from_slice(text.as_bytes());
        Ok(10)
    }
}

struct Files;

impl Opener for Files {
    fn open_module(&self, module: &[u8]) -> Result<&'static dyn Game, String> {
        let calls = Take { is_broken: module.starts_with(b"broken") };
        Ok(game_file::open(module, Box::new(calls)).map_err(|error| error.to_string())?)
    }

    fn open_file(&self, path: &Path) -> Result<&'static dyn Game, String> {
        self.open_module(&fs::read(path).map_err(|error| error.to_string())?)
    }
}

/// Enters a tournament of the rules `take.py` in a folder.
fn entered(folder: &Path, rules: &str) -> EnteredTournament {
    games::set_opener(&Files);
    fs::write(folder.join("take.py"), rules).unwrap();
    let mut text = "[tournament]\nname = \"Cup\"\ngame = \"take.py\"\nseed = 3\n\
        [[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 2\ncycles = 6\n"
        .to_owned();
    for name in ["Ada", "Ben", "Cem"] {
        text.push_str(&format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:random\"\n"));
    }
    let source = FileSource {
        open_game: &|name| games::open_file(&folder.join(name)).map_err(|why| FileError::from_lines(&why)),
        read_text: &|_| Err("no file".into()),
        check_bot: &|_, _| Ok(()),
        read_class: &|_| Err("no class".into()),
    };
    let plan = config::parse_with("cup.toml", &text, GAMES, &source).unwrap();
    // Only the run has them from now on.
    fs::remove_file(folder.join("take.py")).unwrap();
    let candidate = |plan: &config::EntrantPlan| Candidate { plan: plan.clone(), module: None };
    let candidates = plan.entrants.iter().map(candidate).collect();
    EnteredTournament { plan, text, name: "cup.toml".to_owned(), candidates }
}

fn root(folder: &RunFolder) -> String {
    RecordedRun::open_read_only(folder).unwrap().root(GAMES).unwrap().expect("a complete run").to_string()
}

#[test]
fn a_run_keeps_its_rules_and_is_the_same_killed_or_not() {
    let temp = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| {
        let folder = RunFolder::at(temp.path().join(name));
        drop(runner::begin(&folder, entered(temp.path(), "mended"), validator()).unwrap());
        folder
    });
    finish(&whole);
    let mut run = runner::resume(&killed, GAMES, validator()).unwrap();
    assert_eq!(play(&mut run, 7), Ending::Interrupted);
    drop(run);
    finish(&killed);
    assert_eq!(root(&whole), root(&killed));
    let ledger = Ledger::open_read_only(&whole).unwrap();
    let game = ledger.header().unwrap().game;
    assert_eq!(game, format!("take@{}", hash::Hash::digest(b"mended")));
    assert!(ledger.header().unwrap().fingerprint.ends_with(&format!("; {game}")));
    // Games that swap seats share their luck, and not all have the same.
    let outcome = |key: MatchKey| {
        let row = ledger.find_match(key).unwrap().unwrap().row;
        row.played().unwrap()[0].action.as_chance().expect("an outcome").0
    };
    let pairs: Vec<[MatchKey; 2]> = keys(&whole).chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    assert!(pairs.iter().all(|[one, other]| outcome(*one) == outcome(*other)));
    assert_eq!(pairs.iter().map(|[one, _]| outcome(*one)).collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn matches_on_record_stay_when_rules_are_mended() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let mut run = runner::begin(&folder, entered(temp.path(), "broken"), validator()).unwrap();
    let Ending::HostFailed { matches: void } = play(&mut run, usize::MAX) else { panic!("the rules fail") };
    drop(run);
    let told = void[0].to_string();
    for part in ["\" against \"", "take.py:23, in apply: IndexError", "in the position"] {
        assert!(told.contains(part), "{told}");
    }
    let before: BTreeSet<MatchKey> = keys(&folder).into_iter().collect();
    assert!(!before.is_empty() && void.iter().all(|void| !before.contains(&void.key)));
    let changes = adopt(&folder, GAMES, &entered(temp.path(), "mended"), validator()).unwrap().unwrap();
    assert_eq!(changes, ["other rules of the game"]);
    assert_eq!(adopt(&folder, GAMES, &entered(temp.path(), "mended"), validator()).unwrap(), None);
    let all = finish(&folder);
    assert_eq!(all.len(), before.len() + void.len());
    let run = RecordedRun::open_read_only(&folder).unwrap();
    let rules = PlayedRules::read(&run.ledger.files().unwrap()).unwrap();
    assert_eq!(rules.earlier[0].matches, before);
    let names = |key| run.game_of(GAMES, key).unwrap().key();
    assert!(void.iter().all(|void| names(void.key) == run.header.game));
    assert!(before.iter().all(|key| names(*key) != run.header.game));
    assert!(run.impossible_changes(GAMES, None).unwrap().is_empty());
}
