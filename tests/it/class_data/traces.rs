//! Searches all data of a class and its runs on the disk for traces of a deleted student.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::class_data::Class;
use crate::support::{bot_that_answers, run, tree};

const ID: &str = "stud-90210-zq";
const NAME: &str = "Quillon Färber";
const EMAIL: &str = "quillon.f@example.edu";
/// In a bot's source, or in the data of a module.
const SOURCES: [&str; 2] = ["my secret opening of the north", "kept in a section of the module"];
/// Maximum depth of nested compression.
const DEEPEST: usize = 4;

/// All bytes in some folders: plain files, unpacked and uncompressed contents, and every value of a database. Bytes
/// that are not UTF-8 become one character, since the standard library searches texts quickly.
struct Found(Vec<(PathBuf, String)>);

impl Found {
    fn below(folders: &[PathBuf]) -> Found {
        let mut found = Found(Vec::new());
        for folder in folders {
            for (path, bytes) in tree(folder) {
                let path = folder.join(path);
                if bytes.starts_with(b"SQLite format 3\0") {
                    found.read_database(&path);
                }
                found.add(&path, &bytes, 0);
            }
        }
        found
    }

    fn add(&mut self, path: &Path, bytes: &[u8], depth: usize) {
        if depth < DEEPEST {
            for inner in opened(bytes) {
                self.add(path, &inner, depth + 1);
            }
        }
        self.0.push((path.to_owned(), String::from_utf8_lossy(bytes).into_owned()));
    }

    /// In the file, a long value is split into pages.
    fn read_database(&mut self, path: &Path) {
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let mut names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
        let names: Vec<String> =
            names.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
        for name in names {
            let mut rows = database.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
            let columns = rows.column_count();
            let mut rows = rows.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                for column in 0..columns {
                    if let ValueRef::Text(bytes) | ValueRef::Blob(bytes) = row.get_ref(column).unwrap() {
                        self.add(path, bytes, 0);
                    }
                }
            }
        }
    }

    /// Returns the files that contain a text, in UTF-8, in UTF-16 or escaped in JSON.
    fn with(&self, text: &str) -> Vec<&Path> {
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let escaped: String = text
            .chars()
            .map(
                |letter| {
                    if letter.is_ascii() { letter.to_string() } else { format!("\\u{:04x}", letter as u32) }
                },
            )
            .collect();
        let wide = String::from_utf8_lossy(&wide).into_owned();
        let forms = [text.to_owned(), wide, escaped];
        let holds = |found: &str| forms.iter().any(|form| found.contains(form.as_str()));
        let mut paths: Vec<&Path> =
            self.0.iter().filter(|(_, found)| holds(found)).map(|(path, _)| path.as_path()).collect();
        paths.dedup();
        paths
    }
}

/// Returns the uncompressed contents of some bytes: the entries of an archive, a stream of gzip, zlib or deflate.
fn opened(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut inner = Vec::new();
    let mut read = |mut from: Box<dyn Read + '_>| {
        let mut bytes = Vec::new();
        if from.read_to_end(&mut bytes).is_ok() && !bytes.is_empty() {
            inner.push(bytes);
        }
    };
    match bytes {
        [0x1f, 0x8b, ..] => read(Box::new(flate2::read::MultiGzDecoder::new(bytes))),
        [0x78, ..] => read(Box::new(flate2::read::ZlibDecoder::new(bytes))),
        [b'P', b'K', 3, 4, ..] => {
            let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
            for entry in 0..archive.len() {
                read(Box::new(archive.by_index(entry).unwrap()));
            }
        }
        _ => read(Box::new(flate2::read::DeflateDecoder::new(bytes))),
    }
    inner
}

/// Creates a class with everything that leaves traces of a student: two versions, a run in its folder, an earlier one,
/// one elsewhere, cycles, badges, friendly games, an extension, a choice.
fn term() -> Class {
    let class = Class::with(
        "late_days = 2\n[[requirement]]\nname = \"r\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n\
         [scrimmage]\ngames = 2\n",
    );
    class.write("more.csv", format!("id,name,email,alias\n{ID},{NAME},{EMAIL},Quill\n"));
    class.ok(&["roster", "ki", "more.csv"]);
    for (student, number) in [("4711", 1), ("4712", 2)] {
        class.submit(student, number);
    }
    let own = bot_that_answers(class.top.path(), "own.wasm", "(drop (i64.const 77)) (call $first)");
    let mut bytes = fs::read(&own).unwrap();
    let section = [&[4][..], b"note", SOURCES[1].as_bytes()].concat();
    bytes.extend([&[0, section.len() as u8][..], &section].concat());
    fs::write(&own, bytes).unwrap();
    class.write(
        "own.js",
        format!("// {}\nexport function choose(view) {{ return view.legal[0]; }}\n", SOURCES[0]),
    );
    for (file, at) in [("own.js", "2026-05-01 10:00"), ("own.wasm", "2026-05-01 11:00")] {
        class.ok(&["submit", "ki", ID, file, "--at", at]);
    }
    class.ok(&["extend", "ki", ID, "--until", "2099-01-01 10:00", "--reason", "was ill"]);
    class.ok(&["activate", "ki", ID, "--latest"]);
    class.ok(&["scrimmage", "ki", ID, "--against", "Ada"]);
    class.ok(&["work", "ki", "--jobs", "1"]);
    fs::create_dir_all(class.path("ki/tournaments")).unwrap();
    let text = |path: &str| {
        format!(
            "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"{path}\"\n\
             [[stage]]\nformat = \"round-robin\"\ngames = 2\n[grade]\nformula = \"wins\"\n"
        )
    };
    class.write("ki/tournaments/cup.toml", text(".."));
    class.write("cup.toml", text("ki"));
    let (folder, inner, outer) =
        (class.text("ki"), class.text("ki/tournaments/cup.toml"), class.text("cup.toml"));
    let out = class.text("elsewhere");
    for arguments in [
        &["run", &inner][..],
        &["run", &inner, "--fresh"],
        &["run", &outer, "--out", &out],
        &["ladder", &folder, "--cycles", "2", "--pairings", "1", "--seed", "7"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{err}");
    }
    class
}

#[test]
fn after_forget_no_file_has_name_id_address_or_source() {
    let class = term();
    let folders = ["ki", "elsewhere"].map(|name| class.path(name));
    let texts = [ID, NAME, EMAIL, SOURCES[0], SOURCES[1]];
    let before = Found::below(&folders);
    for text in texts {
        assert!(!before.with(text).is_empty(), "the search finds no {text:?} where it is");
    }
    let places = ["ki/runs/cup", "ki/runs/cup/earlier/1", "elsewhere", "ki/ladder/0001", "ki/ladder/0002"];
    let root = |place: &str| {
        let (code, out, err) = run(&["verify", &class.text(place)]);
        assert_eq!(code, 0, "{place}: {out}{err}");
        out.lines().find(|line| line.starts_with("root: ")).unwrap().to_owned()
    };
    let roots = places.map(root);
    // An earlier backup, one without the student, and one that no longer exists.
    class.ok(&["backup", "ki", "before.zip"]);
    class.ok(&["backup", "ki", "lost.zip"]);
    fs::remove_file(class.path("lost.zip")).unwrap();
    let told = class.ok(&["forget", "ki", ID, "--yes", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let after = Found::below(&folders);
    for text in texts {
        assert_eq!(after.with(text), [""; 0].map(Path::new), "{text:?}");
    }
    // Every run was processed, and is otherwise unchanged.
    let reached = told["runs"].as_array().unwrap();
    assert_eq!(reached.len(), places.len(), "{told}");
    assert!(reached.iter().all(|run| run["lines"] == 1 && run["withheld"][0].is_string()), "{told}");
    assert_eq!(places.map(root), roots);
    assert!(!after.with("Quill").is_empty(), "the alias stays in the runs, whose roots cover it");
    // The output lists the backups, but only those that have the student.
    let known = |told: &Value| -> Vec<(String, String)> {
        let word = |value: &Value| value.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        told["backups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (word(&one["path"]), word(&one["state"])))
            .collect()
    };
    let expected = [("before.zip", "held"), ("lost.zip", "gone")];
    assert_eq!(known(&told), expected.map(|(name, state)| (name.to_owned(), state.to_owned())));
    class.ok(&["backup", "ki", "after.zip"]);
    let again = class.ok(&["forget", "ki", ID, "--json"]);
    assert_eq!(known(&serde_json::from_str(&again).unwrap()), known(&told));
    // As text, with advice.
    let words = class.ok(&["forget", "ki", ID]);
    for told in ["before.zip still contains the data: delete it", "lost.zip has been moved or deleted"] {
        assert!(words.contains(told), "no {told:?}: {words}");
    }
    class.ok(&["backup", "ki", "before.zip"]);
    assert!(!class.ok(&["forget", "ki", ID]).contains("before.zip"), "backed up over it");
    // A class restored from a backup knows about the deletion.
    class.ok(&["restore", "after.zip", "again"]);
    let restored: Value =
        serde_json::from_str(&class.ok(&["forget", "again", "4711", "--yes", "--json"])).unwrap();
    assert_eq!(known(&restored), [("after.zip".to_owned(), "held".to_owned())]);
}
