//! Ledgers that are not what was written.

use std::fs;

use crate::course::{Arbitrary, begin, follow, play};
use crate::support::{assert_same_tree, is_full, run, tree, verify};
use crate::tournaments::tournament;

#[test]
fn a_flipped_byte_is_named_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 2\n");
    let out = folder.path().join("run");
    play(&toml, &out, "2");
    let path = out.join("private/ledger.sqlite");
    let (good, site) = (fs::read(&path).unwrap(), tree(&out.join("site")));
    let mut arbitrary = Arbitrary(5);
    let mut named = 0;
    let flips = if is_full() { 2000 } else { 25 };
    for flip in 0..flips {
        let mut bad = good.clone();
        // Most zero bytes are unused space.
        let place = std::iter::repeat_with(|| arbitrary.below(good.len() as u64) as usize)
            .find(|&place| good[place] != 0)
            .unwrap();
        bad[place] ^= 1 << arbitrary.below(8);
        fs::write(&path, &bad).unwrap();
        let arguments: &[&str] = match flip % 3 {
            0 => &["verify", out.to_str().unwrap()],
            1 => &["report", out.to_str().unwrap()],
            _ => &["run", &toml, "--out", out.to_str().unwrap()],
        };
        let (code, told, err) = run(arguments);
        assert!(
            !err.contains("panicked") && [0, 1, 4, 5].contains(&code),
            "byte {place}: {code} {told}{err}"
        );
        if code == 0 {
            assert!(tree(&out.join("site")) == site, "byte {place} changed the report unnoticed");
        } else {
            named += 1;
            assert!(err.starts_with("error: "), "byte {place}: {err}");
        }
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(out.join(format!("private/ledger.sqlite{suffix}")));
        }
    }
    assert!(named * 5 > flips, "only {named} of {flips} flips were seen");
}

/// The ledger's own tests cut the log at every byte of its last record; here a run resumes with what is left.
#[test]
fn a_run_whose_log_is_torn_plays_what_was_lost_again() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "torn", "[[stage]]\nformat = \"round-robin\"\ngames = 12\n");
    let [whole, killed, out] = ["whole", "killed", "torn"].map(|name| folder.path().join(name));
    play(&toml, &whole, "2");
    let (mut child, mut lines) = begin(&toml, &killed, "2");
    assert_eq!(follow(&mut lines, 60), 60);
    let _ = child.kill();
    child.wait().unwrap();
    let log = fs::read(killed.join("private/ledger.sqlite-wal")).unwrap();
    assert!(log.len() > 10_000, "a log of {} bytes", log.len());
    let mut arbitrary = Arbitrary(3);
    for cut in 0..if is_full() { 100 } else { 6 } {
        let length = match cut {
            0 => log.len() - 1,
            _ => arbitrary.below(log.len() as u64) as usize,
        };
        fs::create_dir_all(out.join("private")).unwrap();
        fs::copy(killed.join("private/ledger.sqlite"), out.join("private/ledger.sqlite")).unwrap();
        fs::write(out.join("private/ledger.sqlite-wal"), &log[..length]).unwrap();
        play(&toml, &out, "2");
        assert_same_tree(&whole.join("site"), &out.join("site"));
        verify(&out);
        fs::remove_dir_all(&out).unwrap();
    }
}
