//! Tests writing grades into a file while the program is killed or the disk fails: the file is the old or the new one.

use std::fs;

use crate::durability::course::play;
use crate::durability::shim::{Faulty, moments};
use crate::durability::tournaments::tournament;
use crate::support::{is_full, skip};

#[test]
fn a_file_that_gets_grades_is_the_old_one_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let stages = "[[stage]]\nformat = \"round-robin\"\n[grade]\nformula = \"1 + wins / 7\"\n";
    let toml = tournament(folder.path(), "graded", stages);
    let [out, class] = ["run", "class"].map(|name| folder.path().join(name));
    play(&toml, &out, "2");
    fs::create_dir(&class).unwrap();
    let file = class.join("grades.csv");
    let mut old = "Name,Points\nwalker,\nscatter,\"2\"\ncrasher,\n".to_owned();
    for number in 0..300 {
        old.push_str(&format!("student {number},\n"));
    }
    let arguments = ["report", out.to_str().unwrap(), "--into", file.to_str().unwrap()];
    let asked = ["--column", "Points", "--match", "Name", "--in-place"];
    let arguments = [&arguments[..], &asked].concat();
    let faulty = match Faulty::within(&class) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    fs::write(&file, &old).unwrap();
    assert_eq!(faulty.run("kill 1000000000", &arguments).0, 0);
    faulty.calls();
    let new = fs::read_to_string(&file).unwrap();
    assert_ne!(new, old);
    for fault in ["kill", "tear", "write", "sync"] {
        fs::write(&file, &old).unwrap();
        assert_eq!(faulty.run(&format!("{fault} 1000000000"), &arguments).0, 0);
        let calls = faulty.calls();
        assert!(calls >= 1, "{fault}: only {calls} calls");
        let (mut failed, mut kept) = (0, 0);
        for moment in moments(calls, if is_full() { usize::MAX } else { 6 }) {
            fs::write(&file, &old).unwrap();
            let (code, told, err) = faulty.run(&format!("{fault} {moment}"), &arguments);
            let left = fs::read_to_string(&file).unwrap();
            assert!(left == old || left == new, "{fault} {moment}: half a file");
            assert!(code != 0 || left == new, "{fault} {moment}: told as done, and is not");
            failed += i32::from(code != 0);
            kept += i32::from(left == old);
            if matches!(fault, "write" | "sync") && code != 0 {
                assert_eq!((code, told.as_str()), (5, ""), "{err}");
                assert!(err.contains("cannot write") && err.contains("hint: "), "{err}");
            }
            // Leftovers of a killed program do not matter.
            assert_eq!(faulty.run("kill 1000000000", &arguments).0, 0);
            assert!(fs::read_to_string(&file).unwrap() == new);
        }
        assert!(failed > 0 && kept > 0, "{fault}: {failed} failed, {kept} kept the old one");
    }
}
