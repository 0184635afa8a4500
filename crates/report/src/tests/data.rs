//! The viewer's files match the record.

use std::collections::BTreeMap;
use std::io::Read as _;

use flate2::read::{GzDecoder, MultiGzDecoder};
use game::{Outcome, Seat};
use ledger::{Ledger, MatchRow, RunFolder};
use replay::archive::Row;
use serde_json::Value;
use tournament::{EntrantId, MatchKey};

use super::{GAMES, NAMES, SiteLimits, files, run, site, text, toml, write_with};
use crate::match_list;

/// Returns the value of a script, as a viewer receives it.
pub(super) fn value(site: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    let script = text(site, &format!("data/{name}.js"));
    let call = script.strip_prefix(&format!("musterData(\"{name}\", ")).unwrap();
    serde_json::from_str(call.strip_suffix(");\n").unwrap()).unwrap()
}

/// Returns the bytes of a packed value.
pub(super) fn bytes(site: &BTreeMap<String, Vec<u8>>, name: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = value(site, name);
    let coded = value.as_str().unwrap().trim_end_matches('=').bytes();
    let bits: Vec<u32> =
        coded.map(|digit| DIGITS.iter().position(|known| *known == digit).unwrap() as u32).collect();
    let packed: Vec<u8> = bits
        .chunks(4)
        .flat_map(|four| {
            let joined = four.iter().fold(0, |joined, bits| joined << 6 | bits) << (6 * (4 - four.len()));
            joined.to_be_bytes()[1..four.len()].to_vec()
        })
        .collect();
    let mut bytes = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

/// A list as a script reads it: columns of a fixed width, one after another.
struct List {
    count: usize,
    bytes: Vec<u8>,
}

impl List {
    const WIDE: usize = 5;
    const MEDIUM: usize = 3;

    fn new(bytes: Vec<u8>) -> List {
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(number(0), 1, "the schema");
        List { count: number(4) as usize, bytes }
    }

    fn wide(&self, column: usize, line: usize) -> u32 {
        let at = 8 + 4 * (column * self.count + line);
        u32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())
    }

    fn medium(&self, column: usize, line: usize) -> u16 {
        let at = 8 + 4 * Self::WIDE * self.count + 2 * (column * self.count + line);
        u16::from_le_bytes(self.bytes[at..at + 2].try_into().unwrap())
    }

    fn narrow(&self, column: usize, line: usize) -> u8 {
        self.bytes[8 + (4 * Self::WIDE + 2 * Self::MEDIUM + column) * self.count + line]
    }

    fn spent(&self, line: usize) -> f32 {
        let from_end = 4 * (self.count - line);
        let at = self.bytes.len() - from_end;
        f32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())
    }

    fn key(&self, line: usize) -> String {
        let game = self.medium(1, line);
        let key = MatchKey::new(self.medium(0, line), self.wide(0, line), self.wide(1, line), game & 0xFFF)
            .unwrap();
        (0..game >> 12).fold(key, |key, _| key.again().unwrap()).to_string()
    }
}

fn rows(folder: &RunFolder) -> Vec<MatchRow> {
    let mut rows = Vec::new();
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            rows.push(stored.row);
            Ok::<(), ledger::LedgerError>(())
        })
        .unwrap();
    rows
}

fn outcome(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(seat) => seat.index() as u8,
        Outcome::Draw => 2,
    }
}

#[test]
fn chunks_and_lists_hold_the_record() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-battle", 6), &NAMES, usize::MAX);
    let site = site(&folder);
    let rows = rows(&folder);
    let index = value(&site, "index");
    let reason = |index_of: u64| index["reasons"][index_of as usize]["text"].as_str().unwrap().to_owned();

    let archived: Vec<Row> = replay::archive::decode(&bytes(&site, "m/00000")).unwrap();
    assert_eq!(archived.len(), rows.len());
    for (archived, row) in archived.iter().zip(&rows) {
        assert_eq!((archived.key, archived.entrants, archived.outcome), (row.key, row.entrants, row.outcome));
        assert_eq!(reason(u64::from(archived.reason)), row.reason.to_string());
        assert_eq!((archived.plies, &archived.metrics), (row.plies, &row.metrics));
        assert_eq!((archived.spent, archived.memory, archived.counts), (row.spent, row.memory, true));
        assert_eq!(archived.played, row.played().unwrap());
    }

    let all = List::new(bytes(&site, "l/000"));
    assert_eq!(all.count, rows.len());
    for (line, row) in rows.iter().enumerate() {
        let found = (all.key(line), [all.wide(2, line), all.wide(3, line)], all.wide(4, line));
        assert_eq!(found, (row.key.to_string(), row.entrants.0.map(|entrant| entrant.0), row.plies));
        assert_eq!(reason(u64::from(all.medium(2, line))), row.reason.to_string());
        assert_eq!((all.narrow(0, line), all.narrow(1, line)), (outcome(row.outcome), 1));
    }

    for entrant in 0..6 {
        let own = List::new(bytes(&site, &format!("e/{entrant}")));
        let played: Vec<&MatchRow> =
            rows.iter().filter(|row| row.entrants.0.iter().any(|seated| seated.0 == entrant)).collect();
        assert_eq!(own.count, played.len());
        for (line, row) in played.into_iter().enumerate() {
            let seat = if row.entrants[Seat::First].0 == entrant { Seat::First } else { Seat::Second };
            assert_eq!((own.key(line), own.spent(line)), (row.key.to_string(), row.spent[seat].0 as f32));
        }
    }
}

#[test]
fn an_entrants_list_is_read_again_from_a_site() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    site(&folder);
    let mut faults = 0;
    for entrant in (0..6).map(EntrantId) {
        let list = match_list(&folder.site(), entrant).unwrap();
        let played: Vec<MatchRow> =
            rows(&folder).into_iter().filter(|row| row.entrants.0.contains(&entrant)).collect();
        assert_eq!(list.matches.len(), played.len());
        for (one, row) in list.matches.iter().zip(&played) {
            assert_eq!((one.key, one.entrants, one.outcome), (row.key, row.entrants, row.outcome));
            assert_eq!((one.plies, one.counts), (row.plies, true));
            let end = list.end(one).unwrap();
            assert_eq!(end.words, row.reason.to_string());
            for seat in Seat::BOTH {
                let fault = row.reason.faults()[seat].map(|fault| fault.to_string());
                assert_eq!(end.fault(one.outcome, seat), fault.as_deref());
                faults += usize::from(fault.is_some());
            }
        }
    }
    assert!(faults > 0);
    assert!(match_list(&folder.site(), EntrantId(6)).is_err(), "there is no such entrant");
    assert!(match_list(place.path(), EntrantId(0)).is_err(), "there is no site");
}

#[test]
fn the_index_names_what_there_is() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let site = site(&folder);
    let index = value(&site, "index");
    assert_eq!(
        (&index["schema"], &index["kind"], &index["tier"]),
        (&1.into(), &"tournament".into(), &"public".into())
    );
    assert_eq!(index["name"], "Cup <b>2026</b>");
    assert_eq!(index["entrants"][4]["name"], "evil⟨U+202E⟩txt.exe⟨U+000A⟩second line");
    assert_eq!(index["entrants"][4]["notes"][0], "it imports `env.system`");
    assert_eq!(index["chunks"], serde_json::json!(["1.1.1.1"]));
    assert_eq!(index["times"], "exact");
    let mut places: Vec<u64> = index["entrants"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entrant| entrant["place"].as_u64())
        .collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4], "a guest and a refused entrant have no place");
    let after = index["rated_after"].as_array().unwrap();
    assert!(after.len() > 1 && after.iter().is_sorted_by_key(|round| (round[0].as_u64(), round[1].as_u64())));
    for entrant in index["entrants"].as_array().unwrap() {
        let ratings = entrant["ratings"].as_array().unwrap();
        assert_eq!(ratings.len(), after.len());
        let last = ratings.last().unwrap();
        assert_eq!(last.is_null(), entrant["rating"].is_null(), "{entrant}");
        let whole = |elo: &Value| elo.as_f64().map(|elo| elo.round() as i64);
        assert_eq!(last[0].as_i64(), whole(&entrant["rating"]["elo"]));
        assert_eq!(last[1].as_i64(), whole(&entrant["rating"]["plus_minus"]));
    }
    for (key, file) in index["boards"].as_array().unwrap().iter().map(|board| (&board[0], &board[1])) {
        let page = text(&site, &format!("matches/{}", file.as_str().unwrap()));
        assert!(page.contains(&format!("<h1>Match {}</h1>", key.as_str().unwrap())));
    }
    let limits = index["stages"][0]["limits"].as_str().unwrap();
    let parsed: referee::Limits = limits.parse().unwrap();
    let conditions = index["stages"][0]["conditions"].as_array().unwrap();
    let clock = conditions.iter().find(|fact| fact["label"] == "Clock").unwrap()["value"].as_str().unwrap();
    assert!(clock.ends_with(&parsed.times()), "{clock}");
}

#[test]
fn a_large_run_has_gzipped_exports_with_all_times_and_rounded_ones_for_the_viewer() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let small = site(&folder);
    let room = SiteLimits { plain: 3, exact: 3, ..SiteLimits::default() };
    let large = files(&write_with(&folder, &GAMES, room).unwrap());
    for name in ["data/results.jsonl", "data/matches.csv"] {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(&large[&format!("{name}.gz")][..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, small[name]);
        assert!(!large.contains_key(name));
    }
    assert_eq!(value(&large, "index")["times"], "rounded");
    let [exact, rounded] =
        [&small, &large].map(|site| replay::archive::decode(&bytes(site, "m/00000")).unwrap());
    assert_eq!(exact.len(), rounded.len());
    for (exact, rounded) in exact.iter().zip(&rounded) {
        assert_eq!((exact.key, exact.spent), (rounded.key, rounded.spent));
        assert!(
            exact.played.iter().zip(&rounded.played).all(|(exact, rounded)| rounded.spent <= exact.spent)
        );
    }
    assert_ne!(exact, rounded);
}
