//! The archive: what is in it, written and read.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use job::{Plays, SeatRecord};
use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipArchive, ZipWriter};

use super::membership::Membership;
use crate::terminal::text::inert;

const ABOUT: &str = "evidence.json";
const README: &str = "README.txt";
const MATCH: &str = "match.json";
const LOG: &str = "log.txt";
const MODULE: &str = "bot.wasm";
const ROOT: &str = "root.json";
/// Every file that there can be, in the order of the archive.
const FILES: [&str; 6] = [README, ABOUT, MATCH, LOG, MODULE, ROOT];

/// The version of the archive.
const FORMAT: u32 = 2;
/// The most bytes of a file: the log in hexadecimal digits is most of the largest.
const MOST: u64 = 256 << 20;

/// Evidence on one match for one entrant.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) about: About,
    pub(super) record: SeatRecord,
    /// The entrant's module; `None` for a built-in player.
    pub(super) module: Option<Vec<u8>>,
    /// What the entrant's bot logged.
    pub(super) log: Vec<u8>,
    /// What shows that the match is of the run; `None` for one that is not complete.
    pub(super) membership: Option<Membership>,
}

/// What the archive says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    format: u32,
    /// The number of the match in its run.
    #[serde(rename = "match")]
    pub(super) number: String,
    /// For whom it is.
    #[serde(rename = "for")]
    pub(super) entrant: String,
    /// The fingerprint of the engine and rules that played.
    pub(super) engine: String,
    /// The root of the run; `None` for one that is not complete.
    pub(super) root: Option<String>,
    /// How to verify it.
    verify: String,
    /// The BLAKE3 of each other file but the README.
    files: BTreeMap<String, String>,
}

impl About {
    pub(super) fn of(record: &SeatRecord, root: Option<String>) -> About {
        About {
            format: FORMAT,
            number: record.number.clone(),
            entrant: record.entrants[record.seat].clone(),
            engine: record.engine.clone(),
            root,
            verify: "muster verify FILE.zip".to_owned(),
            files: BTreeMap::new(),
        }
    }
}

impl Package {
    /// The bytes of the archive, the same every time.
    pub(super) fn write(&self) -> Result<Vec<u8>, String> {
        let text = |error: serde_json::Error| error.to_string();
        let mut files = BTreeMap::from([
            (MATCH, serde_json::to_string(&self.record).map_err(text)?.into_bytes()),
            (LOG, self.log.clone()),
        ]);
        files.extend(self.module.clone().map(|module| (MODULE, module)));
        if let Some(membership) = &self.membership {
            files.insert(ROOT, serde_json::to_string(membership).map_err(text)?.into_bytes());
        }
        let hashes = files.iter().map(|(name, bytes)| ((*name).to_owned(), hash(bytes))).collect();
        let about = About { files: hashes, ..self.about.clone() };
        let about = serde_json::to_string_pretty(&about).map_err(text)? + "\n";
        files.insert(ABOUT, about.into_bytes());
        files.insert(README, self.readme().into_bytes());
        zipped(FILES.iter().filter_map(|name| Some((*name, files.get(name)?.as_slice()))))
            .map_err(|error| format!("cannot make the archive: {error}"))
    }

    /// Reads an archive, which anybody may have made.
    ///
    /// # Errors
    /// Why it is not one, or what in it contradicts itself.
    pub(super) fn read(bytes: &[u8]) -> Result<Package, String> {
        let mut files = unzipped(bytes)?;
        let mut take = |name: &str| files.remove(name).ok_or_else(|| format!("it has no {name}"));
        let unread = |name: &str, error: serde_json::Error| format!("its {name} cannot be read: {error}");
        let about: About = serde_json::from_slice(&take(ABOUT)?).map_err(|error| unread(ABOUT, error))?;
        if about.format != FORMAT {
            return Err(format!(
                "it is of version {}, and this program knows version {FORMAT}",
                about.format
            ));
        }
        let (text, log, module, root) = (take(MATCH)?, take(LOG)?, take(MODULE).ok(), take(ROOT).ok());
        let there =
            [(MATCH, Some(&text)), (LOG, Some(&log)), (MODULE, module.as_ref()), (ROOT, root.as_ref())];
        for (name, bytes) in there {
            if about.files.get(name) != bytes.map(|bytes| hash(bytes)).as_ref() {
                return Err(format!("its {name} is not the one that {ABOUT} names"));
            }
        }
        let record: SeatRecord = serde_json::from_slice(&text).map_err(|error| unread(MATCH, error))?;
        let said = [&about.number, &about.entrant, &about.engine];
        if said != [&record.number, &record.entrants[record.seat], &record.engine] {
            return Err(format!("its {ABOUT} and {MATCH} contradict one another"));
        }
        let played = match &record.plays {
            Plays::Module { hash, .. } => Some(blake3::Hash::from_bytes(*hash).to_hex().to_string()),
            Plays::Builtin(_) => None,
        };
        if played != module.as_deref().map(hash) {
            return Err(format!("its {MODULE} is not what played"));
        }
        if record.closing.log != log {
            return Err(format!("its {LOG} is not the log of the match"));
        }
        if root.is_some() != about.root.is_some() {
            return Err(format!("its {ABOUT} and {ROOT} contradict one another"));
        }
        let membership = root.map(|root| serde_json::from_slice(&root)).transpose();
        let membership = membership.map_err(|error| unread(ROOT, error))?;
        Ok(Package { about, record, module, log, membership })
    }

    fn readme(&self) -> String {
        let About { number, entrant, engine, root, .. } = &self.about;
        let root = root.as_deref().unwrap_or("none, because the run is not complete");
        format!(
            "Evidence on match {} for {}\n\n\
             Verify it with this archive alone:\n\n    muster verify FILE.zip\n\n\
             It plays the entrant's moves again and compares them, the log and the result with what is recorded.\n\
             Unpacked, `muster why {MATCH} --bot {MODULE}` shows where the match was decided.\n\n\
             engine: {}\nroot of the run: {root}\n\n\
             It also shows that the match, as it was played and ended, is one of the run with this root. Compare the root\n\
             with the one that was published: `muster verify FILE.zip --root ROOT`. Whoever has the run makes the same\n\
             archive again, byte for byte, by `muster evidence RUN {} --for NAME -o FILE.zip`.\n\n\
             {ABOUT}: hashes of the files\n\
             {MATCH}: actions, limits, start and result; of this entrant settings, dice, failing call and log\n\
             {LOG}: what the entrant's bot logged\n\
             {MODULE}: the entrant's module; missing if a built-in player played\n\
             {ROOT}: what the root is the hash of, and the hashes of all matches of the stage; missing without a root\n",
            inert(number),
            inert(entrant),
            inert(engine),
            inert(number),
        )
    }
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// An archive that has the same bytes on every machine and at any time.
fn zipped<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .system(System::Unix)
        .unix_permissions(0o644);
    for (name, bytes) in files {
        archive.start_file(name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The files of an archive, by their names; it has those that evidence has, and no others.
fn unzipped(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let not_one = |error: zip::result::ZipError| format!("it is not an archive: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(not_one)?;
    if archive.len() > FILES.len() {
        return Err("it has files that evidence has not".to_owned());
    }
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(not_one)?;
        let name = entry.name().to_owned();
        if !FILES.contains(&name.as_str()) {
            return Err(format!("it has a file that evidence has not: {}", inert(&name)));
        }
        let mut bytes = Vec::new();
        // Whatever the directory says of its size.
        entry
            .take(MOST + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("{name} cannot be read: {error}"))?;
        if bytes.len() as u64 > MOST {
            return Err(format!("{name} is larger than {} MiB", MOST >> 20));
        }
        files.insert(name, bytes);
    }
    Ok(files)
}
