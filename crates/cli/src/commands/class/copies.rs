//! `muster class copies`: which bots are so much alike that the teacher should look at them.

use std::path::{Path, PathBuf};

use clap::Args;
use class::{Facts, standing};
use classroom::OpenClass;
use copies::{Given, Kind, Likeness, Match, Own, Part, Work};
use explain::Error;
use game::visible_path;
use games::GAMES;
use handin::Limits;
use script::Types;
use serde_json::{Value, json};

use super::opening::open;
use crate::exit::Done;
use crate::terminal::text::inert;
use crate::{host, out};

/// Bytes of something that was handed in, or given to everybody.
const LARGEST: u64 = 64 << 20;
/// Modules from this size on may hold an interpreter.
const MAY_HOLD_INTERPRETER: usize = 300_000;
/// How much is read of the files that a script came with.
const SOURCES: Limits = Limits { entries: 1000, file: 1 << 20, total: 16 << 20 };
/// What files with nothing but types end in.
const DECLARATIONS: &str = ".d.ts";
/// Functions that are shown of a pair; `--json` has all.
const SHOWN: usize = 6;

/// `muster class copies`
#[derive(Args)]
#[command(after_help = "\
Compares the active version of each student or team, or the last one that was accepted. What the starters of `muster new` \
have is left out, and so is what a fifth of the class has; between two students also what the sample bots have, and who \
handed one in is told. The list is for you to look at and no verdict: two students may \
have learned from the same book.")]
pub(crate) struct CopiesCommand {
    /// The class's folder.
    folder: PathBuf,
    /// A module or script that everybody was given: what it has is left out. May be given several times.
    #[arg(long, value_name = "FILE")]
    given: Vec<PathBuf>,
    /// Print JSON, with all functions of each pair.
    #[arg(long)]
    json: bool,
}

/// Something that was handed in, taken apart.
struct Entry {
    alias: String,
    submission: u32,
    work: Work,
}

/// Something that was handed in and is not compared.
struct LeftOut {
    alias: String,
    submission: u32,
    why: String,
}

impl CopiesCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        let sandbox = host::sandbox(1)?;
        let types = Types::new(&sandbox);
        let mut given = starters(has_types(&facts).then_some(&types));
        for path in &self.given {
            let bytes = files::read_bounded(path, LARGEST)
                .map_err(|error| Error::input(format!("cannot read {}: {error}", visible_path(path))))?;
            let work = read(&bytes, path, &[], &types)
                .map_err(|why| Error::input(format!("{} {why}", visible_path(path))))?;
            given.add(&work);
        }
        let (entries, mut left_out) = read_all(&opened, &facts, &types, &mut given);
        given.add_what_many_have(entries.iter().map(|entry| &entry.work));
        let (entries, small): (Vec<Entry>, Vec<Entry>) =
            entries.into_iter().partition(|entry| Own::of(&entry.work, &given).is_comparable());
        left_out.extend(small.into_iter().map(|Entry { alias, submission, .. }| LeftOut {
            alias,
            submission,
            why: "has too little of its own".to_owned(),
        }));
        let own: Vec<Own<'_>> = entries.iter().map(|entry| Own::of(&entry.work, &given)).collect();
        let baselines = baselines();
        let own_baselines: Vec<Own<'_>> = baselines.iter().map(|(_, work)| Own::of(work, &given)).collect();
        // Two who began with the same sample bot have it in common, and that says nothing of one another.
        let mut with_baselines = given.clone();
        for (_, work) in &baselines {
            with_baselines.add(work);
        }
        let beside: Vec<Own<'_>> =
            entries.iter().map(|entry| Own::of(&entry.work, &with_baselines)).collect();
        let mut listed: Vec<Listed<'_>> = copies::pairs(&beside)
            .into_iter()
            .map(|pair| Listed {
                one: &entries[pair.one],
                other: Other::Entry(&entries[pair.other]),
                likeness: pair.likeness,
                matches: beside[pair.one].matches(&beside[pair.other]),
            })
            .collect();
        for (entry, own) in entries.iter().zip(&own) {
            let alike = own_baselines
                .iter()
                .zip(&baselines)
                .map(|(baseline, (name, _))| (own.likeness(baseline), own.matches(baseline), *name));
            let listed_ones = alike.filter(|(likeness, ..)| likeness.is_listed(entry.work.kind));
            let nearest = listed_ones.max_by(|(one, ..), (other, ..)| one.share().total_cmp(&other.share()));
            listed.extend(nearest.map(|(likeness, matches, name)| Listed {
                one: entry,
                other: Other::Baseline(name),
                likeness,
                matches,
            }));
        }
        if self.json {
            out::line(&as_json(&entries, &left_out, &listed).to_string())
        } else {
            tell(&entries, &left_out, &listed)
        }
    }
}

/// A pair that the teacher should look at.
struct Listed<'e> {
    one: &'e Entry,
    other: Other<'e>,
    likeness: Likeness,
    matches: Vec<Match<'e>>,
}

/// What something that was handed in is like.
enum Other<'e> {
    Entry(&'e Entry),
    /// A sample bot, by its name.
    Baseline(&'static str),
}

/// Whether anybody handed in a script with types.
fn has_types(facts: &Facts) -> bool {
    facts.submissions().any(|(_, submission)| {
        let file = Path::new(&submission.file);
        file.extension().is_some_and(|ending| ending == "ts" || ending == "mts")
    })
}

/// What the starters of `muster new` have: of compiled languages as modules, of the others as scripts, without types where
/// what was handed in is read so.
fn starters(types: Option<&Types<'_>>) -> Given {
    let mut given = Given::starters();
    for language in kit::LANGUAGES {
        for game in GAMES {
            for file in kit::project(language, *game) {
                if let Some(kind) = script_kind(Path::new(&file.path)) {
                    let untyped = types.and_then(|types| types.strip(&file.path, file.text.clone()).ok());
                    given.add(&copies::script(&untyped.unwrap_or(file.text), kind));
                }
            }
        }
    }
    given
}

fn baselines() -> Vec<(&'static str, Work)> {
    let read = |(name, bytes): &(&'static str, &[u8])| copies::module(bytes).ok().map(|work| (*name, work));
    copies::BASELINES.iter().filter_map(read).collect()
}

/// The version of each student or team that is compared, and those that cannot be.
fn read_all(
    opened: &OpenClass,
    facts: &Facts,
    types: &Types<'_>,
    given: &mut Given,
) -> (Vec<Entry>, Vec<LeftOut>) {
    let (mut entries, mut left_out) = (Vec::new(), Vec::new());
    let mut holds_interpreters = false;
    for contender in facts.contenders() {
        let active = standing(&opened.plan, facts, &contender).active.ok().map(|active| active.submission);
        let own = facts.submissions_of(&contender.who);
        let mut accepted = own.iter().filter(|(_, submission)| submission.module().is_some());
        let chosen = accepted.rfind(|(number, _)| active.is_none_or(|active| active == *number));
        let Some((submission, handed_in)) = chosen else { continue };
        let alias = contender.alias.to_owned();
        let bytes = opened.folder.read(&handed_in.handed_in, LARGEST).map_err(|error| error.to_string());
        holds_interpreters |= bytes.as_ref().is_ok_and(|bytes| bytes.len() >= MAY_HOLD_INTERPRETER);
        let beside = handed_in.archive.and_then(|archive| opened.folder.read(&archive, LARGEST).ok());
        let beside = beside.and_then(|archive| handin::unpack(&archive, &SOURCES)).unwrap_or_default();
        match bytes.and_then(|bytes| read(&bytes, Path::new(&handed_in.file), &beside, types)) {
            Ok(work) => entries.push(Entry { alias, submission: *submission, work }),
            Err(why) => left_out.push(LeftOut { alias, submission: *submission, why }),
        }
    }
    if holds_interpreters {
        let modules =
            script::INTERPRETERS.iter().filter_map(|interpreter| copies::module(&interpreter.module()).ok());
        modules.for_each(|work| given.add(&work));
    }
    (entries, left_out)
}

/// What was handed in taken apart, by the ending of its name; a script with the files of its language beside it.
fn read(bytes: &[u8], name: &Path, beside: &[(String, Vec<u8>)], types: &Types<'_>) -> Result<Work, String> {
    let Some(kind) = script_kind(name) else {
        return copies::module(bytes).map_err(|error| error.to_string());
    };
    // One that has more than types is read with them.
    let text = |name: &str, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        types.strip(name, text.clone()).unwrap_or(text)
    };
    let is_imported = |path: &str, other: &[u8]| {
        script_kind(Path::new(path)) == Some(kind) && !path.ends_with(DECLARATIONS) && other != bytes
    };
    let imported = beside.iter().filter(|(path, bytes)| is_imported(path, bytes));
    let mut files = vec![(None, text(&name.to_string_lossy(), bytes))];
    files.extend(imported.map(|(path, bytes)| (Some(path.as_str()), text(path, bytes))));
    let files: Vec<(Option<&str>, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    Ok(copies::scripts(&files, kind))
}

/// The language of a script, by the ending of its name.
fn script_kind(name: &Path) -> Option<Kind> {
    let interpreter = script::Interpreter::of(name)?;
    Some(if interpreter.language == "Python" { Kind::Python } else { Kind::JavaScript })
}

fn tell(entries: &[Entry], left_out: &[LeftOut], listed: &[Listed<'_>]) -> Done {
    let count = entries.len();
    let all = count * count.saturating_sub(1) / 2;
    let pairs = listed.iter().filter(|pair| matches!(pair.other, Other::Entry(_))).count();
    let bots = if count == 1 { "bot" } else { "bots" };
    out::line(&format!(
        "{count} {bots} compared: {pairs} of {all} pairs are worth a look, and no more than that"
    ))?;
    for pair in listed {
        let one = called(pair.one);
        let other = match pair.other {
            Other::Entry(entry) => format!("and {}", called(entry)),
            Other::Baseline(name) => format!("and the sample bot {name}"),
        };
        let percent = 100.0 * pair.likeness.share();
        let certainty = certainty(pair);
        out::line(&format!("\n{one} {other}: {percent:.0} % of the smaller one{certainty}"))?;
        let unit = unit(pair.one.work.kind);
        for found in pair.matches.iter().take(SHOWN) {
            let share = 100.0 * found.likeness.share();
            let [one, other] = [found.one, found.other].map(|part| place(part, pair.one.work.kind));
            let sizes = format!("{} and {} {unit}", found.one.size, found.other.size);
            out::line(&format!("  {one} ~ {other}: {share:.0} %, {sizes}"))?;
        }
        if pair.matches.len() > SHOWN {
            out::line(&format!("  and {} more, which --json shows", pair.matches.len() - SHOWN))?;
        }
    }
    if !left_out.is_empty() {
        out::line("\nnot compared:")?;
        for one in left_out {
            out::line(&format!(
                "  {} (submission {}): {}",
                inert(&one.alias),
                one.submission,
                inert(&one.why)
            ))?;
        }
    }
    Ok(())
}

fn called(entry: &Entry) -> String {
    format!("{} (submission {})", inert(&entry.alias), entry.submission)
}

/// What is told of a pair of which one has little of its own: it may have in common with another what many would write.
fn certainty(pair: &Listed<'_>) -> String {
    if pair.likeness.is_small(pair.one.work.kind) {
        format!("; less certain, because it is small ({} fingerprints)", pair.likeness.smaller)
    } else {
        String::new()
    }
}

/// What sizes are counted in.
fn unit(kind: Kind) -> &'static str {
    if kind == Kind::Module { "operators" } else { "tokens" }
}

/// A function, as people find it.
fn place(part: &Part, kind: Kind) -> String {
    let at = if kind == Kind::Module { "function" } else { "line" };
    let file = part.file.as_ref().map(|file| format!("{}, ", inert(file))).unwrap_or_default();
    match &part.name {
        Some(name) => format!("{} ({file}{at} {})", inert(name), part.place),
        None => format!("{file}{at} {}", part.place),
    }
}

fn as_json(entries: &[Entry], left_out: &[LeftOut], listed: &[Listed<'_>]) -> Value {
    let entry = |entry: &Entry| json!({ "alias": entry.alias, "submission": entry.submission });
    let part =
        |part: &Part| json!({ "name": part.name, "file": part.file, "place": part.place, "size": part.size });
    let compared: Vec<Value> = entries.iter().map(entry).collect();
    let left_out: Vec<Value> = left_out
        .iter()
        .map(|one| json!({ "alias": one.alias, "submission": one.submission, "why": one.why }))
        .collect();
    let pairs: Vec<Value> = listed
        .iter()
        .map(|pair| {
            let functions: Vec<Value> = pair
                .matches
                .iter()
                .map(|found| {
                    json!({
                        "one": part(found.one),
                        "other": part(found.other),
                        "share": found.likeness.share(),
                    })
                })
                .collect();
            let (other, baseline) = match pair.other {
                Other::Entry(other) => (entry(other), Value::Null),
                Other::Baseline(name) => (Value::Null, json!(name)),
            };
            json!({
                "one": entry(pair.one),
                "other": other,
                "baseline": baseline,
                "share": pair.likeness.share(),
                "in_common": pair.likeness.both,
                "is_small": pair.likeness.is_small(pair.one.work.kind),
                "counted_in": unit(pair.one.work.kind),
                "functions": functions,
            })
        })
        .collect();
    json!({ "compared": compared, "not_compared": left_out, "pairs": pairs })
}
