//! `muster evidence`: an archive that can be verified on its own, and contains no data of the other entrant.

mod forgeries;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use game::Seat;
use ledger::{Ledger, RunFolder};
use referee::MatchSeed;
use serde_json::Value;
use tournament::{MatchKey, RunSeed, match_seed};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{GIVES_UP, bot, played, sample};
use crate::support::run;

/// The files of an archive, by name.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

const MATCH: &str = "1.1.1.1";

/// Plays the quitter against a random player, and returns the run and the quitter's evidence.
fn quitters(folder: &Path) -> (PathBuf, PathBuf) {
    bot(folder, "quitter.wasm", GIVES_UP);
    let other = bot(folder, "other.wasm", "(call $random)");
    let bytes = fs::read(&other).unwrap();
    let at = bytes.windows(8).position(|window| window == b"thinking").unwrap();
    fs::write(other, [&bytes[..at], b"secretly", &bytes[at + 8..]].concat()).unwrap();
    let entrants = [("Quitter", "quitter.wasm", "depth=4"), ("Other", "other.wasm", "secret=9")];
    let out = played(folder, "tank-war", "", &entrants);
    let file = folder.join("evidence.zip");
    evidence(&out, "Quitter", &file);
    (out, file)
}

fn evidence(out: &Path, name: &str, file: &Path) -> String {
    let [out, file] = [out, file].map(|path| path.to_str().unwrap());
    let (code, told, err) = run(&["evidence", out, MATCH, "--for", name, "-o", file]);
    assert_eq!(code, 0, "{told}{err}");
    told
}

fn verify(file: &Path, more: &[&str]) -> (i32, String, String) {
    run(&[&["verify", file.to_str().unwrap()], more].concat())
}

pub(crate) fn unzipped(file: &Path) -> Files {
    let mut archive = ZipArchive::new(Cursor::new(fs::read(file).unwrap())).unwrap();
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(entry.name().to_owned(), bytes);
    }
    files
}

fn zipped(files: &Files, file: &Path) {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    fs::write(file, archive.finish().unwrap().into_inner()).unwrap();
}

#[test]
fn evidence_verifies_from_the_archive_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = quitters(folder.path());
    let again = folder.path().join("again.zip");
    let told = evidence(&out, "Quitter", &again);
    assert_eq!(fs::read(&file).unwrap(), fs::read(&again).unwrap(), "equal bytes twice");
    let (_, verified, _) = run(&["verify", out.to_str().unwrap()]);
    let root = verified.lines().find_map(|line| line.strip_prefix("root: ")).unwrap().to_owned();
    assert!(told.contains(&root), "{told}");
    // Only the archive is left.
    let elsewhere = tempfile::tempdir().unwrap();
    let alone = elsewhere.path().join("evidence.zip");
    fs::copy(&file, &alone).unwrap();
    drop(folder);
    let (code, told, err) = verify(&alone, &["--root", &root]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("match 1.1.1.1 for Quitter, The Tank War"), "{told}");
    assert!(told.contains("then the same fault") && told.contains("log: as recorded"), "{told}");
    let (code, _, err) = verify(&alone, &["--root", &"0".repeat(64)]);
    assert_eq!(code, 4, "{err}");
    let (code, _, err) = verify(&alone, &["--match", MATCH]);
    assert_eq!(code, 1, "{err}");
    // Unpacked, it can be read by `muster why`.
    for (name, bytes) in unzipped(&alone) {
        fs::write(elsewhere.path().join(name), bytes).unwrap();
    }
    let unpacked = |name: &str| elsewhere.path().join(name).to_str().unwrap().to_owned();
    let (code, told, err) = run(&["why", &unpacked("match.json"), "--bot", &unpacked("bot.wasm")]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("then the same fault"), "{told}");
}

#[test]
fn a_match_to_the_end_is_judged_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let (greedy, hunter) = (sample("tank-war/greedy/greedy.wasm"), sample("tank-war/hunter/hunter.wasm"));
    let out = played(folder.path(), "tank-war", "", &[("Greedy", &greedy, ""), ("Hunter", &hunter, "")]);
    for name in ["Greedy", "Hunter"] {
        let file = folder.path().join(format!("{name}.zip"));
        evidence(&out, name, &file);
        let (code, told, err) = verify(&file, &[]);
        assert_eq!(code, 0, "{told}{err}");
        assert!(told.contains("result: as the rules say") && told.contains("answers as recorded"), "{told}");
    }
    let file = folder.path().join("nobody.zip");
    let [run_folder, file] = [&out, &file].map(|path| path.to_str().unwrap());
    let (code, _, err) = run(&["evidence", run_folder, MATCH, "--for", "Nobody", "-o", file]);
    assert_eq!(code, 1);
    assert!(err.contains("Nobody does not play in this match") && err.contains("Greedy"), "{err}");
}

#[test]
fn evidence_holds_nothing_that_another_keeps_private() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = quitters(folder.path());
    let header = Ledger::open_read_only(&RunFolder::at(&out)).unwrap().header().unwrap();
    let key: MatchKey = MATCH.parse().unwrap();
    let seed = MatchSeed::new(match_seed(RunSeed::from(header.seed), key));
    let hex = |bytes: &[u8; 32]| blake3::Hash::from_bytes(*bytes).to_hex().to_string();
    let files = unzipped(&file);
    let record: Value = serde_json::from_slice(&files["match.json"]).unwrap();
    let own = if record["entrants"][0] == "Quitter" { Seat::First } else { Seat::Second };
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["README.txt", "bot.wasm", "evidence.json", "log.txt", "match.json", "root.json"]);
    assert_eq!(files["bot.wasm"], fs::read(folder.path().join("quitter.wasm")).unwrap());
    assert!(files["log.txt"].starts_with(b"thinking about it\n@cell"));
    let all: Vec<String> = files.values().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    let holds = |text: &str| all.iter().any(|file| file.contains(text));
    assert!(holds(&hex(&seed.seat_key(own))) && holds("depth=4"));
    let other = fs::read(folder.path().join("other.wasm")).unwrap();
    let kept = [
        hex(&seed.seat_key(own.other())),
        hex(seed.bytes()),
        "secret=9".to_owned(),
        "secretly".to_owned(),
        "7365637265746c79".to_owned(),
    ];
    for secret in kept {
        assert!(!holds(&secret), "{secret}");
    }
    assert!(files.values().all(|bytes| *bytes != other));
}

#[test]
fn evidence_that_was_changed_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = quitters(folder.path());
    let files = unzipped(&file);
    let refused = |what: &str, change: &dyn Fn(&mut Files), why: &str| {
        let changed = folder.path().join("changed.zip");
        let mut files = files.clone();
        change(&mut files);
        zipped(&files, &changed);
        let (code, told, err) = verify(&changed, &[]);
        assert_eq!(code, 4, "{what}: {told}{err}");
        assert!(err.contains(why), "{what}: {err}");
    };
    let replace = |files: &mut Files, name: &str, from: &str, to: &str| {
        let text = String::from_utf8_lossy(&files[name]).replace(from, to);
        files.insert(name.to_owned(), text.into_bytes());
    };
    refused("a file", &|files| drop(files.insert("log.txt".to_owned(), Vec::new())), "log.txt");
    refused("a file less", &|files| drop(files.remove("bot.wasm")), "bot.wasm");
    refused("a file more", &|files| drop(files.insert("../x".to_owned(), Vec::new())), "has");
    refused("a module", &|files| drop(files.insert("bot.wasm".to_owned(), b"\0asm".to_vec())), "bot.wasm");
    // Another match of the stage, another text of the root: even with its hash changed.
    for (from, to) in [
        ("\"memory\":[", "\"memory\":[1"),
        ("stage 1 matches ", "stage 1 matches 0"),
        ("\"entrants\":[0,1]", "\"entrants\":[1,0]"),
        ("\"joined\":0", "\"joined\":1"),
    ] {
        let forged = |files: &mut Files| {
            let before = hash(&files["root.json"]);
            replace(files, "root.json", from, to);
            let after = hash(&files["root.json"]);
            assert_ne!(before, after, "{from}");
            replace(files, "evidence.json", &before, &after);
        };
        refused(from, &forged, "does not lead to the root");
    }
    // Regression: a forged log with its hashes was only found by a replay.
    let forged = |files: &mut Files| {
        let before: Vec<String> = ["log.txt", "match.json"].map(|name| hash(&files[name])).into();
        replace(files, "log.txt", "thinking", "sleeping");
        replace(files, "match.json", "7468696e6b696e67", "736c656570696e67");
        for (name, before) in ["log.txt", "match.json"].iter().zip(before) {
            let now = hash(&files[*name]);
            replace(files, "evidence.json", &before, &now);
        }
    };
    refused("log and hashes", &forged, "the match, its dice, failing call or log: not from the run");
    let bytes = fs::read(&file).unwrap();
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        let cut = folder.path().join("cut.zip");
        fs::write(&cut, &bytes[..length]).unwrap();
        let (code, _, err) = verify(&cut, &[]);
        assert_eq!(code, 4, "{length}: {err}");
    }
}

/// Regression: an archive of 1.5 MB took 1.5 GiB of memory.
#[test]
fn a_small_archive_of_huge_files_is_refused_before_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = quitters(folder.path());
    let files = unzipped(&file);
    let bomb = folder.path().join("bomb.zip");
    for (name, size) in
        [("match.json", 100 << 20), ("log.txt", 100 << 20), ("bot.wasm", 40 << 20), ("README.txt", 1 << 20)]
    {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (other, bytes) in &files {
            archive.start_file(other.as_str(), SimpleFileOptions::default()).unwrap();
            if other == name {
                io::copy(&mut io::repeat(b' ').take(size), &mut archive).unwrap();
            } else {
                archive.write_all(bytes).unwrap();
            }
        }
        let bytes = archive.finish().unwrap().into_inner();
        assert!(bytes.len() < 1 << 20, "{}", bytes.len());
        fs::write(&bomb, &bytes).unwrap();
        let (code, _, err) = verify(&bomb, &[]);
        assert_eq!(code, 4, "{err}");
        assert!(err.contains(&format!("its {name} would have {size} bytes; the limit is ")), "{err}");
        // The archive claims a smaller size.
        let lying = bytes.windows(4).enumerate().filter(|(_, window)| *window == (size as u32).to_le_bytes());
        let places: Vec<usize> = lying.map(|(index, _)| index).collect();
        assert!(!places.is_empty());
        let mut bytes = bytes;
        for place in places {
            bytes[place..place + 4].copy_from_slice(&100_u32.to_le_bytes());
        }
        fs::write(&bomb, &bytes).unwrap();
        let (code, _, err) = verify(&bomb, &[]);
        assert_eq!(code, 4, "{err}");
    }
}

/// Regression: it was printed completely, 60,000 characters in this archive.
#[test]
fn a_name_of_any_length_is_cut_where_it_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = quitters(folder.path());
    let mut files = unzipped(&file);
    let long = "Q".repeat(60_000);
    let text = String::from_utf8(files["match.json"].clone()).unwrap();
    files.insert("match.json".to_owned(), text.replace("\"Quitter\"", &format!("\"{long}\"")).into_bytes());
    consistent(&mut files, "match.json");
    let forged = folder.path().join("long.zip");
    zipped(&files, &forged);
    let (code, told, err) = verify(&forged, &[]);
    assert_eq!(code, 4, "{told}{err}");
    assert!(told.len() + err.len() < 4_000, "{}", told.len() + err.len());
    let unpacked = folder.path().join("match.json");
    fs::write(&unpacked, &files["match.json"]).unwrap();
    let (_, told, err) = run(&["why", unpacked.to_str().unwrap()]);
    assert!(told.contains("QQQ") && told.len() + err.len() < 8_000, "{}", told.len() + err.len());
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Makes all hashes and copies of a field consistent after a change, like a forger who knows the archive.
fn consistent(files: &mut Files, changed: &str) {
    let mut about: Value = serde_json::from_slice(&files["evidence.json"]).unwrap();
    let record: Option<Value> = serde_json::from_slice(&files["match.json"]).ok();
    if changed == "match.json"
        && let Some(record) = record
    {
        let seat = usize::from(record["seat"] == "second");
        for (own, named) in
            [("match", &record["match"]), ("for", &record["entrants"][seat]), ("engine", &record["engine"])]
        {
            about[own] = named.clone();
        }
        if let Some(log) = record["closing"]["log"].as_str() {
            let bytes = log
                .as_bytes()
                .chunks(2)
                .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or("x"), 16).unwrap_or(0));
            files.insert("log.txt".to_owned(), bytes.collect());
        }
    }
    if changed != "evidence.json" {
        for name in ["log.txt", "match.json", "bot.wasm", "root.json"] {
            about["files"][name] = Value::from(hash(&files[name]));
        }
        let text = in_order(&files["evidence.json"], &about);
        files.insert("evidence.json".to_owned(), text.into_bytes());
    }
}

/// Returns the text of `about` with its fields in the archive's own order, which a JSON table does not keep.
fn in_order(own: &[u8], about: &Value) -> String {
    let own = String::from_utf8_lossy(own);
    let field = |line: &str| line.trim().split_once(':').map(|(key, _)| key.trim_matches('"').to_owned());
    own.lines()
        .map(|line| {
            let Some(key) = field(line) else { return format!("{line}\n") };
            let value =
                about.get(&key).filter(|value| !value.is_object()).or_else(|| about["files"].get(&key));
            let end = if line.ends_with(',') { "," } else { "" };
            match value {
                Some(value) => {
                    format!("{}\"{key}\": {value}{end}\n", &line[..line.len() - line.trim_start().len()])
                }
                None => format!("{line}\n"),
            }
        })
        .collect()
}
