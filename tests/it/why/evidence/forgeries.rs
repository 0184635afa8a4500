//! Tests evidence with one forged value, made consistent with everything else.

use std::fs;

use serde_json::Value;

use super::{Files, consistent, hash, quitters, unzipped, verify, zipped};

/// A step on the path to a value in a JSON text.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// An archive with one forged field, and consistent copies of it.
struct Forgery {
    what: String,
    files: Files,
    /// The change of the archive itself.
    archive: fn(Vec<u8>) -> Vec<u8>,
}

/// Finds every plain value of a JSON text, and every list and table.
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

/// Returns replacements for a value.
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

/// Returns a JSON text with the value at a place replaced, and everything else unchanged, byte for byte.
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

/// Rewrites the whole text if the value cannot be replaced individually.
fn replaced_value(text: &str, old: &str, new: &str, way: &[Step]) -> Vec<u8> {
    if !way.is_empty() && text.contains(old) {
        return text.replacen(old, new, 1).into_bytes();
    }
    let mut value: Value = serde_json::from_str(text).unwrap();
    *at(&mut value, way) = serde_json::from_str(new).unwrap();
    serde_json::to_vec(&value).unwrap()
}

/// Returns every field of an archive in turn, forged in every way.
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
    // A log and a module with consistent hashes everywhere.
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

/// Forges every file and every field of evidence in turn, consistently within the archive. The published root exposes
/// each forgery. By default, some of them; all with `MUSTER_FULL=1`.
#[test]
fn a_hundred_forgeries_of_evidence_are_found_by_its_root() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = quitters(folder.path());
    let files = unzipped(&file);
    let about: Value = serde_json::from_slice(&files["evidence.json"]).unwrap();
    let root = about["root"].as_str().unwrap().to_owned();
    let forged = folder.path().join("forged.zip");
    // A repacked archive is genuine, so that only the forgery can be the reason below.
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
        // 1: a game or engine that this program does not have.
        assert!([1, 4].contains(&code), "{what}: {code}\n{told}{err}");
        tried += 1;
    }
    assert!(tried >= if is_full { 100 } else { 8 }, "{tried}");
}
