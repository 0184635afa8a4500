//! Tests the creation of a class while the program is killed or the disk fails: creating it again completes it.

use std::fs;

use crate::durability::shim::{Faulty, moments};
use crate::support::{is_full, run, skip};

#[test]
fn a_class_begins_as_a_whole_or_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    let path = class.to_str().unwrap();
    let options = ["--game", "tank-war", "--zone", "Europe/Berlin", "--deadline", "2099-12-01 23:59"];
    let arguments = [&["class", "init", path][..], &options].concat();
    let faulty = match Faulty::within(&class) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    assert_eq!(faulty.run("kill 1000000000", &arguments).0, 0);
    let text = fs::read_to_string(class.join("class.toml")).unwrap();
    for fault in ["kill", "tear", "write"] {
        fs::remove_dir_all(&class).unwrap();
        faulty.calls();
        assert_eq!(faulty.run(&format!("{fault} 1000000000"), &arguments).0, 0);
        let calls = faulty.calls();
        assert!(calls > 3, "{fault}: only {calls} calls");
        let mut failed = 0;
        for moment in moments(calls, if is_full() { usize::MAX } else { 4 }) {
            fs::remove_dir_all(&class).unwrap();
            let (code, ..) = faulty.run(&format!("{fault} {moment}"), &arguments);
            failed += i32::from(code != 0);
            if let Ok(left) = fs::read_to_string(class.join("class.toml")) {
                assert_eq!(left, text, "{fault} {moment}: half a text");
            }
            let (code, _, err) = run(&arguments);
            let was_whole = err.contains("already contains a class");
            assert!(code == 0 || was_whole, "{fault} {moment}: {err}");
            assert_eq!(fs::read_to_string(class.join("class.toml")).unwrap(), text);
            let (code, _, err) = run(&["class", "status", path]);
            assert_eq!(code, 0, "{fault} {moment}: {err}");
        }
        assert!(failed > 0, "{fault}: nothing failed");
    }
}
