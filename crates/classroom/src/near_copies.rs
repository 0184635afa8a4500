//! Which versions of a class are so much alike that the teacher should look at them.

mod page;
mod sources;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use class::{Facts, Hash, Submission, standing};
use copies::{Given, Kind, Likeness, Match, Own, Part, SourceLanguage, Work};
use explain::Error;
use game::{visible, visible_path};
use games::GAMES;
use handin::Limits;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::page::copies_page;
use self::sources::Sources;
pub use self::sources::{Lines, SimilarPassage};
use crate::open_class::OpenClass;

/// Bytes of something that was handed in, or given to everybody.
pub const LARGEST_GIVEN: u64 = 64 << 20;
/// Modules from this size on may hold an interpreter.
const MAY_HOLD_INTERPRETER: usize = 300_000;
/// How much is read of the files that a script came with.
const SOURCES: Limits = Limits { entries: 1000, file: 1 << 20, total: 16 << 20 };
/// What files with nothing but types end in.
const DECLARATIONS: &str = ".d.ts";

/// What scripts are written in: a process that compares them has their interpreters.
pub trait Languages {
    /// What a script of this name is written in; `None` for what is not a script.
    fn of(&self, name: &Path) -> Option<Kind>;
    /// A script without its types, each line where it was; as it is if it has none. `None` if it has more than types.
    fn without_types(&self, name: &str, text: String) -> Option<String>;
    /// The modules of the interpreters, each unpacked as it is asked for.
    fn interpreters(&self) -> Box<dyn Iterator<Item = Vec<u8>>>;
}

/// A module or script that everybody in a class was given.
#[derive(Clone, Debug)]
pub struct GivenFile {
    /// Its path, which says what it is written in.
    pub path: PathBuf,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Which versions of a class are worth a teacher's look, and which could not be compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CopiesReport {
    /// The versions that were compared, one of each student or team.
    pub compared: Vec<ComparedVersion>,
    /// Those that were not.
    pub not_compared: Vec<UncomparedVersion>,
    /// The pairs that are worth a look: those of two versions, then those of a version and a sample bot.
    pub pairs: Vec<SimilarPair>,
}

impl Shape for CopiesReport {
    const NAME: &'static str = "class-copies";
    const VERSION: u32 = 1;
}

/// A version that was compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedVersion {
    /// What runs call the student or team.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
}

/// A version that was not compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UncomparedVersion {
    /// What runs call the student or team.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// Why, in words.
    pub why: String,
}

/// A version and what it is like.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimilarPair {
    /// The version.
    pub one: ComparedVersion,
    /// The version of somebody else. Null if it is a sample bot.
    pub other: Option<ComparedVersion>,
    /// The name of a sample bot. Null if it is a version.
    pub baseline: Option<&'static str>,
    /// How much of the smaller one is in the other, from 0 to 1.
    pub share: f64,
    /// How many fingerprints both have.
    pub in_common: usize,
    /// Whether the smaller one has so little of its own that the share is less certain.
    pub is_small: bool,
    /// What sizes are counted in: `operators` of modules, `tokens` of scripts and of sources.
    pub counted_in: &'static str,
    /// The functions that have most in common.
    pub functions: Vec<SimilarFunctions>,
    /// Lines of their sources that have the same tokens: of scripts, and of modules that came with their sources.
    pub passages: Vec<SimilarPassage>,
    /// The sources of both, where they were handed in.
    #[serde(skip)]
    pub sources: Option<[Sources; 2]>,
    /// Fingerprints of the smaller one.
    #[serde(skip)]
    pub smaller: usize,
    /// What both are written in.
    #[serde(skip)]
    pub kind: Kind,
}

/// A function of each that have much in common.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimilarFunctions {
    /// The function of the one.
    pub one: ComparedFunction,
    /// That of the other.
    pub other: ComparedFunction,
    /// How much of the smaller one is in the other, from 0 to 1.
    pub share: f64,
}

/// A function of what was compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ComparedFunction {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The file that it is in. Null if the script or module is one file.
    pub file: Option<String>,
    /// Where it is: the number of the function in a module, the line on which it begins in a script.
    pub place: u32,
    /// How large it is, in what sizes are counted in.
    pub size: usize,
}

impl ComparedFunction {
    /// Where people find it, in what is of this kind: `choose (bot.js, line 3)`. Harmless wherever it is shown.
    pub fn place_words(&self, kind: Kind) -> String {
        let at = if kind == Kind::Module { "function" } else { "line" };
        let file = self.file.as_ref().map(|file| format!("{}, ", visible(file))).unwrap_or_default();
        match &self.name {
            Some(name) => format!("{} ({file}{at} {})", visible(name), self.place),
            None => format!("{file}{at} {}", self.place),
        }
    }
}

/// Something that was handed in, taken apart.
struct Entry {
    version: ComparedVersion,
    work: Work,
    /// What a script is, or what a module came with.
    sources: Sources,
}

/// Compares the active version of each student or team, or the last one that was accepted. What starters and these files
/// have is left out.
///
/// # Errors
/// If a file that everybody was given is neither a module nor a script.
pub fn near_copies(
    class: &OpenClass,
    facts: &Facts,
    languages: &dyn Languages,
    files: &[GivenFile],
) -> Result<CopiesReport, Error> {
    let mut given = Given::starters();
    for GivenFile { path, bytes } in files {
        if let Some(work) = sources::of_file(path, bytes) {
            given.add(&work);
            continue;
        }
        let (work, _) = read(bytes, path, &[], languages)
            .map_err(|why| Error::input(format!("{} {why}", visible_path(path))))?;
        given.add(&work);
    }
    let (entries, mut not_compared) = read_all(class, facts, languages, &mut given);
    // Where a module is too small, what it was built from is compared, if it came with it.
    let by_source: Vec<Entry> = entries.iter().filter_map(Entry::by_source).collect();
    let kinds = entries.iter().chain(&by_source).map(|entry| entry.work.kind).collect();
    add_starters(&mut given, &kinds, facts, languages);
    given.add_what_many_have(entries.iter().map(|entry| &entry.work));
    given.add_what_many_have(by_source.iter().map(|entry| &entry.work));
    let is_comparable = |entry: &Entry| Own::of(&entry.work, &given).is_comparable();
    let (mut entries, small): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(is_comparable);
    let by_source = by_source.into_iter().filter(is_comparable);
    let (of_small, of_others): (Vec<Entry>, Vec<Entry>) =
        by_source.partition(|entry| small.iter().any(|small| small.version == entry.version));
    let small = small
        .into_iter()
        .filter(|small| of_small.iter().all(|entry| entry.version != small.version))
        .collect::<Vec<_>>();
    not_compared.extend(small.into_iter().map(|entry| entry.version.without("has too little of its own")));
    let mut listed = pairs(&entries, &given);
    let sampled = listed.iter().position(|pair| pair.other.is_none()).unwrap_or(listed.len());
    listed.splice(sampled..sampled, pairs_by_source(&of_small, &of_others, &given));
    entries.extend(of_small);
    Ok(CopiesReport {
        compared: entries.into_iter().map(|entry| entry.version).collect(),
        not_compared,
        pairs: listed,
    })
}

/// The pairs that are worth a look.
fn pairs(entries: &[Entry], given: &Given) -> Vec<SimilarPair> {
    if entries.is_empty() {
        return Vec::new();
    }
    let baselines = baselines();
    // Two who began with the same sample bot have it in common, and that says nothing of one another.
    let mut with_baselines = given.clone();
    for (_, work) in &baselines {
        with_baselines.add(work);
    }
    let beside: Vec<Own<'_>> = entries.iter().map(|entry| Own::of(&entry.work, &with_baselines)).collect();
    let mut listed: Vec<SimilarPair> = copies::pairs(&beside)
        .into_iter()
        .map(|pair| {
            let (one, other) = (&entries[pair.one], &entries[pair.other]);
            let matches = beside[pair.one].matches(&beside[pair.other]);
            one.beside(other, pair.likeness, &matches)
        })
        .collect();
    let baselines: Vec<(&str, Own<'_>)> =
        baselines.iter().map(|(name, work)| (*name, Own::of(work, given))).collect();
    for entry in entries {
        let own = Own::of(&entry.work, given);
        let alike = baselines.iter().map(|(name, baseline)| (own.likeness(baseline), *name, baseline));
        let alike = alike.filter(|(likeness, ..)| likeness.is_listed(entry.work.kind));
        let nearest = alike.max_by(|(one, ..), (other, ..)| one.share().total_cmp(&other.share()));
        listed.extend(nearest.map(|(likeness, name, baseline)| SimilarPair {
            baseline: Some(name),
            ..entry.pair(likeness, &own.matches(baseline))
        }));
    }
    listed
}

/// The pairs of which at least one is compared by its source, because its module is too small.
fn pairs_by_source(small: &[Entry], others: &[Entry], given: &Given) -> Vec<SimilarPair> {
    let all: Vec<&Entry> = small.iter().chain(others).collect();
    let own: Vec<Own<'_>> = all.iter().map(|entry| Own::of(&entry.work, given)).collect();
    let listed = copies::pairs(&own).into_iter().filter(|pair| pair.one < small.len());
    listed.map(|pair| all[pair.one].beside(all[pair.other], pair.likeness, &[])).collect()
}

impl Entry {
    /// The same version by the source that its module came with.
    fn by_source(&self) -> Option<Entry> {
        let work = (self.work.kind == Kind::Module).then(|| self.sources.work())??;
        Some(Entry { version: self.version.clone(), work, sources: self.sources.clone() })
    }

    /// A pair of this and another.
    fn beside(&self, other: &Entry, likeness: Likeness, matches: &[Match<'_>]) -> SimilarPair {
        let passages = self.sources.passages(&other.sources);
        let are_there = !self.sources.is_empty() && !other.sources.is_empty();
        SimilarPair {
            other: Some(other.version.clone()),
            passages,
            sources: are_there.then(|| [self.sources.clone(), other.sources.clone()]),
            ..self.pair(likeness, matches)
        }
    }

    /// A pair that it is the one of.
    fn pair(&self, likeness: Likeness, matches: &[Match<'_>]) -> SimilarPair {
        let kind = self.work.kind;
        SimilarPair {
            one: self.version.clone(),
            other: None,
            baseline: None,
            share: likeness.share(),
            in_common: likeness.both,
            is_small: likeness.is_small(kind),
            counted_in: if kind == Kind::Module { "operators" } else { "tokens" },
            functions: matches.iter().map(SimilarFunctions::from).collect(),
            passages: Vec::new(),
            sources: None,
            smaller: likeness.smaller,
            kind,
        }
    }
}

impl ComparedVersion {
    fn without(self, why: impl Into<String>) -> UncomparedVersion {
        UncomparedVersion { alias: self.alias, submission: self.submission, why: why.into() }
    }
}

impl From<&Match<'_>> for SimilarFunctions {
    fn from(found: &Match<'_>) -> SimilarFunctions {
        let [one, other] = [found.one, found.other].map(ComparedFunction::from);
        SimilarFunctions { one, other, share: found.likeness.share() }
    }
}

impl From<&Part> for ComparedFunction {
    fn from(part: &Part) -> ComparedFunction {
        ComparedFunction {
            name: part.name.clone(),
            file: part.file.clone(),
            place: part.place,
            size: part.size,
        }
    }
}

/// Whether anybody handed in a script with types.
fn has_types(facts: &Facts) -> bool {
    facts.submissions().any(|(_, submission)| {
        let file = Path::new(&submission.file);
        file.extension()
            .is_some_and(|ending| ["ts", "mts"].iter().any(|one| ending.eq_ignore_ascii_case(one)))
    })
}

/// Adds what the starters of `muster new` have, as sources of compiled languages and as scripts of the others, without types
/// where what was handed in is read so: what is of these kinds, since nothing else is compared with it.
fn add_starters(given: &mut Given, kinds: &BTreeSet<Kind>, facts: &Facts, languages: &dyn Languages) {
    if kinds.iter().all(|kind| *kind == Kind::Module) {
        return;
    }
    let has_types = has_types(facts);
    for language in kit::LANGUAGES {
        for file in GAMES.iter().flat_map(|game| kit::project(language, *game)) {
            let path = Path::new(&file.path);
            let source = SourceLanguage::of(path).filter(|language| kinds.contains(&Kind::Source(*language)));
            if let Some(language) = source {
                given.add(&copies::source(&[("", &file.text)], language));
            }
            let Some(kind) = languages.of(path).filter(|kind| kinds.contains(kind)) else { continue };
            let untyped = has_types.then(|| languages.without_types(&file.path, file.text.clone())).flatten();
            given.add(&copies::script(&untyped.unwrap_or(file.text), kind));
        }
    }
}

fn baselines() -> Vec<(&'static str, Work)> {
    let read = |(name, bytes): &(&'static str, &[u8])| copies::module(bytes).ok().map(|work| (*name, work));
    copies::BASELINES.iter().filter_map(read).collect()
}

/// The version of each student or team that is compared, and those that cannot be.
fn read_all(
    class: &OpenClass,
    facts: &Facts,
    languages: &dyn Languages,
    given: &mut Given,
) -> (Vec<Entry>, Vec<UncomparedVersion>) {
    let (mut entries, mut left_out) = (Vec::new(), Vec::new());
    let mut holds_interpreters = false;
    for contender in facts.contenders() {
        let active = standing(&class.plan, facts, &contender).active.ok().map(|active| active.submission);
        let own = facts.submissions_of(&contender.who);
        let mut accepted = own.filter(|(_, submission)| submission.module().is_some());
        let chosen = accepted.rfind(|(number, _)| active.is_none_or(|active| active == *number));
        let Some((number, submission)) = chosen else { continue };
        let version = ComparedVersion { alias: contender.alias.to_owned(), submission: number };
        let bytes = read_file(class, &submission.handed_in);
        holds_interpreters |= bytes.as_ref().is_ok_and(|bytes| bytes.len() >= MAY_HOLD_INTERPRETER);
        let beside = files_beside(class, submission);
        match bytes.and_then(|bytes| read(&bytes, Path::new(&submission.file), &beside, languages)) {
            Ok((work, sources)) => entries.push(Entry { version, work, sources }),
            Err(why) => left_out.push(version.without(why)),
        }
    }
    if holds_interpreters {
        let modules = languages.interpreters().filter_map(|module| copies::module(&module).ok());
        modules.for_each(|work| given.add(&work));
    }
    (entries, left_out)
}

fn read_file(class: &OpenClass, hash: &Hash) -> Result<Vec<u8>, String> {
    class.folder.read(hash, LARGEST_GIVEN).map_err(|error| error.to_string())
}

/// The files that a submission came with.
fn files_beside(class: &OpenClass, submission: &Submission) -> Vec<(String, Vec<u8>)> {
    let archive = submission.archive.and_then(|archive| read_file(class, &archive).ok());
    archive.and_then(|archive| handin::unpack(&archive, &SOURCES)).unwrap_or_default()
}

/// What was handed in taken apart, by the ending of its name, and its sources; a script with the files of its language beside
/// it.
fn read(
    bytes: &[u8],
    name: &Path,
    beside: &[(String, Vec<u8>)],
    languages: &dyn Languages,
) -> Result<(Work, Sources), String> {
    let Some(kind) = languages.of(name) else {
        let work = copies::module(bytes).map_err(|error| error.to_string())?;
        return Ok((work, Sources::of_module(beside)));
    };
    // One that has more than types is read with them.
    let text = |name: &str, bytes: &[u8]| {
        let text = plaintext::read_lossy(bytes);
        languages.without_types(name, text.clone()).unwrap_or(text)
    };
    let is_imported = |path: &str, other: &[u8]| {
        languages.of(Path::new(path)) == Some(kind) && !path.ends_with(DECLARATIONS) && other != bytes
    };
    let imported = beside.iter().filter(|(path, bytes)| is_imported(path, bytes));
    let mut files = vec![(None, text(&name.to_string_lossy(), bytes))];
    files.extend(imported.map(|(path, bytes)| (Some(path.as_str()), text(path, bytes))));
    let sources = Sources::of_script(name, &files, kind);
    let files: Vec<(Option<&str>, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    Ok((copies::scripts(&files, kind), sources))
}
