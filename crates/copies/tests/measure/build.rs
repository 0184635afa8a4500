//! Modules of the sample bots, built as a student may build them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::edit::{self, Language};

/// The folder of the sample bots.
pub(crate) fn bots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots").canonicalize().unwrap()
}

/// A compiler for C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compiler {
    Clang,
    Zig,
}

/// The word for clang that the builds of the sample bots look for first, where it is found.
pub(crate) fn clang() -> Option<String> {
    let named = std::env::var("CLANG").ok();
    let candidates = named.into_iter().chain(["clang-19".to_owned(), "clang".to_owned()]);
    let knows_wasm =
        |clang: &String| output(clang, &["--print-targets"]).is_some_and(|text| text.contains("wasm32"));
    candidates.into_iter().find(knows_wasm).filter(|_| linker().is_some())
}

fn linker() -> Option<&'static str> {
    ["wasm-ld-19", "wasm-ld"].into_iter().find(|linker| output(linker, &["--version"]).is_some())
}

/// A Python that has Zig, where one is found.
pub(crate) fn zig() -> Option<PathBuf> {
    let installed = bots().join("../target/tools/bin/python");
    let found = |python: &PathBuf| output(python, &["-m", "ziglang", "version"]).is_some();
    [installed, PathBuf::from("python3")].into_iter().find(found)
}

fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// The sources of the bots in C, as `<game>/<bot>`, of some games.
pub(crate) fn in_c(games: &[&str]) -> Vec<String> {
    of_games(games, |folder, name| folder.join(format!("{name}.c")).exists())
}

/// All sample bots of some games.
pub(crate) fn all(games: &[&str]) -> Vec<String> {
    of_games(games, |folder, name| folder.join(format!("{name}.wasm")).exists())
}

fn of_games(games: &[&str], is_one: impl Fn(&Path, &str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for game in games {
        for entry in fs::read_dir(bots().join(game)).unwrap() {
            let folder = entry.unwrap().path();
            let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
            if is_one(&folder, &name) {
                found.push(format!("{game}/{name}"));
            }
        }
    }
    found.sort();
    found
}

/// The module of a bot that stands beside its source.
pub(crate) fn committed(bot: &str) -> Vec<u8> {
    let name = bot.rsplit('/').next().unwrap();
    fs::read(bots().join(bot).join(format!("{name}.wasm"))).unwrap()
}

/// The bots of some games with all that they include in a folder, disguised.
pub(crate) fn disguise(games: &[&str], into: &Path) {
    for game in games {
        let mut files = Vec::new();
        for folder in fs::read_dir(bots().join(game)).unwrap() {
            let folder = folder.unwrap().path();
            for file in fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
                if file.extension().is_some_and(|ending| ending == "c" || ending == "h") {
                    files.push((file.clone(), fs::read_to_string(file).unwrap()));
                }
            }
        }
        let names = edit::defined(files.iter().map(|(_, text)| text.as_str()), Language::C);
        for (path, text) in files {
            let to = into.join(path.strip_prefix(bots()).unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, edit::disguise(&text, &names, Language::C)).unwrap();
        }
    }
}

/// The module of a bot in C.
pub(crate) fn build(compiler: Compiler, sources: &Path, bot: &str, level: &str, folder: &Path) -> Vec<u8> {
    let source = sources.join(bot).join(format!("{}.c", bot.rsplit('/').next().unwrap()));
    let (object, module) = (folder.join("bot.o"), folder.join("bot.wasm"));
    let kit = bots().join("kit/c");
    let level = format!("-{level}");
    match compiler {
        Compiler::Clang => {
            let mut compile = Command::new(clang().unwrap());
            compile.args(["--target=wasm32", "-std=c11", &level, "-mbulk-memory", "-msign-ext"]);
            compile
                .args(["-mnontrapping-fptoint", "-w", "-c", "-I"])
                .arg(kit)
                .arg("-o")
                .arg(&object)
                .arg(source);
            run(&mut compile);
            let mut link = Command::new(linker().unwrap());
            link.args([
                "--no-entry",
                "--stack-first",
                "-zstack-size=65536",
                "--strip-all",
                "--keep-section=name",
            ]);
            run(link.arg("-o").arg(&module).arg(&object));
        }
        Compiler::Zig => {
            let mut compile = Command::new(zig().unwrap());
            compile.args([
                "-m",
                "ziglang",
                "cc",
                "-target",
                "wasm32-freestanding",
                "-nostdlib",
                "-std=c11",
                &level,
            ]);
            compile.args(["-w", "-fno-sanitize=undefined", "-Wl,--no-entry", "-Wl,--strip-all"]);
            compile.args(["-Wl,--export=muster_choose", "-Wl,--export=muster_buffer", "-I"]).arg(kit);
            run(compile.arg("-o").arg(&module).arg(source));
        }
    }
    fs::read(module).unwrap()
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
}
