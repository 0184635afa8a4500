//! Tests the projects of games from files: their names, their texts, and the rules of their declaration.

use std::collections::BTreeSet;

use game::Game;
use game_file::{CallFailure, Form, RulesCalls};

use crate::{LANGUAGES, misnomers, project, rules};

/// A game that only opens: its declaration, and a start position.
struct Declared {
    declaration: &'static str,
    start: &'static str,
}

impl RulesCalls for Declared {
    fn form(&self) -> Form {
        Form::Lines
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        answer.clear();
        let is_describe = request.starts_with(b"describe");
        answer.extend_from_slice(if is_describe { self.declaration } else { self.start }.as_bytes());
        Ok(1)
    }
}

fn opened(declaration: &'static str, start: &'static str) -> &'static dyn Game {
    let declaration: &str = declaration.replace('\n', " ").leak();
    game_file::open(declaration.as_bytes(), Box::new(Declared { declaration, start })).unwrap()
}

/// Every unusual feature: labels, values that begin at 1 or below 0, wide parts, no parts, secrets, chance, texts
/// that look like code, names of one letter, and no metrics.
fn unusual() -> &'static dyn Game {
    opened(
        r#"{"name":"odd-game","title":"Odd \"\"\" */ \\Game","seats":["Ann","Bob"],"max_plies":9,
            "about":"Rules with `code` and \"\"\" */.",
            "options":[{"name":"size","about":"The size.","min":1,"max":3,"default":2}],
            "actions":[
                {"name":"check","notation":"check","about":"No parts."},
                {"name":"move","notation":"{from}>{to}","about":"Ends */ \\N and \"quotes\"","parts":[
                    {"name":"from","min":1,"max":7,"about":"From 1."},{"name":"to","min":1,"max":7}]},
                {"name":"shift","notation":"shift={by}","parts":[{"name":"by","min":-3,"max":3,"about":"Both ways."}]},
                {"name":"double","notation":"{amount}x","secret":true,"parts":[{"name":"amount","min":0,"max":1099511627775}]},
                {"name":"play","notation":"{suit}","parts":[
                    {"name":"suit","min":0,"max":3,"labels":["clubs","hearts","spades","stars"],"about":"The suit."}]}],
            "view":[{"name":"a","kind":"u8","count":1,"about":"One letter."},
                    {"name":"hand","kind":"i8","count":3},{"name":"pot","kind":"u32","count":1}],
            "has":["imagine"],"chance":true,"secrets":true}"#,
        "act 3\n{}\n{}\n{}\n\n0 281474976710656\n0\n1 -1 2 3 70000\n1 -1 2 3 70000\n",
    )
}

/// A game on a board, with sixty fields and symbols that are not ASCII.
fn crowded() -> &'static dyn Game {
    let fields: Vec<String> =
        (1..60).map(|index| format!(r#",{{"name":"f{index}x","kind":"u16","count":1}}"#)).collect();
    let fields = fields.concat();
    let declaration = format!(
        r#"{{"title":"Crowded","seats":["Red","Yellow"],"max_plies":42,
            "metrics":[{{"name":"longest","about":"Longest line."}}],
            "actions":[{{"name":"drop","notation":"{{column}}","about":"Drops a disc.","parts":[
                {{"name":"column","min":0,"max":6,"about":"Column, 0 on the left."}}]}}],
            "view":[{{"name":"board","kind":"u8","count":42,"about":"By square."}}{fields}],
            "grids":[{{"field":"board","columns":"abcdefg","rows":["6","5","4","3","2","1"],"click":"column",
                "pieces":{{"1":{{"seat":0,"symbol":"\"","name":"red disc"}},"2":{{"seat":1,"symbol":"●","name":"yellow"}}}}}}]}}"#
    );
    let view = "0 ".repeat(42 + 59);
    let start = format!("act 1\n{{}}\n\n\n\n0 1 2\n\n{}\n\n0 0", view.trim_end());
    opened(declaration.leak(), start.leak())
}

#[test]
fn every_language_has_a_project_for_a_game_from_a_file() {
    for game in [unusual(), crowded()] {
        assert_eq!(misnomers(game), [""; 0]);
        for language in LANGUAGES {
            let files = project(language, game);
            let names: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
            assert_eq!(names.len(), files.len(), "{}: {names:?}", language.title);
            let readme = &files[0].text;
            assert!(!readme.contains('$') && readme.contains("--game game.wasm"), "{readme}");
            let strategy = files.iter().find(|file| file.path == language.entry()).unwrap();
            assert!(!strategy.text.contains('$') || language.name.ends_with("script"), "{}", strategy.text);
        }
    }
}

#[test]
fn the_rules_are_those_of_the_declaration() {
    let page = rules(unusual());
    for part in [
        "Rules with `code`",
        "| `size` | a whole number from 1 to 3 | 2 | The size. |",
        "| `check` |  | `check` | No parts. |",
        "`1>1` to `7>7`",
        "| `double` | `amount`:  | `0x` to `1099511627775x` |  The opponent does not see it. |",
        "`suit`: The suit. 0 clubs, 1 hearts, 2 spades, 3 stars. | `clubs` to `stars`",
        "`chance:OUTCOME`",
        "| `hand` | 3 of i8 |",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(rules(crowded()).contains("35 36 37"), "no numbers of squares");
}

#[test]
fn reserved_names_are_reported_with_an_alternative() {
    let game = opened(
        r#"{"title":"Main","seats":["A","B"],"max_plies":9,"metrics":[{"name":"double"}],
            "actions":[{"name":"pass","notation":"pass"},{"name":"go","notation":"{move}","parts":[
                {"name":"move","min":0,"max":1}]}],
            "view":[{"name":"seat","kind":"u8","count":1},{"name":"a_b","kind":"u8","count":1},
                    {"name":"ab","kind":"u8","count":1}]}"#,
        "",
    );
    let told = misnomers(game).join("\n");
    for due in [
        "the game `main`",
        "the action `pass` has a name that is reserved in a language of bots or in their kits: call it `skip`",
        "the part of `go` `move`",
        "the view field `seat`",
        "the metric `double`",
        "`a_b` and `ab` are the same name",
    ] {
        assert!(told.contains(due), "{due} is not in {told}");
    }
    assert!(!told.contains("`go` has"), "{told}");
}
