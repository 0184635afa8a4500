//! Tests the output of `muster verify` on a run: its root, a signature for it, and the exit code.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{copy_of, run, tree};
use ed25519_compact::{KeyPair, Seed};
use ledger::{Inputs, Ledger, RunFolder};
use tempfile::TempDir;

/// Plays a run of three built-in players; returns its temporary folder, its own folder and the output.
fn played() -> (TempDir, PathBuf, String) {
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n\
        [[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n[[entrant]]\nname = \"B\"\nbot = \"builtin:random\"\n\
        [[entrant]]\nname = \"C\"\nbot = \"builtin:random\"\n[[stage]]\nformat = \"round-robin\"\n";
    let folder = copy_of("a run to verify", |folder| {
        let toml = folder.join("cup.toml");
        fs::write(&toml, text).unwrap();
        let out = folder.join("run");
        let (code, printed, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        assert_eq!(code, 0, "{err}");
        fs::write(folder.join("printed"), printed).unwrap();
    });
    let printed = fs::read_to_string(folder.path().join("printed")).unwrap();
    let out = folder.path().join("run");
    (folder, out, printed)
}

fn verify(out: &Path, more: &[&str]) -> (i32, String, String) {
    let mut arguments = vec!["verify", out.to_str().unwrap()];
    arguments.extend(more);
    run(&arguments)
}

fn root_in(told: &str) -> String {
    told.lines().find_map(|line| line.strip_prefix("root: ")).expect("a root is told").to_owned()
}

fn rule(out: &Path, arguments: &[&str]) {
    let mut all = vec!["rule", out.to_str().unwrap()];
    all.extend(arguments);
    let (code, _, err) = run(&all);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_root_is_printed_shown_and_known_again() {
    let (_folder, out, told) = played();
    let root = root_in(&told);
    let site = tree(&out.join("site"));
    let page = String::from_utf8(site[Path::new("index.html")].clone()).unwrap();
    assert!(page.contains(&root), "the report shows it");
    assert_eq!(blake3::hash(&site[Path::new("data/root.txt")]).to_string(), root);
    let (code, told, err) = verify(&out, &[]);
    assert_eq!((code, root_in(&told)), (0, root.clone()), "{err}");
    assert_eq!(told.lines().last(), Some("3 matches played again: all as recorded"));
    let (code, told, _) = verify(&out, &["--root", &root.to_uppercase()]);
    assert!(code == 0 && told.starts_with(&format!("root: {root}, as given\n")), "{told}");
    let (code, _, err) = verify(&out, &["--root", &"0".repeat(64)]);
    assert_eq!(code, 4, "{err}");
    assert!(
        err.contains("is neither the root of this run nor an earlier one") && err.contains(&root),
        "{err}"
    );
    assert_eq!(verify(&out, &["--root", "abc"]).0, 2);
}

#[test]
fn with_an_earlier_root_it_names_what_came_since() {
    let (_folder, out, told) = played();
    let root = root_in(&told);
    rule(&out, &["annul", "1.1.1.1", "--reason", "a trial"]);
    let (code, told, err) = verify(&out, &["--root", &root]);
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with(&format!("{root} is an earlier root of the run:\n  ruling 1: annul")), "{told}");
    assert!(told.contains("everything else is unchanged since\n") && root_in(&told) != root, "{told}");
    // An incomplete run has no root of its own, but it had one before.
    rule(&out, &["replay", "1.2.1.1", "--reason", "a trial"]);
    let (code, told, err) = verify(&out, &["--root", &root]);
    assert_eq!(code, 3, "{err}");
    assert!(told.contains("  ruling 2: replay game=1.2.1.1") && !told.contains("root: "), "{told}");
    assert!(err.contains("the run is not complete: stage \"Stage 1\": 1 match is missing"), "{err}");
}

#[test]
fn a_log_or_a_failure_that_is_gone_is_told() {
    let (_folder, out, _) = played();
    let path = out.join("private/ledger.sqlite");
    // There are no faults or logs: the seals over nothing no longer fit, as if there had been some.
    let bytes = fs::read(&path).unwrap();
    let seal = blake3::hash(b"");
    let places: Vec<usize> =
        (0..bytes.len() - 32).filter(|&at| bytes[at..at + 32] == *seal.as_bytes()).collect();
    assert_eq!(places.len(), 2, "one over no failures, one over no logs");
    for (place, what) in places.into_iter().zip(["failure", "log"]) {
        let mut bad = bytes.clone();
        bad[place] ^= 1;
        fs::write(&path, bad).unwrap();
        let (code, told, err) = verify(&out, &[]);
        assert_eq!(code, 4, "{told}");
        assert!(told.contains(&format!("stage 1 differs from its seal: a {what} was changed")), "{told}");
        assert!(err.starts_with("error: 1 difference in 3 matches; the first is "), "{err}");
    }
}

/// Returns the same run, begun with another engine.
fn played_before(out: &Path, engine: impl Fn(&str) -> String) -> PathBuf {
    let ledger = Ledger::open_read_only(&RunFolder::at(out)).unwrap();
    let mut header = ledger.header().unwrap();
    header.fingerprint = engine(&header.fingerprint);
    let (entrants, files) = (ledger.entrants().unwrap(), ledger.files().unwrap());
    let before = out.with_file_name("before");
    let _ = fs::remove_dir_all(&before);
    let folder = RunFolder::at(&before);
    folder.create().unwrap();
    let inputs = Inputs { header: &header, entrants: &entrants, modules: &[], files: &files };
    Ledger::create(&folder, inputs).unwrap();
    before
}

#[test]
fn the_version_that_has_the_engine_of_an_older_run_is_named() {
    let (temp, out, _) = played();
    let toml = temp.path().join("cup.toml");
    let told = |before: &Path| {
        let resumed = run(&["run", toml.to_str().unwrap(), "--out", before.to_str().unwrap()]);
        [verify(before, &[]), resumed].map(|(code, _, err)| {
            assert_eq!(code, 1, "{err}");
            assert!(err.contains("has a different engine"), "{err}");
            err
        })
    };
    let earlier = [
        ("0.1.0", "prices=1 abi=1 calls=3"),
        ("0.2.0", "prices=2 abi=1 calls=3"),
        ("0.3.0", "prices=2 abi=1 calls=4"),
    ];
    for (version, engine) in earlier {
        let before = played_before(&out, |here| here.replace("prices=3 abi=1 calls=4", engine));
        for err in told(&before) {
            let due = format!("the engine of Muster {version}: resume and verify it with that version");
            assert!(err.contains(&due), "{err}");
        }
    }
    let of_nobody = played_before(&out, |here| here.replace("wasmtime=", "wasmtime=9"));
    for err in told(&of_nobody) {
        assert!(err.contains("no version of Muster up to this one") && !err.contains("0.1.0"), "{err}");
    }
}

/// Regression: the text of the root was signed, but never compared with the run next to it.
#[test]
fn the_root_in_the_site_is_compared_with_that_of_the_run() {
    let (_folder, out, _) = played();
    let path = out.join("site/data/root.txt");
    let good = fs::read_to_string(&path).unwrap();
    for bad in [good.replacen("stage 1", "stage 2", 1), format!("{good}\n"), String::new()] {
        fs::write(&path, bad).unwrap();
        let (code, told, err) = verify(&out, &[]);
        assert_eq!(code, 4, "{told}{err}");
        assert!(
            err.contains("site/data/root.txt is neither the root of this run nor an earlier one"),
            "{err}"
        );
    }
    // After a ruling, it is an earlier root of the run, until the report is written again.
    fs::write(&path, good).unwrap();
    rule(&out, &["annul", "1.1.1.1", "--reason", "a trial"]);
    let (code, told, err) = verify(&out, &[]);
    assert!(code == 0 && told.contains("`muster report` rewrites the site"), "{told}{err}");
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    let (code, told, err) = verify(&out, &[]);
    assert!(code == 0 && !told.contains("rewrites the site"), "{told}{err}");
    fs::remove_file(&path).unwrap();
    assert_eq!(verify(&out, &[]).0, 0, "a run without a report");
}

/// Regression: the winner under the published root was another one, without a message.
#[test]
fn an_adopted_change_is_told_by_what_it_changes_and_the_root_before_does_not_cover_it() {
    let (folder, out, told) = played();
    let root = root_in(&told);
    let pair = KeyPair::from_seed(Seed::new([1; 32]));
    let kept = folder.path().join("kept.minisig");
    fs::write(&kept, signed(&fs::read(out.join("site/data/root.txt")).unwrap(), &pair)).unwrap();
    let key = base64(&[b"Ed", &ID[..], &pair.pk[..]].concat());
    let toml = folder.path().join("cup.toml");
    let text = fs::read_to_string(&toml).unwrap();
    let adopt = |text: String| {
        fs::write(&toml, text).unwrap();
        run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap(), "--adopt"])
    };
    // Two entrants who have played cannot swap their names.
    let swapped = text.replace("\"B\"", "\"X\"").replace("\"C\"", "\"B\"").replace("\"X\"", "\"C\"");
    let (code, told, err) = adopt(swapped);
    assert!(code == 1 && err.contains("another entrant has played under the name \"C\""), "{told}{err}");

    let (code, told, err) = adopt(text.replace("\"B\"", "\"Eve\""));
    assert_eq!(code, 0, "{told}{err}");
    let signature = kept.to_str().unwrap();
    for more in [&["--root", &root][..], &["--public-key", &key, "--signature", signature]] {
        let (code, told, err) = verify(&out, more);
        assert_eq!(code, 0, "{told}{err}");
        for line in [
            "adopted change 1: entrant 2 \"B\": name is \"Eve\", was \"B\"",
            "does not cover the current standings",
        ] {
            assert!(told.contains(line), "{told}");
        }
    }
}

/// Returns a signature file in minisign's format until 2020, which is still valid: it signs the text itself.
fn signed(text: &[u8], key: &KeyPair) -> String {
    let signature = key.sk.sign(text, None);
    let comment = "the cup of 2026";
    let all = key.sk.sign([&signature[..], comment.as_bytes()].concat(), None);
    let line = base64(&[b"Ed", &ID[..], &signature[..]].concat());
    format!("untrusted comment: a test\n{line}\ntrusted comment: {comment}\n{}\n", base64(&all[..]))
}

const ID: [u8; 8] = [7; 8];

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let word = part.iter().chain([&0, &0]).take(3).fold(0, |word, byte| word << 8 | u32::from(*byte));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place > part.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[test]
fn a_signature_says_who_published_a_root() {
    let (folder, out, _) = played();
    let text = out.join("site/data/root.txt");
    let pair = |seed| KeyPair::from_seed(Seed::new([seed; 32]));
    let public = |pair: &KeyPair| base64(&[b"Ed", &ID[..], &pair.pk[..]].concat());
    let (ours, other) = (pair(1), pair(2));
    let file = folder.path().join("minisign.pub");
    fs::write(&file, format!("untrusted comment: a test\n{}\n", public(&ours))).unwrap();
    let key = file.to_str().unwrap();

    let (code, _, err) = verify(&out, &["--public-key", key]);
    assert!(code == 1 && err.contains("cannot read the signature"), "{err}");
    let signature = out.join("site/data/root.txt.minisig");
    fs::write(&signature, signed(&fs::read(&text).unwrap(), &ours)).unwrap();
    for key in [key, &public(&ours)] {
        let (code, told, err) = verify(&out, &["--public-key", key]);
        assert_eq!(code, 0, "{err}");
        assert!(told.starts_with("the root is signed: the cup of 2026\n"), "{told}");
    }
    let (code, _, err) = verify(&out, &["--public-key", &public(&other)]);
    assert!(code == 4 && err.contains("signs neither the root of this run nor an earlier one"), "{err}");

    // A new report of the same run keeps it. A ruling makes it the signature of the earlier state.
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    let kept = folder.path().join("kept.minisig");
    fs::copy(&signature, &kept).unwrap();
    rule(&out, &["annul", "1.1.1.1", "--reason", "a trial"]);
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    assert!(!signature.exists(), "what it signs is no longer there");
    let (code, told, err) = verify(&out, &["--public-key", key, "--signature", kept.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("an earlier root of the run (the cup of 2026):\n  ruling 1: annul"), "{told}");
    let (code, _, err) = verify(&out, &["--public-key", "nothing", "--signature", kept.to_str().unwrap()]);
    assert!(code == 1 && err.contains("cannot read the public key"), "{err}");
}
