//! The search for start positions, on several threads.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use config::{Candidate, Judged, OpeningSearch, Plan, StageSpec};
use game::{Game, Rules};
use tournament::RunSeed;

use crate::event::Event;
use crate::spectator_updates::UpdateLimit;

/// Number of positions that a thread judges at a time.
const BATCH: usize = 16;

/// Finds the start positions of all stages that have none, and keeps them in the plan. Returns `false` if `stop` was
/// set before all were found.
pub(crate) fn find_all(
    plan: &mut Plan,
    seed: RunSeed,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Event),
) -> bool {
    for index in plan.unkept_openings() {
        let spec = &plan.stages[index];
        let name: Arc<str> = spec.name.as_str().into();
        let mut live = UpdateLimit::new();
        let found = find(spec, plan.game, seed, threads, &mut |found| {
            let name = Arc::clone(&name);
            live.show(|| tell(Event::FindingOpenings { name, found, of: spec.openings.count() }));
            !stop.load(Ordering::Relaxed)
        });
        let Some(found) = found else { return false };
        plan.keep_openings(index, found);
    }
    true
}

/// Keeps the run's start positions in a changed plan, and finds those of stages that the change affects.
pub(crate) fn carry(plan: &mut Plan, before: &Plan, seed: RunSeed) {
    plan.take_openings(&before.files);
    for index in plan.unkept_openings() {
        if let Some(found) = find(&plan.stages[index], plan.game, seed, processors(), &mut |_| true) {
            plan.keep_openings(index, found);
        }
    }
}

/// The names of the stages for which the search finds other start positions than the run keeps. `games` are the games
/// whose rules found them, by stage. `tell` is called with the stage and the number of positions found so far.
pub(crate) fn differing(
    plan: &Plan,
    games: &[&'static dyn Game],
    seed: RunSeed,
    threads: usize,
    tell: &mut dyn FnMut(&StageSpec, u32),
) -> Vec<String> {
    let mut differ = Vec::new();
    for (stage, game) in plan.stages.iter().zip(games) {
        let Some(kept) = &stage.found else { continue };
        let mut searched = stage.clone();
        if let Ok(rules) = Rules::parse(game.options(), &stage.rules.to_string()) {
            searched.rules = rules;
        }
        let mut go_on = |found| {
            tell(stage, found);
            true
        };
        if find(&searched, *game, seed, threads, &mut go_on).is_none_or(|again| again != *kept) {
            differ.push(stage.name.clone());
        }
    }
    differ
}

/// Number of processors, which is the number of threads to use.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Finds the start positions of a stage; `None` if they are not searched for, or `go_on` returned `false`.
fn find(
    stage: &StageSpec,
    game: &dyn Game,
    seed: RunSeed,
    threads: usize,
    go_on: &mut dyn FnMut(u32) -> bool,
) -> Option<Vec<String>> {
    let mut search = OpeningSearch::new(stage, game, seed)?;
    loop {
        if !go_on(search.found()) {
            return None;
        }
        let candidates = search.candidates(BATCH * threads.max(1));
        if candidates.is_empty() {
            return Some(search.finish());
        }
        search.take(judged(candidates, threads));
    }
}

/// Judges candidates on the given number of threads, including this one, and returns them in their order.
fn judged(mut candidates: Vec<Candidate>, threads: usize) -> Vec<Judged> {
    let part = candidates.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let mut others = Vec::new();
        while candidates.len() > part {
            let last = candidates.split_off((candidates.len() - 1) / part * part);
            others.push(scope.spawn(move || last.into_iter().map(Candidate::judged).collect::<Vec<_>>()));
        }
        let mut all: Vec<Judged> = candidates.into_iter().map(Candidate::judged).collect();
        for other in others.into_iter().rev() {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
}
