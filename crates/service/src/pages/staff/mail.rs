//! Mail to students: its switches, the queue, failures, personal links and a test.

use axum::http::StatusCode;
use axum::response::Response;
use class_model::{MailKind, MessageState, Moment, Outbox, OutgoingMessage, Student};
use class_operations::links::{students_without_link, taking_part};
use class_operations::mail::{queue_links, queue_test, switch_mail, topic};
use explain::Error;
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::mail_choice::{checkboxes, switches};
use crate::pages::problem::refusal;
use crate::pages::{button, form_mark, sentence, student_address, time};
use crate::problem::Problem;

const TITLE: &str = "Mail";
const ADDRESS: &str = "staff/mail";
const SWITCHES: &str = "mail-switches";
const LINKS: &str = "mail-links";
const TEST: &str = "mail-test";
const AGAIN: &str = "mail-again";
/// Maximum number of messages shown in a list.
const SHOWN: usize = 50;
/// Maximum length of an address, in bytes.
const LONGEST: usize = 254;

/// Answers the forms of the page.
pub(crate) fn act(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    if view.app.mail.is_none() {
        let off = Problem::new(StatusCode::CONFLICT, "this service sends no mail");
        return Err(off.hint("start it with --mail"));
    }
    let form = [SWITCHES, LINKS, TEST, AGAIN].into_iter().find(|form| *form == typed.get("do"));
    let form = form.ok_or_else(|| Problem::bad("unknown form"))?;
    forms::change(view, form, typed, page, |typed| {
        match form {
            SWITCHES => drop(switch_mail(&view.class, &switches(typed, None))?),
            LINKS => send_links(view, typed)?,
            TEST => send_test(view, typed)?,
            _ => send_again(view, typed)?,
        }
        Ok(view.address(ADDRESS))
    })
}

/// Uses the queue of mail.
fn with_outbox<T>(view: &View, act: impl FnOnce(&mut Outbox) -> Result<T, Error>) -> Result<T, Problem> {
    view.place.with_outbox(act).map_err(Problem::unable)
}

/// Queues personal links.
fn send_links(view: &View, typed: &FormValues) -> Result<(), Problem> {
    let students = match typed.get("to") {
        "without" => without_link(view)?,
        "all" => reachable(view),
        _ => return Err(Problem::bad("no students were chosen")),
    };
    if students.is_empty() {
        return Err(Problem::bad("no such student has an address"));
    }
    with_outbox(view, |outbox| queue_links(outbox, &students, Moment::now()))?;
    Ok(())
}

fn send_test(view: &View, typed: &FormValues) -> Result<(), Problem> {
    let address = typed.given("address").unwrap_or_default();
    let is_address = address.split_once('@').is_some_and(|(user, host)| !user.is_empty() && !host.is_empty());
    if !is_address
        || address.len() > LONGEST
        || address.chars().any(|letter| letter.is_whitespace() || letter.is_control())
    {
        return Err(Problem::bad(format!("\"{}\" is not a mail address", visible(&address))));
    }
    with_outbox(view, |outbox| queue_test(outbox, &address, Moment::now()))
}

fn send_again(view: &View, typed: &FormValues) -> Result<(), Problem> {
    let number = typed.get("message").parse().map_err(|_| Problem::bad("no message was chosen"))?;
    let revived = with_outbox(view, |outbox| Ok(outbox.revive(number, Moment::now())?))?;
    if revived { Ok(()) } else { Err(Problem::not_found("this message has not failed")) }
}

/// Returns the students who take part and have an address.
fn reachable(view: &View) -> Vec<&Student> {
    taking_part(&view.facts).into_iter().filter(|student| student.email.is_some()).collect()
}

/// Returns the students with an address and without a personal link.
fn without_link(view: &View) -> Result<Vec<&Student>, Problem> {
    let links = view.place.access().links(Moment::now()).map_err(Error::from)?;
    let without = students_without_link(&view.facts, &links).into_iter();
    Ok(without.filter(|student| student.email.is_some()).collect())
}

pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let Some(mail) = &view.app.mail else {
        let content = html! {
            p { "This service sends no mail. Its operator can switch it on: " code { "muster serve --mail FILE" } " names a file with the address of the school's SMTP server." }
        };
        return Ok(staff_layout::page(view, TITLE, &content));
    };
    let (failed, delayed, counts) = with_outbox(view, |outbox| {
        Ok((outbox.in_state(MessageState::Failed, SHOWN)?, outbox.delayed(SHOWN)?, outbox.counts()?))
    })?;
    let without = taking_part(&view.facts).into_iter().filter(|student| student.email.is_none());
    let without: Vec<&Student> = without.collect();
    let settings = &mail.settings;
    let content = html! {
        @if let Some(why) = mail.trouble() {
            p.notice role="alert" { "No mail is sent at the moment. The service keeps trying. " (sentence(&visible(&why))) }
        }
        p.soft { "Mail is sent from " (visible(&settings.from.to_string())) " through " (visible(&settings.server)) ", at most " (settings.per_minute) " a minute." }
        section {
            h2 { "Messages" }
            (table(&counts))
        }
        @if !failed.is_empty() || view.refused(AGAIN).is_some() {
            section {
                h2 { "Not sent" }
                (refusal(view, AGAIN))
                (messages(view, "Messages that were not sent", &failed, true))
            }
        }
        @if !delayed.is_empty() {
            section {
                h2 { "Delayed" }
                (messages(view, "Messages that are sent again later", &delayed, false))
            }
        }
        (switches_form(view))
        (links_form(view)?)
        section {
            h2 { "Test" }
            (refusal(view, TEST))
            form.row method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                input type="hidden" name="do" value=(TEST);
                label.text { "Your mail address " input type="email" name="address" maxlength=(LONGEST) required value=(view.typed(TEST, "address")); }
                button type="submit" { "Send a test message" }
            }
        }
        @if !without.is_empty() {
            section {
                h2 { "Students without an address" }
                p { "They get no mail. Import a roster with a column " code { "email" } " to add addresses." }
                ul { @for student in &without {
                    li { a href=(student_address(view, &student.id)) { (visible(&student.name)) } " (" (visible(&student.id)) ")" }
                } }
            }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

fn table(counts: &[(MailKind, MessageState, usize)]) -> Markup {
    let count = |kind: MailKind, states: &[MessageState]| -> usize {
        counts
            .iter()
            .filter(|(own, state, _)| *own == kind && states.contains(state))
            .map(|(.., count)| count)
            .sum()
    };
    let columns: [(&str, &[MessageState]); 4] = [
        ("Waiting", &[MessageState::Waiting, MessageState::Sending]),
        ("Sent", &[MessageState::Sent]),
        ("Not sent", &[MessageState::Failed]),
        ("No longer needed", &[MessageState::Obsolete]),
    ];
    html! {
        div.scroll tabindex="0" role="region" aria-label="Messages" {
            table {
                thead { tr { th scope="col" { "Messages about" } @for (title, _) in &columns { th.n scope="col" { (title) } } } }
                tbody { @for kind in MailKind::ALL {
                    tr { th scope="row" { (sentence(topic(kind))) } @for (_, states) in &columns { td.n { (count(kind, states)) } } }
                } }
            }
        }
    }
}

fn messages(view: &View, label: &str, list: &[OutgoingMessage], has_failed: bool) -> Markup {
    let to = |message: &OutgoingMessage| {
        let student = message.student.as_deref().map(|id| (id, view.facts.student(id)));
        match student {
            Some((id, student)) => student.map_or_else(|| id.to_owned(), |student| student.name.clone()),
            None => message.address.clone().unwrap_or_default(),
        }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table {
                thead { tr {
                    th scope="col" { "To" } th scope="col" { @if has_failed { "Action" } @else { "Next try" } }
                    th scope="col" { "Reason" } th scope="col" { "About" } th scope="col" { "Last try" }
                } }
                tbody { @for message in list {
                    tr {
                        th.name scope="row" { (visible(&to(message))) }
                        td.nowrap {
                            @if has_failed { (button(view, &view.address(ADDRESS), &[("do", AGAIN), ("message", &message.number.to_string())], "Send again")) }
                            @else { (time(view, message.due)) }
                        }
                        td { (visible(message.answer.as_deref().unwrap_or_default())) }
                        td { (topic(message.kind)) }
                        td.nowrap { (time(view, message.changed)) }
                    }
                } }
            }
        }
    }
}

fn switches_form(view: &View) -> Markup {
    html! {
        section {
            h2 { "What is sent" }
            (refusal(view, SWITCHES))
            form method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                input type="hidden" name="do" value=(SWITCHES);
                fieldset {
                    legend { "Send students a mail about" }
                    (checkboxes(view.locale, |kind| view.facts.sends_mail(kind)))
                }
                p { button type="submit" { "Save" } }
                p.soft { "Each student can switch off any of these for themselves." }
            }
        }
    }
}

fn links_form(view: &View) -> Result<Markup, Problem> {
    let (without, all) = (without_link(view)?.len(), reachable(view).len());
    Ok(html! {
        section {
            h2 { "Personal links" }
            (refusal(view, LINKS))
            form.row method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                input type="hidden" name="do" value=(LINKS);
                label { "Mail links to " select name="to" {
                    option value="without" { "students without a link (" (without) ")" }
                    option value="all" { "all students (" (all) ")" }
                } }
                button type="submit" { "Send links" }
            }
            p.soft { "A link signs its student in. A new link replaces the earlier one and ends its sessions." }
        }
    })
}
