//! The distribution of a bot's fuel, as JSON.

use std::collections::BTreeMap;

use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::frame::SampledCalls;
use crate::sample_counts::count;

/// The match that was profiled, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProfiledMatch {
    /// The bot as it was named.
    pub bot: String,
    /// The game.
    pub game: String,
    /// The opponent as it was named.
    pub opponent: String,
    /// The bot's seat, 0 or 1.
    pub seat: u8,
    /// The seed of the first match.
    pub seed: u64,
    /// Number of matches; their seeds follow one another.
    pub games: u32,
    /// The number of plies of all.
    pub plies: u32,
    /// The result of the match, in words; the numbers of matches won, drawn and lost if there are several.
    pub result: String,
    /// The first failure of the bot; null if there was none.
    pub failure: Option<String>,
    /// The language of a script; null for any other module.
    pub language: Option<String>,
    /// `true` if functions have only numbers, because the module has no names.
    pub nameless: bool,
    /// Number of answers of the profiled bot that were compared with those of the match.
    pub answers: u32,
    /// Number of these answers that were the same.
    pub same: u32,
}

/// The distribution of a bot's fuel over its functions and lines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProfileReport {
    /// The matches.
    #[serde(rename = "match")]
    pub played: ProfiledMatch,
    /// The sampled fuel: starts and answers, or one answer. 10^10 units are one second.
    pub fuel: u64,
    /// Of it, the fuel of starts.
    pub start: u64,
    /// The number of samples. A share of them is a share of the fuel.
    pub samples: usize,
    /// The share of samples in what has no name: what surrounds a script, as making its view.
    pub outside: f64,
    /// Functions, those with the largest share of their own first.
    pub functions: Vec<FunctionShare>,
    /// Lines of a script, or of the source of a module with debug information; those with the largest share of their
    /// own first.
    pub lines: Vec<LineShare>,
    /// The fuel of each answer, in order.
    pub answers: Vec<PlyFuel>,
}

/// A function's share of the fuel.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FunctionShare {
    /// Its name.
    pub function: String,
    /// The file that it is in; null if that is not known.
    pub file: Option<String>,
    /// The share of its own code, from 0 to 1.
    pub own: f64,
    /// The share with all that it calls.
    pub total: f64,
}

/// A line's share of the fuel.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LineShare {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its text; empty if it is not known.
    pub text: String,
    /// The share of the line itself, from 0 to 1.
    pub own: f64,
    /// The share with all that is called there.
    pub total: f64,
}

/// The fuel of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlyFuel {
    /// The seed of its match.
    pub seed: u64,
    /// The ply, from 1.
    pub ply: u32,
    /// Its fuel.
    pub fuel: u64,
}

impl Shape for ProfileReport {
    const NAME: &'static str = "profile";
    const VERSION: u32 = 1;
}

impl ProfileReport {
    /// Returns the report on the calls of these matches.
    pub fn new(played: ProfiledMatch, calls: &SampledCalls) -> ProfileReport {
        let samples = calls.stacks().count();
        let outside = calls.stacks().filter(|stack| stack.is_empty()).count() as u64;
        let fuel = |of_starts: bool| {
            calls.0.iter().filter(|call| call.is_start == of_starts).map(|call| call.fuel).sum::<u64>()
        };
        let answers = calls.0.iter().filter(|call| !call.is_start);
        ProfileReport {
            played,
            fuel: calls.fuel(),
            start: fuel(true),
            samples,
            outside: share(outside, samples),
            functions: functions(calls, samples),
            lines: lines(calls, samples),
            answers: answers
                .map(|call| PlyFuel { seed: call.seed, ply: call.ply + 1, fuel: call.fuel })
                .collect(),
        }
    }

    /// Returns the answer that used the most fuel; `None` without answers.
    pub fn longest(&self) -> Option<PlyFuel> {
        self.answers
            .iter()
            .copied()
            .max_by_key(|answer| (answer.fuel, std::cmp::Reverse((answer.seed, answer.ply))))
    }
}

fn share(count: u64, samples: usize) -> f64 {
    count as f64 / samples.max(1) as f64
}

fn functions(calls: &SampledCalls, samples: usize) -> Vec<FunctionShare> {
    // A call without a location is attributed to the file of other calls with the same name.
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for frame in calls.stacks().flatten() {
        if let Some(place) = &frame.place {
            files.entry(&frame.function).or_insert(&place.file);
        }
    }
    let counted = count(calls, |frame| {
        let file = frame.place.as_ref().map(|place| place.file.as_str());
        Some((frame.function.as_str(), file.or_else(|| files.get(frame.function.as_str()).copied())))
    });
    let counted = counted.into_iter().map(|((function, file), count)| FunctionShare {
        function: visible(function),
        file: file.map(visible),
        own: share(count.own, samples),
        total: share(count.total, samples),
    });
    counted.collect()
}

fn lines(calls: &SampledCalls, samples: usize) -> Vec<LineShare> {
    let mut texts: BTreeMap<(&str, u32), &str> = BTreeMap::new();
    for place in calls.stacks().flatten().filter_map(|frame| frame.place.as_ref()) {
        if !place.text.is_empty() {
            texts.insert((place.file.as_str(), place.line), place.text.as_str());
        }
    }
    let counted = count(calls, |frame| frame.place.as_ref().map(|place| (place.file.as_str(), place.line)));
    let counted = counted.into_iter().map(|((file, line), count)| LineShare {
        file: visible(file),
        line,
        text: texts.get(&(file, line)).map(|text| visible(text)).unwrap_or_default(),
        own: share(count.own, samples),
        total: share(count.total, samples),
    });
    counted.collect()
}
