//! The system calls that a confined process may make: those needed for computing.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, apply_filter_all_threads,
};

use crate::Role;

/// System calls of every confined process: memory, its pipes, its own signals and clocks, its end.
const COMMON: &[i64] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_sigaltstack,
    libc::SYS_write,
    libc::SYS_writev,
];
/// Additional system calls for starting a thread and closing the pipe that reports its start.
const THREADS: &[i64] = &[libc::SYS_close, libc::SYS_rseq, libc::SYS_set_robust_list];
/// System calls for a file in memory. `close` is not among them: a mapping would keep a closed file alive, and no limit
/// would count it.
const MEMORY_FILES: &[i64] = &[libc::SYS_ftruncate, libc::SYS_memfd_create];
/// The request that reports the touched pages of this process's memory (`PAGEMAP_SCAN`), through a descriptor that is
/// already open.
const PAGEMAP_SCAN: u64 = 0xc060_6610;

/// Installs the filter. All other calls fail with `EPERM`, as for a process without the right to make them.
pub(crate) fn filter(role: Role) -> Result<(), Error> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    if role == Role::Compiler {
        // A filter cannot see the flags of this call. glibc then takes the older one, whose flags it can see.
        let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
        let absent = SeccompAction::Errno(libc::ENOSYS as u32);
        install(SeccompFilter::new(newer, SeccompAction::Allow, absent, arch)?)?;
    }
    let denied = SeccompAction::Errno(libc::EPERM as u32);
    install(SeccompFilter::new(rules(role)?, denied, SeccompAction::Allow, arch)?)
}

/// Installs a filter for all threads that forbids starting further threads.
pub(crate) fn forbid_threads() -> Result<(), Error> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let threads = [libc::SYS_clone, libc::SYS_clone3].map(|call| (call, Vec::new()));
    let denied = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(BTreeMap::from(threads), SeccompAction::Allow, denied, arch)?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter_all_threads(&program)
}

fn install(filter: SeccompFilter) -> Result<(), Error> {
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)
}

fn rules(role: Role) -> Result<BTreeMap<i64, Vec<SeccompRule>>, Error> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = COMMON.iter().map(|&call| (call, Vec::new())).collect();
    // Seals of files in memory, and the standard library's queries about its own descriptors.
    let of_descriptors = [libc::F_GETFD, libc::F_GETFL, libc::F_ADD_SEALS, libc::F_GET_SEALS];
    let allowed = of_descriptors.map(|command| rule(1, SeccompCmpOp::Eq, command as u64));
    rules.insert(libc::SYS_fcntl, allowed.into_iter().collect::<Result<_, Error>>()?);
    // The limit on memory does not count shared mappings.
    let (mask, private) = (libc::MAP_TYPE as u64, libc::MAP_PRIVATE as u64);
    rules.insert(libc::SYS_mmap, vec![rule(3, SeccompCmpOp::MaskedEq(mask), private)?]);
    match role {
        Role::Compiler => {
            rules.extend(THREADS.iter().map(|&call| (call, Vec::new())));
            let thread = libc::CLONE_THREAD as u64;
            rules.insert(libc::SYS_clone, vec![rule(0, SeccompCmpOp::MaskedEq(thread), thread)?]);
            rules.insert(libc::SYS_clone3, Vec::new());
            // The process forbids itself further threads.
            let operation = rule(0, SeccompCmpOp::Eq, libc::SECCOMP_SET_MODE_FILTER.into())?;
            rules.insert(libc::SYS_seccomp, vec![operation]);
            let option = rule(0, SeccompCmpOp::Eq, libc::PR_SET_NO_NEW_PRIVS as u64)?;
            rules.insert(libc::SYS_prctl, vec![option]);
        }
        Role::Player => {
            rules.extend(MEMORY_FILES.iter().map(|&call| (call, Vec::new())));
            rules.insert(libc::SYS_ioctl, vec![rule(1, SeccompCmpOp::Eq, PAGEMAP_SCAN)?]);
        }
    }
    Ok(rules)
}

fn rule(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, Error> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?;
    Ok(SeccompRule::new(vec![condition])?)
}
