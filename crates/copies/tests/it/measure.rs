//! Measures how many copies are found, and how many pairs of independent works are listed: on one half of the sources,
//! which set the thresholds, and on the other, whose figures are in the crate's README.
//!
//! Copies are made of the sample bots, of the bots in `corpus`, and of the scripts of this repository: with other
//! names, another order of definitions, edited constants, additional statements, and other optimisation levels. With
//! `MUSTER_FULL` set, not only clang builds them, but also the compilers of Zig, Rust and AssemblyScript.

#![expect(clippy::print_stdout, reason = "what is measured goes into the README")]

mod build;
mod disguise;
mod disguise_c;
mod edit;
mod figures;
mod modules;
mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use copies::{Discounted, Kind, OwnFingerprints, Work};
use edit::Language;
use figures::Share;

/// The results on one half.
#[derive(Default)]
struct Found {
    copies: Share,
    /// Unoptimised copies, which are not among the others.
    unoptimised: Share,
    independent: Share,
    /// Copies and independent pairs with a small work, which are not among the others.
    small_copies: Share,
    small_independent: Share,
    /// The lowest certain share of a copy and its original.
    least: Option<f64>,
    /// The highest certain share of two independent works.
    most: f64,
    most_of_small: f64,
}

/// The thresholds were fixed on the first half of the sources.
const HALVES: [&str; 2] = ["fixed", "reported"];

/// A work of the measurement.
struct Sample {
    /// The source that it was built or copied from.
    source: String,
    /// Sources of the same family share files.
    family: String,
    /// Sources with the same rules have ports of the same game.
    rules: Option<String>,
    /// The way it was changed; empty for the original.
    how: String,
    is_optimised: bool,
    work: Work,
}

impl Sample {
    fn is_independent_of(&self, other: &Sample) -> bool {
        self.family != other.family && (self.rules.is_none() || self.rules != other.rules)
    }
}

/// Returns the families of the first half: every second one, in the order of the hashes of their names (FNV-1a). So the
/// choice does not depend on similarities.
fn first_half(samples: &[Sample]) -> BTreeSet<String> {
    let hash = |name: &str| {
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    };
    let families: BTreeSet<(u32, &str)> =
        samples.iter().map(|sample| (hash(&sample.family), sample.family.as_str())).collect();
    families.into_iter().step_by(2).map(|(_, family)| family.to_owned()).collect()
}

#[test]
fn modules_that_are_copies_are_found_and_others_are_not() {
    if build::clang().is_none() {
        assert!(std::env::var_os("CI").is_none(), "clang for wasm32 with wasm-ld is missing");
        println!("skipped: no clang for wasm32 with wasm-ld; tests/install installs it, or says how");
        return;
    }
    let given = Discounted::starters();
    let samples = modules();
    let first = first_half(&samples);
    let (fixed, reported): (Vec<Sample>, Vec<Sample>) =
        samples.into_iter().partition(|sample| first.contains(&sample.family));
    let found = [measure(HALVES[0], &fixed, &given), measure(HALVES[1], &reported, &given)];
    if !build::is_full() {
        let (threshold, fixed) = (Kind::Module.threshold().share, &found[0]);
        assert!(
            fixed.most < threshold && fixed.least.is_some_and(|least| threshold < least),
            "{threshold} parts copies from others"
        );
    }
    check(Kind::Module, &found, 0.9, 0.02);
    println!("without optimisation: {} and {}", found[0].unoptimised, found[1].unoptimised);
}

#[test]
fn scripts_that_are_copies_are_found_and_others_are_not() {
    let given = Discounted::default();
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
        let found = [0, 1].map(|half| measure(HALVES[half], &scripts(kind, language, folders, half), &given));
        check(kind, &found, 0.9, 0.02);
    }
}

/// The thresholds rest on programs by independent authors: none of their pairs is listed, so that at most one in a
/// hundred would be (95 %, one-sided), and the most similar one is well below. Nine in ten copies are found in each
/// disguise.
#[test]
fn thresholds_are_above_the_most_alike_programs_of_two_authors() {
    let figures = programs::figures();
    for kind in [Kind::JavaScript, Kind::Python] {
        let threshold = kind.threshold().share;
        let of_kind = || figures.iter().filter(|figure| figure.kind == kind);
        let independent: Vec<_> = of_kind().filter(|figure| figure.disguise.is_none()).collect();
        assert_eq!(independent.len(), HALVES.len());
        for half in independent {
            assert!(half.nearest * 1.25 < threshold, "{kind:?}: {}", half.nearest);
            assert!(half.listed.hits == 0 && half.listed.at_most() < 0.01, "{kind:?}: {}", half.listed);
        }
        for copies in of_kind().filter(|figure| figure.disguise.is_some()) {
            assert!(copies.listed.rate() >= 0.9, "{kind:?} {:?}: {}", copies.disguise, copies.listed);
            assert!(
                copies.listed.hits < copies.listed.of || copies.nearest >= threshold,
                "{:?}",
                copies.disguise
            );
        }
    }
}

/// In the half that set the thresholds, no pair of programs in C by two authors is listed; in both halves, at most one
/// in a hundred would be (95 %, one-sided). Nine in ten copies are found, in any build, and eight in ten of small
/// optimised ones.
#[test]
fn thresholds_of_modules_list_few_programs_of_two_authors() {
    let figures = programs::figures();
    let mut listed = Share::default();
    for is_small in [false, true] {
        let of_size =
            || figures.iter().filter(|figure| figure.kind == Kind::Module && figure.is_small == is_small);
        let independent: Vec<_> = of_size().filter(|figure| figure.what == programs::PAIRS).collect();
        let threshold = Kind::Module.threshold();
        let threshold = if is_small { threshold.small } else { threshold.share };
        assert_eq!(independent.len(), HALVES.len());
        assert!(independent[0].listed.hits == 0 && independent[0].nearest < threshold);
        for half in independent {
            listed += half.listed;
        }
        let mut optimised = Share::default();
        for copies in of_size().filter(|figure| figure.disguise.is_some()) {
            assert!(is_small || copies.listed.rate() >= 0.9, "{}: {}", copies.what, copies.listed);
            if !copies.what.contains("-O0") {
                optimised += copies.listed;
            }
        }
        assert!(optimised.rate() >= if is_small { 0.8 } else { 0.9 }, "{optimised}");
    }
    assert!(listed.at_most() < 0.01, "{listed}");
}

/// Measures copies of programs by independent authors, fetched by `measurement/fetch`, and pairs of those programs: the
/// first half, and with `MUSTER_HALVES=2` the second, too. With `MUSTER_UPDATE`, rewrites the figures.
#[test]
fn disguised_copies_of_programs_are_found_and_other_authors_are_not() {
    let Some(folder) = programs::folder() else {
        println!("skipped: measurement/fetch has to fetch the programs; MUSTER_PROGRAMS names their folder");
        return;
    };
    for kind in [Kind::JavaScript, Kind::Python] {
        let (name, threshold) = (format!("{kind:?}"), kind.threshold().share);
        let mut rows = String::new();
        for (half, of) in HALVES.iter().enumerate().take(programs::halves()) {
            let found = programs::measure(&programs::half(&folder, kind, half), kind);
            found.tell(&format!("{name}, {of} half"), threshold);
            assert_eq!(found.listed(threshold).hits, 0, "{name}, {of} half");
            rows.push_str(&found.rows(&name, of, threshold));
        }
        programs::keep(&rows, &name);
    }
}

/// Measures the same for programs in C built to modules.
#[test]
fn disguised_copies_of_modules_are_found_and_other_authors_are_not() {
    let Some(folder) = programs::folder().filter(|_| build::clang().is_some()) else {
        println!("skipped: needs clang for wasm32, and the programs; MUSTER_PROGRAMS names their folder");
        return;
    };
    let threshold = Kind::Module.threshold();
    let mut rows = [String::new(), String::new()];
    for (half, of) in HALVES.iter().enumerate().take(programs::halves()) {
        let found = modules::measure(&programs::half(&folder, Kind::Module, half));
        let by_size = [
            (programs::LARGE, &found.large, threshold.share),
            (programs::SMALL, &found.small, threshold.small),
        ];
        for (rows, (name, found, threshold)) in rows.iter_mut().zip(by_size) {
            found.optimised.tell(&format!("{name}, {of} half"), threshold);
            found.unoptimised.tell(&format!("{name}, {of} half, not optimised"), threshold);
            rows.push_str(&found.optimised.rows(name, of, threshold));
            let unoptimised = found.unoptimised.rows(name, of, threshold);
            rows.push_str(&unoptimised.replace(programs::PAIRS, programs::UNOPTIMISED));
        }
        println!("{of} half: copies that could not be built: {:?}", found.not_built);
    }
    programs::keep(&rows[0], programs::LARGE);
    programs::keep(&rows[1], programs::SMALL);
}

/// Checks the rates in the README. Scripts of one repository share the beginnings of tests, so that a few pairs may be
/// listed.
fn check(kind: Kind, [fixed, reported]: &[Found; 2], recall: f64, wrong: f64) {
    assert!(fixed.independent.rate() <= wrong && reported.independent.rate() <= wrong, "{kind:?}");
    assert!(reported.copies.rate() >= recall, "{kind:?}");
}

/// Compares every original with its copies, and every work with all independent ones. Leaves out works that are too
/// small, as for a class.
fn measure(name: &str, samples: &[Sample], given: &Discounted) -> Found {
    let works = samples.iter().map(|sample| (sample, OwnFingerprints::new(&sample.work, given)));
    let (works, small): (Vec<_>, Vec<_>) = works.partition(|(_, own)| own.is_comparable());
    // Counts pairs of sources, since only sources are independent, not their builds and copies.
    let mut sources: BTreeMap<[&str; 2], bool> = BTreeMap::new();
    let mut found = Found::default();
    for (at, (one, own)) in works.iter().enumerate() {
        for (other, others) in &works[at + 1..] {
            let likeness = own.likeness(others);
            let listed = likeness.is_listed(one.work.kind);
            let pair = format!("{} {} and {} {}: {likeness:?}", one.source, one.how, other.source, other.how);
            if one.source == other.source && (one.how.is_empty() || other.how.is_empty()) {
                if likeness.is_small(one.work.kind) {
                    found.small_copies.add(listed);
                } else if one.is_optimised && other.is_optimised {
                    found.copies.add(listed);
                    found.least = found
                        .least
                        .map(|least| least.min(likeness.certain_share()))
                        .or(Some(likeness.certain_share()));
                } else {
                    found.unoptimised.add(listed);
                }
                if !listed {
                    println!("  missed: {pair}");
                }
            } else if one.is_independent_of(other) && likeness.is_small(one.work.kind) {
                found.small_independent.add(listed);
                found.most_of_small = found.most_of_small.max(likeness.certain_share());
                if listed {
                    println!("  listed: {pair}");
                }
            } else if one.is_independent_of(other) {
                found.independent.add(listed);
                *sources.entry([&one.source, &other.source]).or_default() |= listed;
                found.most = found.most.max(likeness.certain_share());
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
    println!("{name}: least of a copy {:.2?}, most of an independent pair {:.2}", found.least, found.most);
    println!(
        "{name}: with little of their own: copies found: {}; independent pairs listed: {}, most {:.2}",
        found.small_copies, found.small_independent, found.most_of_small
    );
    let small: Vec<String> =
        small.iter().map(|(one, own)| format!("{} {}: {}", one.source, one.how, own.size())).collect();
    println!("{name}: {} works; too little of their own have {small:?}", works.len());
    found
}

/// Returns every bot as it is, and disguised, in each build.
fn modules() -> Vec<Sample> {
    let [plain, disguised] = [false, true].map(|is_disguised| {
        let folder = tempfile::tempdir().unwrap();
        build::lay_out(folder.path(), is_disguised);
        folder
    });
    let mut samples = Vec::new();
    for source in build::sources() {
        let ways = build::ways(&source);
        let built = || ways.first().map(|way| build::build(&source, *way, plain.path()));
        let Some(original) = source.committed().or_else(built) else { continue };
        let sample = |how: String, is_optimised: bool, bytes: &[u8]| Sample {
            source: source.name.clone(),
            family: source.family.clone(),
            rules: source.rules.clone(),
            how,
            is_optimised,
            work: copies::module(bytes).unwrap(),
        };
        samples.push(sample(String::new(), true, &original));
        for way in ways {
            let bytes = build::build(&source, way, disguised.path());
            samples.push(sample(format!("{way:?}"), way.optimises, &bytes));
        }
    }
    samples
}

/// Returns every second script of some folders, each with a copy.
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
        // The kits for Python are generated from one text.
        let family = source.strip_prefix("bots/kit/").map_or(source.clone(), |_| "kit".to_owned());
        let names = edit::defined([text.as_str()], language);
        let copy = edit::disguise(&text, &names, language);
        for (how, text) in [("", text), ("disguised", copy)] {
            let work = copies::script(&text, kind);
            samples.push(Sample {
                source: source.clone(),
                family: family.clone(),
                rules: None,
                how: how.to_owned(),
                is_optimised: true,
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
