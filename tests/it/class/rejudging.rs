//! Tests rejudging all active versions, with a preview.

use std::fs;

use serde_json::{Value, json};

use super::Class;
use crate::support::{top, tree};

const REQUIREMENT: &str =
    "[[requirement]]\nname = \"beats dice\"\nagainst = \"other.wasm\"\npercent = 55\ngames = 20\n";

fn bot(name: &str) -> Vec<u8> {
    fs::read(top().join(format!("bots/tank-war/{name}/{name}.wasm"))).unwrap()
}

/// Creates a class in which the bots of Ada and the team Duo meet the requirement against a bot that always fails.
fn class() -> Class {
    let class = Class::open(REQUIREMENT);
    class.bot("ki/other.wasm", -1);
    class.write("walker.wasm", bot("walker"));
    class.write("greedy.wasm", bot("greedy"));
    class.ok(&["submit"], &["1", "walker.wasm"]);
    class.ok(&["submit"], &["3", "greedy.wasm"]);
    class.work("2");
    assert_eq!(met(&class), [json!(true), json!(true)]);
    class
}

fn met(class: &Class) -> [Value; 2] {
    ["1", "3"].map(|student| class.badge(student, 0).0)
}

/// Replaces a part of the requirement's text.
fn rewrite(class: &Class, from: &str, to: &str) {
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    assert!(text.contains(from));
    fs::write(class.path("ki/class.toml"), text.replace(from, to)).unwrap();
}

#[test]
fn a_preview_is_what_is_applied() {
    let class = class();
    assert_eq!(class.json("rejudge", &[])["changes"], json!([]), "nothing is out of date");
    // A stronger opponent replaces it.
    class.write("ki/other.wasm", bot("greedy"));
    assert_eq!(met(&class), [json!(true), json!(true)], "nothing changes in silence");
    assert_eq!(class.badge("1", 0).1, true, "and that is told");
    let (code, _, err) = class.run(&["work"], &[]);
    assert_eq!(
        (code, err.contains("2 results of active versions come from an earlier class.toml")),
        (0, true),
        "{err}"
    );

    let preview = class.json("rejudge", &["--jobs", "1"]);
    assert_eq!((&preview["lost"], &preview["applied"]), (&json!(2), &json!(false)), "{preview}");
    assert_eq!(met(&class), [json!(true), json!(true)]);
    assert_eq!(class.json("rejudge", &["--jobs", "3"]), preview, "on any number of slots");
    let name = preview["preview"].as_str().unwrap();

    let applied = class.json("rejudge", &["--apply", name]);
    assert_eq!(applied["changes"], preview["changes"]);
    assert_eq!(met(&class), [json!(false), json!(false)]);
    for (student, number) in [("1", 0), ("3", 1)] {
        let badge = class.json("check", &[student])["versions"][0]["badges"][0]["judged"].take();
        assert_eq!(badge, preview["changes"][number]["after"]);
    }
    assert_eq!(class.json("rejudge", &[])["changes"], json!([]));
    // The second time, nothing would change, which differs from the preview.
    let (code, _, err) = class.run(&["rejudge"], &["--apply", name]);
    assert_eq!((code, err.contains("the preview is out of date")), (1, true), "{err}");
}

#[test]
fn another_share_is_another_requirement() {
    let class = class();
    rewrite(&class, "percent = 55", "percent = 100");
    assert_eq!(met(&class), [json!(true), json!(true)]);
    let out = class.ok(&["rejudge"], &[]);
    assert!(out.contains("beats dice") && out.contains("nothing was changed; to apply this"), "{out}");
    let preview = class.json("rejudge", &[]);
    class.ok(&["rejudge"], &["--apply", preview["preview"].as_str().unwrap()]);
    let required = |student: &str| {
        class.json("check", &[student])["versions"][0]["badges"][0]["judged"]["required_percent"].clone()
    };
    assert_eq!(["1", "3"].map(required), [json!(100), json!(100)]);
}

#[test]
fn a_preview_that_is_out_of_date_is_refused() {
    let class = class();
    class.write("ki/other.wasm", bot("greedy"));
    let preview = class.json("rejudge", &[]);
    let name = preview["preview"].as_str().unwrap();
    let refused = |words: &str, name: &str| {
        let files = tree(std::path::Path::new(&class.path("ki/files")));
        let (code, out, err) = class.run(&["rejudge"], &["--apply", name]);
        assert_eq!((code, out.as_str(), err.contains(words)), (1, "", true), "{words}\n{err}");
        assert_eq!(met(&class), [json!(true), json!(true)], "{words}");
        assert!(files == tree(std::path::Path::new(&class.path("ki/files"))));
    };
    rewrite(&class, "games = 20", "games = 40");
    refused("\"beats dice\" has changed since the preview", name);
    rewrite(&class, "games = 40", "games = 20");
    class.write("ki/other.wasm", bot("walker"));
    refused("has changed since the preview", name);
    class.write("ki/other.wasm", bot("greedy"));
    refused("64 hexadecimal digits", "preview");
    let module = class.json("check", &["1"])["versions"][0]["module"].take();
    refused("this file is not a preview", module.as_str().unwrap());
    // Another version becomes active.
    class.ok(&["submit"], &["1", "greedy.wasm"]);
    class.work("1");
    class.ok(&["activate"], &["1", "3"]);
    let (code, _, err) = class.run(&["rejudge"], &["--apply", name]);
    assert_eq!((code, err.contains("the preview is out of date")), (1, true), "{err}");
}
