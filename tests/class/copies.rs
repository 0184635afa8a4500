//! Near copies in a class.

use std::fs;

use serde_json::{Value, json};

use super::Class;
use super::support::{run, top};

impl Class {
    /// Hands in a sample bot for a student.
    fn submit_sample(&self, student: &str, bot: &str) {
        let name = format!("{}.wasm", bot.rsplit('/').next().unwrap());
        self.write(&name, fs::read(top().join("bots").join(bot).join(&name)).unwrap());
        self.ok(&["submit"], &[student, &name]);
    }
}

/// The two of each pair that is listed, with the sample bot where it is one.
fn pairs(told: &Value) -> Vec<[&str; 2]> {
    let pairs = told["pairs"].as_array().unwrap().iter();
    pairs
        .map(|pair| {
            let other = pair["other"]["alias"].as_str().or(pair["baseline"].as_str()).unwrap();
            [pair["one"]["alias"].as_str().unwrap(), other]
        })
        .collect()
}

#[test]
fn modules_that_are_alike_are_listed_and_sample_bots_named() {
    let class = Class::open("");
    // The reader begins as the teacher; the hunter has nothing to do with them.
    class.submit_sample("1", "tank-war/teacher");
    class.submit_sample("2", "tank-war/reader");
    class.submit_sample("3", "tank-war/hunter");
    let told = class.json("copies", &[]);
    assert_eq!(told["compared"].as_array().unwrap().len(), 3);
    let found = pairs(&told);
    assert!(found.contains(&["Ada", "Bee"]), "{told:#}");
    assert!(!found.contains(&["Ada", "Duo"]) && !found.contains(&["Bee", "Duo"]), "{told:#}");
    for (alias, sample) in [("Ada", "teacher"), ("Bee", "reader"), ("Duo", "hunter")] {
        assert!(found.contains(&[alias, &format!("tank-war/{sample}")]), "{told:#}");
    }
    let functions = told["pairs"][0]["functions"].as_array().unwrap();
    assert!(functions.iter().any(|found| found["one"]["name"] == found["other"]["name"]), "{functions:#?}");
    let shown = class.ok(&["copies"], &[]);
    assert!(
        shown.starts_with("3 bots compared: 1 of 3 pairs are worth a look, and no more than that"),
        "{shown}"
    );
    assert!(shown.contains("Duo (submission 3) and the sample bot tank-war/hunter: 100 %"), "{shown}");
    assert_eq!(shown, class.ok(&["copies"], &[]), "the same every time");
}

#[test]
fn what_everybody_was_given_is_left_out() {
    let class = Class::open("");
    class.submit_sample("1", "tank-war/teacher");
    class.submit_sample("2", "tank-war/reader");
    let told = class.json("copies", &["--given", "reader.wasm"]);
    assert!(pairs(&told).iter().all(|[one, other]| [*one, *other] != ["Ada", "Bee"]), "{told:#}");
    let bee = json!({ "alias": "Bee", "submission": 2, "why": "has too little of its own" });
    assert!(told["not_compared"].as_array().unwrap().contains(&bee), "{told:#}");
    let (code, _, err) = class.run(&["copies"], &["--given", "missing.wasm"]);
    assert_eq!(code, 1, "{err}");
}

const SCRIPT: &str = "
import { legalActions, below } from './muster.js';
function worth(view, action, weight) {
  let sum = 0;
  for (let row = 0; row < 6; row++) {
    if (view.movable[row % 2] & (1 << row)) sum += weight * row;
    else if (row > 3) sum -= 2;
  }
  return sum + (action % 7);
}
export function choose(view) {
  const actions = legalActions();
  let best = actions[0], most = -1000;
  for (const action of actions) {
    const value = worth(view, Number(action), 5) + below(3);
    if (value > most) { most = value; best = action; }
  }
  return best;
}
";

#[test]
fn scripts_are_compared_as_they_were_written_and_starters_left_out() {
    let class = Class::open("size = \"script\"\n");
    class.write("bot.js", SCRIPT);
    let copy =
        SCRIPT.replace("worth", "judge").replace("best", "top").replace("sum", "total").replace("1000", "9");
    class.write("other.js", format!("// All my own work.\n{copy}"));
    run(&["new", "--game", "tank-war", "--lang", "javascript", &class.path("new")]);
    class.ok(&["submit"], &["1", "bot.js"]);
    class.ok(&["submit"], &["2", "other.js"]);
    class.ok(&["submit"], &["3", "new/bot.js"]);
    let told = class.json("copies", &[]);
    assert_eq!(pairs(&told), [["Ada", "Bee"]], "{told:#}");
    assert_eq!(told["pairs"][0]["share"], 1.0);
    let names: Vec<[&Value; 2]> = told["pairs"][0]["functions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| [&found["one"]["name"], &found["other"]["name"]])
        .collect();
    assert!(names.contains(&[&json!("worth"), &json!("judge")]), "{names:?}");
    assert_eq!(told["not_compared"][0]["alias"], "Duo", "{told:#}");
}
