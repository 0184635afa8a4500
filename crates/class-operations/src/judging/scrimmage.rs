//! Friendly games on request.

mod requests;

use std::sync::Arc;

use class_model::{
    Allowance, ClassPlan, Contender, Event, Facts, GamesRequest, Moment, RequestedOpponent, ScrimmagePlan,
    Submission, asked, called, standing,
};
use config::BotPlan;
use explain::{Error, Kind, closest};
use game::{visible, visible_path};
use job::{Caps, NotAdmitted, ReadyModule, SizeClass, Validator};
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use self::requests::result_words;
pub use self::requests::{
    COUNT_FOR_NOTHING, RequestReport, RequestState, RequestStatus, find_request, freeze_words, left_words,
    requests_of, waiting_requests,
};
use crate::bots::{read_bot, unread_bot};
use crate::judging::GamesList;
use crate::open_class::{OpenClass, find_contender, find_student};
use crate::roster::refuse_withdrawn;
use crate::status::must_be_accepted;
use crate::utc::Utc;
use crate::validation::{undecided, validator_failed};
use crate::warning::Warning;
use crate::whole_number;

/// A request for friendly games.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestGames {
    /// The student's id.
    pub student: String,
    /// The opponent.
    pub against: Opponent,
    /// The number of the submission that plays; absent or null for the active one.
    #[serde(default, deserialize_with = "whole_number::optional")]
    #[schemars(range(min = 1, max = 4_294_967_295_i64))]
    pub submission: Option<u32>,
    /// Number of games, which must be even; absent or null for as many as the class allows.
    #[serde(default, deserialize_with = "whole_number::optional")]
    #[schemars(range(min = 2, max = 1000))]
    pub games: Option<u32>,
}

/// An opponent.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The active version of the student or team with this alias.
    Alias(String),
    /// An opponent from the class's text: a file name or a built-in player.
    OfText(String),
}

/// A recorded request.
#[derive(Debug)]
pub struct ScrimmageReceipt {
    /// The remaining quota of requests of the student or team.
    pub allowance: Allowance,
    /// The remaining quota in words.
    pub left: String,
    /// Warnings for the requester.
    pub warnings: Vec<Warning>,
    facts: Facts,
    at: Moment,
}

/// A recorded request.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScrimmageReceiptReport<'a> {
    /// The request.
    request: RequestReport<'a>,
    /// Number of requests left in the current window of 24 hours.
    left_in_day: Option<u32>,
    /// The earliest time for the next request, in UTC.
    next_at: Utc,
}

/// The requests for a student or a team, or against them.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RequestsReport<'a> {
    /// Alias of the student or team in runs.
    pub alias: &'a str,
    /// The requests, oldest first.
    pub requests: Vec<RequestReport<'a>>,
}

/// The requests waiting to be played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaitingReport<'a> {
    /// The requests, in the order in which they would be played now.
    pub waiting: Vec<RequestReport<'a>>,
}

impl Shape for ScrimmageReceiptReport<'_> {
    const NAME: &'static str = "class-scrimmage-request";
    const VERSION: u32 = 1;
}

impl Shape for RequestsReport<'_> {
    const NAME: &'static str = "class-scrimmages";
    const VERSION: u32 = 1;
}

impl Shape for WaitingReport<'_> {
    const NAME: &'static str = "class-scrimmages-waiting";
    const VERSION: u32 = 1;
}

/// Requests friendly games. If the opponent is a bot from the class's text, its current file is validated and stored.
///
/// # Errors
/// If the class allows no friendly games or fewer, or is closed; if there is no such student, version or opponent; if
/// the quota is used up; if the opponent's bot is not accepted; or if the class cannot be read or written.
pub fn request_games(
    class: &OpenClass,
    validator: &dyn Validator,
    request: RequestGames,
) -> Result<ScrimmageReceipt, Error> {
    let RequestGames { student, against: opponent, submission: number, games } = request;
    let Some(plan) = &class.plan.scrimmage else {
        return Err(Error::input("this class has no friendly games")
            .hint("add a [scrimmage] table to class.toml to allow them"));
    };
    let games = games.unwrap_or(plan.games);
    if games > plan.games || games < 2 || !games.is_multiple_of(2) {
        let most = plan.games;
        return Err(Error::input(format!("a request must be for an even number of games from 2 to {most}")));
    }
    let of_text = match &opponent {
        Opponent::OfText(name) => Some(keep_opponent(class, validator, plan, name)?),
        Opponent::Alias(_) => None,
    };
    let recorded = class.write(|facts, at| {
        let contender = find_contender(facts, &student)?;
        refuse_withdrawn(class, facts, find_student(facts, &student)?)?;
        if let Some(since) = facts.closed() {
            let message = format!("rejected: the class was closed on {}", class.shown(since));
            return Err(Error::new(Kind::Refused, message));
        }
        let allowance = plan.quota().allowance(asked(facts, &contender.who), at);
        if allowance.next > at {
            let next = class.shown(allowance.next);
            let message = format!("0 of {} requests left in 24 hours, next one from {next}", plan.per_day);
            return Err(Error::new(Kind::Refused, message));
        }
        let submission = version(&class.plan, facts, &contender, number)?;
        let against = match (&of_text, &opponent) {
            (Some(opponent), _) => opponent.clone(),
            (None, Opponent::Alias(alias) | Opponent::OfText(alias)) => {
                let submission = active(&class.plan, facts, &find_alias(facts, alias)?)?;
                RequestedOpponent::Submission { submission }
            }
        };
        let request = GamesRequest { by: student.clone(), submission, against, games };
        refuse_oneself(facts, &request)?;
        Ok(vec![Event::Requested(request)])
    })?;
    let warnings = Warning::from_recorded(&recorded);
    let (facts, at) = (recorded.facts, recorded.at);
    let contender = find_contender(&facts, &student)?;
    Ok(ScrimmageReceipt {
        allowance: plan.quota().allowance(asked(&facts, &contender.who), at),
        left: left_words(class, &contender, &facts, at),
        warnings,
        facts,
        at,
    })
}

impl ScrimmageReceipt {
    /// Returns the request with its status.
    pub fn request(&self) -> Option<RequestStatus<'_>> {
        let (number, _) = self.facts.requests().next_back()?;
        find_request(&self.facts, number, self.at)
    }

    /// Returns the receipt as JSON.
    pub fn report<'a>(&self, request: &'a RequestStatus<'_>) -> ScrimmageReceiptReport<'a> {
        let Allowance { left_in_day, next, .. } = self.allowance;
        ScrimmageReceiptReport { request: request.report(), left_in_day, next_at: Utc(next) }
    }
}

/// Returns the list of games of a played request.
///
/// # Errors
/// If there is no such request among `requests`, none of its games was played, or the list cannot be read.
pub fn games_of_request(
    class: &OpenClass,
    requests: &[RequestStatus<'_>],
    number: u32,
) -> Result<GamesList, Error> {
    let Some(request) = requests.iter().find(|request| request.number == number) else {
        let numbers: Vec<String> = requests.iter().map(|request| request.number.to_string()).collect();
        let numbers = if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") };
        return Err(Error::new(Kind::NotFound, format!("this student has no request {number}"))
            .hint(format!("requests of this student: {numbers}")));
    };
    let RequestState::Played(played) = request.state else {
        return Err(
            Error::new(Kind::Refused, request.words()).hint("`muster class work` plays waiting games")
        );
    };
    match &played.what.matches {
        Some(list) => GamesList::read(class, list),
        None => Err(Error::new(Kind::Refused, request.words())),
    }
}

/// Returns the student or team with an alias.
fn find_alias<'f>(facts: &'f Facts, alias: &str) -> Result<Contender<'f>, Error> {
    let contenders = facts.contenders();
    let aliases: Vec<&str> = contenders.iter().map(|contender| contender.alias).collect();
    let hint = match closest(alias, &aliases) {
        Some(near) => format!("did you mean {}?", visible(near)),
        None => "`muster class status DIR` lists the aliases".to_owned(),
    };
    let found = contenders.into_iter().find(|contender| contender.alias == alias);
    found.ok_or_else(|| {
        Error::new(Kind::NotFound, format!("no student or team has the alias \"{}\"", visible(alias)))
            .hint(hint)
    })
}

fn active(plan: &ClassPlan, facts: &Facts, contender: &Contender<'_>) -> Result<u32, Error> {
    let active = standing(plan, facts, contender).active;
    active.map(|active| active.submission).map_err(|_| {
        Error::new(Kind::Refused, format!("{} has no active version", visible(contender.alias)))
            .hint("`muster class status DIR STUDENT` shows why")
    })
}

/// Returns the version that plays for the requester.
fn version(
    plan: &ClassPlan,
    facts: &Facts,
    contender: &Contender<'_>,
    number: Option<u32>,
) -> Result<u32, Error> {
    let Some(number) = number else { return active(plan, facts, contender) };
    match facts.submission(number).filter(|one| contender.who.has_handed_in(one)) {
        None => {
            let what = format!("{} has no submission {number}", visible(contender.alias));
            Err(Error::new(Kind::NotFound, what))
        }
        Some(submission) => must_be_accepted(number, submission).map(|()| number),
    }
}

/// Refuses a match between two identical bots.
fn refuse_oneself(facts: &Facts, request: &GamesRequest) -> Result<(), Error> {
    let own = facts.submission(request.submission).and_then(Submission::module);
    match request.modules(facts) {
        Some((_, opponent)) if opponent.is_some() && opponent == own => {
            Err(Error::input("the opponent is the same bot, byte for byte"))
        }
        _ => Ok(()),
    }
}

/// Stores an opponent from the class's text in its current state.
fn keep_opponent(
    class: &OpenClass,
    validator: &dyn Validator,
    plan: &ScrimmagePlan,
    name: &str,
) -> Result<RequestedOpponent, Error> {
    let Some(bot) = plan.opponents.iter().find(|bot| called(bot) == name) else {
        let names: Vec<String> = plan.opponents.iter().map(|bot| visible(&called(bot))).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Error::new(
            Kind::NotFound,
            format!("`opponents` in [scrimmage] does not list \"{}\"", visible(name)),
        )
        .hint(format!("it lists {names}")));
    };
    let (bytes, shown) = match bot {
        BotPlan::Builtin(_) => return Ok(RequestedOpponent::Builtin { name: called(bot) }),
        BotPlan::Opponent(opponent) => (Arc::from(opponent.module), opponent.to_string()),
        BotPlan::File(file) => {
            let path = class.folder.root().join(file);
            let bytes = read_bot(&path, &Caps::script()).map_err(|error| unread_bot(&path, &error))?;
            (bytes, visible_path(&path))
        }
    };
    let decided = validator.validate(&bytes, SizeClass::Script).map_err(|error| validator_failed(&error))?;
    match decided.and_then(ReadyModule::as_bot) {
        Ok(_) => {}
        Err(NotAdmitted::Undecided(why)) => {
            return Err(undecided(&format!("the opponent {shown}"), &why));
        }
        Err(NotAdmitted::Refused(refusal)) => {
            let message = format!("the opponent {shown} is refused: {refusal}");
            return Err(Error::new(Kind::Refused, message));
        }
    }
    Ok(RequestedOpponent::File { name: called(bot), module: class.folder.keep(&bytes)? })
}
