//! The questions and regrade requests of students, for staff: open ones first, with filters.

mod replying;

use axum::response::Response;
use class_model::{Dated, PostedQuestion, QuestionState};
use class_operations::questions::{called, topic_words};
use game::visible;
use maud::{Markup, html};

pub(in crate::pages) use self::replying::one;
use super::staff_layout;
use crate::answer;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::questions::{address, brief, shown, state_tag};
use crate::pages::time;
use crate::problem::Problem;
use crate::url_parameters::Query;

pub(crate) const ADDRESS: &str = "staff/questions";
pub(crate) const TITLE: &str = "Questions";
/// Number of questions on a page.
const ON_A_PAGE: usize = 100;

/// The questions that are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filter {
    All,
    Open,
    Regrades,
    Replied,
}

impl Filter {
    /// The filters, each with its word in an address and its title.
    const ALL: [(Filter, &'static str, &'static str); 4] = [
        (Filter::All, "all", "All"),
        (Filter::Open, "open", "Open"),
        (Filter::Regrades, "regrades", "Regrade requests"),
        (Filter::Replied, "replied", "With a reply"),
    ];

    fn includes(self, asked: &PostedQuestion) -> bool {
        match self {
            Filter::All => true,
            Filter::Open => asked.state() == QuestionState::Open,
            Filter::Regrades => asked.question.is_regrade,
            Filter::Replied => asked.updates.iter().any(|update| update.step.is_reply()),
        }
    }
}

/// Lists the questions of the students whom the caller may see.
pub(crate) fn list(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    view.must_be_staff()?;
    let word = asked.given("show");
    let filter = Filter::ALL.into_iter().find(|(_, own, _)| Some(*own) == word.as_deref().or(Some("all")));
    let (filter, ..) = filter.ok_or_else(|| Problem::bad("`show` must be all, open, regrades or replied"))?;
    let number =
        asked.given("page").map_or(Some(1), |number| number.parse().ok().filter(|number| *number > 0));
    let number: usize = number.ok_or_else(|| Problem::bad("`page` must be a positive whole number"))?;
    let all: Vec<_> = shown(view).collect();
    let mut found: Vec<_> = all.iter().copied().filter(|asked| filter.includes(&asked.what)).collect();
    // Those that wait longest come first, then the others, the latest first.
    found.sort_by_key(|asked| match asked.what.state() {
        QuestionState::Open => (false, i64::from(asked.what.number)),
        _ => (true, -i64::from(asked.what.number)),
    });
    Ok(answer::page(staff_layout::page(view, TITLE, &content(view, &all, &found, filter, number))))
}

fn content(
    view: &View,
    all: &[&Dated<PostedQuestion>],
    found: &[&Dated<PostedQuestion>],
    filter: Filter,
    number: usize,
) -> Markup {
    let count = |filter: Filter| all.iter().filter(|asked| filter.includes(&asked.what)).count();
    let at = |filter: Filter, page: usize| {
        let word =
            Filter::ALL.into_iter().find(|(own, ..)| *own == filter).map_or("all", |(_, word, _)| word);
        let page = if page > 1 { format!("&page={page}") } else { String::new() };
        format!("{}?show={word}{page}", view.address(ADDRESS))
    };
    let pages = found.len().div_ceil(ON_A_PAGE).max(1);
    let number = number.min(pages);
    html! {
        @if all.is_empty() {
            p { "No questions yet. Students ask on their page, at a hand-in, a result or a match, and you answer here." }
        } @else {
            nav.filters aria-label="Which questions" {
                ul.inline { @for (own, _, title) in Filter::ALL {
                    li { a href=(at(own, 1)) aria-current=[(own == filter).then_some("true")] { (title) " (" (count(own)) ")" } }
                } }
            }
            @if found.is_empty() { p { "None." } } @else { (table(view, &found[(number - 1) * ON_A_PAGE..(number * ON_A_PAGE).min(found.len())])) }
            @if pages > 1 {
                nav aria-label="Pages" { ul {
                    @if number > 1 { li { a href=(at(filter, number - 1)) { "Previous" } } }
                    li { "page " (number) " of " (pages) }
                    @if number < pages { li { a href=(at(filter, number + 1)) { "Next" } } }
                } }
            }
        }
    }
}

fn table(view: &View, questions: &[&Dated<PostedQuestion>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Questions" {
            table.stacked {
                thead { tr { th scope="col" { "Question" } th scope="col" { "Student" } th scope="col" { "About" } th scope="col" { "Asked" } th scope="col" { "State" } } }
                tbody { @for Dated { at, what } in questions {
                    tr {
                        td.person { a href=(address(view, what.number)) { (called(what)) } p.reason { (brief(what)) } }
                        td data-label="Student" { (staff_layout::link(view, &what.question.by)) " (" (visible(&what.question.by)) ")" }
                        td data-label="About" { (topic_words(&what.question.about)) }
                        td.nowrap data-label="Asked" { (time(view, *at)) }
                        td data-label="State" { (state_tag(view, what.state())) }
                    }
                } }
            }
        }
    }
}
