//! The rules of games in scripts: what the runtimes send and receive, and what they tell authors.

use std::collections::BTreeMap;

use game_file::RulesCalls;
use job::Script;
use sandbox::{Caps, Rules};
use script::{BuildError, RulesModule};

use crate::common::sandbox;

const CONNECT4: [(&str, &str); 2] =
    [("connect4.py", include_str!("rules/connect4.py")), ("connect4.js", include_str!("rules/connect4.js"))];

/// Builds the first of these files.
fn build(files: &[(&str, &str)]) -> Result<RulesModule, BuildError> {
    let sources: BTreeMap<String, String> =
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    script::build_rules(sandbox(), &Script { entry: files[0].0, sources: &sources, game: None })
}

/// Rules that can be called.
struct Called(Rules);

impl Called {
    fn from_files(files: &[(&str, &str)]) -> Called {
        let built = build(files).unwrap_or_else(|error| panic!("{}: {error}", files[0].0));
        Called(sandbox().rules(&built.module, &Caps::script()).unwrap().unwrap_or_else(|error| panic!("{error}")))
    }

    /// Performs a call with these fields, and returns the answer's fields.
    fn call(&self, request: &[&str]) -> Result<Vec<String>, String> {
        let mut answer = Vec::new();
        match self.0.call(request.join("\n").as_bytes(), &mut answer) {
            Ok(_) => Ok(String::from_utf8(answer).unwrap().split('\n').map(str::to_owned).collect()),
            Err(failure) => Err([vec![failure.what], failure.trace].concat().join("\n")),
        }
    }
}

#[test]
fn connect_four_is_played_in_both_languages_alike() {
    for (name, text) in CONNECT4 {
        let rules = Called::from_files(&[(name, text)]);
        let mut position = rules.call(&["start", "-", "- -", "", "", "", "", "", ""]).unwrap();
        for (ply, column) in [3, 0, 3, 0, 3, 0, 3].into_iter().enumerate() {
            assert_eq!(position[0], format!("act {}", ply % 2 + 1));
            let moves = if ply % 2 == 0 { format!("{column} -") } else { format!("- {column}") };
            let [public, own0, own1, hidden] = [&position[1], &position[2], &position[3], &position[4]];
            position = rules.call(&["apply", "-", &moves, "", public, own0, own1, hidden, ""]).unwrap();
        }
        assert_eq!(position[0], "win 0 four in a line");
        let empty = ["0"; 14].join(",");
        let rest = "0,0,0,1,0,0,0,2,0,0,1,0,0,0,2,0,0,1,0,0,0,2,0,0,1,0,0,0";
        assert_eq!(
            position[1..],
            [&format!("{{\"board\":[{empty},{rest}],\"longest\":[4,3],\"next\":1}}"), "", "", "", "", "", "", "", "4 3"]
        );
    }
}
