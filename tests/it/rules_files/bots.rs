//! Tests the sample bots of the examples: their kits, and that the first bot of each pair is better than chance.

use std::fs;
use std::path::{Path, PathBuf};

use kit::Language;
use serde_json::Value;

use super::{example, folder};
use crate::support::{run, top};

/// The bots: the file with the rules, the folder, and two bots, the stronger one first.
const BOTS: [(&str, &str, [&str; 2]); 4] = [
    ("connect4.py", "connect4", ["ahead.wasm", "threats.js"]),
    ("salvo.js", "salvo", ["gunner.wasm", "echo.py"]),
    ("leduc.ts", "leduc", ["pushy.wasm", "station.ts"]),
    ("reversi.wasm", "reversi", ["corners.wasm", "squeeze.py"]),
];

fn bots(folder: &str) -> PathBuf {
    top().join("bots/rules").join(folder)
}

#[test]
fn the_headers_of_the_bots_are_made_from_the_declarations() {
    for (file, folder, _) in BOTS {
        for made in Language::find("c").unwrap().made(example(file)) {
            let path = bots(folder).join(&made.path);
            if std::env::var_os("MUSTER_UPDATE").is_some() {
                fs::write(&path, &made.text).unwrap();
            }
            assert!(
                fs::read_to_string(&path).unwrap_or_default() == made.text,
                "{} is not what {file} says; `MUSTER_UPDATE=1 cargo test -p cli --test it rules_files::` updates it",
                path.display()
            );
        }
    }
}

/// Builds a bot from a script beside the kit of its language. A module is taken as it is.
fn built(bot: &Path, rules: &str, file: &str, into: &Path) -> String {
    let name = match bot.extension().unwrap().to_str().unwrap() {
        "py" => "python",
        "js" => "javascript",
        "ts" => "typescript",
        _ => return bot.display().to_string(),
    };
    let own = into.join(bot.file_stem().unwrap());
    fs::create_dir_all(&own).unwrap();
    for made in Language::find(name).unwrap().kit(example(file)) {
        fs::write(own.join(made.path), made.text).unwrap();
    }
    let script = own.join(bot.file_name().unwrap());
    fs::copy(bot, &script).unwrap();
    let module = into.join(bot.file_name().unwrap()).with_extension("wasm").display().to_string();
    let (code, out, err) = run(&["build", script.to_str().unwrap(), "--game", rules, "-o", &module]);
    assert_eq!(code, 0, "{out}{err}");
    module
}

#[test]
fn the_bots_are_better_than_chance() {
    let into = tempfile::tempdir().unwrap();
    for (file, name, [strong, other]) in BOTS {
        let rules = folder().join(file).display().to_string();
        let [strong, other] =
            [strong, other].map(|bot| built(&bots(name).join(bot), &rules, file, into.path()));
        for (bot, least) in [(strong, 24.0), (other, 12.0)] {
            let compare = ["compare", &rules, &bot, "builtin:random", "--games", "40", "--json"];
            let (code, out, err) = run(&compare);
            assert_eq!(code, 0, "{bot}: {err}");
            let told: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(told["bots"][0]["faults"], Value::Object(serde_json::Map::new()), "{bot}\n{out}");
            let points = told["score"].as_f64().unwrap() * 40.0;
            assert!(points >= least, "{bot}: {points} of 40 points\n{out}");
        }
    }
}
