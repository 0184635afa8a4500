//! Requests for friendly games, in words and as JSON.

use std::collections::BTreeMap;

use class_model::{
    Contender, ContenderId, Dated, Facts, GamesRequest, Moment, Reader, RequestedOpponent, ScrimmageOutcome,
    ShownInFreeze, asked, called, waiting,
};
use game::visible;
use json::Shape;
use referee::Ticks;
use schemars::JsonSchema;
use serde::Serialize;

use crate::judging::badges::share95;
use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::words;

/// The notice that friendly games do not count.
pub const COUNT_FOR_NOTHING: &str = "these games do not affect the ladder, badges or grades";

/// A request with its status.
#[derive(Debug)]
pub struct RequestStatus<'f> {
    /// Number of the request in the class, from 1.
    pub number: u32,
    /// The request, and when it was made.
    pub entry: &'f Dated<GamesRequest>,
    /// The student or team that the games are for, and the opponent; `None` for an opponent outside the class.
    pub sides: [Option<ContenderId>; 2],
    /// Names of both sides; `None` for one that was deleted.
    pub names: [Option<String>; 2],
    /// State of the request.
    pub state: RequestState<'f>,
}

/// The state of a request.
#[derive(Clone, Copy, Debug)]
pub enum RequestState<'f> {
    /// It waits, with this number of requests before it as things stand.
    Waits(usize),
    /// It was played.
    Played(&'f Dated<ScrimmageOutcome>),
    /// A bot of the request was deleted.
    Withdrawn,
}

/// A request for friendly games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RequestReport<'a> {
    /// Number of the request in the class, from 1.
    request: u32,
    /// When it was made, in UTC.
    at: Utc,
    /// Alias of the student or team that the games are for; null if they were deleted.
    r#for: Option<&'a str>,
    /// The number of the submission that plays for them.
    submission: u32,
    /// The opponent; null if it was deleted.
    against: Option<&'a str>,
    /// The number of the opponent's submission; null if the opponent is not a submission.
    against_submission: Option<u32>,
    /// Number of games requested.
    games: u32,
    /// State of the request.
    state: RequestStateWord,
    /// Number of requests before it as things stand; null unless it waits.
    before: Option<usize>,
    /// The result; null unless it was played.
    result: Option<ScrimmageResult<'a>>,
    /// Always `false`: the games count for no ladder, badge or grade.
    counts: bool,
}

/// The state of a request.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum RequestStateWord {
    /// It waits to be played.
    Waits,
    /// It was played.
    Played,
    /// A bot of the request was deleted.
    Withdrawn,
}

/// The result of friendly games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ScrimmageResult<'a> {
    /// The requesting side's share of the points, in percent; null if no game counts.
    percent: Option<f64>,
    /// The share's 95 % interval, in percent; null if no game counts.
    interval95: Option<[f64; 2]>,
    /// Number of games that count.
    games: u64,
    /// Number of pairs of games in which the requesting side had 0, 1, 2, 3 and 4 half points of 4. Pairs that repeat
    /// an earlier one are left out.
    pairs_by_half_points: [u64; 5],
    /// Number of pairs that repeat an earlier one.
    copied_pairs: u64,
    /// The time that both bots used together, in seconds.
    seconds_of_both: f64,
    /// `true` if the requesting side's bot had used up its time before all games were played.
    out_of_time: bool,
    /// Number of failures by fault: of the requesting side, then of the opponent.
    faults: &'a [BTreeMap<String, u64>; 2],
    /// The reason why nothing could be played; null if games were played.
    refused: Option<&'a str>,
    /// The fingerprint of the engine that played.
    engine: &'a str,
    /// The hash of the list of games; null if none were played.
    #[schemars(with = "Option<String>")]
    matches: Option<class_model::Hash>,
}

impl Shape for RequestReport<'_> {
    const NAME: &'static str = "class-request";
    const VERSION: u32 = 1;
}

/// Returns the requests for or against a student or a team.
pub fn requests_of<'f>(facts: &'f Facts, contender: &Contender<'_>, now: Moment) -> Vec<RequestStatus<'f>> {
    statuses(facts, now, facts.requests_with(&contender.who))
}

/// Returns the waiting requests, in the order in which they are played as things stand.
pub fn waiting_requests(facts: &Facts, now: Moment) -> Vec<RequestStatus<'_>> {
    statuses(facts, now, waiting(facts, now).into_iter())
}

/// Returns the request with a given number; `None` if there is none.
pub fn find_request(facts: &Facts, number: u32, now: Moment) -> Option<RequestStatus<'_>> {
    statuses(facts, now, facts.request(number).map(|asked| (number, asked)).into_iter()).pop()
}

fn statuses<'f>(
    facts: &'f Facts,
    now: Moment,
    some: impl Iterator<Item = (u32, &'f Dated<GamesRequest>)>,
) -> Vec<RequestStatus<'f>> {
    let mut some = some.peekable();
    if some.peek().is_none() {
        return Vec::new();
    }
    let aliases: BTreeMap<ContenderId, &str> =
        facts.contenders().into_iter().map(|contender| (contender.who, contender.alias)).collect();
    let turns: BTreeMap<u32, usize> =
        waiting(facts, now).iter().enumerate().map(|(before, (number, _))| (*number, before)).collect();
    let alias = |who: &Option<ContenderId>| aliases.get(who.as_ref()?).map(|alias| (*alias).to_owned());
    let status = |(number, entry): (u32, &'f Dated<GamesRequest>)| {
        let against = &entry.what.against;
        let own = entry.what.who(facts);
        let other =
            against.submission().and_then(|number| facts.submission(number)).map(ContenderId::handed_in);
        let opponent = match against {
            RequestedOpponent::Submission { .. } => alias(&other),
            RequestedOpponent::File { name, .. } | RequestedOpponent::Builtin { name } => Some(name.clone()),
        };
        let state = match (facts.track_record().scrimmage(number), turns.get(&number)) {
            (Some(played), _) => RequestState::Played(played),
            (None, Some(before)) => RequestState::Waits(*before),
            (None, None) => RequestState::Withdrawn,
        };
        RequestStatus { number, entry, names: [alias(&own), opponent], sides: [own, other], state }
    };
    some.map(status).collect()
}

impl RequestStatus<'_> {
    /// `request 3: Ada (submission 2) against Bee (submission 5): 55.0 % of 20 games (95 %: 41.2 to 68.0)`.
    pub fn words(&self) -> String {
        let GamesRequest { submission, against, games, .. } = &self.entry.what;
        let versions = [Some(*submission), against.submission()];
        let called = |at: usize| {
            let name = self.names[at].as_deref().map_or_else(|| "a forgotten student".to_owned(), visible);
            versions[at].map_or(name.clone(), |number| format!("{name} (submission {number})"))
        };
        let [own, other] = [0, 1].map(called);
        let state = match &self.state {
            RequestState::Waits(0) => format!("{games} games next in the queue"),
            RequestState::Waits(1) => format!("{games} games queued behind 1 request"),
            RequestState::Waits(before) => format!("{games} games queued behind {before} requests"),
            RequestState::Played(played) => result_words(&played.what),
            RequestState::Withdrawn => "not played: one of its bots was deleted".to_owned(),
        };
        format!("request {}: {own} against {other}: {state}", self.number)
    }

    /// Returns the words with the time of the request.
    pub fn line(&self, class: &OpenClass) -> String {
        format!("{}, {}", class.shown(self.entry.at), self.words())
    }

    /// Returns the request as JSON. Leaves out the student who asked: an id is for the teacher alone.
    pub fn report(&self) -> RequestReport<'_> {
        let [own, other] = &self.names;
        let GamesRequest { submission, against, games, .. } = &self.entry.what;
        let (state, before, result) = match &self.state {
            RequestState::Waits(before) => (RequestStateWord::Waits, Some(*before), None),
            RequestState::Played(played) => {
                (RequestStateWord::Played, None, Some(ScrimmageResult::from(&played.what)))
            }
            RequestState::Withdrawn => (RequestStateWord::Withdrawn, None, None),
        };
        RequestReport {
            request: self.number,
            at: Utc(self.entry.at),
            r#for: own.as_deref(),
            submission: *submission,
            against: other.as_deref(),
            against_submission: against.submission(),
            games: *games,
            state,
            before,
            result,
            counts: false,
        }
    }
}

impl<'a> From<&'a ScrimmageOutcome> for ScrimmageResult<'a> {
    fn from(played: &'a ScrimmageOutcome) -> ScrimmageResult<'a> {
        let (percent, interval95) = share95(played.pairs).unzip();
        ScrimmageResult {
            percent,
            interval95,
            games: played.games(),
            pairs_by_half_points: played.pairs,
            copied_pairs: played.copies,
            seconds_of_both: Ticks(played.spent).seconds(),
            out_of_time: played.out_of_time,
            faults: &played.faults,
            refused: played.refused.as_deref(),
            engine: &played.engine,
            matches: played.matches,
        }
    }
}

/// Returns the result of friendly games in words, for the requesting side.
pub(crate) fn result_words(played: &ScrimmageOutcome) -> String {
    if let Some(refused) = &played.refused {
        return format!("not played: {}", visible(refused));
    }
    let Some((share, [low, high])) = share95(played.pairs) else { return "no games counted".to_owned() };
    let words = |faults: &BTreeMap<String, u64>, who: &str| match faults.values().sum::<u64>() {
        0 => String::new(),
        failed => format!(", {who} failed in {failed}"),
    };
    let [own, other] = &played.faults;
    let late = if played.out_of_time { ", then ran out of time" } else { "" };
    format!(
        "{share:.1} % of {} games (95 %: {low:.1} to {high:.1}){}{}{late}",
        played.games(),
        words(own, "it"),
        words(other, "the other")
    )
}

/// Returns how a freeze of results for a reader affects friendly games; `None` without a freeze, without friendly
/// games, or for the teacher.
pub fn freeze_words(class: &OpenClass, facts: &Facts, reader: Option<Reader>) -> Option<String> {
    let freeze = facts.frozen(reader?)?;
    let plan = class.plan.scrimmage.as_ref()?;
    let opponents: Vec<String> = plan.opponents.iter().map(called).collect();
    let since = class.shown(freeze.since);
    Some(match plan.in_freeze {
        ShownInFreeze::Opponents if !opponents.is_empty() => format!(
            "results are frozen since {since}: games against {} are shown as they are played, others once results are \
             released",
            opponents.join(" and ")
        ),
        _ => {
            format!("results are frozen since {since}: games are played, and shown once results are released")
        }
    })
}

/// Returns the remaining quota of requests in words.
pub fn left_words(class: &OpenClass, contender: &Contender<'_>, facts: &Facts, now: Moment) -> String {
    let Some(plan) = &class.plan.scrimmage else { return "this class has no friendly games".to_owned() };
    let allowance = plan.quota().allowance(asked(facts, &contender.who), now);
    let words = words::allowance_words(class, &plan.quota(), &allowance, now).unwrap_or_default();
    format!("requests: {words}")
}
