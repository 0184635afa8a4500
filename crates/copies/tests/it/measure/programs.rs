//! Measures programs by independent authors from public repositories: how many of their disguised copies are found, and
//! how many pairs of authors are listed. The programs are not part of this repository; `measurement/fetch` fetches
//! those listed in `measurement/programs.csv`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use copies::{Discounted, Kind, OwnFingerprints, Work};

use crate::measure::disguise::{DISGUISES, Disguise};
use crate::measure::edit::Language;
use crate::measure::figures::Share;

/// The latest results on both halves.
pub(crate) const FIGURES: &str = "measurement/figures.csv";

/// The names in the figures of pairs of modules, and of those with a small one.
pub(crate) const LARGE: &str = "Module";
pub(crate) const SMALL: &str = "Small module";

/// The names in the figures of pairs by two authors, and of unoptimised ones.
pub(crate) const PAIRS: &str = "independent pairs";
pub(crate) const UNOPTIMISED: &str = "independent pairs -O0";

/// A line of [`FIGURES`].
pub(crate) struct Figure {
    pub(crate) kind: Kind,
    /// `true` for pairs with a small work.
    pub(crate) is_small: bool,
    pub(crate) what: String,
    /// A disguise; `None` for pairs of independent programs.
    pub(crate) disguise: Option<String>,
    pub(crate) listed: Share,
    /// The share that is closest to the threshold, or beyond it.
    pub(crate) nearest: f64,
}

pub(crate) fn figures() -> Vec<Figure> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FIGURES)).unwrap();
    let figure = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        Figure {
            kind: match cells[0] {
                "Python" => Kind::Python,
                "JavaScript" => Kind::JavaScript,
                _ => Kind::Module,
            },
            is_small: cells[0] == SMALL,
            what: cells[2].to_owned(),
            disguise: (!cells[2].starts_with(PAIRS)).then(|| cells[2].to_owned()),
            listed: Share { hits: cells[3].parse().unwrap(), of: cells[4].parse().unwrap() },
            nearest: cells[5].parse().unwrap(),
        }
    };
    text.lines().skip(1).map(figure).collect()
}

/// With `MUSTER_UPDATE`, replaces the lines of [`FIGURES`] with this name.
pub(crate) fn keep(rows: &str, name: &str) {
    if std::env::var_os("MUSTER_UPDATE").is_none() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FIGURES);
    let text = fs::read_to_string(&path).unwrap();
    let others: Vec<&str> = text.lines().filter(|row| row.split(',').next() != Some(name)).collect();
    fs::write(path, format!("{}\n{rows}", others.join("\n"))).unwrap();
}

/// Returns the number of halves to measure.
pub(crate) fn halves() -> usize {
    if std::env::var_os("MUSTER_HALVES").is_some() { 2 } else { 1 }
}

/// Returns the folder of the fetched programs; `None` if they were not fetched.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("MUSTER_PROGRAMS").map(PathBuf::from)
}

/// Number of identical lines of this length that indicate a common origin: a tutorial, or a copy.
const SAME_LINES: usize = 10;
const LONG: usize = 20;

pub(crate) struct Program {
    pub(crate) repository: String,
    pub(crate) text: String,
}

impl Program {
    fn long_lines(&self) -> BTreeSet<&str> {
        self.text.lines().map(str::trim).filter(|line| line.len() >= LONG).collect()
    }

    pub(crate) fn has_common_origin_with(&self, other: &Program) -> bool {
        self.long_lines().intersection(&other.long_lines()).count() >= SAME_LINES
    }
}

/// Number of programs in C in the first draw. The others were drawn after the first results.
const DRAWN_FIRST: usize = 65;

/// Returns the programs of one half in a language: every second one in the order of the hashes of their names (FNV-1a),
/// and in C those of one draw.
pub(crate) fn half(folder: &Path, kind: Kind, half: usize) -> Vec<Program> {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("measurement/programs.csv");
    let table = fs::read_to_string(table).unwrap();
    let language = match kind {
        Kind::Module => "c",
        Kind::JavaScript => "javascript",
        Kind::Python => "python",
        // There are no measurements of sources.
        Kind::Source(_) => return Vec::new(),
    };
    let mut rows: Vec<(u32, &str, &str)> = Vec::new();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let (repository, hash) = (cells[1], cells[cells.len() - 2]);
        if cells[0] == language {
            let order = repository
                .bytes()
                .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
            rows.push((order, repository, hash));
        }
    }
    let chosen: Vec<_> = if kind == Kind::Module {
        let (first, second) = rows.split_at(DRAWN_FIRST);
        [first, second][half].to_vec()
    } else {
        rows.sort_unstable();
        rows.into_iter().skip(half).step_by(2).collect()
    };
    // Texts in other encodings are read as well.
    let text = |hash: &str| String::from_utf8_lossy(&fs::read(folder.join(hash)).unwrap()).replace('\r', "");
    chosen
        .into_iter()
        .map(|(_, repository, hash)| Program { repository: repository.to_owned(), text: text(hash) })
        .collect()
}

/// Returns a minified copy; `None` if the minifier is missing or cannot parse the text.
fn minified(text: &str, kind: Kind) -> Option<String> {
    let (program, arguments): (&str, &[&str]) = if kind == Kind::Python {
        ("pyminify", &["-", "--rename-globals"])
    } else {
        ("terser", &["-c", "-m", "--module"])
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?.stdout;
    String::from_utf8(output).ok().filter(|text| !text.trim().is_empty())
}

/// The results on one half of the programs of a language.
#[derive(Default)]
pub(crate) struct Found {
    /// The certain share of each copy and its original, by disguise.
    pub(crate) copies: BTreeMap<String, Vec<f64>>,
    /// The certain share of each pair of independent programs.
    pub(crate) independent: Vec<(f64, String)>,
    pub(crate) common_origin: usize,
    pub(crate) too_small: usize,
}

impl Found {
    pub(crate) fn listed(&self, threshold: f64) -> Share {
        Share {
            hits: self.independent.iter().filter(|(share, _)| *share >= threshold).count(),
            of: self.independent.len(),
        }
    }

    pub(crate) fn recall(&self, disguise: &str, threshold: f64) -> Share {
        let shares = &self.copies[disguise];
        Share { hits: shares.iter().filter(|share| **share >= threshold).count(), of: shares.len() }
    }

    /// Returns the lines for `measurement/figures.csv`: the number of listed pairs, their total, and the share closest
    /// to the threshold.
    pub(crate) fn rows(&self, name: &str, half: &str, threshold: f64) -> String {
        let nearest = self.independent.first().map_or(0.0, |(share, _)| *share);
        let listed = self.listed(threshold);
        let mut rows = format!("{name},{half},{PAIRS},{},{},{nearest:.3}\n", listed.hits, listed.of);
        for (disguise, shares) in &self.copies {
            let recall = self.recall(disguise, threshold);
            let least = shares.iter().copied().fold(1.0, f64::min);
            rows.push_str(&format!("{name},{half},{disguise},{},{},{least:.3}\n", recall.hits, recall.of));
        }
        rows
    }

    pub(crate) fn tell(&self, name: &str, threshold: f64) {
        println!(
            "{name}: {} of {} independent pairs at {threshold}",
            self.listed(threshold),
            self.independent.len()
        );
        println!(
            "{name}: {} pairs have a common origin, {} programs too little of their own",
            self.common_origin, self.too_small
        );
        for (share, pair) in self.independent.iter().take(8) {
            println!("  {share:.3} {pair}");
        }
        let mut all = Share::default();
        for disguise in self.copies.keys() {
            let recall = self.recall(disguise, threshold);
            all = Share { hits: all.hits + recall.hits, of: all.of + recall.of };
            let mut shares = self.copies[disguise].clone();
            shares.sort_by(f64::total_cmp);
            let quantiles = [0, shares.len() / 10, shares.len() / 2].map(|at| shares[at]);
            println!("  {disguise}: {recall}; least, a tenth, half: {quantiles:.2?}");
        }
        println!("{name}: {all} of all copies");
    }
}

pub(crate) fn measure(programs: &[Program], kind: Kind) -> Found {
    let language = if kind == Kind::Python { Language::Python } else { Language::JavaScript };
    let given = Discounted::default();
    let works: Vec<Work> = programs.iter().map(|program| copies::script(&program.text, kind)).collect();
    let all: Vec<(&Program, OwnFingerprints<'_>)> =
        programs.iter().zip(works.iter().map(|work| OwnFingerprints::new(work, &given))).collect();
    let (own, small): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, own)| own.is_comparable());
    let mut found =
        Found { copies: BTreeMap::new(), independent: Vec::new(), common_origin: 0, too_small: small.len() };
    for (at, (one, left)) in own.iter().enumerate() {
        for (other, right) in &own[at + 1..] {
            if one.has_common_origin_with(other) {
                found.common_origin += 1;
                continue;
            }
            let share = left.likeness(right).certain_share();
            found.independent.push((share, format!("{} and {}", one.repository, other.repository)));
        }
    }
    found.independent.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (program, own) in &own {
        let mut copies: Vec<(String, Option<String>)> = DISGUISES
            .iter()
            .map(|disguise| (format!("{disguise:?}"), Some(disguise.apply(&program.text, language))))
            .collect();
        copies.push(("Minified".to_owned(), minified(&program.text, kind)));
        copies
            .push(("AllMinified".to_owned(), minified(&Disguise::All.apply(&program.text, language), kind)));
        for (disguise, copy) in copies {
            let Some(copy) = copy else { continue };
            let copy = copies::script(&copy, kind);
            let copy = OwnFingerprints::new(&copy, &given);
            // A copy that is too small is not compared.
            let share = if copy.is_comparable() { own.likeness(&copy).certain_share() } else { 0.0 };
            found.copies.entry(disguise).or_default().push(share);
        }
    }
    found
}
