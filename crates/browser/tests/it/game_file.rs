//! The browser engine plays a game from a file: only the first seat sees a die roll, and then it wins.

use browser::Engine;
use game_file::{CallFailure, Form, RulesCalls};
use serde_json::json;

use crate::common::{read, text};

const DECLARATION: &str = r#"{"title":"Die","seats":["One","Two"],"max_plies":2,"chance":true,"secrets":true,
    "has":["scene","imagine"],"metrics":[{"name":"pips"}],"actions":[{"name":"take","notation":"take","parts":[]}],
    "view":[{"name":"pips","kind":"u8","count":1}]}"#;
const SCENE: &str = r#"[{"id":"die","rect":[10,20,30,40],"text":"6","name":"the die","action":0},
    {"id":"line","line":[0,0,50,0]}]"#;

/// Rules that answer in lines, and fail in a chosen position.
struct Rules {
    fails_at: &'static str,
}

/// A position: phase, public state, the first seat's actions, both views.
fn position([phase, state, actions, first, second]: [&str; 5]) -> String {
    [phase, state, "", "", "", actions, "", first, second, "0 0"].join("\n")
}

impl RulesCalls for Rules {
    fn form(&self) -> Form {
        Form::Lines
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        let lines: Vec<&str> = std::str::from_utf8(request).unwrap().split('\n').collect();
        let (op, state) = (lines[0], lines[4]);
        if op == "apply" && state == self.fails_at {
            return Err(CallFailure {
                what: "die.py:7, in apply: no".into(),
                trace: vec!["  7".into()],
                fuel: 0,
                is_host: false,
            });
        }
        *answer = match (op, state) {
            ("describe", _) => DECLARATION.replace('\n', " "),
            ("start", _) => position(["chance 6 1", "thrown", "", "", ""]),
            ("apply", "thrown") => position(["act 1", "seen", "0", "6", ""]),
            ("apply", _) => position(["win 0 the die was taken", "taken", "", "", ""]),
            ("scene", _) => SCENE.replace('\n', " "),
            _ => "0".to_owned(),
        }
        .into_bytes();
        Ok(1)
    }
}

/// Opens the game with arbitrary bytes as its module, and begins a match with a fixed seed of chance.
fn begun(module: &[u8], fails_at: &'static str) -> (Engine, u32, String) {
    let mut engine = Engine::new();
    let hash = engine.hash(module).unwrap();
    let key = text(engine.open_game(&hash, Box::new(Rules { fails_at })));
    let handle = engine.open_live(format!("{key}\0\0\0\x005").as_bytes()).unwrap();
    (engine, handle, key)
}

#[test]
fn it_is_listed_and_played_with_chance_and_secrets() {
    let (mut engine, handle, key) = begun(b"a die", "none");
    assert!(key.starts_with("die@"), "{key}");
    let listed = read(engine.games());
    assert_eq!(listed.as_array().unwrap().last().unwrap()["name"], json!(key));
    assert_eq!(read(engine.plies(handle)), json!(1), "chance is drawn at once");
    let outcome =
        |engine: &mut Engine, viewer| read(engine.overview(handle, viewer))["plies"][0]["chance"].clone();
    let drawn: u32 = outcome(&mut engine, 2).as_str().unwrap().parse().unwrap();
    assert!(drawn < 6);
    assert_eq!(outcome(&mut engine, 0), json!(drawn.to_string()));
    assert_eq!(outcome(&mut engine, 1), "hidden");
    assert_eq!(read(engine.overview(handle, 2))["plies"][0]["actions"], json!([]));
    assert!(engine.undo(handle).is_err(), "no seat has played");
    engine.answer(handle, 0, b"5\0\x000").unwrap();
    assert_eq!(read(engine.verdict(handle))["reason"], "the die was taken");
    engine.undo(handle).unwrap();
    assert_eq!(read(engine.plies(handle)), json!(1));
    assert_eq!(outcome(&mut engine, 2), json!(drawn.to_string()), "what was drawn stays");
}

#[test]
fn its_scene_is_drawn_and_can_be_clicked() {
    let (mut engine, handle, _) = begun(b"a die to see", "none");
    let frame = read(engine.frame(handle, 1, 0));
    assert_eq!(frame["fault"], json!(null));
    let things = &frame["drawing"]["sketch"]["things"];
    let die = json!({ "id": "die", "bounds": [10, 20, 30, 40], "name": "the die", "action": 0 });
    assert_eq!(things, &json!([die]), "a line without a name is decoration");
    let svg = text(engine.svg(handle, 1, 0, 0));
    assert!(
        svg.contains(r#"<g class="shape neutral" data-shape="die" transform="translate(10 20)">"#),
        "{svg}"
    );
}

#[test]
fn a_fault_of_the_rules_is_reported_and_neither_side_loses() {
    let (mut engine, handle, _) = begun(b"a broken die", "seen");
    engine.answer(handle, 0, b"5\0\x000").unwrap();
    let frame = read(engine.frame(handle, 2, 2));
    assert_eq!(frame["fault"], "apply: die.py:7, in apply: no\n  7");
    assert_eq!(read(engine.waiting(handle)), json!([]));
    let verdict = read(engine.verdict(handle));
    assert_eq!((&verdict["outcome"], &verdict["reason"]), (&json!(null), &json!("the rules failed")));
}

#[test]
fn a_module_without_a_game_is_refused() {
    struct Mute;
    impl RulesCalls for Mute {
        fn form(&self) -> Form {
            Form::Sections
        }
        fn call(&self, _: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
            answer.clear();
            Ok(1)
        }
    }
    let mut engine = Engine::new();
    let hash = engine.hash(b"mute").unwrap();
    assert!(engine.open_game(&hash, Box::new(Mute)).is_err());
    assert!(engine.open_game(b"mute", Box::new(Mute)).unwrap_err().to_string().contains("hash"));
    assert_eq!(read(engine.games()).as_array().unwrap().len(), games::GAMES.len());
}
