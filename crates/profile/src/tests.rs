//! A profile of a match, as JSON and in the terminal.

use crate::report::{ProfileReport, ProfiledMatch};
use crate::text::text;
use crate::{CallSamples, Frame, SampledCalls, SourceLine};

pub(crate) fn played(bot: &str) -> ProfiledMatch {
    ProfiledMatch {
        bot: bot.to_owned(),
        game: "tank-war".to_owned(),
        opponent: "builtin:random".to_owned(),
        seat: 0,
        seed: 1,
        games: 1,
        plies: 2,
        result: "won after 2 plies: headquarters".to_owned(),
        failure: None,
        language: None,
        nameless: false,
        answers: 1,
        same: 1,
    }
}

/// Returns functions, the innermost first, with their lines in bot.js.
pub(crate) fn frames(functions: &[(&str, Option<u32>)]) -> Vec<Frame> {
    let frame = |&(function, line): &(&str, Option<u32>)| Frame {
        function: function.to_owned(),
        place: line.map(|line| SourceLine { file: "bot.js".to_owned(), line, text: format!("line {line};") }),
    };
    functions.iter().map(frame).collect()
}

pub(crate) fn call(ply: u32, fuel: u64, stacks: Vec<Vec<Frame>>) -> CallSamples {
    CallSamples { seed: 1, ply, is_start: false, fuel, stacks }
}

/// Returns samples of a recursive search, an evaluation, and code outside the script.
fn calls() -> SampledCalls {
    let search = [("search", Some(8)), ("search", Some(8)), ("choose", Some(2))];
    let evaluate = [("evaluate", Some(5)), ("search", Some(9)), ("choose", Some(2))];
    SampledCalls(vec![
        CallSamples { is_start: true, ..call(0, 1_000, Vec::new()) },
        call(0, 50_000_000, vec![frames(&search), frames(&evaluate), frames(&evaluate)]),
        call(2, 150_000_000, vec![frames(&evaluate), frames(&[("choose", None)]), Vec::new()]),
    ])
}

#[test]
fn a_function_that_calls_itself_counts_once() {
    let report = ProfileReport::new(played("bot.wasm"), &calls());
    let shares = report
        .functions
        .iter()
        .map(|share| (&*share.function, share.file.as_deref(), share.own, share.total));
    let due = [
        ("evaluate", Some("bot.js"), 0.5, 0.5),
        ("choose", Some("bot.js"), 1.0 / 6.0, 5.0 / 6.0),
        ("search", Some("bot.js"), 1.0 / 6.0, 4.0 / 6.0),
    ];
    assert_eq!(shares.collect::<Vec<_>>(), due);
    assert_eq!((report.samples, report.outside), (6, 1.0 / 6.0));
    assert_eq!((report.fuel, report.start), (200_001_000, 1_000));
    assert_eq!(report.longest().map(|answer| answer.ply), Some(3));
}

#[test]
fn a_terminal_shows_functions_and_lines() {
    insta::assert_snapshot!(text(&ProfileReport::new(played("bot.wasm"), &calls())));
}

#[test]
fn what_is_not_as_it_should_be_is_said() {
    let played = ProfiledMatch {
        nameless: true,
        same: 0,
        failure: Some("out of time in choose, bot.js:2".to_owned()),
        ..played("bot.wasm")
    };
    insta::assert_snapshot!(text(&ProfileReport::new(played, &SampledCalls::default())));
}

#[test]
fn several_matches_are_named_by_their_seeds() {
    let several =
        ProfiledMatch { games: 3, result: "won 2, drew 0, lost 1".to_owned(), ..played("bot.wasm") };
    let mut calls = calls();
    calls.0.push(CallSamples { seed: 3, ..call(4, 900_000_000, Vec::new()) });
    let shown = text(&ProfileReport::new(several, &calls));
    let head: Vec<&str> = shown.lines().take(4).collect();
    assert_eq!(head[0], "tank-war against builtin:random, seeds 1 to 3: won 2, drew 0, lost 1");
    assert!(head[2].starts_with("longest answer: seed 3, ply 5, "), "{shown}");
    assert!(head[3].ends_with(" samples of the same matches: every answer was as in its match"), "{shown}");
}
