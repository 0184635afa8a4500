//! A project of `muster new`, built and tried like a student's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use config::SizeClass;
use game::{Action, Game, Outcome, PerSeat, Rules, Seat};
use job::MatchSettings;
use kit::Language;
use play::{Contestant, MatchSetup, Source};
use referee::{Builtin, Limits, MatchSeed, Ticks};

use crate::support::{path_with_tools, run, sandbox, share_libraries, told};

/// The requirement of each language: a shell command that succeeds if the compiler is installed.
pub(crate) const MISSING: &[(&str, &str)] = &[
    ("c", "python3 -m ziglang version"),
    ("cpp", "python3 -m ziglang version"),
    ("zig", "python3 -m ziglang version"),
    ("nim", "python3 -m ziglang version"),
    ("nim", "nim --version"),
    ("d", "ldc2 --version"),
    ("d", "wasm-ld-19 --version"),
    ("assemblyscript", "asc --version"),
    ("rust", "sh -c '\"$RUSTC\" --version'"),
    ("go", "go version"),
];

/// A crash for each language: the line of `choose` that it follows, the crash, and the expected message. `LINE` is the
/// number of its last line. Languages that cannot name the line name the function.
const CRASHES: &[(&str, &str, &str, &str)] = &[
    (
        "python",
        "def choose(",
        "    raise RuntimeError(\"on purpose\")",
        "exception in choose, bot.py:LINE: RuntimeError: on purpose",
    ),
    ("javascript", "export function choose(", "  throw new Error(\"on purpose\");", "bot.js:LINE:"),
    ("typescript", "export function choose(", "  throw new Error(\"on purpose\");", "bot.ts:LINE:"),
    ("go", "func choose(", "\tpanic(\"on purpose\")", "bot.go:LINE"),
    ("c", "uint64_t choose(", "#include <assert.h>\n    assert(view->ply > 1000);", "bot.c: choose: LINE"),
    ("cpp", "uint64_t choose(", "    __builtin_trap();", "at muster_choose("),
    ("rust", "fn choose(", "    panic!(\"on purpose\");", "src/lib.rs:LINE"),
    ("zig", "pub fn choose(", "    if (view.ply < 1000) @panic(\"on purpose\");", "on purpose"),
    (
        "assemblyscript",
        "export function choose(",
        "  assert(view.ply > 1000, \"on purpose\");",
        "bot.ts:LINE",
    ),
    ("d", "{", "    assert(view.ply > 1000, \"on purpose\");", "bot.d:LINE"),
    ("nim", "proc choose(", "  doAssert view.ply > 1000, \"on purpose\"", "bot.nim(LINE)"),
];

/// For each compiled language, an answer in Tank War whose tank is out of its range, and the constructor that rejects
/// it.
const OUT_OF_RANGE: &[(&str, &str, &str)] = &[
    ("go", "\tif view.Ply < 1000 {\n\t\treturn tankwar.Move(8)\n\t}", "Move"),
    ("c", "    if (view->ply < 1000) return tank_war_move(view->ply + 8);", "tank_war_move"),
    ("cpp", "    if (view->ply < 1000) return tank_war_move(view->ply + 8);", "tank_war_move"),
    ("rust", "    if view.ply < 1000 {\n        return tank_war::make_move(8);\n    }", "make_move"),
    ("zig", "    if (view.ply < 1000) return tank_war.makeMove(view.ply + 8);", "makeMove"),
    ("assemblyscript", "  if (view.ply < 1000) return makeMove(8);", "makeMove"),
    ("d", "    if (view.ply < 1000) return makeMove(view.ply + 8);", "makeMove"),
    ("nim", "  if view.ply < 1000: return makeMove(8)", "makeMove"),
];

/// Returns a shell command, as a user types it.
pub(crate) fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path_with_tools()).env("NO_COLOR", "1");
    shell.env("MUSTER_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    share_libraries(&mut shell);
    // If rustup has no target for wasm, a distribution's compiler builds it from the sources of the library.
    let distribution = Path::new("/usr/bin/rustc");
    if distribution.exists() {
        shell.env("RUSTC", distribution).env("RUSTC_BOOTSTRAP", "1");
        shell.env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort");
        // Without the code that prints backtraces, which a module in the sandbox does not have.
        shell.env("CARGO_UNSTABLE_BUILD_STD_FEATURES", "");
        shell.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    }
    shell.env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS");
    shell
}

/// Returns `true` if the language has an action that is out of its range.
pub(crate) fn leaves_range(language: &Language) -> bool {
    OUT_OF_RANGE.iter().any(|(name, ..)| *name == language.name)
}

/// Returns `true` if a tool is installed, by a command that succeeds if it is.
pub(crate) fn is_here(tool: &str) -> bool {
    shell(tool).output().is_ok_and(|output| output.status.success())
}

/// The course of a match.
#[derive(PartialEq)]
pub(crate) struct Went {
    /// 1 for a win of the bot, half for a draw.
    pub(crate) points: f64,
    /// The actions of both seats.
    actions: Vec<Action>,
}

/// The lock on the directory that Rust's projects share: a build in it replaces the module of the one before.
static SHARED: Mutex<()> = Mutex::new(());

/// A project in a temporary directory. Only one project in Rust exists at a time.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    language: &'static Language,
    game: &'static dyn Game,
    /// The game on the command line, in the project.
    named: &'static str,
    _shared: Option<MutexGuard<'static, ()>>,
}

impl Project {
    pub(crate) fn new(language: &'static Language, game: &'static dyn Game) -> Project {
        Project::named(language, game, game.name(), game.name())
    }

    /// Creates a project for the game of a file with rules.
    pub(crate) fn from_file(language: &'static Language, game: &'static dyn Game, file: &str) -> Project {
        Project::named(language, game, file, kit::MODULE)
    }

    fn named(
        language: &'static Language,
        game: &'static dyn Game,
        asked: &str,
        named: &'static str,
    ) -> Project {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let (code, _, err) = run(&["new", "--game", asked, "--lang", language.name, path]);
        assert_eq!(code, 0, "{err}");
        let shared = (language.name == "rust").then(|| share_library(folder.path()));
        Project { folder, language, game, named, _shared: shared }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the exit code and all output of a command in the project's directory.
    fn run(&self, command: &str) -> (i32, String) {
        let (code, out, err) = told(&shell(command).current_dir(self.folder.path()).output().unwrap());
        (code, format!("{out}{err}"))
    }

    /// Returns the commands of the README, in their order.
    fn commands(&self) -> Vec<String> {
        let readme = fs::read_to_string(self.path("README.md")).unwrap();
        readme.split("```").nth(1).unwrap().trim().lines().map(str::to_owned).collect()
    }

    /// Builds, checks and plays as the README says.
    pub(crate) fn follow_readme(&self) {
        for command in self.commands() {
            let (code, said) = self.run(&command);
            assert_eq!(code, 0, "{}: {command}\n{said}", self.language.title);
        }
    }

    /// Replaces the strategy by another bot.
    pub(crate) fn write_bot(&self, text: &str) {
        fs::write(self.path(self.language.entry()), text).unwrap();
    }

    /// Builds the bot by the README's command.
    pub(crate) fn build(&self) {
        let (code, said) = self.run(&self.commands()[0]);
        assert_eq!(code, 0, "{}: {said}", self.language.title);
    }

    /// Returns the built module.
    fn bot(&self) -> Source {
        let size = if self.language.is_script() { SizeClass::Script } else { SizeClass::Normal };
        let bytes = fs::read(self.path(self.language.module())).unwrap();
        let bot = sandbox().admit(&bytes, &size.caps()).unwrap();
        Source::Module { bot: bot.unwrap_or_else(|refusal| panic!("{refusal}")), size }
    }

    /// Asserts that a machine that is five times slower, with an empty cache, comes to the same verdict on the module.
    /// An interpreter of the larger size class takes half a minute to compile, without a limit.
    pub(crate) fn is_decided_alike_on_a_slow_machine(&self) {
        if self.language.is_script() {
            return;
        }
        let check = format!("muster check {} --game {} --verbose", self.language.module(), self.named);
        // The verdict, and the table of sizes.
        let verdict = |command: &str| {
            let (code, said) = self.run(command);
            let sizes = said.split("\n\n").nth(2).unwrap_or_default().to_owned();
            (code, said.lines().next().unwrap_or_default().to_owned(), sizes)
        };
        let (here, cache) = (verdict(&check), self.path("cache-of-a-slow-machine"));
        let slow = format!("MUSTER_CACHE='{}' MUSTER_TEST_TIMES_SLOWER=5 {check}", cache.display());
        assert!(
            here.0 == 0 && here.1.contains(": accepted: it plays ") && here.2.contains("machine code"),
            "{here:?}"
        );
        assert_eq!(verdict(&slow), here, "{}", self.language.title);
        assert!(fs::read_dir(&cache).unwrap().next().is_some(), "it was compiled anew");
    }

    /// Replaces the strategy by the probe, and compares its log of this many positions with the host.
    pub(crate) fn probe(&self, positions: usize) {
        fs::write(self.path(self.language.entry()), crate::new::probe::source(self.language, self.game))
            .unwrap();
        self.build();
        let name = format!("{} at {}", self.language.title, self.game.title());
        crate::new::probe::compare(sandbox(), self.game, self.bot(), positions, &name);
    }

    /// Returns the fuel of the first answer under these settings, and the log.
    pub(crate) fn first_answer(&self, settings: &str) -> (u64, String) {
        let bot = Contestant { source: self.bot(), settings: settings.into() };
        let limits = Limits::default().with_times(Some(Ticks(1 << 40)), Some(Ticks(1 << 42)));
        let settings = MatchSettings::new(self.game, Rules::defaults(self.game.options()), limits);
        let seats = PerSeat::new(&bot, &bot);
        let setup = MatchSetup { settings: &settings, start: None, seed: MatchSeed::from_number(1), seats };
        let answer = setup.ask_once(sandbox(), Seat::First).unwrap().unwrap();
        assert!(answer.judged.ruling.is_ok(), "{}: {:?}", self.language.title, answer.judged.ruling);
        (answer.judged.spent.0, String::from_utf8(answer.closing.log).unwrap().trim().to_owned())
    }

    /// Plays matches against `builtin:random` from alternating seats.
    pub(crate) fn matches_against_random(&self, games: u64) -> Vec<Went> {
        let contestant = |source| Contestant { source, settings: "".into() };
        let (bot, random) = (contestant(self.bot()), contestant(Source::Builtin(Builtin::Random)));
        let settings = MatchSettings::new(self.game, Rules::defaults(self.game.options()), Limits::default());
        let play = |seed: u64| {
            let (seat, seats) = match seed % 2 {
                0 => (Seat::First, PerSeat::new(&bot, &random)),
                _ => (Seat::Second, PerSeat::new(&random, &bot)),
            };
            let setup =
                MatchSetup { settings: &settings, start: None, seed: MatchSeed::from_number(seed), seats };
            let record = setup.play(sandbox(), |_| true).unwrap().unwrap();
            assert!(record.losses[seat].is_none(), "{}: {:?}", self.language.title, record.losses[seat]);
            let points = match record.verdict.outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == seat => 1.0,
                Outcome::Win(_) => 0.0,
            };
            Went { points, actions: record.played.iter().map(|played| played.action).collect() }
        };
        (0..games).map(play).collect()
    }

    /// Returns the fuel of the bot's first answer under these settings, in the first seat.
    pub(crate) fn fuel_of_first_answer(&self, settings: &str) -> u64 {
        let bot = Contestant { source: self.bot(), settings: settings.into() };
        let random = Contestant { source: Source::Builtin(Builtin::Random), settings: "".into() };
        let long = Some(Ticks(1_000 * Ticks::PER_SECOND));
        let limits = Limits { plies: 1, ..Limits::default() }.with_times(long, long);
        let settings = MatchSettings::new(self.game, Rules::defaults(self.game.options()), limits);
        let seats = PerSeat::new(&bot, &random);
        let setup = MatchSetup { settings: &settings, start: None, seed: MatchSeed::from_number(1), seats };
        let record = setup.play(sandbox(), |_| true).unwrap().unwrap();
        assert!(record.losses[Seat::First].is_none(), "{:?}", record.losses[Seat::First]);
        record.played.iter().find(|played| played.seat == Seat::First).unwrap().spent.0
    }

    /// Returns the output on a match of this bot instead of the strategy.
    pub(crate) fn played(&self, bot: &str) -> String {
        self.write_bot(bot);
        self.build();
        self.run(&format!("muster play {} {} builtin:first", self.named, self.language.module())).1
    }

    /// Lets the bot crash at the beginning of `choose`, and asserts that the message names the place.
    pub(crate) fn crash(&self) {
        let (_, mark, crash, due) = CRASHES.iter().find(|(name, ..)| *name == self.language.name).unwrap();
        self.fail_with(mark, crash, due);
    }

    /// Lets the bot answer with an action out of its range, and asserts that the message names the range.
    pub(crate) fn leave_range(&self) {
        let (_, mark, ..) = CRASHES.iter().find(|(name, ..)| *name == self.language.name).unwrap();
        let (_, answer, constructor) =
            OUT_OF_RANGE.iter().find(|(name, ..)| *name == self.language.name).unwrap();
        self.fail_with(mark, answer, &format!("{constructor}: tank is from 0 to 5"));
    }

    /// Inserts a line after the mark in `choose`, and asserts that a match reports the expected message.
    fn fail_with(&self, mark: &str, failure: &str, due: &str) {
        let entry = self.path(self.language.entry());
        let text = fs::read_to_string(&entry).unwrap();
        let head = text.lines().position(|line| line.contains(" choose(")).unwrap();
        let before = head + text.lines().skip(head).position(|line| line.contains(mark)).unwrap() + 1;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(before, failure);
        fs::write(&entry, lines.join("\n")).unwrap();
        self.build();
        let (_, said) =
            self.run(&format!("muster play {} {} builtin:random", self.named, self.language.module()));
        let due = due.replace("LINE", &(before + failure.lines().count()).to_string());
        assert!(said.contains(&due), "{}: no `{due}` in\n{said}", self.language.title);
    }
}

/// If Rust's library for wasm is built from its sources, builds it once for all projects. Waits until no other project
/// uses the directory.
pub(crate) fn share_library(project: &Path) -> MutexGuard<'static, ()> {
    let turn = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-rust");
    fs::create_dir_all(&shared).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(shared, project.join("target")).unwrap();
    turn
}
