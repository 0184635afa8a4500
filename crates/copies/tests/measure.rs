//! How many copies are found, and how many pairs of independent works are listed: on one half of the sources, by which the
//! thresholds were fixed, and on the other, whose figures are in the crate's README.
//!
//! Copies are made of the sample bots and of the scripts of this repository: names changed, definitions in another order,
//! constants edited, statements added, and built by other compilers at other levels of optimisation. With `MUSTER_FULL` set
//! Zig's compiler builds them, too.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "what is measured goes into the README")]

#[path = "measure/build.rs"]
mod build;
#[path = "measure/edit.rs"]
mod edit;
#[path = "measure/figures.rs"]
mod figures;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use build::Compiler;
use copies::{Given, Kind, Own, Work};
use edit::Language;
use figures::Share;

/// What was found on one half.
struct Found {
    copies: Share,
    independent: Share,
    /// The least share that a copy has in common with its original.
    least: f64,
    /// The largest share that two independent works have in common.
    most: f64,
}

/// A half of the sources: its name, and its games.
type Half = (&'static str, &'static [&'static str]);

/// The thresholds were fixed on the first.
const HALVES: [Half; 2] = [("fixed", &["tank-battle", "tank-chess"]), ("reported", &["tank-war"])];

/// A work of the measurement.
struct Sample {
    /// Of what it is a build or a copy.
    source: String,
    /// Sources with the same one share files.
    family: String,
    /// What was done to it; nothing for the original.
    how: String,
    work: Work,
}

#[test]
fn modules_that_are_copies_are_found_and_others_are_not() {
    if build::clang().is_none() {
        assert!(std::env::var_os("CI").is_none(), "clang for wasm32 with wasm-ld is missing");
        println!("skipped: no clang for wasm32 with wasm-ld; tests/install installs it, or says how");
        return;
    }
    let given = Given::starters();
    let found = HALVES.map(|(name, games)| measure(name, &modules(games), &given));
    check(Kind::Module, &found, 0.9, 0.02);
}

#[test]
fn scripts_that_are_copies_are_found_and_others_are_not() {
    let given = Given::default();
    for (kind, language, folders) in [
        (
            Kind::JavaScript,
            Language::JavaScript,
            &["crates/viewer/app", "crates/kit/starters/javascript", "tests/web"][..],
        ),
        (
            Kind::Python,
            Language::Python,
            &["bots/kit/python", "crates/kit/starters/python", "interpreters/python/library", "tests/rating"]
                [..],
        ),
    ] {
        let found = [("fixed", 0), ("reported", 1)]
            .map(|(name, half)| measure(name, &scripts(kind, language, folders, half), &given));
        check(kind, &found, 0.9, 0.02);
    }
}

/// The threshold lies where the README says between what the first half shows of independent works and of copies, and the
/// second half is as it says.
fn check(kind: Kind, [fixed, reported]: &[Found; 2], recall: f64, wrong: f64) {
    let share = fixed.most + 0.75 * (fixed.least - fixed.most);
    assert!(
        (kind.threshold().share - share).abs() <= 0.03,
        "{kind:?}: three quarters of the way is {share:.2}"
    );
    assert!(reported.copies.rate() >= recall && reported.independent.rate() <= wrong, "{kind:?}");
}

/// Compares every original with every copy of it, and every work with all that are independent of it. Works that have too
/// little of their own are left out, as they are for a class.
fn measure(name: &str, samples: &[Sample], given: &Given) -> Found {
    let works = samples.iter().map(|sample| (sample, Own::of(&sample.work, given)));
    let (works, small): (Vec<_>, Vec<_>) = works.partition(|(_, own)| own.is_comparable());
    // By pairs of sources, whatever was made of them: those are what is independent.
    let mut sources: BTreeMap<[&str; 2], bool> = BTreeMap::new();
    let mut found = Found { copies: Share::default(), independent: Share::default(), least: 1.0, most: 0.0 };
    for (at, (one, own)) in works.iter().enumerate() {
        for (other, others) in &works[at + 1..] {
            let likeness = own.likeness(others);
            let listed = likeness.is_listed(one.work.kind);
            let pair = format!("{} {} and {} {}: {likeness:?}", one.source, one.how, other.source, other.how);
            if one.source == other.source && (one.how.is_empty() || other.how.is_empty()) {
                found.copies.add(listed);
                found.least = found.least.min(likeness.share());
                if !listed {
                    println!("  missed: {pair}");
                }
            } else if one.family != other.family {
                found.independent.add(listed);
                *sources.entry([&one.source, &other.source]).or_default() |= listed;
                found.most = found.most.max(likeness.share());
                if listed {
                    println!("  listed: {pair}");
                }
            }
        }
    }
    println!("{name}: copies found: {}; independent pairs listed: {}", found.copies, found.independent);
    let mut by_sources = Share::default();
    for listed in sources.values() {
        by_sources.add(*listed);
    }
    println!("{name}: pairs of sources of which any are listed: {by_sources}");
    println!("{name}: least of a copy {:.2}, most of an independent pair {:.2}", found.least, found.most);
    let small: Vec<String> =
        small.iter().map(|(one, own)| format!("{} {}: {}", one.source, one.how, own.size())).collect();
    println!("{name}: {} works; too little of their own have {small:?}", works.len());
    found
}

fn modules(games: &[&str]) -> Vec<Sample> {
    let folder = tempfile::tempdir().unwrap();
    let disguised = folder.path().join("disguised");
    build::disguise(games, &disguised);
    let compilers: &[(Compiler, &[&str])] =
        &[(Compiler::Clang, &["O1", "O2", "O3", "Os", "Oz"]), (Compiler::Zig, &["O1", "O2", "O3", "Os"])];
    let compilers = if std::env::var_os("MUSTER_FULL").is_some() && build::zig().is_some() {
        compilers
    } else {
        &compilers[..1]
    };
    let mut samples = Vec::new();
    let in_c = build::in_c(games);
    for bot in build::all(games) {
        let game = bot.split('/').next().unwrap();
        let ending = if in_c.contains(&bot) { "c" } else { ending(&build::bots().join(&bot)) };
        let family = format!("{game} in {ending}");
        let sample = |how: String, bytes: Vec<u8>| Sample {
            source: bot.clone(),
            family: family.clone(),
            how,
            work: copies::module(&bytes).unwrap(),
        };
        samples.push(sample(String::new(), build::committed(&bot)));
        if in_c.contains(&bot) {
            for (compiler, levels) in compilers {
                for level in *levels {
                    let name = if *compiler == Compiler::Clang { "clang" } else { "zig" };
                    let bytes = build::build(*compiler, &disguised, &bot, level, folder.path());
                    samples.push(sample(format!("{name} -{level}"), bytes));
                }
            }
        }
    }
    samples
}

fn ending(bot: &Path) -> &'static str {
    let name = bot.file_name().unwrap().to_str().unwrap();
    ["zig", "rs", "wat"].into_iter().find(|ending| bot.join(format!("{name}.{ending}")).exists()).unwrap()
}

/// Every second script of some folders, each with a copy of it.
fn scripts(kind: Kind, language: Language, folders: &[&str], half: usize) -> Vec<Sample> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let ending = if kind == Kind::Python { "py" } else { "js" };
    let mut files = Vec::new();
    for folder in folders {
        find(&top.join(folder), ending, &mut files);
    }
    files.sort();
    let mut samples = Vec::new();
    for path in files.iter().skip(half).step_by(2) {
        let text = fs::read_to_string(path).unwrap();
        let source = path.strip_prefix(&top).unwrap().display().to_string();
        // The kits for Python are made from one text.
        let family = source.strip_prefix("bots/kit/").map_or(source.clone(), |_| "kit".to_owned());
        let names = edit::defined([text.as_str()], language);
        let copy = edit::disguise(&text, &names, language);
        for (how, text) in [("", text), ("disguised", copy)] {
            let work = copies::script(&text, kind);
            samples.push(Sample {
                source: source.clone(),
                family: family.clone(),
                how: how.to_owned(),
                work,
            });
        }
    }
    samples
}

fn find(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            if !path.ends_with("node_modules") {
                find(&path, ending, files);
            }
        } else if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
}
