//! A worker that was taken over: it is confined like every worker, and then attempts what it must not be able to do.

#![expect(unsafe_code, reason = "what a program can do that was taken over, no safe binding offers")]

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use confine::{Allowance, Role};
use worker::frame::{self, MOST_FROM_WORKER, MOST_TO_WORKER};
use worker::message::{Setup, WorkerAnswer, WorkerCommand};
use worker::{NotConfined, Strictness, WorkerError};

use crate::common::{is_continuous_integration, isolation};

/// The argument of a worker that was taken over, followed by a folder and a port.
const ARGUMENT: &str = "taken over";
/// The argument of a compiling child that was taken over.
const COMPILER: &str = "taken over while it compiles";
/// The argument of the same program without confinement, to show which attempts could succeed at all.
const FREE: &str = "free";

/// An attempt: its name, its action, and `true` if an unconfined process can do it.
type Attempt = (&'static str, fn(&Target) -> bool, bool);

/// The attempts. None of them changes the machine, even for a privileged user.
const ATTEMPTS: &[Attempt] = &[
    ("read a file", |_| fs::read("/etc/passwd").is_ok(), true),
    ("list a folder", |target| fs::read_dir(&target.folder).is_ok(), true),
    ("see whether a file exists", |target| target.folder.join("entry.decided").exists(), true),
    ("write to the cache", |target| fs::write(target.folder.join("entry.decided"), "code").is_ok(), true),
    ("add to the cache", |target| File::create(target.folder.join("new.decided")).is_ok(), true),
    ("make a folder", |target| fs::create_dir(target.folder.join("made")).is_ok(), true),
    ("rename a file", |target| fs::rename(target.folder.join("a"), target.folder.join("b")).is_ok(), true),
    ("remove a file", |target| fs::remove_file(target.folder.join("removed")).is_ok(), true),
    ("change a mode", |target| change_mode(&target.folder.join("entry.decided")), true),
    ("read the parent's memory file", |_| File::open(format!("/proc/{}/mem", parent())).is_ok(), true),
    ("connect by TCP", |target| TcpStream::connect(("127.0.0.1", target.port)).is_ok(), true),
    ("listen by TCP", |_| TcpListener::bind("127.0.0.1:0").is_ok(), true),
    ("send by UDP", |_| UdpSocket::bind("127.0.0.1:0").is_ok(), true),
    ("connect to a Unix socket", |target| UnixStream::connect(target.folder.join("socket")).is_ok(), true),
    ("make a pair of sockets", |_| UnixStream::pair().is_ok(), true),
    ("start a program", |_| Command::new("/bin/true").status().is_ok(), true),
    ("fork", |_| fork(), true),
    ("start a thread", |_| std::thread::Builder::new().spawn(|| ()).is_ok(), true),
    ("signal the parent", |_| call(libc::SYS_kill, [parent().into(), 0, 0]) == 0, true),
    (
        "signal a thread of the parent",
        |_| call(libc::SYS_tgkill, [parent().into(), parent().into(), 0]) == 0,
        true,
    ),
    (
        "trace the parent",
        |_| call(libc::SYS_ptrace, [libc::PTRACE_SEIZE.into(), parent().into(), 0]) == 0,
        false,
    ),
    ("limit the parent", |_| call(libc::SYS_prlimit64, [parent().into(), 0, 0]) == 0, true),
    ("take memory without bound", |_| takes_memory(), false),
    ("map shared memory", |_| maps(libc::MAP_SHARED | libc::MAP_ANONYMOUS), true),
    ("map shared memory of a newer kind", |_| maps(libc::MAP_SHARED_VALIDATE | libc::MAP_ANONYMOUS), false),
    ("put 3 GiB into a file in memory", |_| fills_files(1, 3 << 30), true),
    ("put 3 GiB into large files in memory", |_| fills_files(48, 64 << 20), true),
    ("put 3 GiB into small files in memory", |_| fills_files(3072, 1 << 20), true),
    ("raise a limit", |_| raise_limit(), true),
    ("make a namespace", |_| call(libc::SYS_unshare, [libc::CLONE_NEWUSER.into(), 0, 0]) == 0, true),
    ("change the host's name", |_| may_name_the_host(), false),
    ("load a program into the kernel", |_| call(libc::SYS_bpf, [0, 0, 0]) == 0, false),
    ("open a ring of calls", |_| call(libc::SYS_io_uring_setup, [1, 0, 0]) == 0, false),
    ("keep a watch on a file", |_| call(libc::SYS_inotify_init1, [0, 0, 0]) >= 0, true),
    (
        "control a descriptor's device",
        |_| call(libc::SYS_ioctl, [0, libc::FIONREAD as i64, readable()]) == 0,
        true,
    ),
];

/// The targets of the attempts.
struct Target {
    folder: PathBuf,
    port: u16,
}

fn call(number: i64, [first, second, third]: [i64; 3]) -> i64 {
    // SAFETY: none of these calls writes to memory of this process, except for one integer that is never freed.
    unsafe { libc::syscall(number, first, second, third, 0_i64, 0_i64) }
}

/// Returns the address of an integer that the system may write.
fn readable() -> i64 {
    std::ptr::from_mut::<i64>(Box::leak(Box::new(0_i64))) as i64
}

fn parent() -> i32 {
    // SAFETY: it only reads a number.
    unsafe { libc::getppid() }
}

fn fork() -> bool {
    // SAFETY: this process has one thread, and the forked process ends at once.
    match unsafe { libc::fork() } {
        0 => std::process::exit(0),
        child => child > 0,
    }
}

fn change_mode(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o666)).is_ok()
}

/// Returns `true` if this process may rename the host. The requested name is too long for any host, so that nothing
/// is renamed even if it may.
fn may_name_the_host() -> bool {
    let name = [b'x'; 65];
    let refused = call(libc::SYS_sethostname, [name.as_ptr() as i64, name.len() as i64, 0]);
    refused == 0 || io::Error::last_os_error().raw_os_error() == Some(libc::EINVAL)
}

/// Returns `true` if this process can reserve more writable memory than a worker is given.
fn takes_memory() -> bool {
    const PIECE: usize = 64 << 20;
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    for _ in 0..(64 << 30) / PIECE {
        let mut piece = Vec::new();
        if piece.try_reserve_exact(PIECE).is_err() {
            return false;
        }
        // None of it is touched: the limit applies to writable memory, used or not.
        pieces.push(piece);
    }
    true
}

/// Returns `true` if this process can map memory in this way.
fn maps(flags: i32) -> bool {
    // SAFETY: it is mapped at an unused address, and never accessed.
    let place = unsafe {
        libc::mmap(std::ptr::null_mut(), 1 << 20, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0)
    };
    place != libc::MAP_FAILED
}

/// Returns `true` if this process can map and close `count` files in memory of `bytes` each. It writes only the last
/// byte of each, so that an unconfined process does not run out of memory.
fn fills_files(count: usize, bytes: usize) -> bool {
    (0..count).all(|_| {
        // SAFETY: the file belongs to this function, and is mapped at an unused address. The signal of the file size
        // limit is ignored.
        unsafe {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            let file = libc::memfd_create(c"x".as_ptr(), 0);
            let is_filled = libc::pwrite(file, c"x".as_ptr().cast(), 1, bytes as i64 - 1) == 1;
            let place = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ, libc::MAP_PRIVATE, file, 0);
            libc::close(file);
            is_filled && place != libc::MAP_FAILED
        }
    })
}

/// Returns `true` if this process can lift its limit on processor time.
fn raise_limit() -> bool {
    let limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the call only reads the limit.
    unsafe { libc::setrlimit(libc::RLIMIT_CPU, &raw const limit) == 0 }
}

/// Returns the attempts that succeed for a worker of this kind, by its own account.
fn succeeded(kind: &str) -> Result<Vec<String>, WorkerError> {
    let folder = tempfile::tempdir().unwrap();
    for name in ["entry.decided", "a", "removed"] {
        fs::write(folder.path().join(name), "as it was").unwrap();
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let _socket = UnixListener::bind(folder.path().join("socket")).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let arguments = [kind, folder.path().to_str().unwrap(), &port];
    let told = worker::missing_protections(&isolation(&arguments, Strictness::Required));
    if kind != FREE {
        let entry = fs::read_to_string(folder.path().join("entry.decided")).unwrap();
        assert_eq!(entry, "as it was", "the cache was changed");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "something was made or removed");
    }
    match told {
        Err(WorkerError::Failed(list)) => Ok(list.split_terminator(';').map(str::to_owned).collect()),
        Err(error) => Err(error),
        Ok(missing) => panic!("it did not try: {missing:?}"),
    }
}

pub(crate) fn a_worker_that_was_taken_over_can_do_nothing() {
    can_do_nothing(ARGUMENT);
}

pub(crate) fn a_compiling_child_that_was_taken_over_can_do_nothing() {
    can_do_nothing(COMPILER);
}

fn can_do_nothing(kind: &str) {
    match succeeded(kind) {
        Ok(done) => assert!(done.is_empty(), "it could {done:?}"),
        Err(error @ WorkerError::Unprotected(_)) => {
            assert!(!is_continuous_integration(), "{error}");
            let _ = writeln!(io::stderr(), "skipped: {error}");
        }
        Err(error) => panic!("{error}"),
    }
}

pub(crate) fn the_same_attempts_succeed_without_confinement() {
    let done = succeeded(FREE).unwrap();
    let usual = ATTEMPTS.iter().filter(|(.., usual)| *usual).map(|(name, ..)| (*name).to_owned());
    let failed: Vec<String> = usual.filter(|name| !done.contains(name)).collect();
    // A container may forbid some of them to every process.
    assert!(failed.len() <= 4, "nobody can {failed:?}, so that it shows nothing that a worker cannot");
}

/// Confines this process like one that compiles an untrusted module.
fn enter_as_compiler(setup: &Setup) -> Result<(), NotConfined> {
    let Setup { parent, strictness, seconds, bytes, .. } = *setup;
    confine::limit(Allowance { seconds, bytes })?;
    confine::die_with_parent(parent)?;
    confine::confine(Role::Compiler, strictness)?;
    Ok(confine::forbid_threads(strictness)?)
}

/// Runs a worker that was taken over, if this process is one.
pub(crate) fn main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().filter(|kind| [ARGUMENT, COMPILER, FREE].contains(&kind.as_str()))?;
    let target = Target { folder: arguments.next()?.into(), port: arguments.next()?.parse().ok()? };
    let (mut input, mut output) = (io::stdin(), io::stdout());
    let Ok(WorkerCommand::Begin(setup)) = frame::read(&mut input, MOST_TO_WORKER) else {
        return Some(ExitCode::FAILURE);
    };
    let entered = match kind.as_str() {
        ARGUMENT => worker::enter(&setup).map(drop),
        COMPILER => enter_as_compiler(&setup),
        _ => Ok(()),
    };
    if let Err(error) = entered {
        let missing = match error {
            NotConfined::Unprotected(error) => error.0,
            NotConfined::Host(error) => panic!("{error}"),
        };
        frame::write(&mut output, &WorkerAnswer::Unprotected(missing), MOST_FROM_WORKER).ok()?;
        return Some(ExitCode::SUCCESS);
    }
    let done =
        ATTEMPTS.iter().filter(|(_, attempt, _)| attempt(&target)).map(|(name, ..)| format!("{name};"));
    let done: String = done.collect();
    frame::write(&mut output, &WorkerAnswer::Failed(done), MOST_FROM_WORKER).ok()?;
    Some(ExitCode::SUCCESS)
}
