//! Tests a change of the engine in mid-term.

use ::class_model::{ClassError, ClassFolder, Event, Facts, Moment, Record};
use serde_json::json;

use super::Class;
use crate::support::run;

impl Class {
    /// Records every result once more, as if another engine had played it.
    fn played_before(&self, engine: &str) {
        let check = self.json("check", &["1"]);
        let module = check["versions"][0]["module"].as_str().unwrap().parse().unwrap();
        let mut record = Record::open(&ClassFolder::at(self.path("ki"))).unwrap();
        let again = |facts: &Facts, _| {
            let mut tried = facts.track_record().trial(&module).unwrap().clone();
            engine.clone_into(&mut tried.engine);
            Ok::<_, ClassError>(vec![Event::Tried(tried)])
        };
        record.write(&class_model::Actor::COMMAND_LINE, Moment::now(), again).unwrap();
    }
}

#[test]
fn another_engine_than_before_is_told_once() {
    let class = Class::open("");
    class.hand_in("1", 1);
    class.work("2");
    let commands: [(&str, &[&str]); 5] =
        [("status", &[]), ("check", &[]), ("work", &[]), ("rejudge", &[]), ("submit", &["2", "1-1.wasm"])];
    let warned = |words: &str| {
        for (command, arguments) in commands {
            let (code, out, err) = class.run(&[command], arguments);
            assert_eq!(code, 0, "{command}: {out}{err}");
            let times =
                err.matches("engine differs from the one that played earlier results of the class").count();
            assert_eq!(times, usize::from(!words.is_empty()), "{command}: {err}");
            assert!(err.contains(words), "{command}: {err}");
        }
    };
    warned("");
    let engine = class.json("check", &["1"])["versions"][0]["trial"]["engine"].as_str().unwrap().to_owned();
    // The way of checking memory bounds is a matter of this process alone.
    class.played_before(&engine.replace("; tank-war", " bounds=checked; tank-war"));
    let (_, _, err) = class.run(&["status"], &[]);
    assert!(!err.contains("engine differs"), "{err}");
    class.played_before(&engine.replace("wasmtime=", "wasmtime=0."));
    warned("1 of them of active versions");
    let (_, _, err) = class.run(&["status"], &[]);
    assert!(err.contains("wasmtime=0.") && err.contains("`muster class rejudge DIR`"), "{err}");
    let (code, out, err) = run(&["ladder", &class.path("ki")]);
    assert_eq!(
        (code, err.contains("engine differs from the one that played earlier results of the class")),
        (0, true),
        "{out}{err}"
    );
    // After a rejudgement, all results come from one engine.
    let preview = class.json("rejudge", &[]);
    assert_eq!(preview["tried_again"], json!(1));
    class.ok(&["rejudge"], &["--apply", preview["preview"].as_str().unwrap()]);
    warned("");
}
