//! Decisions and matches are the same with and without isolation.

use std::fs;
use std::sync::Arc;

use game::{Rules, Seat};
use job::{MatchSettings, SizeClass, Validator, play_all};
use play::LocalThreads;
use referee::Limits;
use worker::Workers;

use crate::common::{bot, here, isolated, job, limits, terms, top};

/// Returns the bots of `tests/hostile`: names and modules. The result of one that is slow by design depends on the
/// machine.
fn hostile() -> Vec<(String, Vec<u8>)> {
    let folder = fs::read_dir(top().join("tests/hostile")).unwrap();
    let mut bots = Vec::new();
    for path in folder.map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|ending| ending != "wat") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        if text.starts_with(";; fault: slow") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        // A file that is not a module in text form is passed on unchanged.
        bots.push((name, wat::parse_str(&text).unwrap_or_else(|_| text.into_bytes())));
    }
    bots.sort();
    bots
}

pub(crate) fn hostile_bots_get_the_verdicts_that_they_have_here() {
    let (here, there) = (here(), isolated(&[]));
    assert_eq!(here.engine(), there.engine());
    let terms = terms(&here, limits());
    let (mut held, mut names, mut jobs) = (Vec::new(), Vec::new(), Vec::new());
    for (name, module) in hostile() {
        let [one, other] = [&here as &dyn Validator, &there].map(|validator| {
            validator.validate(&module, SizeClass::Normal).unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        match (one, other) {
            (Ok(one), Ok(other)) => {
                assert_eq!((one.hash, &one.sizes), (other.hash, &other.sizes), "{name}");
                jobs.push(job(&terms, &one.plays(), 7));
                names.push(name);
                held.push((one, other));
            }
            (one, other) => assert_eq!(one.map(drop), other.map(drop), "{name}"),
        }
    }
    assert!(jobs.len() > 30, "{}", jobs.len());
    let threads = LocalThreads::start(2, &here, games::GAMES).unwrap();
    let workers = Workers::start(2, &there).unwrap();
    let expected = play_all(&threads, jobs.clone()).unwrap();
    let found = play_all(&workers, jobs).unwrap();
    for ((name, expected), found) in names.iter().zip(expected).zip(found) {
        let expected =
            expected.unwrap_or_else(|error| panic!("{name} here: {}", explain::with_causes(&error)));
        let found = found.unwrap_or_else(|error| panic!("{name} there: {}", explain::with_causes(&error)));
        assert_eq!(found, expected, "{name}");
    }
}

/// One slot plays more modules than a worker can load, by replacing its worker.
pub(crate) fn many_modules_are_played_by_one_slot() {
    const MODULES: u8 = 80;
    let (here, there) = (here(), isolated(&[]));
    let terms = terms(&here, limits());
    let text = fs::read_to_string(top().join("tests/hostile/log-bytes.wat")).unwrap();
    let plain = wat::parse_str(text).unwrap();
    let (mut held, mut jobs) = (Vec::new(), Vec::new());
    for number in 0..MODULES {
        // A custom section of one byte makes the module distinct.
        let module = [&plain[..], &[0, 3, 1, b'n', number]].concat();
        let [one, other] = [&here as &dyn Validator, &there]
            .map(|validator| validator.validate(&module, SizeClass::Normal).unwrap().unwrap());
        jobs.push(job(&terms, &one.plays(), u64::from(number)));
        held.push((one, other));
    }
    let threads = LocalThreads::start(1, &here, games::GAMES).unwrap();
    let workers = Workers::start(1, &there).unwrap();
    let expected = play_all(&threads, jobs.clone()).unwrap();
    let found = play_all(&workers, jobs).unwrap();
    for (expected, found) in expected.into_iter().zip(found) {
        assert_eq!(found.unwrap(), expected.unwrap());
    }
}

/// A bot's log holds the replies about its positions, and is part of the record.
pub(crate) fn bots_that_look_ahead_have_the_records_that_they_have_here() {
    let (here, there) = (here(), isolated(&[]));
    let text = fs::read_to_string(top().join("tests/hosts/thinker.wat")).unwrap();
    let module = wat::parse_str(text).unwrap();
    let one = here.validate(&module, SizeClass::Normal).unwrap().unwrap();
    let _other = there.validate(&module, SizeClass::Normal).unwrap().unwrap();
    let jobs: Vec<_> = games::GAMES
        .iter()
        .map(|game| {
            let limits = Limits { plies: 60, ..Limits::default() };
            let settings = MatchSettings::new(*game, Rules::defaults(game.options()), limits);
            job(&Arc::new(settings.terms(&here.fingerprint(*game))), &one.plays(), 7)
        })
        .collect();
    let threads = LocalThreads::start(1, &here, games::GAMES).unwrap();
    let workers = Workers::start(1, &there).unwrap();
    let expected = play_all(&threads, jobs.clone()).unwrap();
    let found = play_all(&workers, jobs).unwrap();
    for (expected, found) in expected.into_iter().zip(found) {
        let (expected, found) = (expected.unwrap(), found.unwrap());
        assert!(expected.losses[Seat::First].is_none(), "{:?}", expected.losses[Seat::First]);
        assert!(expected.closings[Seat::First].log.len() > 10_000);
        assert_eq!(found, expected);
    }
}

pub(crate) fn a_module_is_played_as_long_as_somebody_holds_it() {
    let there = isolated(&[]);
    let terms = terms(&there, limits());
    let workers = Workers::start(1, &there).unwrap();
    let (module, size) = bot("walker");
    let ready = there.validate(&module, size).unwrap().unwrap();
    let plays = ready.plays();
    let played = play_all(&workers, vec![job(&terms, &plays, 1), job(&terms, &plays, 2)]).unwrap();
    assert!(played.iter().all(Result::is_ok), "{played:?}");
    drop(ready);
    // A worker that has the module may still play it; a new one cannot get it.
    let others = Workers::start(1, &there).unwrap();
    let void = play_all(&others, vec![job(&terms, &plays, 3)]).unwrap().remove(0).unwrap_err();
    assert!(explain::with_causes(&void).contains("is missing"), "{}", explain::with_causes(&void));
}
