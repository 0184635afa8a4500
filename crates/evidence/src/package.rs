//! The archive: its contents, writing and reading it.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};

use game::{visible, visible_name};
use games::GAMES;
use hash::Hash;
use job::{SeatRecord, rules_hash};
use run_folder::RecordedRun;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tournament::MatchKey;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipArchive, ZipWriter};

use crate::error::MakingError;
use crate::membership::Membership;

const ABOUT: &str = "evidence.json";
const README: &str = "README.txt";
const MATCH: &str = "match.json";
const LOG: &str = "log.txt";
const MODULE: &str = "bot.wasm";
const RULES: &str = "rules.wasm";
const ROOT: &str = "root.json";
/// All possible files, in the order of the archive.
const FILES: [&str; 7] = [README, ABOUT, MATCH, LOG, MODULE, RULES, ROOT];

/// The version of archives.
const FORMAT: u32 = 3;
/// Maximum size of a log in bytes: the most that a tournament may store.
const MOST_LOG: u64 = 65 << 20;
/// Maximum size of a match without its log in bytes: actions, and the failing call with its view.
const MOST_MATCH: u64 = 32 << 20;

/// Returns the maximum size of a file in bytes, given the size of the log.
const fn most(name: &str, log: u64) -> u64 {
    match name.as_bytes() {
        b"match.json" => MOST_MATCH + 2 * log,
        b"log.txt" => MOST_LOG,
        b"bot.wasm" | b"rules.wasm" | b"root.json" => 32 << 20,
        _ => 64 << 10,
    }
}

/// The reason why bytes are not evidence, or a contradiction within it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PackageError(String);

/// Evidence on one match for one entrant.
#[derive(Debug)]
pub struct Package {
    pub(crate) about: PackageDescription,
    pub(crate) record: SeatRecord,
    /// The entrant's module; `None` for a built-in player.
    pub(crate) module: Option<Vec<u8>>,
    /// The module with the rules of a game from a file.
    pub(crate) rules: Option<Vec<u8>>,
    /// The proof that the match belongs to the run; `None` if the run is not complete.
    pub(crate) membership: Option<Membership>,
}

/// The archive's description of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackageDescription {
    format: u32,
    /// The number of the match in its run.
    #[serde(rename = "match")]
    pub(crate) number: String,
    /// The entrant for whom it was made.
    #[serde(rename = "for")]
    pub(crate) entrant: String,
    /// The fingerprint of the engine and rules that played.
    pub(crate) engine: String,
    /// The root of the run; `None` if the run is not complete.
    pub(crate) root: Option<String>,
    /// The command that verifies it.
    verify: String,
    /// The BLAKE3 hash of each file, except this one and the README.
    files: BTreeMap<String, Hash>,
}

impl PackageDescription {
    pub(crate) fn new(record: &SeatRecord, root: Option<String>) -> PackageDescription {
        PackageDescription {
            format: FORMAT,
            number: record.number.clone(),
            entrant: record.entrants[record.seat].clone(),
            engine: record.engine.clone(),
            root,
            verify: "muster verify FILE.zip".to_owned(),
            files: BTreeMap::new(),
        }
    }

    fn text(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

/// Accepts writes as long as they equal the beginning of these bytes.
struct EqualPrefix<'a>(&'a [u8]);

impl Write for EqualPrefix<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns `true` if exactly these bytes are written.
fn written_as(bytes: &[u8], write: impl FnOnce(&mut EqualPrefix<'_>) -> serde_json::Result<()>) -> bool {
    let mut same = EqualPrefix(bytes);
    write(&mut same).is_ok() && same.0.is_empty()
}

impl Package {
    /// Makes the evidence on a match for the entrant of this record.
    ///
    /// # Errors
    /// If the run does not have all parts of it.
    pub fn assemble(run: &RecordedRun, key: MatchKey, record: SeatRecord) -> Result<Package, MakingError> {
        let root = run.root(GAMES)?;
        let membership =
            root.as_ref().map(|root| Membership::prove(run, key, record.seat, root)).transpose()?;
        let bot = record.plays.module().map(|(hash, _)| module(run, hash)).transpose()?;
        let rules = rules_hash(&record.game).map(|hash| module(run, hash)).transpose()?;
        let about = PackageDescription::new(&record, root.map(|root| root.to_string()));
        Ok(Package { about, record, module: bot, rules, membership })
    }

    /// Returns the root of the run; `None` if the run is not complete.
    pub fn root(&self) -> Option<&str> {
        self.about.root.as_deref()
    }

    /// Returns the bytes of the archive, which are reproducible.
    ///
    /// # Errors
    /// If the archive cannot be made.
    pub fn write(&self) -> Result<Vec<u8>, MakingError> {
        let files = self.files()?;
        Ok(zipped(FILES.iter().filter_map(|name| Some((*name, files.get(name)?.as_slice()))))?)
    }

    /// Returns the files of the archive.
    fn files(&self) -> serde_json::Result<BTreeMap<&'static str, Vec<u8>>> {
        let mut files = BTreeMap::from([
            (MATCH, serde_json::to_string(&self.record)?.into_bytes()),
            (LOG, self.record.closing.log.clone()),
        ]);
        files.extend(self.module.clone().map(|module| (MODULE, module)));
        files.extend(self.rules.clone().map(|rules| (RULES, rules)));
        let root = self.membership.as_ref().map(serde_json::to_string).transpose()?;
        files.extend(root.map(|root| (ROOT, root.into_bytes())));
        let hashes = files.iter().map(|(name, bytes)| ((*name).to_owned(), Hash::digest(bytes))).collect();
        let about = PackageDescription { files: hashes, ..self.about.clone() };
        files.insert(ABOUT, about.text()?.into_bytes());
        files.insert(README, self.readme().into_bytes());
        Ok(files)
    }

    /// Reads an archive from an untrusted source.
    ///
    /// # Errors
    /// The reason why it is not evidence, or a contradiction within it.
    pub fn read(bytes: &[u8]) -> Result<Package, PackageError> {
        Package::unpacked(bytes).map_err(PackageError)
    }

    fn unpacked(bytes: &[u8]) -> Result<Package, String> {
        let mut files = unzipped(bytes)?;
        let mut take = |name: &str| files.remove(name).ok_or_else(|| format!("it has no {name}"));
        let unread = |name: &str, error: serde_json::Error| format!("its {name} cannot be read: {error}");
        let about_text = take(ABOUT)?;
        let about: PackageDescription =
            serde_json::from_slice(&about_text).map_err(|error| unread(ABOUT, error))?;
        if about.format != FORMAT {
            return Err(format!(
                "it has version {}, but this program knows only version {FORMAT}{}",
                about.format,
                if about.format == 2 { ": muster 0.3.0 reads it" } else { "" }
            ));
        }
        let (text, log, module, root) = (take(MATCH)?, take(LOG)?, take(MODULE).ok(), take(ROOT).ok());
        let rules = take(RULES).ok();
        let there = [
            (MATCH, Some(&text)),
            (LOG, Some(&log)),
            (MODULE, module.as_ref()),
            (RULES, rules.as_ref()),
            (ROOT, root.as_ref()),
        ];
        for (name, bytes) in there {
            if about.files.get(name) != bytes.map(|bytes| Hash::digest(bytes)).as_ref() {
                return Err(format!("its {name} is not the one that {ABOUT} names"));
            }
        }
        let record: SeatRecord = serde_json::from_slice(&text).map_err(|error| unread(MATCH, error))?;
        let said = [&about.number, &about.entrant, &about.engine];
        if said != [&record.number, &record.entrants[record.seat], &record.engine] {
            return Err(format!("its {ABOUT} and {MATCH} contradict each other"));
        }
        let played = record.plays.module().map(|(hash, _)| hash);
        if played != module.as_deref().map(Hash::digest) {
            return Err(format!("its {MODULE} is not the module that played"));
        }
        if rules_hash(&record.game) != rules.as_deref().map(Hash::digest) {
            return Err(format!("its {RULES} is not the game that was played"));
        }
        if record.closing.log != log {
            return Err(format!("its {LOG} is not the log of the match"));
        }
        drop(log);
        let readme = take(README)?;
        if root.is_some() != about.root.is_some() {
            return Err(format!("its {ABOUT} and {ROOT} contradict each other"));
        }
        let membership = root.as_deref().map(serde_json::from_slice).transpose();
        let membership = membership.map_err(|error| unread(ROOT, error))?;
        let package = Package { about, record, module, rules, membership };
        let files = BTreeMap::from([(ABOUT, about_text), (README, readme), (MATCH, text)]);
        package.is_as_written(&files, root.as_deref().unwrap_or_default())?;
        Ok(package)
    }

    /// Checks that all parts without a hash, such as the README and spaces, are as this program writes them for the
    /// rest.
    fn is_as_written(&self, files: &BTreeMap<&str, Vec<u8>>, root: &[u8]) -> Result<(), String> {
        let Package { about, record, membership, .. } = self;
        let named = PackageDescription {
            files: about.files.clone(),
            ..PackageDescription::new(record, about.root.clone())
        };
        let names_others =
            about.files.keys().any(|name| ![MATCH, LOG, MODULE, RULES, ROOT].contains(&name.as_str()));
        let root_again = |same: &mut EqualPrefix<'_>| match membership {
            Some(membership) => serde_json::to_writer(same, membership),
            None => Ok(()),
        };
        let are_same = [
            (MATCH, written_as(&files[MATCH], |same| serde_json::to_writer(same, record))),
            (ROOT, written_as(root, root_again)),
            (ABOUT, !names_others && named.text().is_ok_and(|again| again.as_bytes() == files[ABOUT])),
            (README, files[README] == self.readme().as_bytes()),
        ];
        match are_same.iter().find(|(_, is_same)| !is_same) {
            Some((name, _)) => Err(format!("its {name} is not as `muster evidence` writes it")),
            None => Ok(()),
        }
    }

    fn readme(&self) -> String {
        let PackageDescription { number, entrant, engine, root, .. } = &self.about;
        let root = root.as_deref().unwrap_or("none, because the run is not complete");
        let [rules, option] = match self.rules {
            Some(_) => [format!("{RULES}: the rules of the game\n"), format!(" --game {RULES}")],
            None => Default::default(),
        };
        format!(
            "Evidence on match {} for {}\n\n\
             Verify it with this archive alone:\n\n    muster verify FILE.zip\n\n\
             It plays the entrant's moves again and compares them, the log and the result with what is recorded.\n\
             Unpacked, `muster why {MATCH} --bot {MODULE}{option}` shows where the match was decided.\n\n\
             engine: {}\nroot of the run: {root}\n\n\
             It also shows that the match, as it was played and ended, is one of the run with this root, and so are the\n\
             entrants, module, settings, rules, limits, dice, failing call and log, unless it says what is unproven. Compare\n\
             the root with the one that was published: `muster verify FILE.zip --root ROOT`. Whoever has the run makes the\n\
             same archive again, byte for byte, by `muster evidence RUN {} --for NAME -o FILE.zip`.\n\n\
             {ABOUT}: hashes of the files\n\
             {MATCH}: actions, limits, start and result; of this entrant settings, dice, failing call and log\n\
             {LOG}: what the entrant's bot logged\n\
             {MODULE}: the entrant's module; missing if a built-in player played\n\
             {rules}{ROOT}: the hashed text of the root and the proof from the match to it; absent without a root\n",
            visible(number),
            visible_name(entrant),
            visible(engine),
            visible(number),
        )
    }
}

/// Returns a module of the run.
fn module(run: &RecordedRun, hash: Hash) -> Result<Vec<u8>, MakingError> {
    run.ledger.module(hash)?.ok_or(MakingError::NoModule)
}

/// Makes an archive with the same bytes on every machine and at any time.
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

/// Returns the files of an archive by name, if all of them are files of evidence.
///
/// # Errors
/// If anything differs from the output of [`zipped`], or a file exceeds its maximum size. Sizes are checked before
/// any file is read.
fn unzipped(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let not_one = |error: zip::result::ZipError| format!("it is not an archive: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(not_one)?;
    if archive.len() > FILES.len() {
        return Err("it has more files than evidence has".to_owned());
    }
    if !archive.comment().is_empty() || archive.offset() > 0 {
        return Err("it has a comment, or data before its files, which evidence never has".to_owned());
    }
    let mut sizes = BTreeMap::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(not_one)?;
        let name = entry.name();
        if !FILES.contains(&name) {
            return Err(format!("it has a file that does not belong in evidence: {}", visible_name(name)));
        }
        let is_plain = entry.comment().is_empty()
            && entry.last_modified().is_none_or(|at| at == DateTime::default())
            && entry.unix_mode().is_none_or(|mode| mode & 0o7777 == 0o644);
        if !is_plain {
            return Err(format!("its {name} has a comment, a date or permissions, which evidence never has"));
        }
        if sizes.insert(name.to_owned(), entry.size()).is_some() {
            return Err(format!("it has {name} twice"));
        }
    }
    let log = sizes.get(LOG).copied().unwrap_or(0);
    for (name, size) in &sizes {
        let most = most(name, log.min(MOST_LOG));
        if *size > most {
            return Err(format!("its {name} would have {size} bytes; the limit is {most}"));
        }
    }
    let mut files = BTreeMap::new();
    for (name, size) in sizes {
        let entry = archive.by_name(&name).map_err(not_one)?;
        let mut bytes = Vec::new();
        entry
            .take(size + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("its {name} cannot be read: {error}"))?;
        if bytes.len() as u64 != size {
            return Err(format!("its {name} does not have the {size} bytes that the archive states"));
        }
        files.insert(name, bytes);
    }
    Ok(files)
}
