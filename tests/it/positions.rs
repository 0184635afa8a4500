//! `muster test`: positions with expected or forbidden moves.

use std::fs;

use crate::support::run;

/// Returns exit code, output and errors for a file of positions, without the folder's name.
fn tested(bot: &str, text: &str, more: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    fs::write(&file, text).unwrap();
    let (code, out, err) = run(&[&["test", "tank-war", bot, file.to_str().unwrap()], more].concat());
    let plain = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
    (code, plain(out), plain(err))
}

const POSITIONS: &str = "\
# builtin:first plays LA everywhere.
name: the first move
position: start
seat: Up
expect: LA LB

name: not this one
position: start
seat: D
forbid: LA

position: uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0
seat: second
expect: RC
";

#[test]
fn every_position_that_is_not_passed_is_drawn() {
    let (code, out, err) = tested("builtin:first", POSITIONS, &[]);
    assert_eq!(code, 4, "{err}");
    assert!(
        out.starts_with(
            "ok: the first move: LA\nFAILED: not this one (positions.txt:7): LA, expected anything but LA\n"
        ),
        "{out}"
    );
    assert!(out.contains("\n    0    1    2    3    4    5\n  0 uRC"), "the board is drawn:\n{out}");
    assert!(out.contains("\nFAILED: line 12 (positions.txt:12): LA, expected RC\n"), "{out}");
    assert!(out.contains("\n  ask again: muster call builtin:first --game tank-war --position "), "{out}");
    assert!(
        out.ends_with("\n1 of 3 positions passed\n") && err.contains("1 of 3 positions passed"),
        "{out}{err}"
    );
    let (code, out, err) = tested("builtin:first", POSITIONS.split("\n\n").next().unwrap(), &[]);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (0, "ok: the first move: LA\n1 of 1 positions passed\n", "")
    );
}

#[test]
fn a_program_reads_the_same_as_json() {
    let (code, out, _) = tested("builtin:first", POSITIONS, &["--json"]);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &told["passed"], &told["version"]), (4, &1.into(), &1.into()), "{out}");
    assert_eq!(told["positions"][1]["answer"], "LA");
    assert_eq!(told["positions"][1]["forbid"][0], "LA");
    assert_eq!(told["positions"][2]["passed"], false);
}

#[test]
fn what_is_wrong_with_the_file_is_shown_where_it_stands() {
    let (code, out, err) = tested("builtin:first", "position: start\nseat: Up\nexpect: LA XY\n", &[]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(
        err.contains("positions.txt:3:12\n") && err.contains("3 | expect: LA XY\n  |            ^^"),
        "{err}"
    );
    assert!(err.ends_with("error: 1 problem in positions.txt\n"), "{err}");
    let (code, _, err) = tested("builtin:first", "", &[]);
    assert!(code == 1 && err.contains("the file has no positions"), "{err}");
}
