//! HTML pages.

pub(crate) mod assets;
mod class_page;
mod contender;
pub(crate) mod feed;
pub(crate) mod first_run;
mod four_answers;
mod games;
pub(crate) mod ladder;
mod layout;
pub(crate) mod mail_choice;
pub(crate) mod matches;
pub(crate) mod own_outcome;
mod own_results;
mod playing;
mod problem;
pub(crate) mod question;
mod questions;
mod rich_text;
mod rules_text;
pub(crate) mod runs;
pub(crate) mod sign_on;
pub(crate) mod staff;
pub(crate) mod starting;
mod submission;
pub(crate) mod team;
mod tokens;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use class_model::{Contender, Facts, Moment, Person, Purpose, Secret, Token};
use class_operations::find_contender;
use game::visible;
use locale::text;
use maud::{Markup, html};

pub(crate) use self::contender::FORM as HAND_IN_FORM;
pub(crate) use self::layout::in_address;
use self::layout::{Frame, form_mark};
use self::problem::refusal;
pub(crate) use self::problem::with_page;
pub(crate) use self::runs::shown as shown_runs;
pub(crate) use self::submission::{file as file_of, find as find_submission, module as module_of};
pub(crate) use self::tokens::FORM as TOKEN_FORM;
use crate::answer::{page, see};
use crate::app::App;
use crate::class_visit::{View, blocking};
use crate::form_values::{FormValues, carried};
use crate::locale_choice::AskedLocale;
use crate::problem::Problem;
use crate::url_parameters::{Path, Query};

/// Renders the file that was chosen in a field when the form was sent before, and hidden fields that carry it along;
/// `None` if none was chosen.
fn carried_file(typed: &FormValues, field: &str) -> Option<Markup> {
    let file = typed.file(field).ok()?;
    Some(html! {
        p.soft { (visible(&file.name)) " is still chosen. Choose another file only to replace it." }
        @for name in carried(field) { input type="hidden" name=(name) value=(typed.get(&name)); }
    })
}

/// Lists the classes, or redirects to the only one.
pub(crate) async fn classes(
    State(app): State<Arc<App>>,
    Extension(asked): Extension<AskedLocale>,
) -> Result<Response, Problem> {
    if let [only] = app.classes().collect::<Vec<_>>().as_slice() {
        return Ok(see(&only.home));
    }
    blocking(move || {
        let named =
            app.classes().map(|place| (place.home.clone(), place.current().0.plan.name.clone()));
        let content = html! {
            @if let Some(new) = app.first_run.as_ref().filter(|new| new.class().is_none()) {
                p { "The class " (new.name) " is not made yet: its teacher opens the one-time link that " code { "muster serve --new" } " printed." }
            }
            ul.classes { @for (home, title) in named { li { a href=(home) { (title) } } } }
        };
        let title = text!(asked.locale(), "classes");
        Ok(page(Frame::of_service(&title, &app.path).in_locale(asked.locale()).page(&content)))
    })
    .await
}

/// Renders the first page of a class: a student's own standing, all students for staff, and the public part for
/// anonymous readers. Rejected forms on it are shown there, too.
pub(crate) fn first(view: &View) -> Result<Markup, Problem> {
    first_asked(view, &FormValues::default())
}

/// Returns the first page of a class, with the part of the students' list that staff ask for.
pub(crate) fn home(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    first_asked(view, &asked).map(page)
}

fn first_asked(view: &View, asked: &FormValues) -> Result<Markup, Problem> {
    let content = match &view.person {
        Some(Person::Student { id }) => contender::page(view, id)?,
        Some(Person::Teacher { .. } | Person::Assistant { .. }) => staff::page(view, asked)?,
        None => class_page::page(view),
    };
    Ok(Frame::new(view, None).live().page(&content))
}

/// Returns a page of announcements.
pub(crate) fn announcements(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    let before = asked.given("before").map(|number| number.parse::<u32>()).transpose();
    let before = before.map_err(|_| Problem::bad("`before` is not the number of an announcement"))?;
    let content = class_page::all_announcements(view, before);
    Ok(page(Frame::new(view, Some(&text!(view, "announcements"))).page(&content)))
}

/// Returns the sign-in page, for a link that was followed or typed.
pub(crate) fn enter(view: &View, link: Option<&str>) -> Markup {
    Frame::new(view, Some(&text!(view, "sign-in"))).page(&class_page::entrance(view, link))
}

/// Returns the page behind a personal link. It asks for confirmation, so that mail scanners that follow links open no
/// session.
pub(crate) fn link(view: &View, Path((_, link)): Path<(String, String)>) -> Result<Response, Problem> {
    Ok(switch(view, Some(&link))?.unwrap_or_else(|| page(enter(view, Some(&link)))))
}

/// Parses the secret of a personal link; a user may paste the whole URL.
pub(crate) fn secret_of(link: &str) -> Option<Secret> {
    let link = link.trim_matches(|letter: char| letter == '/' || letter.is_whitespace());
    link.rsplit('/').next().unwrap_or_default().parse().ok()
}

/// Asks a signed-in user to confirm signing in as another person; `None` if the link is not another person's.
pub(crate) fn switch(view: &View, link: Option<&str>) -> Result<Option<Response>, Problem> {
    let (Some(present), Some(secret)) = (&view.person, link.and_then(secret_of)) else { return Ok(None) };
    let owner = view.place.access().owner(&secret)?;
    let Some(owner) = owner.filter(|owner| owner != present) else { return Ok(None) };
    let question = class_page::switch(view, present, &owner, &secret);
    Ok(Some(page(Frame::new(view, Some(&text!(view, "sign-in"))).page(&question))))
}

/// Query of a submission's page after the same files were submitted again.
pub(crate) const AGAIN: &str = "?again=1";

/// Returns the page of a submission, for its own students and staff.
pub(crate) fn submission(
    view: &View,
    (Path((_, number)), RawQuery(query)): (Path<(String, u32)>, RawQuery),
) -> Result<Response, Problem> {
    let is_again = query.is_some_and(|query| AGAIN.strip_prefix('?') == Some(query.as_str()));
    let content = match view.reader() {
        None => staff::submission::page(view, number)?,
        Some(_) => submission::page(view, number)?,
    };
    let content = html! {
        @if is_again { p.notice role="status" { (text!(view, "submission-again")) } }
        (content)
    };
    let title = text!(view, "submission", number = number);
    Ok(page(Frame::new(view, Some(&title)).with_steps_of(number).page(&content)))
}

/// Returns the games of a requirement, for the student who asks.
pub(crate) fn requirement_games(
    view: &View,
    Path((_, requirement)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let content = games::of_requirement(view, view.student()?, &requirement)?;
    Ok(page(Frame::new(view, Some(&requirement)).page(&content)))
}

/// Returns a game of a requirement in the viewer, for the student who asks.
pub(crate) fn requirement_replay(
    view: &View,
    Path((_, requirement, game)): Path<(String, String, u64)>,
) -> Result<Response, Problem> {
    games::replay_of_requirement(view, view.student()?, &requirement, game)
}

/// Returns a friendly game in the viewer, for a student who takes part in it.
pub(crate) fn requested_replay(
    view: &View,
    Path((_, number, game)): Path<(String, u32, u64)>,
) -> Result<Response, Problem> {
    games::replay_of_request(view, view.student()?, number, game)
}

/// Returns the friendly games of a request, for a student who takes part in them.
pub(crate) fn requested_games(
    view: &View,
    Path((_, number)): Path<(String, u32)>,
) -> Result<Response, Problem> {
    let content = games::of_request(view, view.student()?, number)?;
    Ok(page(Frame::new(view, Some(&games::request_title(view, number))).page(&content)))
}

/// Returns the content of a student's page. Rejected forms on it are shown there, too.
pub(crate) fn of_student(view: &View, id: &str) -> Result<Markup, Problem> {
    must_see(view, id)?;
    let content = staff::student::page(view, id)?;
    let name = view.facts.student(id).map_or(id, |student| &student.name);
    Ok(Frame::new(view, Some(name)).live().page(&content))
}

/// Returns the page with the caller's tokens and a form to make one.
pub(crate) fn tokens(view: &View, tokens: &[Token], purposes: &[Purpose]) -> Markup {
    Frame::new(view, Some(&text!(view, "tokens"))).page(&tokens::page(view, tokens, purposes))
}

/// Returns the page with a new token.
pub(crate) fn new_token(view: &View, purpose: Purpose, secret: &Secret) -> Markup {
    Frame::new(view, Some(&text!(view, "token-new"))).page(&tokens::made(view, purpose, secret))
}

/// Returns the address of a student's page.
pub(crate) fn student_address(view: &View, id: &str) -> String {
    view.address(&format!("students/{}", in_address(id)))
}

/// Rejects callers who may not see this student's data.
pub(crate) fn must_see(view: &View, id: &str) -> Result<(), Problem> {
    view.must_see(id)
}

/// Returns the address of a tournament's text.
pub(crate) fn tournament_address(view: &View, name: &str) -> String {
    view.address(&format!("staff/tournaments/{}/text", in_address(name)))
}

/// Renders a link to the proposal of a ruling.
pub(crate) fn ruling_link(view: &View, run: &str, fields: &[(&str, &str)], label: &str) -> Markup {
    let fields = fields.iter().map(|(name, value)| format!("{name}={}", in_address(value)));
    let query = fields.collect::<Vec<_>>().join("&");
    html! { a href=(view.address(&format!("staff/rulings/{}/new?{query}", in_address(run)))) { (label) } }
}

/// Renders a link to the proposal of a ruling on a match: `annul` or `replay`.
pub(crate) fn match_ruling_link(view: &View, run: &str, key: &str, to: &str, label: &str) -> Markup {
    ruling_link(view, run, &[("about", "match"), ("match", key), ("to", to)], label)
}

/// Returns the facts with the results that the caller may see; `None` if results are not visible to them.
fn results(view: &View) -> Option<Facts> {
    view.seen().ok()
}

/// Returns the same contender in the facts that the caller may see.
fn contender_in<'f>(facts: &'f Facts, contender: &Contender<'_>) -> Result<Contender<'f>, Problem> {
    let first = contender.members.first().ok_or_else(|| Problem::not_found("there is no such student"))?;
    Ok(find_contender(facts, &first.id)?)
}

/// Capitalizes the first letter of a sentence, unless it starts with a file name or a command.
fn sentence(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default().trim_end_matches(['.', ',', ':', ';']);
    if first.contains(['.', '_', '/', '\\', '=', '@']) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns an English sentence of a lower crate in the language of the page, with a capital letter.
fn said(view: &View, text: &str) -> String {
    sentence(&view.locale.translated(text))
}

/// Escapes a text of several lines, keeping the line breaks.
fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// Renders a text of several lines as one paragraph.
fn in_lines(text: &str) -> Markup {
    let lines = text.lines().map(visible).enumerate();
    html! { @for (at, line) in lines { @if at > 0 { br; } (line) } }
}

/// Renders a moment to the minute, in the class's time zone; a tooltip has the second and the offset.
fn time(view: &View, moment: Moment) -> Markup {
    let class = &view.class;
    let shown = class.plan.zone.show_minute(moment);
    html! { time datetime=(moment) title=(view.locale.time(&class.shown(moment))) { (view.locale.time(&shown)) } }
}

/// Renders a deadline in the class's time zone: to the minute if that whole minute still counts, else to the second.
fn deadline(view: &View, deadline: Moment) -> Markup {
    let class = &view.class;
    let shown = class.plan.zone.show_deadline(deadline);
    html! { time datetime=(deadline) title=(view.locale.time(&class.shown(deadline))) { (view.locale.time(&shown)) } }
}

/// Renders the time left until a later moment, which the script keeps up to date.
fn time_left(view: &View, until: Moment) -> Markup {
    let millis = u64::try_from(until.millis() - view.now.millis()).unwrap_or_default();
    let time = about(view, Duration::from_millis(millis));
    html! {
        span.left data-left=(millis) data-words=(text!(view, "time-left", time = "{}")) data-passed=(text!(view, "time-passed")) {
            (text!(view, "time-left", time = time))
        }
    }
}

/// Formats a duration roughly, as the script does.
fn about(view: &View, time: Duration) -> String {
    view.locale.translated(&class_operations::words::about(time))
}

/// Renders a text, with the parts between backticks as code.
fn with_code(text: &str) -> Markup {
    let parts = text.split('`').map(visible).enumerate();
    html! { @for (at, part) in parts { @if at % 2 == 1 { code { (part) } } @else { (part) } } }
}

/// Parses a typed number; `None` if the field is empty.
pub(crate) fn number(text: &str, what: &str) -> Result<Option<u32>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Problem::bad(format!("{text:?} is not {what}"))),
    }
}

/// Renders a button as a form of its own.
fn button(view: &View, action: &str, fields: &[(&str, &str)], label: &str) -> Markup {
    html! {
        form.inline method="post" action=(action) {
            (form_mark(view))
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            button type="submit" { (label) }
        }
    }
}
