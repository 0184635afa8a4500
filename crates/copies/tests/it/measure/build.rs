//! Builds modules of bots as a student may build them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use games::GAMES;

use crate::measure::edit::{self, Language};

/// A bot of the measurement.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// `tank-war/hunter`, or for a bot of the corpus `lanes`.
    pub(crate) name: String,
    /// The family, whose sources share code: the rules of a game in a language.
    pub(crate) family: String,
    /// The game whose rules it includes. Those of a game in C, Zig and Rust are ports of one another.
    pub(crate) rules: Option<String>,
    /// Its path, relative to the top of the repository.
    pub(crate) path: PathBuf,
}

impl Source {
    fn language(&self) -> &str {
        self.path.extension().and_then(OsStr::to_str).unwrap()
    }

    /// Returns the committed module of a sample bot.
    pub(crate) fn committed(&self) -> Option<Vec<u8>> {
        fs::read(top().join(self.path.with_extension("wasm"))).ok()
    }

    /// Returns the game that it plays, in the spelling of the kits.
    fn kit(&self) -> String {
        let text = fs::read_to_string(top().join(&self.path)).unwrap();
        let mut names = GAMES.iter().map(|game| game.name().replace('-', "_"));
        names.find(|name| text.contains(name)).unwrap()
    }
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

const CORPUS: &str = "crates/copies/tests/corpus";

/// Returns all sample bots, and the bots of the corpus.
pub(crate) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for game in GAMES.iter().map(|game| game.name()) {
        for folder in entries(&Path::new("bots").join(game)) {
            let bot = folder.file_name().unwrap().to_str().unwrap();
            // A reference shares its search with a sample bot, and its includes lie outside of the game's folder.
            if games::listed(game)
                .and_then(|listed| listed.analyst)
                .is_some_and(|reference| reference.name == bot)
            {
                continue;
            }
            let endings = ["c", "zig", "rs", "wat"].map(|ending| folder.join(bot).with_extension(ending));
            let Some(path) = endings.into_iter().find(|path| top().join(path).exists()) else { continue };
            let ending = path.extension().unwrap().to_str().unwrap();
            // Bots written by hand in the text format share nothing.
            let own = if ending == "wat" { format!("/{bot}") } else { String::new() };
            let rules = (ending != "wat").then(|| game.to_owned());
            let family = format!("{game} in {ending}{own}");
            sources.push(Source { name: format!("{game}/{bot}"), family, rules, path });
        }
    }
    for path in entries(Path::new(CORPUS)) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        sources.push(Source { family: name.clone(), rules: None, name, path });
    }
    sources
}

/// Returns the sorted paths in a folder of the repository.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let names = fs::read_dir(top().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    let mut paths: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
    paths.sort();
    paths
}

/// A compiler with an optimisation level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    compiler: Compiler,
    pub(crate) level: &'static str,
    pub(crate) optimises: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compiler {
    Clang,
    ZigCc,
    Zig,
    Rust,
    AssemblyScript,
}

/// Returns the ways to build a source, the most common one first.
pub(crate) fn ways(source: &Source) -> Vec<Way> {
    let (compilers, levels): (&[Compiler], &[&str]) = match source.language() {
        "c" if is_full() => {
            (&[Compiler::Clang, Compiler::ZigCc], &["-O2", "-O0", "-O1", "-O3", "-Os", "-Oz"])
        }
        "c" => (&[Compiler::Clang], &["-O2", "-O0", "-O1", "-O3", "-Os", "-Oz"]),
        "zig" => (&[Compiler::Zig], &["ReleaseSafe", "Debug", "ReleaseFast", "ReleaseSmall"]),
        "rs" => (&[Compiler::Rust], &["3", "0", "1", "2", "s", "z"]),
        "ts" => (&[Compiler::AssemblyScript], &["-O2", "-O0", "-O3", "-Oz"]),
        _ => (&[], &[]),
    };
    let all = compilers.iter().flat_map(|compiler| levels.iter().map(|level| (*compiler, *level)));
    all.map(|(compiler, level)| Way { compiler, level, optimises: !["-O0", "0", "Debug"].contains(&level) })
        .filter(|way| way.compiler.is_here())
        .collect()
}

/// Returns `true` if every compiler is used, and not only clang.
pub(crate) fn is_full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some()
}

impl Compiler {
    fn is_here(self) -> bool {
        match self {
            Compiler::Clang => clang().is_some(),
            Compiler::ZigCc | Compiler::Zig => is_full() && zig().is_some(),
            Compiler::Rust => is_full() && core().is_some() && linker().is_some(),
            Compiler::AssemblyScript => is_full() && assemblyscript().exists(),
        }
    }
}

/// Returns the command for clang, with the one that the sample bots prefer first; `None` if there is none.
pub(crate) fn clang() -> Option<String> {
    static FOUND: OnceLock<Option<String>> = OnceLock::new();
    FOUND.get_or_init(find_clang).clone()
}

fn find_clang() -> Option<String> {
    let named = std::env::var("CLANG").ok();
    let candidates = named.into_iter().chain(["clang-19".to_owned(), "clang".to_owned()]);
    let knows_wasm =
        |clang: &String| output(clang, &["--print-targets"]).is_some_and(|text| text.contains("wasm32"));
    candidates.into_iter().find(knows_wasm).filter(|_| linker().is_some())
}

fn linker() -> Option<&'static str> {
    static FOUND: OnceLock<Option<&'static str>> = OnceLock::new();
    *FOUND.get_or_init(find_linker)
}

fn find_linker() -> Option<&'static str> {
    ["wasm-ld-19", "wasm-ld"].into_iter().find(|linker| output(linker, &["--version"]).is_some())
}

/// Returns a Python that has Zig; `None` if there is none.
pub(crate) fn zig() -> Option<PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(find_zig).clone()
}

fn find_zig() -> Option<PathBuf> {
    let installed = top().join("target/tools/bin/python");
    let found = |python: &PathBuf| output(python, &["-m", "ziglang", "version"]).is_some();
    [installed, PathBuf::from("python3")].into_iter().find(found)
}

fn assemblyscript() -> PathBuf {
    top().join("tests/web/node_modules/.bin/asc")
}

/// Returns Rust's core library as built by `bots/build`.
fn core() -> Option<PathBuf> {
    let built = fs::read_dir(top().join("target/bots")).ok()?;
    let mut folders = built.filter_map(|entry| Some(entry.ok()?.path()));
    folders.find(|folder| folder.join("done").exists())
}

fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Writes the sources with all of their includes into a folder, laid out as in the repository: unchanged, or disguised.
pub(crate) fn lay_out(into: &Path, is_disguised: bool) {
    copy(&top().join("bots/kit"), &into.join("bots/kit"));
    for game in GAMES {
        let folders = entries(&Path::new("bots").join(game.name()));
        let files = || folders.iter().flat_map(|folder| entries(folder));
        for ending in ["c", "h", "zig", "rs"] {
            let kind = Language::from_extension(ending);
            // Files in C have two extensions.
            let of_kind: Vec<PathBuf> = files().filter(|path| has(path, ending)).collect();
            let all = files().filter(|path| {
                ["c", "h", "zig", "rs"]
                    .iter()
                    .any(|other| has(path, other) && Language::from_extension(other) == kind)
            });
            let texts: Vec<String> = all.map(|path| fs::read_to_string(top().join(path)).unwrap()).collect();
            let names = edit::defined(texts.iter().map(String::as_str), kind);
            for path in of_kind {
                write(into, &path, is_disguised.then_some((&names, kind)));
            }
        }
    }
    for path in entries(Path::new(CORPUS)) {
        let kind = Language::from_extension(path.extension().unwrap().to_str().unwrap());
        let text = fs::read_to_string(top().join(&path)).unwrap();
        let names = edit::defined([text.as_str()], kind);
        write(into, &path, is_disguised.then_some((&names, kind)));
    }
}

fn has(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

fn write(into: &Path, path: &Path, disguise: Option<(&std::collections::BTreeSet<String>, Language)>) {
    let text = fs::read_to_string(top().join(path)).unwrap();
    let text = disguise.map_or(text.clone(), |(names, kind)| edit::disguise(&text, names, kind));
    let to = into.join(path);
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::write(to, text).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for path in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

/// Builds a bot from the output of [`lay_out`].
pub(crate) fn build(source: &Source, way: Way, laid_out: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (path, module) = (laid_out.join(&source.path), folder.path().join("bot.wasm"));
    let kits = laid_out.join("bots/kit");
    match way.compiler {
        Compiler::Clang => {
            let object = folder.path().join("bot.o");
            let mut compile = Command::new(clang().unwrap());
            compile.args(["--target=wasm32", "-std=c11", way.level, "-mbulk-memory", "-msign-ext"]);
            compile.args(["-mnontrapping-fptoint", "-w", "-c", "-I"]).arg(kits.join("c"));
            run(compile.arg("-o").arg(&object).arg(path));
            run(link().arg("--no-entry").arg("-o").arg(&module).arg(&object));
        }
        Compiler::ZigCc => {
            let mut compile = Command::new(zig().unwrap());
            compile.args(["-m", "ziglang", "cc", "-target", "wasm32-freestanding", "-nostdlib", "-std=c11"]);
            compile.args([way.level, "-w", "-fno-sanitize=undefined", "-Wl,--no-entry", "-Wl,--strip-all"]);
            compile.args(["-Wl,--export=muster_choose", "-Wl,--export=muster_buffer", "-I"]);
            run(compile.arg(kits.join("c")).arg("-o").arg(&module).arg(path));
        }
        Compiler::Zig => {
            let kit = source.kit();
            let rules = laid_out.join("bots").join(kit.replace('_', "-")).join("common/rules.zig");
            let has_rules = source.name.contains('/') && rules.exists();
            let mut compile = Command::new(zig().unwrap());
            compile.args(["-m", "ziglang", "build-exe", "-target", "wasm32-freestanding", "-O", way.level]);
            compile.args(["-fno-entry", "-rdynamic", "-fstrip", "--stack", "65536", "--dep", "bot"]);
            compile.arg(format!("-femit-bin={}", module.display()));
            compile.arg("--cache-dir").arg(folder.path());
            compile.arg(format!("-Mroot={}", kits.join("zig").join(&kit).with_extension("zig").display()));
            compile.arg("--dep").arg(format!("{kit}=root"));
            if has_rules {
                compile.args(["--dep", "rules"]);
            }
            compile.arg(format!("-Mbot={}", path.display()));
            if has_rules {
                compile.arg("--dep").arg(format!("{kit}=root"));
                compile.arg(format!("-Mrules={}", rules.display()));
            }
            run(&mut compile);
        }
        Compiler::Rust => {
            let mut compile = Command::new("/usr/bin/rustc");
            compile.env("RUSTC_BOOTSTRAP", "1").args([
                "--edition",
                "2024",
                "--target",
                "wasm32-unknown-unknown",
            ]);
            compile.args(["-Ccodegen-units=1", "-Cembed-bitcode=no", "-Zunstable-options"]);
            compile.args(["-Cpanic=immediate-abort", "-Zlocation-detail=none", "--cap-lints", "allow"]);
            compile.args(["--crate-type", "cdylib", "-Clinker-flavor=wasm-ld", "-L"]).arg(core().unwrap());
            compile.arg(format!("-Clinker={}", linker().unwrap())).arg(format!("-Copt-level={}", way.level));
            run(compile.arg("-o").arg(&module).arg(path));
        }
        Compiler::AssemblyScript => {
            copy(&kits.join("assemblyscript"), folder.path());
            fs::copy(path, folder.path().join("bot.ts")).unwrap();
            let mut compile = Command::new(assemblyscript());
            compile.current_dir(folder.path()).arg(format!("{}_door.ts", source.kit()));
            compile.args([way.level, "--outFile", "bot.wasm", "--use", "abort=muster/abort"]);
            run(&mut compile);
        }
    }
    fs::read(module).unwrap()
}

pub(crate) fn link() -> Command {
    let mut link = Command::new(linker().unwrap());
    link.args(["--stack-first", "-zstack-size=65536", "--strip-all", "--keep-section=name"]);
    link
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
}
