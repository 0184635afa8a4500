//! `index.js`: the first file that a viewer reads.

use std::collections::BTreeMap;
use std::path::Path;

use game::{Game, PerSeat, SeatName};
use job::rules_hash;
use replay::archive::Times;
use results::{RunResults, final_places, is_knockout, whole};
use serde::Serialize;
use tournament::EntrantId;

use super::DataSummary;
use super::reasons::ListedReason;
use super::script_values::{packed, write_packed, write_value};
use crate::ReportError;
use crate::describe::condition_facts;
use crate::formatting::visible;
use crate::model::{CoursePoint, EntrantIndex, Fact, Rating, Report, SCHEMA, page_file};
use crate::site::gzip::SMALL;
use crate::tier::Tier;

/// The first file that a viewer reads. All untrusted texts are made visible.
#[derive(Serialize)]
struct Index<'a> {
    schema: u32,
    /// The version of the program.
    muster: &'static str,
    kind: &'static str,
    tier: &'static str,
    name: String,
    date: Option<&'a str>,
    complete: bool,
    root: Option<&'a str>,
    game: ListedGame,
    /// The games with earlier rules that some matches were played with. `earlier.js` lists the matches of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<ListedGame>,
    entrants: Vec<ListedEntrant<'a>>,
    /// The stages and rounds, from 1, after which ratings were fitted; none in large tournaments.
    rated_after: Vec<(usize, u32)>,
    stages: Vec<ListedStage>,
    reasons: &'a [ListedReason],
    /// `exact`, or `rounded` if the times of actions are approximate.
    times: &'static str,
    /// The number of matches.
    matches: usize,
    /// The key of the first match of each file in `m/`.
    chunks: Vec<String>,
    /// The matches of pairings that the seeds decided, by key, with the entrant that advances.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_seed: BTreeMap<String, EntrantIndex>,
    /// The number of files in `l/`.
    lists: usize,
    /// The matches that have a page without scripts, with its file in `matches/`.
    boards: Vec<(String, String)>,
    /// The files with all matches, for programs and spreadsheets.
    exports: [&'static str; 2],
    /// The chunks with private data for the reader: numbers of files in `p/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    private: Vec<usize>,
}

#[derive(Serialize)]
pub(crate) struct ListedGame {
    /// The key: the name, with the hash of its module if the game is from a file.
    name: &'static str,
    title: &'static str,
    version: u32,
    /// `true` for a game from a file, whose module is in `rules.js`, or in `rules-HASH.js` for an earlier game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    module: bool,
    seats: [ListedSeat; 2],
    metrics: Vec<ListedMetric>,
}

#[derive(Serialize)]
struct ListedSeat {
    letter: char,
    word: &'static str,
}

#[derive(Serialize)]
struct ListedMetric {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct ListedEntrant<'a> {
    name: String,
    bot: String,
    guest: bool,
    /// The final place: places of the last stage come first, then those of the stage before, and so on.
    place: Option<u32>,
    rating: Option<&'a Rating>,
    /// The rating after each of the rounds in [`Index::rated_after`], with the ± of its 95 % interval, both in whole
    /// Elo; `None` before the first game.
    ratings: Vec<Option<(i64, Option<i64>)>>,
    /// The reasons for a refusal, or how the entrant left.
    notes: Vec<String>,
}

#[derive(Serialize)]
struct ListedStage {
    name: String,
    format: String,
    /// The rules and limits of its matches, as the engine reads them.
    rules: String,
    limits: String,
    /// The rules and limits in words.
    conditions: Vec<Fact>,
    knockout: bool,
}

/// Writes the index into the folder of the data.
///
/// # Errors
/// Fails if it cannot be written.
pub(crate) fn write_index(
    results: &RunResults,
    report: &Report,
    written: &DataSummary,
    tier: Tier,
    folder: &Path,
) -> Result<(), ReportError> {
    let heading = &report.tournament;
    let gzipped = ["results.jsonl.gz", "matches.csv.gz"];
    let boards = results.decisive.iter().map(|listed| listed.seen.key.to_string());
    let index = Index {
        schema: SCHEMA,
        muster: env!("CARGO_PKG_VERSION"),
        kind: if results.test.is_some() { "sequential-test" } else { "tournament" },
        tier: tier.word(),
        name: visible(&heading.name),
        date: heading.date.as_deref(),
        complete: heading.complete,
        root: heading.root.as_deref(),
        game: listed_game(results.plan.game),
        earlier: results.match_rules.earlier().map(|(game, _)| listed_game(game)).collect(),
        entrants: entrants(results, report),
        rated_after: points(report).map(|point| (point.stage + 1, point.round)).collect(),
        stages: stages(results, report),
        reasons: written.reasons.list(),
        times: if written.times == Times::Exact { "exact" } else { "rounded" },
        matches: results.keys.len(),
        chunks: written.chunks.iter().map(ToString::to_string).collect(),
        by_seed: by_seed(results),
        lists: written.lists,
        boards: boards.map(|key| (page_file(&key), key)).map(|(file, key)| (key, file)).collect(),
        exports: if written.gzipped { gzipped } else { ["results.jsonl", "matches.csv"] },
        private: if tier == Tier::Public { Vec::new() } else { (0..written.chunks.len()).collect() },
    };
    write_value(folder, "index", &index)
}

/// Writes the module of a game from a file, and those of earlier rules with their matches; for a built-in game, the module
/// of its reference.
///
/// # Errors
/// Fails if a file cannot be written.
pub(crate) fn write_rules(results: &RunResults, folder: &Path) -> Result<(), ReportError> {
    if let Some(module) = results.plan.game.module() {
        write_packed(folder, "rules", &packed(module, SMALL))?;
    }
    if let Some(module) = viewer::reference(results.plan.game.key()) {
        write_packed(folder, "reference", &packed(module, SMALL))?;
    }
    let earlier = || results.match_rules.earlier();
    // Rules that were replaced and later restored are listed twice.
    let modules: BTreeMap<_, _> =
        earlier().filter_map(|(game, _)| Some((rules_hash(game.key())?, game.module()?))).collect();
    for (hash, module) in modules {
        write_packed(folder, &format!("rules-{hash}"), &packed(module, SMALL))?;
    }
    let matches: Vec<Vec<String>> =
        earlier().map(|(_, matches)| matches.map(|key| key.to_string()).collect()).collect();
    if matches.is_empty() { Ok(()) } else { write_value(folder, "earlier", &matches) }
}

/// Returns the viewer's description of a game.
pub(crate) fn listed_game(game: &'static dyn Game) -> ListedGame {
    let PerSeat(seats) = game.seats();
    ListedGame {
        name: game.key(),
        title: game.title(),
        version: game.version(),
        module: game.module().is_some(),
        seats: seats.map(|SeatName { letter, word }| ListedSeat { letter, word }),
        metrics: game
            .metrics()
            .iter()
            .map(|metric| ListedMetric { name: metric.name, about: metric.about })
            .collect(),
    }
}

fn by_seed(results: &RunResults) -> BTreeMap<String, EntrantIndex> {
    let decided = results.keys.iter().filter_map(|key| Some((key, results.goes_on_by_seed(key)?)));
    decided.map(|(key, entrant)| (key.to_string(), entrant.index())).collect()
}

fn entrants<'a>(results: &RunResults, report: &'a Report) -> Vec<ListedEntrant<'a>> {
    let places = if results.test.is_some() { BTreeMap::new() } else { final_places(results) };
    report
        .entrants
        .iter()
        .enumerate()
        .map(|(number, entrant)| ListedEntrant {
            name: visible(&entrant.name),
            bot: visible(&entrant.bot),
            guest: entrant.guest,
            place: places.get(&EntrantId(number as u32)).map(|&(place, _)| place),
            rating: entrant.rating.as_ref(),
            ratings: points(report).map(|point| rating_at(point, number)).collect(),
            notes: entrant.refusal.iter().chain(&entrant.left).map(|note| visible(note)).collect(),
        })
        .collect()
}

/// Returns the rounds after which ratings were fitted.
fn points(report: &Report) -> impl Iterator<Item = &CoursePoint> {
    report.course.iter().flat_map(|course| &course.points)
}

fn rating_at(point: &CoursePoint, entrant: EntrantIndex) -> Option<(i64, Option<i64>)> {
    let rating = (*point.ratings.get(entrant)?)?;
    Some((whole(rating.value), rating.plus_minus.map(whole)))
}

fn stages(results: &RunResults, report: &Report) -> Vec<ListedStage> {
    let formats = report.stages.iter().map(|stage| visible(&stage.format));
    results
        .plan
        .stages
        .iter()
        .zip(formats.chain(std::iter::repeat(String::new())))
        .map(|(spec, format)| ListedStage {
            name: visible(&spec.name),
            format,
            rules: spec.rules.to_string(),
            limits: spec.limits.to_string(),
            conditions: condition_facts(&spec.rules, &spec.limits),
            knockout: is_knockout(&spec.plan.format),
        })
        .collect()
}
