//! The rules of games in scripts: requests and answers of the runtimes, and their messages for authors.

use std::collections::BTreeMap;
use std::path::Path;

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
        Called(
            sandbox()
                .rules(&built.module, &Caps::script())
                .unwrap()
                .unwrap_or_else(|error| panic!("{error}")),
        )
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
            [
                &format!("{{\"board\":[{empty},{rest}],\"longest\":[4,3],\"next\":1}}"),
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "4 3"
            ]
        );
    }
}

/// A game in Python, of which a test replaces parts. Every function prints what it sees.
const PYTHON: &str = r#"
from muster.rules import *
TITLE, SEATS, MAX_PLIES = "Cards", ("North", "South"), 9
play = action("{card}", card=(1, 9), secret=True)
VIEW = {"hand": u8(2)}
def start(options):
    return {"own": [[1, 2], [3, 4]], "hidden": [5], "next": 0}
def turn(state):
    return chance(6, to=0) if state["next"] == 0 else BOTH
def legal(seen, seat):
    print("legal", seat, seen)
    return [play(card) for card in seen["own"][seat]]
def show(seen, seat):
    print("show", seat, seen)
    return {"hand": seen["own"][seat]}
def apply(state, moves):
    print("apply", moves)
    state["next"] += 1
    return state
def imagine(seen, seat, dice):
    print("imagine", seat, seen)
    return dice.shuffle([8, 9])
"#;

/// The same game in JavaScript.
const JAVASCRIPT: &str = r#"
import { action, BOTH, chance, u8 } from "./muster_rules.mjs";
export const title = "Cards", seats = ["North", "South"], maxPlies = 9;
export const play = action({ notation: "{card}", parts: { card: [1, 9] }, secret: true });
export const view = { hand: u8(2) };
export const start = (options) => ({ own: [[1, 2], [3, 4]], hidden: [5], next: 0 });
export const turn = (state) => state.next === 0 ? chance(6, { to: 0 }) : BOTH;
export const legal = (seen, seat) => {
    console.log("legal", seat, JSON.stringify(seen));
    return seen.own[seat].map((card) => play(card));
};
export const show = (seen, seat) => {
    console.log("show", seat, JSON.stringify(seen));
    return { hand: seen.own[seat] };
};
export const apply = (state, moves) => {
    console.log("apply", moves.chance, JSON.stringify(moves));
    return { ...state, next: state.next + 1 };
};
export const imagine = (seen, seat, dice) => {
    console.log("imagine", seat, JSON.stringify(seen));
    return dice.shuffle([8, 9]);
};
"#;

/// The start, a ply of chance, a ply of both seats, and a world imagined by the first seat; with the output.
fn plays_cards(name: &str, text: &str) -> (Vec<Vec<String>>, String) {
    let rules = Called::from_files(&[(name, text)]);
    let start = rules.call(&["start", "-", "- -", "", "", "", "", "", ""]).unwrap();
    let rolled = format!("{} -", (31_u64 << 48) + 4);
    let [public, own0, own1, hidden] = [&start[1], &start[2], &start[3], &start[4]];
    let dealt = rules.call(&["apply", "-", &rolled, "", public, own0, own1, hidden, ""]).unwrap();
    let after = rules.call(&["apply", "-", "0 3", "", &dealt[1], own0, own1, hidden, ""]).unwrap();
    let key = "0123456789abcdef".repeat(4);
    let imagined = rules.call(&["imagine", "0", "- -", "", &dealt[1], own0, "", "", &key]).unwrap();
    (vec![start, dealt, after, imagined], rules.0.take_output())
}

#[test]
fn no_function_for_a_seat_receives_hidden_state() {
    // The runtime of JavaScript has commas between the numbers of a line.
    for (name, text, between) in [("cards.py", PYTHON, " "), ("cards.js", JAVASCRIPT, ",")] {
        let (positions, output) = plays_cards(name, text);
        let [start, dealt, after, imagined] = &positions[..] else { panic!("four positions") };
        assert_eq!(
            start[..],
            ["chance 6 1", "{\"next\":0}", "[1,2]", "[3,4]", "[5]", "", "", "", "", ""],
            "{name}"
        );
        let shows = [format!("1{between}2"), format!("3{between}4")];
        assert_eq!(
            dealt[..],
            ["act 3", "{\"next\":1}", "[1,2]", "[3,4]", "[5]", "0 1", "2 3", &shows[0], &shows[1], ""]
        );
        assert_eq!(after[1], "{\"next\":2}");
        assert_eq!(imagined[..2], ["act 3", "{\"next\":1}"]);
        assert_eq!(imagined[2], "[1,2]");
        assert!(["[8,9]", "[9,8]"].contains(&&*imagined[3]) && imagined[4].is_empty(), "{imagined:?}");
        let shown: Vec<&str> = output.lines().collect();
        let (seats, rest): (Vec<&str>, Vec<&str>) =
            shown.iter().partition(|line| line.starts_with("legal") || line.starts_with("show"));
        assert_eq!((seats.len(), rest.len()), (12, 3), "{output}");
        for line in seats {
            let foreign = if line.contains(" 0 ") { ["3", "4"] } else { ["1, 2", "1,2"] };
            assert!(!line.contains("hidden") && !line.contains('5'), "{name}: {line}");
            assert!(foreign.iter().all(|card| !line.contains(card)), "{name}: {line}");
        }
    }
}

/// Returns the failure of a game in Python or JavaScript with a text replaced, at the build or at the second ply.
fn failure(name: &str, from: &str, to: &str) -> String {
    let is_python = Path::new(name).extension().is_some_and(|ending| ending == "py");
    let text = if is_python { PYTHON } else { JAVASCRIPT };
    assert!(text.contains(from), "{name}: {from}");
    let text = text.replacen(from, to, 1);
    let built = match build(&[(name, &text)]) {
        Err(error) => return error.to_string(),
        Ok(built) => built,
    };
    let rules = Called(sandbox().rules(&built.module, &Caps::script()).unwrap().unwrap());
    let rolled = format!("{} -", (31_u64 << 48) + 4);
    let result = rules.call(&["apply", "-", &rolled, "", "{\"next\":0}", "[1,2]", "[3,4]", "[5]", ""]);
    result.map_or_else(|error| error, |answer| format!("no failure: {answer:?}"))
}

#[test]
fn a_wrong_value_is_reported_with_its_function_and_line() {
    let apply = "    state[\"next\"] += 1\n";
    let python = |to: &str, due: &[&str]| {
        let told = failure("cards.py", apply, &format!("    {to}\n"));
        assert!(due.iter().all(|due| told.contains(due)), "{to}: {told}");
    };
    python(
        "state['x'] = [0, 0.5]",
        &["apply, cards.py:", "state.x[1] is 0.5: floats are not allowed, use integers"],
    );
    python("state['x'] = {1, 2}", &["state.x is {1, 2}: sets are not allowed"]);
    python("state['x'] = {1: 2}", &["state.x has the key 1: keys must be texts"]);
    python("state['x'] = [(1, 2)]", &["state.x[0] is (1, 2): tuples are not allowed"]);
    python("state['x'] = 2 ** 60", &["state.x is 1152921504606846976: integers must lie"]);
    python("state['x'] = [True, 2 ** 60]", &["state.x[1] is 1152921504606846976"]);
    python("state['x'] = state", &["... is nested more than 100 deep, or contains itself"]);
    python("state['own'] = [1]", &["state.own is [1]: it must be a list with a part for each seat"]);
    python("state['own'][1] = float('nan')", &["state.own[1] is nan: floats are not allowed"]);
    python("return", &["apply returned None, as a function does that ends without `return`"]);
    python("state['next'] = none", &["exception in apply, cards.py:18: NameError"]);
    python("import random; random.random()", &["rules draw no random numbers: return chance(n) from turn"]);
    for (from, to, due) in [
        (
            "else BOTH",
            "else 5",
            "turn, cards.py:8: RulesError: turn returned 5: return a seat (0 or 1), BOTH",
        ),
        ("else BOTH", "else None", "turn returned None"),
        (
            "return [play(card) for",
            "return [card for",
            "legal, cards.py:10: RulesError: legal lists 1, which is not a move",
        ),
        (
            "return [play(card) for",
            "return [play(card + 9) for",
            "cards.py:12: RulesError: `card` of `play` is 10",
        ),
        (
            "return {\"hand\": seen[\"own\"][seat]}",
            "return {\"hand\": [1, 256]}",
            "`hand[1]` of the view is 256: it must be an integer from 0 to 255",
        ),
        ("return {\"hand\": seen[\"own\"][seat]}", "return {}", "the view has no `hand`"),
        ("def legal(", "def legaal(", "cards.py:1:1: RulesError: the file has no function `legal`"),
        (
            "TITLE, SEATS, MAX_PLIES = \"Cards\",",
            "TITEL, SEATS, MAX_PLIES = \"Cards\",",
            "the file declares no TITLE",
        ),
        ("action(\"{card}\", card=(1, 9)", "action(\"{card}\", card=(9, 1)", "cards.py:4"),
    ] {
        let told = failure("cards.py", from, to);
        assert!(told.contains(due), "{to}: {told}");
    }
    for (from, to, due) in [
        (
            "next: state.next + 1",
            "next: state.next + 1.5",
            "apply, cards.js:16: RulesError: state.next is 1.5: floats",
        ),
        ("next: state.next + 1", "next: [1, NaN]", "state.next[1] is NaN: floats are not allowed"),
        ("next: state.next + 1", "next: [1, , 2]", "state.next[1] is undefined"),
        ("next: state.next + 1", "next: new Set([1])", "state.next is Set {1}: sets are not allowed"),
        ("next: state.next + 1", "next: 2n", "BigInts are not allowed"),
        ("next: state.next + 1", "next: undefined", "state.next is undefined: leave the property out"),
        ("next: state.next + 1", "next: 2 ** 60", "integers must lie between"),
        ("next: state.next + 1", "next: state.nix.x", "TypeError"),
        (
            "next: state.next + 1",
            "next: Math.random()",
            "rules draw no random numbers: return chance(n) from turn",
        ),
        (": BOTH;", ": 5;", "turn, cards.js:7: RulesError: turn returned 5: return a seat (0 or 1), BOTH"),
        ("play(card)", "card", "legal lists 1, which is not a move: make moves with actions, as in play(1)"),
        ("play(card)", "play(card + 9)", "`card` of `play` is 10: it must be an integer from 1 to 9"),
        ("return { hand: seen.own[seat] }", "return { hand: [1, -1] }", "`hand[1]` of the view is -1"),
        ("export const legal", "export const legaal", "the file exports no function `legal`"),
        ("export const play", "const play", "the action with the notation \"{card}\" is not exported"),
    ] {
        let told = failure("cards.js", from, to);
        assert!(told.contains(due), "{to}: {told}");
    }
}

#[test]
fn a_bot_is_not_accepted_as_a_game_nor_a_game_as_a_bot() {
    let game = |name: &str, text: &str| {
        let sources: BTreeMap<String, String> = [(name.to_owned(), text.to_owned())].into();
        let script = Script { entry: name, sources: &sources, game: games::find("tank-war") };
        script::build(sandbox(), &script).err().map(|error| error.to_string())
    };
    for (name, text) in [("cards.py", PYTHON), ("cards.js", JAVASCRIPT)] {
        assert_eq!(game(name, text), Some(format!("{name} is the rules of a game, not a bot")));
    }
    for (name, text) in
        [("bot.py", "def choose(view): return 0"), ("bot.js", "export const choose = () => 0;")]
    {
        let told = build(&[(name, text)]).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains("function `start`"), "{told}");
    }
}

#[test]
fn the_same_rules_make_the_same_bytes_with_and_without_copies_for_editors() {
    for (name, text, copy) in [
        ("cards.py", PYTHON, "muster/rules.py"),
        ("cards.py", PYTHON, "muster/rules_calls.py"),
        ("cards.js", JAVASCRIPT, "muster_rules.mjs"),
        ("cards.js", JAVASCRIPT, "muster_rules.calls.js"),
    ] {
        let alone = build(&[(name, text)]).unwrap_or_else(|error| panic!("{error}"));
        let beside = build(&[(name, text), (copy, "broken(")]).unwrap_or_else(|error| panic!("{error}"));
        assert!(alone.module == beside.module, "{name}");
        assert!(sandbox::is_rules(&alone.module) && alone.sources.len() == 1);
    }
}

#[test]
fn the_starters_are_games() {
    for language in ["python", "javascript", "typescript"] {
        let files = kit::game_project(language).unwrap();
        let entry = files.iter().position(|file| file.path.starts_with("game.")).unwrap();
        let mut named: Vec<(&str, &str)> = files.iter().map(|file| (&*file.path, &*file.text)).collect();
        named.swap(0, entry);
        let rules = Called::from_files(&named);
        let start = rules.call(&["start", "-", "- -", "", "", "", "", "", ""]).unwrap();
        assert_eq!(start[..2], ["act 1", "{\"board\":[0,0,0,0,0,0,0,0,0],\"next\":0}"]);
    }
}
