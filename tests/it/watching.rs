//! Tests `muster watch` with the built program: in a browser, at the terminal, and its leftovers.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use crate::support::{muster, run, told, tree};
use crate::web::node::{BROWSERS, succeeds};

/// Creates a bot with `muster new`, in a temporary folder.
fn new_bot(game: &str, language: &str, file: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("mybot");
    let (code, _, err) = run(&["new", "--game", game, "--lang", language, project.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    (folder, project.join(file))
}

/// The running `muster watch`.
struct Watch {
    process: Child,
    out: BufReader<ChildStdout>,
    /// Its folder for temporary files.
    temporary: TempDir,
    /// The page's address.
    url: String,
}

impl Watch {
    fn begin(bot: &Path, more: &[&str]) -> Watch {
        let temporary = tempfile::tempdir().unwrap();
        let mut command = muster();
        command.arg("watch").arg(bot).args(more).env("TMPDIR", temporary.path());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let url = line_of(&mut out);
        assert!(url.starts_with("http://127.0.0.1:") && url.ends_with('/'), "{url:?}");
        Watch { process, out, temporary, url }
    }

    /// Returns the next line of its output.
    fn line(&mut self) -> String {
        line_of(&mut self.out)
    }

    /// Interrupts it, and returns its output since then.
    fn end(self) -> String {
        let Watch { process, mut out, temporary, .. } = self;
        let interrupt = Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
        assert!(interrupt.success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        let (code, _, err) = told(&process.wait_with_output().unwrap());
        assert_eq!(code, 0, "{err}");
        assert_eq!(tree(temporary.path()).len(), 0, "nothing is left behind");
        rest
    }
}

fn line_of(out: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

#[test]
fn every_save_is_a_line_and_a_mistake_is_told_with_its_place() {
    let (_folder, bot) = new_bot("tank-war", "javascript", "bot.js");
    let text = fs::read_to_string(&bot).unwrap();
    let before = tree(bot.parent().unwrap());
    let mut watch = Watch::begin(&bot, &["--against", "builtin:random", "--games", "8"]);
    let first = watch.line();
    assert!(first.starts_with("#1: ") && first.contains(" builtin:random after "), "{first}");
    assert!(first.contains("; accepted: it plays tank-war without a fault"), "{first}");
    let lines = text.lines().count();
    fs::write(&bot, format!("{text}\nlet x = ;\n")).unwrap();
    let place = format!("#2: bot.js:{}:", lines + 2);
    assert!(watch.line().starts_with(&place), "no {place}");
    // The line of the source, and the mark below the place.
    let [_, source, mark] = [watch.line(), watch.line(), watch.line()];
    assert!(source.contains("let x = ;") && mark.trim() == "^", "{source}\n{mark}");
    fs::write(&bot, format!("{text}\n// mended\n")).unwrap();
    let mended = std::iter::from_fn(|| Some(watch.line())).find(|line| line.starts_with("#3: ")).unwrap();
    assert!(mended.contains("accepted: it plays tank-war"), "{mended}");
    // Regression: there was no output until the last game was over.
    assert_eq!(watch.line(), "#3 against #1: playing 8 games");
    for games in [2, 4, 6] {
        let so_far = watch.line();
        assert!(so_far.starts_with(&format!("#3 against #1: {games} of 8 games: won ")), "{so_far}");
    }
    let compared = watch.line();
    assert!(compared.starts_with("#3 against #1: won ") && compared.contains("; Elo "), "{compared}");
    watch.end();
    fs::write(&bot, &text).unwrap();
    assert_eq!(tree(bot.parent().unwrap()), before, "nothing was written beside the bot");
}

#[test]
fn a_module_is_watched_where_its_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.wasm");
    fs::copy(crate::support::top().join("bots/tank-war/greedy/greedy.wasm"), &bot).unwrap();
    let mut watch = Watch::begin(&bot, &["--game", "tank-war", "--against", "builtin:first", "--games", "0"]);
    let line = watch.line();
    assert!(line.starts_with("#1: won against builtin:first after "), "{line}");
    fs::write(&bot, b"\0asm").unwrap();
    let line = watch.line();
    assert!(line.starts_with("#2: the bot is not admitted: "), "{line}");
    watch.end();
}

/// Regression: the default opponent was one that only built-in games have.
#[test]
fn a_bot_for_a_game_from_a_file_is_watched_without_options() {
    let rules = crate::support::top().join("tournaments/rules/leduc.ts");
    let (_folder, bot) = new_bot(rules.to_str().unwrap(), "javascript", "bot.js");
    let mut watch = Watch::begin(&bot, &["--games", "4"]);
    let first = watch.line();
    assert!(first.starts_with("#1: ") && first.contains(" builtin:random after "), "{first}");
    assert!(first.contains("; accepted: it plays leduc-poker without a fault"), "{first}");
    fs::write(&bot, fs::read_to_string(&bot).unwrap() + "\nconsole.log(\"loaded\");\n").unwrap();
    let second = watch.line();
    assert!(second.starts_with("#2: "), "{second}");
    assert_eq!(watch.line(), "#2 against #1: playing 4 games");
    watch.end();
}

#[test]
fn what_cannot_be_watched_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("bot.wasm");
    fs::write(&module, b"\0asm").unwrap();
    fs::write(folder.path().join("bot.rs"), "fn main() {}").unwrap();
    for (name, what, hint) in [
        ("none.js", "cannot find the file ", ""),
        (
            "bot.rs",
            "bot.rs is not a script: it does not end in ",
            "`muster watch` takes a script or a .wasm file",
        ),
        ("bot.wasm", "bot.wasm does not say which game it plays", "name it: --game NAME, one of "),
    ] {
        let bot = folder.path().join(name);
        let (code, out, err) = run(&["watch", bot.to_str().unwrap()]);
        assert_eq!((code, out.as_str()), (1, ""), "{name}: {err}");
        assert!(err.contains(what) && err.contains(hint), "{name}: {err}");
    }
    let (code, _, err) =
        run(&["watch", module.to_str().unwrap(), "--game", "tank-war", "--against", "builtin:gredy"]);
    assert_eq!(code, 1, "{err}");
}

/// Saves a mistake and its correction, in real browsers, and checks the listening sockets in the meantime.
fn check_in_browsers(language: &str, file: &str, [broken, failing]: [&str; 2], browsers: &[&str]) {
    for browser in browsers {
        let (_folder, bot) = new_bot("tank-war", language, file);
        let watch = Watch::begin(&bot, &["--against", "builtin:random", "--games", "6"]);
        #[cfg(target_os = "linux")]
        assert_eq!(listening(watch.process.id()), ["0100007F"], "127.0.0.1, and no other address");
        let pictures = std::env::var("MUSTER_PICTURES").unwrap_or_default();
        succeeds("saves.js", &[browser, &watch.url, bot.to_str().unwrap(), broken, failing, &pictures]);
        watch.end();
    }
}

#[test]
fn a_page_follows_a_script_in_javascript() {
    check_in_browsers("javascript", "bot.js", ["let x = ;", "throw new Error(\"lost\");"], &BROWSERS);
}

#[test]
fn a_page_follows_a_script_in_python() {
    check_in_browsers("python", "bot.py", ["x = )", "  raise ValueError('lost')"], &BROWSERS[..1]);
}

/// Returns the addresses on which a process listens, in the system's format.
#[cfg(target_os = "linux")]
fn listening(process: u32) -> Vec<String> {
    let sockets: Vec<String> = fs::read_dir(format!("/proc/{process}/fd"))
        .unwrap()
        .filter_map(|entry| fs::read_link(entry.ok()?.path()).ok())
        .filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    let tables =
        ["tcp", "tcp6"].map(|name| fs::read_to_string(format!("/proc/{process}/net/{name}")).unwrap());
    let lines = tables.iter().flat_map(|table| table.lines().skip(1));
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| words[3] == "0A" && sockets.iter().any(|socket| socket == words[9]))
        .map(|words| words[1].split(':').next().unwrap_or_default().to_owned())
        .collect()
}
