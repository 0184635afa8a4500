//! Creates a class whose game is an uploaded file, and replaces its rules, with the requests of a browser.

use std::fs;

use super::Serving;
use crate::game_files::STONES;

const EDGE: &str = "Content-Type: multipart/form-data; boundary=edge\r\n";

/// Returns a form with fields and a file with rules.
fn form(fields: &[(&str, &str)], (name, rules): (&str, &str)) -> Vec<u8> {
    let part = |head: &str, value: &str| {
        format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n{value}\r\n")
    };
    let fields: String =
        fields.iter().map(|(name, value)| part(&format!("name=\"{name}\""), value)).collect();
    let file = part(&format!("name=\"rules\"; filename=\"{name}\""), rules);
    format!("{fields}{file}--edge--\r\n").into_bytes()
}

#[test]
fn a_class_plays_an_uploaded_game() {
    let top = tempfile::tempdir().unwrap();
    let (serving, link) = Serving::first_run(&top);
    let path = &link[link.find("/-/").unwrap()..];
    let fields = [
        ("name", "Stones"),
        ("game", "file"),
        ("zone", "UTC"),
        ("deadline", "2099-12-01T23:59"),
        ("per-day", ""),
        ("teacher", "Tess"),
        ("roster", "id,name\n1,Ada\n"),
    ];
    let post = |rules| serving.ask(&format!("POST {path}"), EDGE, &form(&fields, ("stones.py", rules)));
    let refused = post("def legal(state, seat:\n");
    assert!(refused.contains("stones.py:1:10: SyntaxError"), "{refused}");
    assert!(refused.contains("stones.py is still chosen"), "{refused}");
    let made = post(STONES);
    assert!(made.contains("The class is ready"), "{made}");
    let link = &made[made.find("/ki/enter/").unwrap()..];
    let session = serving.enter(&link[..link.find('"').unwrap()]);
    let (cookie, mark) = &session;

    let rules = serving.ask("GET /ki/rules", cookie, b"");
    assert!(rules.contains("Take one or two of seven stones"), "{rules}");
    let starter = serving.ask("GET /ki/starter/python.zip", cookie, b"");
    assert!(starter.starts_with("HTTP/1.1 200") && starter.contains("seven-stones-python/game.wasm"));
    // Regression: the form offered a bot that the game does not have.
    let tournament = serving.ask("GET /ki/staff/tournaments/new", cookie, b"");
    assert!(tournament.contains("builtin:random") && !tournament.contains("builtin:greedy"), "{tournament}");

    let fixed = STONES.replace("The last stone wins.", "Who takes the last stone wins.");
    let head = format!("{cookie}{EDGE}");
    let settings = serving.ask("GET /ki/staff/settings", cookie, b"");
    let base = settings.split_once("name=\"base\" value=\"").unwrap().1.split('"').next().unwrap();
    let fields = [("mark", mark.as_str()), ("form", "rules"), ("base", base)];
    let preview = serving.ask("POST /ki/staff/settings", &head, &form(&fields, ("stones.py", &fixed)));
    assert!(preview.contains("Every version that counts now still does."), "{preview}");
    assert!(preview.matches("seven-stones@").count() >= 2, "both rules are named: {preview}");
    let names = fs::read_dir(top.path().join("ki/game")).unwrap();
    assert_eq!(names.count(), 4, "two modules and two archives with the author's file");
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
}
