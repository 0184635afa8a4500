//! Versions of a class that are similar enough for the teacher to look at.

mod page;
mod sources;

use std::collections::BTreeSet;
use std::path::Path;

use class_model::{Facts, Hash, Submission, standing};
use copies::{Discounted, FunctionMatch, Kind, Likeness, OwnFingerprints, Part, SourceLanguage, Work};
use course_files::archives::Limits;
use explain::Error;
use game::{Game, visible};
use games::{GAMES, SampleBot};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::page::copies_page;
use self::sources::Sources;
pub use self::sources::{Lines, SimilarPassage};
use crate::named_file::NamedFile;
use crate::open_class::OpenClass;

/// Maximum number of bytes of a submitted file, or of a file given to all students.
pub const LARGEST_GIVEN: u64 = 64 << 20;
/// Minimum size of a module that may contain an interpreter.
const MAY_HOLD_INTERPRETER: usize = 300_000;
/// Limits on the files read from a submission's archive.
const SOURCES: Limits = Limits { entries: 1000, file: 1 << 20, total: 16 << 20 };
/// The ending of files that contain only types.
const DECLARATIONS: &str = ".d.ts";

/// The languages of scripts. A process that compares scripts has their interpreters.
pub trait Languages {
    /// Returns the language of a script with this name; `None` if it is not a script.
    fn language_of(&self, name: &Path) -> Option<Kind>;
    /// Returns a script without its types, with unchanged line numbers, or unchanged if it has no types. `None` if it
    /// has TypeScript syntax beyond types.
    fn without_types(&self, name: &str, text: String) -> Option<String>;
    /// Returns the interpreters' modules, each unpacked on demand.
    fn interpreters(&self) -> Box<dyn Iterator<Item = Vec<u8>>>;
}

/// Similar versions of a class, and versions that could not be compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CopiesReport {
    /// The compared versions, one per student or team.
    pub compared: Vec<ComparedVersion>,
    /// The versions that were not compared.
    pub not_compared: Vec<UncomparedVersion>,
    /// The similar pairs: pairs of two versions first, then pairs of a version and a sample bot.
    pub pairs: Vec<SimilarPair>,
}

impl Shape for CopiesReport {
    const NAME: &'static str = "class-copies";
    const VERSION: u32 = 1;
}

/// A compared version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedVersion {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The students.
    pub students: Vec<ComparedStudent>,
    /// The number of the submission.
    pub submission: u32,
}

/// A student with a compared version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedStudent {
    /// The student's id.
    pub id: String,
    /// The student's name.
    pub name: String,
}

/// A version that was not compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UncomparedVersion {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The students.
    pub students: Vec<ComparedStudent>,
    /// The number of the submission.
    pub submission: u32,
    /// The reason, in words.
    pub why: String,
}

/// A version, and the version or sample bot that it is similar to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimilarPair {
    /// The version.
    pub one: ComparedVersion,
    /// The version of another student or team; null for a sample bot.
    pub other: Option<ComparedVersion>,
    /// The name of the sample bot; null for a version.
    pub baseline: Option<String>,
    /// Share of the smaller one that is contained in the other, from 0 to 1.
    pub share: f64,
    /// Number of common fingerprints.
    pub in_common: usize,
    /// `true` if the smaller one has so little code of its own that the share is less certain.
    pub is_small: bool,
    /// The unit of sizes: `operators` for modules, `tokens` for scripts and sources.
    pub counted_in: &'static str,
    /// The functions with the most in common.
    pub functions: Vec<SimilarFunctions>,
    /// Passages of the sources with the same tokens, for scripts and for modules handed in with their sources.
    pub passages: Vec<SimilarPassage>,
    /// The sources of both, if both were handed in.
    #[serde(skip)]
    pub sources: Option<[Sources; 2]>,
    /// Number of fingerprints of the smaller one.
    #[serde(skip)]
    pub smaller: usize,
    /// The language of both.
    #[serde(skip)]
    pub kind: Kind,
}

/// Two functions with much in common, one of each version.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimilarFunctions {
    /// The function of the first version.
    pub one: ComparedFunction,
    /// The function of the other version.
    pub other: ComparedFunction,
    /// Share of the smaller one that is contained in the other, from 0 to 1.
    pub share: f64,
}

/// A function of a compared version.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ComparedFunction {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its file; null if the script or module is a single file.
    pub file: Option<String>,
    /// Its position: the function's number in a module, or its first line in a script.
    pub place: u32,
    /// Its size, in the pair's unit.
    pub size: usize,
}

impl ComparedFunction {
    /// Returns the position for people, in a work of this kind: `choose (bot.js, line 3)`. Safe to display anywhere.
    pub fn place_words(&self, kind: Kind) -> String {
        let at = if kind == Kind::Module { "function" } else { "line" };
        let file = self.file.as_ref().map(|file| format!("{}, ", visible(file))).unwrap_or_default();
        match &self.name {
            Some(name) => format!("{} ({file}{at} {})", visible(name), self.place),
            None => format!("{file}{at} {}", self.place),
        }
    }
}

/// A submission prepared for comparison.
struct ComparedSubmission {
    version: ComparedVersion,
    work: Work,
    /// The sources of a script, or those handed in with a module.
    sources: Sources,
}

/// Compares the active version of each student or team, or the last accepted one if none is active. Code from starters
/// and from the given files is left out.
///
/// # Errors
/// If a given file is neither a module nor a script.
pub fn near_copies(
    class: &OpenClass,
    facts: &Facts,
    languages: &dyn Languages,
    files: &[NamedFile],
) -> Result<CopiesReport, Error> {
    let mut given = Discounted::starters();
    for NamedFile { name, bytes } in files {
        let path = Path::new(name);
        if let Some(work) = sources::of_file(path, bytes) {
            given.add(&work);
            continue;
        }
        let (work, _) = read(bytes, path, &[], languages)
            .map_err(|why| Error::input(format!("{} {why}", visible(name))))?;
        given.add(&work);
    }
    let (entries, mut not_compared) = read_all(class, facts, languages, &mut given);
    // If a module is too small, its source is compared, provided it was handed in.
    let by_source: Vec<ComparedSubmission> =
        entries.iter().filter_map(ComparedSubmission::by_source).collect();
    let kinds = entries.iter().chain(&by_source).map(|entry| entry.work.kind).collect();
    add_starters(&mut given, &kinds, class.plan.game, facts, languages);
    given.add_what_many_have(entries.iter().map(|entry| &entry.work));
    given.add_what_many_have(by_source.iter().map(|entry| &entry.work));
    let is_comparable =
        |entry: &ComparedSubmission| OwnFingerprints::new(&entry.work, &given).is_comparable();
    let (mut entries, small): (Vec<ComparedSubmission>, Vec<ComparedSubmission>) =
        entries.into_iter().partition(is_comparable);
    let by_source = by_source.into_iter().filter(is_comparable);
    let (of_small, of_others): (Vec<ComparedSubmission>, Vec<ComparedSubmission>) =
        by_source.partition(|entry| small.iter().any(|small| small.version == entry.version));
    let small = small
        .into_iter()
        .filter(|small| of_small.iter().all(|entry| entry.version != small.version))
        .collect::<Vec<_>>();
    not_compared
        .extend(small.into_iter().map(|entry| entry.version.without("has too little code of its own")));
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

/// Returns the similar pairs.
fn pairs(entries: &[ComparedSubmission], given: &Discounted) -> Vec<SimilarPair> {
    if entries.is_empty() {
        return Vec::new();
    }
    let baselines = baselines();
    // Two students who started from the same sample bot have it in common, which says nothing about copying.
    let mut with_baselines = given.clone();
    for (_, work) in &baselines {
        with_baselines.add(work);
    }
    let beside: Vec<OwnFingerprints<'_>> =
        entries.iter().map(|entry| OwnFingerprints::new(&entry.work, &with_baselines)).collect();
    let mut listed: Vec<SimilarPair> = copies::pairs(&beside)
        .into_iter()
        .map(|pair| {
            let (one, other) = (&entries[pair.one], &entries[pair.other]);
            let matches = beside[pair.one].matches(&beside[pair.other]);
            one.beside(other, pair.likeness, &matches)
        })
        .collect();
    let baselines: Vec<(&str, OwnFingerprints<'_>)> =
        baselines.iter().map(|(name, work)| (&**name, OwnFingerprints::new(work, given))).collect();
    for entry in entries {
        let own = OwnFingerprints::new(&entry.work, given);
        let alike = baselines.iter().map(|(name, baseline)| (own.likeness(baseline), *name, baseline));
        let alike = alike.filter(|(likeness, ..)| likeness.is_listed(entry.work.kind));
        let nearest = alike.max_by(|(one, ..), (other, ..)| one.share().total_cmp(&other.share()));
        listed.extend(nearest.map(|(likeness, name, baseline)| SimilarPair {
            baseline: Some(name.to_owned()),
            ..entry.pair(likeness, &own.matches(baseline))
        }));
    }
    listed
}

/// Returns the pairs in which at least one version is compared by its source because its module is too small.
fn pairs_by_source(
    small: &[ComparedSubmission],
    others: &[ComparedSubmission],
    given: &Discounted,
) -> Vec<SimilarPair> {
    let all: Vec<&ComparedSubmission> = small.iter().chain(others).collect();
    let own: Vec<OwnFingerprints<'_>> =
        all.iter().map(|entry| OwnFingerprints::new(&entry.work, given)).collect();
    let listed = copies::pairs(&own).into_iter().filter(|pair| pair.one < small.len());
    listed.map(|pair| all[pair.one].beside(all[pair.other], pair.likeness, &[])).collect()
}

impl ComparedSubmission {
    /// Returns the version with its module replaced by the source handed in with it.
    fn by_source(&self) -> Option<ComparedSubmission> {
        let work = (self.work.kind == Kind::Module).then(|| self.sources.work())??;
        Some(ComparedSubmission { version: self.version.clone(), work, sources: self.sources.clone() })
    }

    /// Returns a pair of this entry and another version.
    fn beside(
        &self,
        other: &ComparedSubmission,
        likeness: Likeness,
        matches: &[FunctionMatch<'_>],
    ) -> SimilarPair {
        let passages = self.sources.passages(&other.sources);
        let are_there = !self.sources.is_empty() && !other.sources.is_empty();
        SimilarPair {
            other: Some(other.version.clone()),
            passages,
            sources: are_there.then(|| [self.sources.clone(), other.sources.clone()]),
            ..self.pair(likeness, matches)
        }
    }

    /// Returns a pair with this entry as the first version.
    fn pair(&self, likeness: Likeness, matches: &[FunctionMatch<'_>]) -> SimilarPair {
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
        let ComparedVersion { alias, students, submission } = self;
        UncomparedVersion { alias, students, submission, why: why.into() }
    }
}

impl From<&FunctionMatch<'_>> for SimilarFunctions {
    fn from(found: &FunctionMatch<'_>) -> SimilarFunctions {
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

/// Returns `true` if any submission is a script with types.
fn has_types(facts: &Facts) -> bool {
    facts.submissions().any(|(_, submission)| {
        let file = Path::new(&submission.file);
        file.extension()
            .is_some_and(|ending| ["ts", "mts"].iter().any(|one| ending.eq_ignore_ascii_case(one)))
    })
}

/// Adds the code of the starters from `muster new`: sources for compiled languages, scripts for the others. Only the
/// kinds that are compared are added. Scripts lose their types if submissions with types do.
fn add_starters(
    given: &mut Discounted,
    kinds: &BTreeSet<Kind>,
    own: &'static dyn Game,
    facts: &Facts,
    languages: &dyn Languages,
) {
    if kinds.iter().all(|kind| *kind == Kind::Module) {
        return;
    }
    let has_types = has_types(facts);
    let own = own.module().map(|_| own);
    for language in kit::LANGUAGES {
        for file in GAMES.iter().copied().chain(own).flat_map(|game| kit::project(language, game)) {
            let path = Path::new(&file.path);
            let source =
                SourceLanguage::from_path(path).filter(|language| kinds.contains(&Kind::Source(*language)));
            if let Some(language) = source {
                given.add(&copies::source(&[("", &file.text)], language));
            }
            let Some(kind) = languages.language_of(path).filter(|kind| kinds.contains(kind)) else {
                continue;
            };
            let untyped = has_types.then(|| languages.without_types(&file.path, file.text.clone())).flatten();
            given.add(&copies::script(&untyped.unwrap_or(file.text), kind));
        }
    }
}

/// Returns the sample bots, which any student may submit, each as `<game>/<bot>`.
fn baselines() -> Vec<(String, Work)> {
    let read = |bot: &SampleBot| {
        let work = copies::module(bot.module).ok()?;
        Some((format!("{}/{}", bot.game, bot.name), work))
    };
    let mut baselines: Vec<(String, Work)> = games::sample_bots().filter_map(read).collect();
    baselines.sort_by(|(one, _), (other, _)| one.cmp(other));
    baselines
}

/// Reads the version to compare of each student or team. Returns the unreadable ones separately.
fn read_all(
    class: &OpenClass,
    facts: &Facts,
    languages: &dyn Languages,
    given: &mut Discounted,
) -> (Vec<ComparedSubmission>, Vec<UncomparedVersion>) {
    let (mut entries, mut left_out) = (Vec::new(), Vec::new());
    let mut holds_interpreters = false;
    for contender in facts.contenders() {
        let active = standing(&class.plan, facts, &contender).active.ok().map(|active| active.submission);
        let own = facts.submissions_of(&contender.who);
        let mut accepted = own.filter(|(_, submission)| submission.module().is_some());
        let chosen = accepted.rfind(|(number, _)| active.is_none_or(|active| active == *number));
        let Some((number, submission)) = chosen else { continue };
        let members = contender.members.iter();
        let students =
            members.map(|member| ComparedStudent { id: member.id.clone(), name: member.name.clone() });
        let (alias, students) = (contender.alias.to_owned(), students.collect());
        let version = ComparedVersion { alias, students, submission: number };
        let bytes = read_file(class, &submission.handed_in);
        holds_interpreters |= bytes.as_ref().is_ok_and(|bytes| bytes.len() >= MAY_HOLD_INTERPRETER);
        let beside = files_beside(class, submission);
        match bytes.and_then(|bytes| read(&bytes, Path::new(&submission.file), &beside, languages)) {
            Ok((work, sources)) => entries.push(ComparedSubmission { version, work, sources }),
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

/// Returns the files handed in with a submission.
fn files_beside(class: &OpenClass, submission: &Submission) -> Vec<(String, Vec<u8>)> {
    let archive = submission.archive.and_then(|archive| read_file(class, &archive).ok());
    archive.and_then(|archive| course_files::archives::unpack(&archive, &SOURCES)).unwrap_or_default()
}

/// Prepares a submission for comparison, with its sources. The extension of `name` determines the language. A script is
/// read together with the files of its language from `beside`.
fn read(
    bytes: &[u8],
    name: &Path,
    beside: &[(String, Vec<u8>)],
    languages: &dyn Languages,
) -> Result<(Work, Sources), String> {
    let Some(kind) = languages.language_of(name) else {
        let work = copies::module(bytes).map_err(|error| error.to_string())?;
        return Ok((work, Sources::of_module(beside)));
    };
    // A script with TypeScript syntax beyond types is read as it is.
    let text = |name: &str, bytes: &[u8]| {
        let text = plaintext::read_lossy(bytes);
        languages.without_types(name, text.clone()).unwrap_or(text)
    };
    let is_imported = |path: &str, other: &[u8]| {
        languages.language_of(Path::new(path)) == Some(kind)
            && !path.ends_with(DECLARATIONS)
            && other != bytes
    };
    let imported = beside.iter().filter(|(path, bytes)| is_imported(path, bytes));
    let mut files = vec![(None, text(&name.to_string_lossy(), bytes))];
    files.extend(imported.map(|(path, bytes)| (Some(path.as_str()), text(path, bytes))));
    let sources = Sources::of_script(name, &files, kind);
    let files: Vec<(Option<&str>, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    Ok((copies::scripts(&files, kind), sources))
}
