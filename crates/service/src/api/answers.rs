//! Handlers that read.

use class_operations::feedback::OwnResultsReport;
use class_operations::find_contender;
use class_operations::judging::scrimmage::{RequestStatus, RequestsReport, games_of_request, requests_of};
use class_operations::judging::{check_class, check_contender, judged_games};
use class_operations::questions::QuestionsReport;
use class_operations::roster::team_of;
use class_operations::runs::{PlayedMatchesReport, ShownRun, ShownRunsReport};
use class_operations::status::{ContenderStatus, StatusFilter, SubmissionReport, class_summary, status};
use class_operations::submission::{IssuedReceiptReport, submission_receipt};

use super::reply::Reply;
use super::route::RouteParameters;
use crate::class_visit::View;
use crate::pages;
use crate::pages::matches::{self, MatchAddress};
use crate::problem::Problem;

pub(super) fn summary(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    Reply::json(&class_summary(&view.class, &view.facts, |section| view.sees_section(section)))
}

pub(super) fn runs(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    Reply::json(&ShownRunsReport { runs: &pages::shown_runs(view) })
}

pub(super) fn everybody(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    let section = view.must_be_staff()?;
    let filter = StatusFilter { section: section.map(str::to_owned), ..StatusFilter::default() };
    let mut found = status(&view.class, &view.facts, &filter)?;
    if let Some(section) = section {
        found = found.within(section);
    }
    Reply::json(&found.overview(&view.class))
}

pub(super) fn everybody_shown(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    view.must_be_teacher()?;
    Reply::json(&check_class(&view.class, &view.facts).report())
}

pub(super) fn entry(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let contender = find_contender(&view.facts, subject(view, names)?)?;
    Reply::json(&ContenderStatus::new(&view.class, &view.facts, contender, view.now).report(&view.class))
}

pub(super) fn shown(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let id = subject(view, names)?;
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    Reply::json(&check_contender(&view.class, &seen, &contender).report())
}

pub(super) fn results(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let id = subject(view, names)?;
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let read = |run: &ShownRun| pages::own_outcome::read(view, run);
    Reply::json(&OwnResultsReport::new(&view.class, &seen, &contender, &pages::shown_runs(view), &read))
}

/// Returns the student in the address, whom the caller must be allowed to see; without one, the caller.
fn subject<'a>(view: &'a View, names: &'a RouteParameters) -> Result<&'a str, Problem> {
    let Some(id) = names.asked("id") else { return view.student() };
    pages::must_see(view, id)?;
    Ok(id)
}

pub(super) fn submission(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let number = names.number("number")?;
    let (one, owner) = pages::find_submission(view, number)?;
    let contender = find_contender(&view.facts, &owner)?;
    let deadline = class_model::deadline(&view.class.plan, &view.facts, &contender);
    Reply::json(&SubmissionReport::new(&view.class, &view.facts, &deadline, number, one))
}

pub(super) fn receipt(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let number = names.number("number")?;
    pages::find_submission(view, number)?;
    let receipt = submission_receipt(&view.class, &view.facts, number)?;
    Reply::json(&IssuedReceiptReport::new(number, &receipt))
}

pub(super) fn submitted_file(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    pages::file_of(view, names.number("number")?).map(Reply::file)
}

pub(super) fn submitted_module(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    pages::module_of(view, names.number("number")?).map(Reply::file)
}

pub(super) fn team(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    Reply::json(&team_of(&view.class, &view.facts, view.student()?)?)
}

pub(super) fn requirement_games(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let id = view.student()?;
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    Reply::json(&judged_games(&view.class, &seen, &contender, names.text("requirement"))?.games)
}

pub(super) fn matches(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let (filter, page) = matches::asked_for(names.asked("show"), names.asked("page"))?;
    let (run, part) = matches::open(view, names.text("id"), names.text("run"))?;
    Reply::json(&PlayedMatchesReport::new(&run.name, &part.matches()?, filter, page))
}

pub(super) fn match_part(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    Reply::json(&matches::find(view, &named(names))?.report())
}

pub(super) fn evidence(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    matches::file_of(view, &named(names), matches::EVIDENCE).map(Reply::file)
}

/// Returns the match named in the URL.
fn named(names: &RouteParameters) -> MatchAddress {
    let [id, run, key] = ["id", "run", "match"].map(|name| names.text(name).to_owned());
    MatchAddress { id, run, key }
}

pub(super) fn requests(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    let id = view.student()?;
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let requests = requests_of(&seen, &contender, view.now);
    let reports = requests.iter().map(RequestStatus::report).collect();
    Reply::json(&RequestsReport { alias: contender.alias, requests: reports })
}

pub(super) fn questions(view: &View, _: &RouteParameters) -> Result<Reply, Problem> {
    let own = view.student().ok();
    let is_shown = |by: &str| own.map_or_else(|| view.must_see(by).is_ok(), |own| own == by);
    Reply::json(&QuestionsReport::new(&view.facts, is_shown))
}

pub(super) fn request_games(view: &View, names: &RouteParameters) -> Result<Reply, Problem> {
    let (id, number) = (view.student()?, names.number("number")?);
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    Reply::json(&games_of_request(&view.class, &requests_of(&seen, &contender, view.now), number)?)
}
