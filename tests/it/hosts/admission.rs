//! A module that may not play is refused in the browser with the same words as at admission.

use std::fs;
use std::path::Path;

use sandbox::{Caps, Objection, inspect};
use serde_json::{Value, json};

use crate::hosts::scripts::answers;
use crate::support::top;

/// Returns `true` if only admission can tell, because it must read every function's code.
fn is_beyond_a_browser(objection: &Objection) -> bool {
    let in_words = objection.to_string();
    let in_the_code = ["tail calls", "relaxed SIMD"];
    matches!(objection, Objection::Feature(_)) && in_the_code.iter().any(|feature| in_words.contains(feature))
}

#[test]
fn modules_are_refused_in_the_words_of_admission() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut cases: Vec<(String, Vec<u8>)> = fs::read_dir(top().join("tests/hostile"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), wat::parse_file(&path).unwrap()))
        .collect();
    cases.sort();
    for (name, bytes) in
        [("nothing", &b""[..]), ("a source", b"fn main() {}"), ("a component", b"\0asm\x0d\0\x01\0")]
    {
        cases.push((name.to_owned(), bytes.to_owned()));
    }
    cases.push(("30 unknown imports".to_owned(), with_imports(30)));
    cases.push(("100,000 unknown imports".to_owned(), with_imports(100_000)));
    let mut lines = Vec::new();
    for (index, (_, bytes)) in cases.iter().enumerate() {
        let file = folder.join(format!("refused-{index}.wasm"));
        fs::write(&file, bytes).unwrap();
        lines.push(json!(file));
    }
    let Some(found) = answers("admission.js", &lines) else { return };
    let mut refused = 0;
    for ((name, bytes), found) in cases.iter().zip(found) {
        let due: Vec<Value> = match inspect(bytes, &Caps::script()) {
            // A browser's limitation is an objection of its own.
            Ok(sizes) if sizes.program => vec![json!({
                "message": "the module is a program with _start, which reads and prints lines: that cannot be played \
                            in a browser",
                "advice": "play it with `muster play`, or build a reactor (-mexec-model=reactor) that exports \
                           muster_choose",
            })],
            Ok(_) => Vec::new(),
            Err(refusal) => {
                refusal.objections().iter().filter(|one| !is_beyond_a_browser(one)).map(said).collect()
            }
        };
        refused += usize::from(!due.is_empty());
        assert_eq!(found, Value::Array(due), "{name}");
    }
    assert!(refused > 15, "{refused} modules were refused by both");
}

/// Returns a module with this many imports that do not exist.
fn with_imports(count: usize) -> Vec<u8> {
    let import = |index: usize| format!("(import \"a\" \"{index}\" (func))");
    let imports: String = (0..count).map(import).collect();
    wat::parse_str(format!("(module {imports} (memory (export \"memory\") 1))")).unwrap()
}

fn said(objection: &Objection) -> Value {
    json!({ "message": objection.to_string(), "advice": objection.advice() })
}
