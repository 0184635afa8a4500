//! Workers that are killed while they play.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use job::{Executor, Finished, Job, JobId, Validator, play_all};
use play::LocalThreads;
use rustix::process::{Pid, Signal, kill_process};
use worker::{WORKER_ARGUMENT, Workers};

use crate::common::{bot, here, isolated, job, limits, terms};

/// Number of kills in a partial run, and in a full run.
const KILLS: [u32; 2] = [12, 200];
/// Number of matches that are played at a time.
const MATCHES: u64 = 40;

pub(crate) fn workers_that_are_killed_change_no_result() {
    let (here, there) = (here(), isolated(&["killed here"]));
    let terms = terms(&here, limits());
    let (module, size) = bot("scatter");
    let held = [&here as &dyn Validator, &there]
        .map(|validator| validator.validate(&module, size).unwrap().unwrap());
    let jobs: Vec<Job> = (0..MATCHES).map(|seed| job(&terms, &held[0].plays(), seed)).collect();
    let threads = LocalThreads::start(2, &here, games::GAMES).unwrap();
    let due: Vec<_> = play_all(&threads, jobs.clone()).unwrap().into_iter().map(Result::unwrap).collect();
    let workers = Workers::start(2, &there).unwrap();
    let kills = KILLS[usize::from(std::env::var_os("MUSTER_FULL").is_some())];
    let (mut killed, mut void, mut chance) = (0, 0, 1_u64);
    while killed < kills {
        let mut waiting: BTreeMap<JobId, usize> = BTreeMap::new();
        let mut again: Vec<(usize, Job)> = jobs.iter().cloned().enumerate().collect();
        while !again.is_empty() || !waiting.is_empty() {
            let fresh: Vec<(usize, Job)> = again.drain(..).map(|(index, job)| (index, job.again())).collect();
            waiting.extend(fresh.iter().map(|(index, job)| (job.id, *index)));
            workers.submit(fresh.into_iter().map(|(_, job)| job).collect()).unwrap();
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let results = workers.collect(Duration::from_micros(chance >> 52)).unwrap();
            if killed < kills {
                killed += u32::from(kill_one(chance >> 33));
            }
            for Finished { id, result, .. } in results {
                let index = waiting.remove(&id).expect("a result of a job that waits");
                match result {
                    Ok(record) => assert_eq!(record, due[index], "match {index} after {killed} kills"),
                    Err(failure) => {
                        void += 1;
                        let why = explain::with_causes(&failure);
                        assert!(why.contains("an isolated worker was lost"), "{why}");
                        again.push((index, jobs[index].clone()));
                    }
                }
            }
        }
    }
    assert!(void > 0, "{killed} kills hit no match");
    assert!(void <= killed, "{void} matches were void by {killed} kills");
}

/// Kills one of the workers of this test, if there is one at the moment.
fn kill_one(chance: u64) -> bool {
    let own = std::process::id().to_string();
    let is_worker = |pid: &i32| {
        let read = |what: &str| fs::read_to_string(format!("/proc/{pid}/{what}")).unwrap_or_default();
        let stat = read("stat");
        let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1));
        parent == Some(&own) && read("cmdline").contains("killed here")
    };
    let entries = fs::read_dir("/proc").unwrap();
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let workers: Vec<i32> = pids.filter(is_worker).collect();
    let Some(&pid) = workers.get(chance as usize % workers.len().max(1)) else { return false };
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).is_ok()
}

/// Runs an honest worker that this test may kill, if this process is meant to be one.
pub(crate) fn main() -> Option<std::process::ExitCode> {
    use std::os::unix::process::CommandExt;
    if std::env::args().nth(1)? != "killed here" {
        return None;
    }
    let mut command = std::process::Command::new(std::env::current_exe().ok()?);
    let _ = command.arg(WORKER_ARGUMENT).arg("killed here").exec();
    Some(std::process::ExitCode::FAILURE)
}
