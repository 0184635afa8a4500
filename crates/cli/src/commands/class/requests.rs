//! Requests for friendly games, in words and as JSON.

use std::collections::BTreeMap;

use class::{Against, Contender, Dated, Facts, Moment, Request, Scrimmaged, Who, waiting};
use classroom::OpenClass;
use rating::pair_score::Pentanomial;
use referee::Ticks;
use serde_json::{Value, json};

use crate::terminal::text::inert;

/// What everybody is to know of these games.
pub(super) const COUNTS: &str = "these games count for nothing: no ladder, no badge, no grade";

/// A request with what is known of it.
pub(super) struct Asked<'f> {
    pub(super) number: u32,
    pub(super) entry: &'f Dated<Request>,
    /// Whom the games are for, and whom they are against if that is somebody of the class.
    pub(super) sides: [Option<Who>; 2],
    /// What they are called; `None` of somebody who was forgotten.
    names: [Option<String>; 2],
    pub(super) state: State<'f>,
}

/// Where a request stands.
pub(super) enum State<'f> {
    /// It waits, and so many are before it as things stand.
    Waits(usize),
    /// It was played.
    Played(&'f Dated<Scrimmaged>),
    /// What was to play was deleted.
    Withdrawn,
}

/// All requests, in the order in which they were made.
pub(super) fn all(facts: &Facts, now: Moment) -> Vec<Asked<'_>> {
    let aliases: BTreeMap<Who, String> =
        facts.contenders().into_iter().map(|contender| (contender.who, contender.alias.to_owned())).collect();
    let turns: BTreeMap<u32, usize> =
        waiting(facts, now).iter().enumerate().map(|(before, (number, _))| (*number, before)).collect();
    let asked = |(number, asked): (u32, &'_ Dated<Request>)| {
        let against = &asked.what.against;
        let own = asked.what.who(facts);
        let other = match against {
            Against::Submission { submission } => facts.submission(*submission).map(Who::handed_in),
            Against::File { .. } | Against::Builtin { .. } => None,
        };
        let alias = |who: &Option<Who>| who.as_ref().and_then(|who| aliases.get(who)).cloned();
        let against = match against {
            Against::Submission { .. } => alias(&other),
            Against::File { name, .. } | Against::Builtin { name } => Some(name.clone()),
        };
        (number, [alias(&own), against], [own, other])
    };
    facts
        .requests()
        .map(|one| {
            let (number, names, sides) = asked(one);
            let state = match (facts.shown().scrimmage(number), turns.get(&number)) {
                (Some(played), _) => State::Played(played),
                (None, Some(before)) => State::Waits(*before),
                (None, None) => State::Withdrawn,
            };
            Asked { number, entry: one.1, sides, names, state }
        })
        .collect()
}

/// Those that are for somebody or against somebody.
pub(super) fn with<'f>(facts: &'f Facts, contender: &Contender<'_>, now: Moment) -> Vec<Asked<'f>> {
    let mut own = all(facts, now);
    own.retain(|asked| asked.sides.iter().flatten().any(|who| *who == contender.who));
    own
}

impl Asked<'_> {
    /// `request 3: Ada (submission 2) against Bee (submission 5): 55.0 % of 20 games (95 %: 41.2 to 68.0)`.
    pub(super) fn words(&self) -> String {
        let Request { submission, against, .. } = &self.entry.what;
        let versions = [Some(*submission), against.submission()];
        let called = |at: usize| {
            let name =
                self.names[at].as_deref().map_or_else(|| "somebody who was forgotten".to_owned(), inert);
            versions[at].map_or(name.clone(), |number| format!("{name} (submission {number})"))
        };
        let [own, other] = [0, 1].map(called);
        let state = match &self.state {
            State::Waits(0) => format!("{} games wait, and are the next", self.entry.what.games),
            State::Waits(1) => format!("{} games wait, 1 request before them", self.entry.what.games),
            State::Waits(before) => {
                format!("{} games wait, {before} requests before them", self.entry.what.games)
            }
            State::Played(played) => result_words(&played.what),
            State::Withdrawn => "not played: a bot of it was deleted".to_owned(),
        };
        format!("request {}: {own} against {other}: {state}", self.number)
    }

    pub(super) fn as_json(&self) -> Value {
        let [own, other] = &self.names;
        // Not who asked: an id is for the teacher alone.
        let Request { submission, against, games, .. } = &self.entry.what;
        let (state, result) = match &self.state {
            State::Waits(_) => ("waits", Value::Null),
            State::Played(played) => ("played", result_json(&played.what)),
            State::Withdrawn => ("withdrawn", Value::Null),
        };
        let before = match &self.state {
            State::Waits(before) => Some(*before),
            State::Played(_) | State::Withdrawn => None,
        };
        json!({
            "request": self.number,
            "at": self.entry.at.to_string(),
            "for": own,
            "submission": submission,
            "against": other,
            "against_submission": against.submission(),
            "games": games,
            "state": state,
            "before": before,
            "result": result,
            "counts": false,
        })
    }
}

/// What came of friendly games, for whoever asked.
pub(super) fn result_words(played: &Scrimmaged) -> String {
    if let Some(refused) = &played.refused {
        return format!("not played: {}", inert(refused));
    }
    let Some((share, [low, high])) = share(played) else { return "no game counts".to_owned() };
    let words = |faults: &BTreeMap<String, u64>, who: &str| match faults.values().sum::<u64>() {
        0 => String::new(),
        failed => format!(", {who} failed in {failed}"),
    };
    let [own, other] = &played.faults;
    let late = if played.out_of_time { ", and then was out of time" } else { "" };
    format!(
        "{share:.1} % of {} games (95 %: {low:.1} to {high:.1}){}{}{late}",
        played.games(),
        words(own, "it"),
        words(other, "the other")
    )
}

pub(super) fn result_json(played: &Scrimmaged) -> Value {
    let (share, interval) = share(played).unzip();
    json!({
        "percent": share,
        "interval95": interval,
        "games": played.games(),
        "pairs_by_half_points": played.pairs,
        "copied_pairs": played.copies,
        "seconds_of_both": Ticks(played.spent).seconds(),
        "out_of_time": played.out_of_time,
        "faults": played.faults,
        "refused": played.refused,
        "engine": played.engine,
        "matches": played.matches.map(|matches| matches.to_string()),
    })
}

/// The share of the points in percent, with its 95 % interval.
fn share(played: &Scrimmaged) -> Option<(f64, [f64; 2])> {
    let [share, low, high] = Pentanomial(played.pairs).share95()?.map(|share| (1e6 * share).round() / 1e4);
    Some((share, [low, high]))
}

/// The requests of somebody as lines.
pub(super) fn lines(opened: &OpenClass, asked: &[Asked<'_>]) -> Vec<String> {
    let line = |asked: &Asked<'_>| format!("{}, {}", opened.shown(asked.entry.at), asked.words());
    asked.iter().map(line).collect()
}
