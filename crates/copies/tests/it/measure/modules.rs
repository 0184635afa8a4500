//! Measures programs in C by independent authors, built to modules as bots are: how many of their copies are found, and
//! how many pairs of authors are listed. With `clang-format`, their sources are disguised, too.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use copies::{Discounted, Kind, Likeness, OwnFingerprints, Work};

use crate::measure::build;
use crate::measure::disguise_c::{DISGUISES, Disguise, laid_out};
use crate::measure::programs::{Found, Program};

/// Headers for the programs, without definitions.
const HEADERS: &str = include_str!("libc.h");

/// A way to make a copy.
#[derive(Clone, Copy, Debug)]
struct Way {
    disguise: Option<Disguise>,
    is_zig: bool,
    level: &'static str,
}

/// The most common build.
const ORIGINAL: Way = Way { disguise: None, is_zig: false, level: "-O2" };
const UNOPTIMISED: Way = Way { level: "-O0", ..ORIGINAL };

impl Way {
    /// Returns the name: `All`, `All -O0`, `Zig -O2`.
    fn name(self) -> String {
        let disguise = self.disguise.map(|disguise| format!("{disguise:?}"));
        let compiler = self.is_zig.then(|| "Zig".to_owned());
        let level = (self.is_zig || self.level != ORIGINAL.level).then(|| self.level.to_owned());
        disguise.into_iter().chain(compiler).chain(level).collect::<Vec<String>>().join(" ")
    }
}

fn ways() -> Vec<Way> {
    let disguised = |disguise| Way { disguise: Some(disguise), ..ORIGINAL };
    let all = disguised(Disguise::All);
    let mut ways: Vec<Way> = DISGUISES.into_iter().map(disguised).collect();
    ways.extend(["-O0", "-O1", "-O3", "-Os", "-Oz"].map(|level| Way { level, ..ORIGINAL }));
    ways.extend(["-O0", "-Os"].map(|level| Way { level, ..all }));
    if build::zig().is_some() {
        ways.extend(["-O0", "-O2"].map(|level| Way { level, is_zig: true, ..ORIGINAL }));
        ways.push(Way { is_zig: true, ..all });
    }
    ways
}

/// A folder to build programs in.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn new() -> Workshop {
        let folder = tempfile::tempdir().unwrap();
        for header in HEADERS.split("\n//// ").skip(1) {
            let (name, text) = header.split_once('\n').unwrap();
            let path = folder.path().join("include").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Workshop(folder)
    }

    /// Builds the module of a program; `None` if the disguised text is no longer valid C.
    fn build(&self, text: &str, way: Way) -> Option<Work> {
        let folder = self.0.path();
        let [source, object, module] =
            ["program.c", "program.o", "program.wasm"].map(|name| folder.join(name));
        fs::write(&source, text).unwrap();
        let mut compile = if way.is_zig {
            let mut zig = Command::new(build::zig().unwrap());
            zig.args(["-m", "ziglang", "cc", "-target", "wasm32-freestanding", "-fno-sanitize=undefined"]);
            zig
        } else {
            let mut clang = Command::new(build::clang().unwrap());
            clang.args(["--target=wasm32", "-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint"]);
            clang
        };
        // Accepts obsolete C. A bot has one exported function, and so do these.
        compile.args(["-std=gnu11", way.level, "-w", "-Wno-implicit-function-declaration"]);
        compile.args(["-Wno-implicit-int", "-Wno-error=int-conversion", "-Wno-error=return-type"]);
        compile.args(["-Wno-error=incompatible-function-pointer-types", "-Dmain=choose", "-c", "-isystem"]);
        compile.arg(folder.join("include")).arg("-o").arg(&object).arg(&source);
        if !compile.output().unwrap().status.success() {
            return None;
        }
        let mut link = build::link();
        link.args(["--no-entry", "--allow-undefined", "--export=choose", "-o"]).arg(&module).arg(&object);
        let output = link.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(copies::module(&fs::read(module).unwrap()).unwrap())
    }
}

/// The results on one half, with a separate group for pairs with a small work.
#[derive(Default)]
pub(crate) struct BySize {
    pub(crate) large: OfSize,
    pub(crate) small: OfSize,
    /// Number of copies that could not be built, by disguise.
    pub(crate) not_built: BTreeMap<String, usize>,
}

#[derive(Default)]
pub(crate) struct OfSize {
    /// Copies, and pairs of optimised programs by two authors.
    pub(crate) optimised: Found,
    /// Pairs of unoptimised programs by two authors.
    pub(crate) unoptimised: Found,
}

/// Compares copies with originals, and originals with one another. Discounts the fingerprints that many of them share,
/// as in a class.
pub(crate) fn measure(programs: &[Program]) -> BySize {
    let workshop = Workshop::new();
    let built = |way| {
        let works = programs.iter().map(|program| {
            workshop.build(&program.text, way).unwrap_or_else(|| panic!("{} is not C", program.repository))
        });
        works.collect::<Vec<Work>>()
    };
    let [works, unoptimised] = [ORIGINAL, UNOPTIMISED].map(built);
    let mut given = Discounted::starters();
    given.add_what_many_have(&works);
    let [own, unoptimised] = [&works, &unoptimised]
        .map(|works| works.iter().map(|work| OwnFingerprints::new(work, &given)).collect::<Vec<_>>());
    let mut found = BySize::default();
    let BySize { large, small, not_built } = &mut found;
    compare_authors(programs, &own, [&mut large.optimised, &mut small.optimised]);
    compare_authors(programs, &unoptimised, [&mut large.unoptimised, &mut small.unoptimised]);
    for (program, own) in programs.iter().zip(&own).filter(|(_, own)| own.is_comparable()) {
        let laid_out = laid_out(&program.text);
        for way in ways() {
            let text = match (way.disguise, &laid_out) {
                (None, _) => program.text.clone(),
                (Some(disguise), Some(text)) => disguise.apply(text),
                (Some(_), None) => continue,
            };
            let Some(copy) = workshop.build(&text, way) else {
                *not_built.entry(way.name()).or_default() += 1;
                continue;
            };
            let copy = OwnFingerprints::new(&copy, &given);
            // A copy that is too small is not compared.
            let likeness = own.likeness(&copy);
            let share = if copy.is_comparable() { likeness.certain_share() } else { 0.0 };
            let found = if likeness.is_small(Kind::Module) { &mut *small } else { &mut *large };
            found.optimised.copies.entry(way.name()).or_default().push(share);
        }
    }
    found
}

fn compare_authors(programs: &[Program], own: &[OwnFingerprints<'_>], [large, small]: [&mut Found; 2]) {
    small.too_small = own.iter().filter(|own| !own.is_comparable()).count();
    let works: Vec<_> = programs.iter().zip(own).filter(|(_, own)| own.is_comparable()).collect();
    for (at, (one, left)) in works.iter().enumerate() {
        for (other, right) in &works[at + 1..] {
            let likeness = left.likeness(right);
            let found = if likeness.is_small(Kind::Module) { &mut *small } else { &mut *large };
            if one.has_common_origin_with(other) {
                found.common_origin += 1;
                continue;
            }
            let Likeness { both, smaller } = likeness;
            let pair = format!("{} and {}: {both} of {smaller}", one.repository, other.repository);
            found.independent.push((likeness.certain_share(), pair));
        }
    }
    for found in [large, small] {
        found.independent.sort_by(|one, other| other.0.total_cmp(&one.0));
    }
}
