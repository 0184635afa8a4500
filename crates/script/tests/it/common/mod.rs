//! Shared code of the script tests: a folder with a script, a sandbox, matches.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "not every test uses all of it")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use game::{Game, PerSeat, Rules, Seat};
use job::Script;
use referee::{Builtin, Limits, Match, MatchSeed, Player, Record};
use sandbox::{Caps, Sandbox, SandboxOptions};
use script::{BuildError, Folder, ScriptModule};
use tempfile::TempDir;

/// One sandbox for all tests of a binary. It keeps compiled code in the build's own folder, because compiling an
/// interpreter takes longer than all tests of its language.
pub fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| {
        let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
        let known = script::KNOWN.to_vec();
        Sandbox::new(&SandboxOptions { cache, known, ..SandboxOptions::default() }).unwrap()
    })
}

/// The files of a script in a folder of their own.
pub struct Project(TempDir);

impl Project {
    pub fn new(files: &[(&str, &str)]) -> Project {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Project(folder)
    }

    /// Creates a project of files in any encoding.
    pub fn of_bytes(files: &[(&str, &[u8])]) -> Project {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        Project(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Builds the script of a file on disk.
pub fn build_file(entry: &Path, game: Option<&'static dyn Game>) -> Result<ScriptModule, BuildError> {
    let (folder, name) = Folder::from_entry(entry)?;
    script::build(sandbox(), &Script { entry: &name, sources: &folder, game })
}

/// Plays a match against `builtin:random` with the module in the first seat.
pub fn against_random(game: &'static dyn Game, module: &[u8], caps: Caps, seed: u64) -> Record {
    play(game, module, caps, seed, &Limits::default(), "")
}

/// Plays such a match under other limits, for at most `plies` plies.
pub fn play_until(game: &'static dyn Game, module: &[u8], caps: Caps, limits: &Limits, plies: u32) -> Record {
    play(game, module, caps, 1, &Limits { plies, ..*limits }, "")
}

/// Plays such a match under other limits, with settings.
pub fn play(
    game: &'static dyn Game,
    module: &[u8],
    caps: Caps,
    seed: u64,
    limits: &Limits,
    settings: &str,
) -> Record {
    let bot = sandbox().admit(module, &caps).unwrap().unwrap_or_else(|refusal| panic!("{refusal}"));
    let seed = MatchSeed::from_number(seed);
    let player = sandbox().player(&bot, seed.dice(Seat::First), Seat::First, &Arc::from(settings), limits);
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::new(Box::new(player), Box::new(Builtin::Random.player(&seed, Seat::Second)));
    let playing = Match::new(game, game.start(&Rules::defaults(game.options())), *limits);
    referee::play(playing, &mut players, |_| true).unwrap().unwrap()
}
