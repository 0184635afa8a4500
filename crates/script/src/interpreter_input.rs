//! The input of an interpreter: the script's files and the layout of its game's views.

use std::collections::{BTreeMap, BTreeSet};

use game::{Field, Game, Metric, view};

/// The input of an interpreter. Its README describes the bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blob {
    /// The name of the file that defines `choose`.
    pub(crate) entry: String,
    /// The game's name; empty while it is unknown.
    pub(crate) game: String,
    /// The fields of the game's views, one per line.
    pub(crate) layout: String,
    /// The names of the game's metrics, one per line.
    pub(crate) metrics: String,
    /// Files by name, relative to the script's folder.
    pub(crate) files: BTreeMap<String, String>,
    /// Names that the script asked for and that do not exist.
    pub(crate) absent: BTreeSet<String>,
    /// Files that the script may ask for, if this is a survey: the interpreter then reports all names that it asks
    /// for.
    pub(crate) offered: Option<BTreeMap<String, String>>,
}

impl Blob {
    /// Returns the bytes: every text with its length in front.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in [&self.entry, &self.game, &self.layout] {
            put_text(&mut bytes, text);
        }
        put_files(&mut bytes, &self.files);
        put_number(&mut bytes, self.absent.len());
        for name in &self.absent {
            put_text(&mut bytes, name);
        }
        put_number(&mut bytes, usize::from(self.offered.is_some()));
        put_files(&mut bytes, self.offered.as_ref().unwrap_or(&BTreeMap::new()));
        put_text(&mut bytes, &self.metrics);
        bytes
    }

    /// Returns `true` if a file was already looked up.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.files.contains_key(name) || self.absent.contains(name)
    }
}

fn put_files(bytes: &mut Vec<u8>, files: &BTreeMap<String, String>) {
    put_number(bytes, files.len());
    for (name, contents) in files {
        put_text(bytes, name);
        put_text(bytes, contents);
    }
}

fn put_number(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend_from_slice(&(number as u32).to_le_bytes());
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

/// Returns the layout of a game's views as a table for an interpreter: one field per line, as `name offset kind
/// count`, the header's fields first, then the game's. Offsets count from the start of the view.
pub fn view_table(game: &dyn Game) -> String {
    let header = view::HEADER.iter().map(|field| line(field, 0));
    let own = game.layout().fields.iter().map(|field| line(field, view::HEADER_LEN));
    header.chain(own).collect()
}

/// Returns the names of the game's metrics, one per line, in the form that a script uses: words joined by
/// underscores.
pub fn metric_names(game: &dyn Game) -> String {
    let name = |metric: &Metric| format!("{}\n", metric.name.replace([' ', '-'], "_"));
    game.metrics().iter().map(name).collect()
}

fn line(field: &Field, begins: usize) -> String {
    let kind = field.kind.name();
    format!("{} {} {kind} {}\n", field.name, begins + field.offset, field.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_its_length_in_front() {
        let mut blob = Blob { entry: "b.js".into(), game: "g".into(), ..Blob::default() };
        blob.files.insert("b.js".into(), "ü".into());
        blob.absent.insert("x".into());
        let known = b"\x04\0\0\0b.js\x01\0\0\0g\0\0\0\0\x01\0\0\0\x04\0\0\0b.js\x02\0\0\0\xc3\xbc\x01\0\0\0\x01\0\0\0x";
        assert_eq!(blob.encode(), [&known[..], b"\0\0\0\0\0\0\0\0\0\0\0\0"].concat());
        blob.metrics = "m\n".into();
        blob.offered = Some([("y".to_owned(), "z".to_owned())].into());
        let offered = b"\x01\0\0\0\x01\0\0\0\x01\0\0\0y\x01\0\0\0z\x02\0\0\0m\n";
        assert_eq!(blob.encode(), [&known[..], offered].concat());
    }

    #[test]
    fn the_header_comes_first_and_the_game_behind_it() {
        let table = view_table(games::GAMES[0]);
        assert!(table.starts_with("abi_version 0 u32 1\ngame 4 u32 1\nseat 8 u8 1\n"), "{table}");
        let first = games::GAMES[0].layout().fields[0];
        let due = format!("\n{} {} ", first.name, 64 + first.offset);
        assert!(table.contains(&due), "{table}");
    }
}
