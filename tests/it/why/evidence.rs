//! `muster evidence`: one archive that verifies by itself, and holds nothing of the other entrant's.

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
use crate::support::{run, top};

/// Files of an archive, by their names.
type Files = BTreeMap<String, Vec<u8>>;

const MATCH: &str = "1.1.1.1";

/// The quitter against a random player, and what the quitter may have of it.
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

fn unzipped(file: &Path) -> Files {
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
    // Nothing but the archive is left.
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
    // Unpacked, it is what `muster why` reads.
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
    // Another match of the stage, another text of the root: with its hash changed as well.
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
    // The log that cheats, with its hashes: the defect was that nothing but a replay told it.
    let forged = |files: &mut Files| {
        let before: Vec<String> = ["log.txt", "match.json"].map(|name| hash(&files[name])).into();
        replace(files, "log.txt", "thinking", "sleeping");
        replace(files, "match.json", "7468696e6b696e67", "736c656570696e67");
        for (name, before) in ["log.txt", "match.json"].iter().zip(before) {
            let now = hash(&files[*name]);
            replace(files, "evidence.json", &before, &now);
        }
    };
    refused("log and hashes", &forged, "the match, its dice, failing call or log: not of the run");
    let bytes = fs::read(&file).unwrap();
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        let cut = folder.path().join("cut.zip");
        fs::write(&cut, &bytes[..length]).unwrap();
        let (code, _, err) = verify(&cut, &[]);
        assert_eq!(code, 4, "{length}: {err}");
    }
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// A way to a value in a JSON text.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// One field of an archive, forged, with everything in the archive that says the same.
struct Forgery {
    what: String,
    files: Files,
    /// What is done to the archive itself.
    archive: fn(Vec<u8>) -> Vec<u8>,
}

/// Every value of a JSON text that holds no other values, and every list and table.
fn places(value: &Value, way: &[Step], found: &mut Vec<Vec<Step>>) {
    found.push(way.to_vec());
    let steps: Vec<(Step, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (Step::Key(key.clone()), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (Step::Index(index), item)).collect()
        }
        _ => Vec::new(),
    };
    for (step, value) in steps {
        places(value, &[way, &[step]].concat(), found);
    }
}

fn at<'v>(value: &'v mut Value, way: &[Step]) -> &'v mut Value {
    way.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Index(index) => &mut value[*index],
    })
}

/// Other values in the place of this one.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![Value::from("forged"), Value::from(1)],
        Value::Bool(flag) => vec![Value::from(!flag)],
        Value::Number(number) => vec![Value::from(number.as_u64().unwrap_or(0) ^ 1)],
        Value::String(text) => {
            let replaced = |from: fn(char) -> bool, to: char| {
                let last = text.rfind(from)?;
                Some(Value::from(format!("{}{to}{}", &text[..last], &text[last + 1..])))
            };
            let digit = if text.ends_with('0') { '1' } else { '0' };
            let mut others = vec![Value::from(format!("{text} "))];
            others.extend(replaced(|letter| letter.is_ascii_digit(), digit));
            others.extend(replaced(|letter| ('b'..='e').contains(&letter), 'a'));
            others.extend(replaced(|letter| ('a'..='f').contains(&letter), 'F'));
            others.extend(replaced(|letter| letter == '\n', ' '));
            others.retain(|other| other != value);
            others
        }
        Value::Array(items) => {
            let mut more = items.clone();
            more.push(items.last().cloned().unwrap_or(Value::Null));
            let less = items.get(1..).unwrap_or_default().to_vec();
            [more, less].into_iter().filter(|other| other != items).map(Value::from).collect()
        }
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("forged".to_owned(), Value::Null);
            let mut less = fields.clone();
            let first = less.keys().next().cloned();
            if let Some(key) = first {
                less.remove(&key);
            }
            vec![Value::Object(more), Value::Object(less)]
        }
    }
}

/// What a forger who knows the archive does after a change: every hash and every copy of a field says the same.
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

/// The text of `about` with its fields in the order of the archive's own, which a table of JSON does not keep.
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

/// A JSON text with the value at a place replaced by another one, and everything else byte for byte as it was.
fn with_value(text: &[u8], way: &[Step], other: &Value) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(text).unwrap();
    let old = at(&mut value, way).clone();
    // In the text, which keeps the order of its fields.
    let text = String::from_utf8(text.to_vec()).unwrap();
    let (old, new) = (old.to_string(), other.to_string());
    let Some(Step::Key(key)) = way.last() else { return replaced_value(&text, &old, &new, way) };
    let space = if text.contains("\n  ") { " " } else { "" };
    let from = format!("\"{key}\":{space}{old}");
    if text.contains(&from) {
        return text.replacen(&from, &format!("\"{key}\":{space}{new}"), 1).into_bytes();
    }
    replaced_value(&text, &old, &new, way)
}

/// The whole text written again where the value cannot be replaced alone.
fn replaced_value(text: &str, old: &str, new: &str, way: &[Step]) -> Vec<u8> {
    if !way.is_empty() && text.contains(old) {
        return text.replacen(old, new, 1).into_bytes();
    }
    let mut value: Value = serde_json::from_str(text).unwrap();
    *at(&mut value, way) = serde_json::from_str(new).unwrap();
    serde_json::to_vec(&value).unwrap()
}

/// Every field of an archive in turn, forged in every way.
fn forgeries(files: &Files) -> Vec<Forgery> {
    let mut forgeries = Vec::new();
    let mut add = |what: String, files: Files, archive: fn(Vec<u8>) -> Vec<u8>| {
        forgeries.push(Forgery { what, files, archive });
    };
    let as_it_is = |bytes| bytes;
    for name in ["evidence.json", "match.json", "root.json"] {
        let text = &files[name];
        let whole: Value = serde_json::from_slice(text).unwrap();
        let mut found = Vec::new();
        places(&whole, &[], &mut found);
        for way in found {
            let old = at(&mut whole.clone(), &way).clone();
            for other in others(&old) {
                let mut forged = files.clone();
                forged.insert(name.to_owned(), with_value(text, &way, &other));
                consistent(&mut forged, name);
                let shown: String = other.to_string().chars().take(60).collect();
                add(format!("{name}: {way:?} is {shown}"), forged, as_it_is);
            }
        }
        let mut spaced = files.clone();
        spaced.get_mut(name).unwrap().push(b' ');
        consistent(&mut spaced, name);
        add(format!("{name} with a space"), spaced, as_it_is);
    }
    // A log and a module that say so in every place.
    let with_log = |log: &[u8]| {
        let mut forged = files.clone();
        let digits = |byte: &u8| format!("{byte:02x}");
        let hex = |bytes: &[u8]| bytes.iter().map(digits).collect::<String>();
        let text = String::from_utf8(forged["match.json"].clone()).unwrap();
        let text = text.replace(&hex(&files["log.txt"]), &hex(log));
        forged.insert("match.json".to_owned(), text.into_bytes());
        consistent(&mut forged, "match.json");
        forged
    };
    let log = &files["log.txt"];
    for (class, byte) in
        [("a letter", b'X'), ("a zero", 0), ("no UTF-8", 0xFF), ("a line", b'\n'), ("an escape", 0x1B)]
    {
        let mut other = log.clone();
        other[5] = byte;
        add(format!("log.txt with {class}"), with_log(&other), as_it_is);
    }
    add("log.txt that cheats".to_owned(), with_log(&[b"I do cheat!\n", &log[12..]].concat()), as_it_is);
    let module = &files["bot.wasm"];
    let mut other = module.clone();
    let at = other.windows(8).position(|window| window == b"thinking").unwrap();
    other[at] = b'T';
    let mut forged = files.clone();
    let text = String::from_utf8(files["match.json"].clone()).unwrap();
    forged.insert("match.json".to_owned(), text.replace(&hash(module), &hash(&other)).into_bytes());
    forged.insert("bot.wasm".to_owned(), other);
    consistent(&mut forged, "match.json");
    add("bot.wasm and its hashes".to_owned(), forged, as_it_is);
    // Every line of the README.
    let readme = String::from_utf8(files["README.txt"].clone()).unwrap();
    for number in 0..readme.lines().count() {
        let lines = readme.lines().enumerate();
        let lines = lines
            .map(|(index, line)| if index == number { format!("{line}.\n") } else { format!("{line}\n") });
        let mut forged = files.clone();
        forged.insert("README.txt".to_owned(), lines.collect::<String>().into_bytes());
        add(format!("README.txt, line {}", number + 1), forged, as_it_is);
    }
    for name in files.keys() {
        let mut less = files.clone();
        less.remove(name);
        add(format!("without {name}"), less, as_it_is);
    }
    let mut more = files.clone();
    more.insert("ruling.txt".to_owned(), b"He cheated.".to_vec());
    add("a file more".to_owned(), more, as_it_is);
    add("something before it".to_owned(), files.clone(), |bytes| [b"He cheated.", &bytes[..]].concat());
    add("a comment".to_owned(), files.clone(), |mut bytes| {
        let length = bytes.len();
        bytes[length - 2..].copy_from_slice(&11_u16.to_le_bytes());
        bytes.extend(b"He cheated.");
        bytes
    });
    forgeries
}

/// Every file and every field of evidence in turn, forged so that nothing else in the archive contradicts it: found with
/// the root that was published. Some of them always, all of them with `MUSTER_FULL=1`.
#[test]
fn a_hundred_forgeries_of_evidence_are_found_by_its_root() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = quitters(folder.path());
    let files = unzipped(&file);
    let about: Value = serde_json::from_slice(&files["evidence.json"]).unwrap();
    let root = about["root"].as_str().unwrap().to_owned();
    let forged = folder.path().join("forged.zip");
    // What is put together anew is found as genuine, so that what is found below is the forgery.
    let mut same = files.clone();
    consistent(&mut same, "match.json");
    assert_eq!(same, files);
    zipped(&same, &forged);
    let (code, told, err) = verify(&forged, &["--root", &root]);
    assert_eq!(code, 0, "{told}{err}");
    let all = forgeries(&files);
    assert!(all.len() >= 100, "{}", all.len());
    let is_full = std::env::var_os("MUSTER_FULL").is_some();
    let kept = |what: &str| is_full || blake3::hash(what.as_bytes()).as_bytes()[0] < 24;
    let mut tried = 0;
    for Forgery { what, files: other, archive } in all {
        if !kept(&what) {
            continue;
        }
        zipped(&other, &forged);
        let bytes = archive(fs::read(&forged).unwrap());
        fs::write(&forged, bytes).unwrap();
        let (code, told, err) = verify(&forged, &["--root", &root]);
        // 1: another game or engine than this program has.
        assert!([1, 4].contains(&code), "{what}: {code}\n{told}{err}");
        tried += 1;
    }
    assert!(tried >= if is_full { 100 } else { 8 }, "{tried}");
}

/// A run whose root is of an earlier version: the match is shown to be of it, and everything else called unproven.
#[test]
fn evidence_under_an_older_root_names_what_it_does_not_prove() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    fs::create_dir_all(out.join("private")).unwrap();
    let fixture = top().join("crates/ledger/tests/fixtures/schema-5/cup.sqlite");
    fs::copy(fixture, out.join("private/ledger.sqlite")).unwrap();
    let file = folder.path().join("evidence.zip");
    let key = "1.1.1.1";
    let [from, to] = [&out, &file].map(|path| path.to_str().unwrap());
    let (code, told, err) = run(&["evidence", from, key, "--for", "Random", "-o", to]);
    assert_eq!(code, 0, "{told}{err}");
    let root = "7c6db32bd4bd6fe36b9974bf12b8a65a10f42d042f2ed3b1fa70fdc751635f14";
    let (code, told, err) = verify(&file, &["--root", root]);
    assert_eq!(code, 0, "{told}{err}");
    for what in ["unproven: ", "names", "module", "settings", "dice", "log", "limits", "README.txt"] {
        assert!(told.contains(what), "{what}: {told}");
    }
}

/// The defect: an archive of 1.5 MB took 1.5 GiB of memory.
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
        assert!(err.contains(&format!("its {name} would have {size} bytes, and the most is ")), "{err}");
        // The archive says that there is less of it.
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

/// The defect: it was printed as a whole, in this archive, 60,000 characters.
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
