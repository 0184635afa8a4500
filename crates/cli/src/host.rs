//! The program's use of its host: the sandbox with its cache of compiled code, and files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use class_model::Hash;
use class_operations::NamedFile;
use explain::{Error, Kind};
use game::visible_path;
use play::GameFiles;
use sandbox::{Compiler, HostError, KnownCode, Preparation, Sandbox, SandboxOptions, Strictness};

use crate::carried;

pub(crate) use class_operations::bots::{is_module, read_bot, unread_bot};

/// Advice for a machine without a folder of compiled code.
pub(crate) const SET_CACHE: &str = "set MUSTER_CACHE to a folder that this user can write to";

/// Creates a sandbox for this number of matches at once.
pub(crate) fn sandbox(matches: usize) -> Result<Sandbox, Error> {
    sandbox_of(matches, None, cache_folder())
}

/// Number of concurrent matches for which the sandbox has enough instances of rules.
const MATCHES_OF_RULES: usize = 256;

/// Returns the opener of games from files, which creates its sandbox for the first one.
pub(crate) fn game_files() -> &'static GameFiles {
    static FILES: LazyLock<GameFiles> = LazyLock::new(|| GameFiles::new(|| sandbox(MATCHES_OF_RULES)));
    &FILES
}

/// Creates a sandbox that stores compiled code.
///
/// # Errors
/// If no cache folder is configured, or it cannot be used.
pub(crate) fn storing_sandbox() -> Result<Sandbox, Error> {
    let Some(cache) = cache_folder() else {
        return Err(Error::new(Kind::Host, "no cache folder is configured").hint(SET_CACHE));
    };
    Sandbox::new(&options(1, None, Some(cache))?).map_err(|error| failed(&error))
}

/// Removes the compiled code of modules from the program's caches.
pub(crate) fn discard_code(modules: &[Hash]) -> Result<(), Error> {
    for folder in [cache_folder(), isolated_cache_folder()].into_iter().flatten().filter(|path| path.is_dir())
    {
        let sandbox = sandbox_of(1, None, Some(folder.clone()))?;
        for module in modules {
            sandbox.discard(module).map_err(|error| {
                let what = format!("cannot remove compiled code from {}: {error}", visible_path(&folder));
                Error::new(Kind::Host, what)
            })?;
        }
    }
    Ok(())
}

/// Creates the sandbox that admits modules for isolated workers. Only the workers load the compiled code in its folder.
pub(crate) fn deciding_sandbox(matches: usize, confined: Strictness) -> Result<Sandbox, Error> {
    sandbox_of(matches, Some(confined), isolated_cache_folder())
}

fn isolated_cache_folder() -> Option<PathBuf> {
    beside_cache("-isolated")
}

/// Returns the folder that caches parts of the reports of large runs.
pub(crate) fn report_cache_folder() -> Option<PathBuf> {
    beside_cache("-reports")
}

fn beside_cache(ending: &str) -> Option<PathBuf> {
    cache_folder().map(|mut folder| {
        let mut name = folder.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        folder.set_file_name(name);
        folder
    })
}

fn sandbox_of(
    matches: usize,
    confined: Option<Strictness>,
    cache: Option<PathBuf>,
) -> Result<Sandbox, Error> {
    let options = options(matches, confined, cache)?;
    match Sandbox::new(&options) {
        Err(error @ HostError::Cache { .. }) => {
            let why = Error::wrap(Kind::Host, &error).what;
            tracing::warn!("{why}: every command recompiles; {SET_CACHE}");
            Sandbox::new(&SandboxOptions { cache: None, ..options }).map_err(|error| failed(&error))
        }
        made => made.map_err(|error| failed(&error)),
    }
}

fn options(
    matches: usize,
    confined: Option<Strictness>,
    cache: Option<PathBuf>,
) -> Result<SandboxOptions, Error> {
    let instances = (matches as u32).saturating_mul(3).saturating_add(8);
    let compiler = on_this_machine(Compiler::child().map_err(|error| failed(&error))?);
    let carried = if confined.is_some() { carried_or_stored } else { carried::file };
    Ok(SandboxOptions {
        instances,
        compiler,
        confined,
        cache,
        known: script::KNOWN.to_vec(),
        carried,
        preparing: Some(tell_of_preparing),
        ..SandboxOptions::default()
    })
}

/// Returns an interpreter's compiled code that this program carries, or that a command without isolation has stored. As
/// the user's own code, both can be trusted by isolated workers. The reverse does not hold: a compiling child of an
/// isolated command may have been taken over, and then only isolated workers must load its code.
fn carried_or_stored(name: &str) -> Option<Vec<u8>> {
    carried::file(name).or_else(|| sandbox::stored_code(&cache_folder()?, name))
}

/// Tells the user what the program prepares. It states processor time, because wall time depends on the load.
#[expect(clippy::print_stderr, reason = "neither a result nor an error; it says why the user has to wait")]
fn tell_of_preparing(code: &KnownCode, how: Preparation) {
    let KnownCode { what, seconds, .. } = code;
    match how {
        Preparation::Stored => {
            eprintln!("preparing {what} (about {seconds} s of processor time, once on this machine)");
        }
        Preparation::NotStored => {
            eprintln!(
                "preparing {what} (about {seconds} s of processor time, in every command): {SET_CACHE}"
            );
        }
        Preparation::ByAnother => eprintln!("waiting for another process to prepare {what}"),
    }
}

/// Lets a build for tests act like a machine that is slower by a factor.
fn on_this_machine(compiler: Compiler) -> Compiler {
    let times = std::env::var("MUSTER_TEST_TIMES_SLOWER").ok().and_then(|times| times.parse().ok());
    match times {
        Some(times) if cfg!(debug_assertions) => compiler.slower(times),
        _ => compiler,
    }
}

fn failed(error: &HostError) -> Error {
    let told = Error::wrap(Kind::Host, error);
    match error {
        HostError::SharedCache { .. } => told.hint(format!("make it private to this user, or {SET_CACHE}")),
        HostError::Cache { .. } => told.hint(SET_CACHE),
        _ => told,
    }
}

/// Returns the folder for compiled modules: `MUSTER_CACHE`, or the user's cache folder.
fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("MUSTER_CACHE") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let from =
        |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = from("XDG_CACHE_HOME")
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(".cache")))?;
    base.is_absolute().then(|| base.join("muster").join("compiled"))
}

/// Makes a write past the limit on file sizes (`ulimit -f`) fail, like one on a full disk. By default, the system would
/// end the program without a message.
pub(crate) fn survive_file_size_limit() {
    #[cfg(unix)]
    ignore(libc::SIGXFSZ);
}

/// Leaves SIGHUP to another handler, so that it no longer interrupts.
#[cfg(feature = "network")]
pub(crate) fn outlive_hangups() {
    #[cfg(unix)]
    ignore(libc::SIGHUP);
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "no safe binding ignores a signal; ignoring one runs no code of ours")]
fn ignore(signal: i32) {
    // SAFETY: `SIG_IGN` installs no handler.
    unsafe {
        libc::signal(signal, libc::SIG_IGN);
    }
}

/// Returns freed memory to the system. Otherwise, the allocator keeps it for the threads that freed it, while other
/// threads allocate more.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "no safe binding asks the allocator for it")]
pub(crate) fn return_memory() {
    // SAFETY: it touches no memory in use, and may be called on any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn return_memory() {}

/// Returns the default number of matches to play at once: one per processor.
pub(crate) fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// `true` if the program polls the flag that the first interrupt sets.
static STOPS: AtomicBool = AtomicBool::new(false);
/// Set by the first interrupt.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Returns a flag that the first interrupt sets. A second interrupt ends the program at once, without losing committed
/// data.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    STOPS.store(true, Ordering::Relaxed);
    on_interrupt()
}

/// Makes an interrupt end the program, and the native programs that it has started.
pub(crate) fn end_on_interrupt() {
    on_interrupt();
}

fn on_interrupt() -> Arc<AtomicBool> {
    let stop = STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let handled = ctrlc::set_handler(move || {
            play::end_programs();
            if !STOPS.load(Ordering::Relaxed) || asked.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        if let Err(error) = handled {
            tracing::warn!(%error, "cannot handle interrupts: they end the program without a message");
        }
        stop
    });
    Arc::clone(stop)
}

/// Reads a file of at most `most` bytes into memory. Its name is its path as messages show it.
pub(crate) fn read_file(path: &Path, most: u64) -> Result<NamedFile, Error> {
    let bytes = files::read_bounded(path, most).map_err(|error| unread(path, &error))?;
    Ok(NamedFile { name: visible_path(path), bytes })
}

/// Returns the error for a file that cannot be read.
pub(crate) fn unread(path: &Path, error: &io::Error) -> Error {
    Error::input(format!("cannot read {}: {error}", visible_path(path)))
}
