//! The students and teams of a class as a table, for staff.

use std::collections::HashMap;

use class_model::{
    Active, Admission, Badge, Moment, NoneActive, Submission, WhyActive, WhyNotEntered, badges, late_days,
};
use class_operations::status::{Condition, ContenderStatus};
use class_operations::words;
use game::visible;
use maud::{Markup, html};

use super::student_list::{Filter, ListRequest, ListedStudent, Mark, Selected, SortKey};
use crate::class_visit::View;
use crate::pages::{student_address, time};

/// Number of students on a page.
const ON_A_PAGE: usize = 100;

/// A student or a team with the results of the active version.
pub(super) struct StudentRow<'a> {
    pub(super) status: &'a ContenderStatus<'a>,
    /// The requirements, each with the result of the active version; empty without an active version.
    badges: Vec<Badge<'a>>,
}

impl<'a> StudentRow<'a> {
    pub(super) fn new(view: &'a View, status: &'a ContenderStatus<'a>) -> StudentRow<'a> {
        let active = status.standing.active.as_ref().ok();
        let active = active.and_then(|active| view.facts.submission(active.submission));
        let module = active.and_then(Submission::module);
        let badges = module.map(|module| badges(&view.class.plan, &view.facts, &module));
        StudentRow { status, badges: badges.unwrap_or_default() }
    }

    pub(super) fn listed(&self, view: &'a View) -> ListedStudent<'a> {
        let contender = &self.status.contender;
        let is_met = |name: &str| {
            let mut badges = self.badges.iter();
            badges.any(|badge| badge.requirement.name == name && badge.is_met())
        };
        let requirements = view.class.plan.requirements.iter().map(|requirement| requirement.name.as_str());
        let is_out = self.has(Condition::Inactive);
        ListedStudent {
            members: contender.members.iter().map(|one| (one.name.as_str(), one.id.as_str())).collect(),
            alias: contender.alias,
            section: contender.section,
            marks: Mark::ALL.into_iter().filter(|mark| self.is_marked(*mark)).collect(),
            unmet: requirements.filter(|name| !is_out && !is_met(name)).collect(),
            latest: self.status.submissions.last().map(|(_, last)| last.received),
        }
    }

    fn has(&self, condition: Condition) -> bool {
        self.status.conditions.contains(&condition)
    }

    fn is_paused(&self) -> bool {
        matches!(self.status.entrant, Err(WhyNotEntered::Paused(_)))
    }

    pub(super) fn is_marked(&self, mark: Mark) -> bool {
        match mark {
            Mark::NoHandIn => self.has(Condition::Missing),
            Mark::Refused => self.has(Condition::Refused),
            Mark::Waiting => self.has(Condition::Undecided),
            Mark::Late => self.has(Condition::Late),
            Mark::Paused => self.is_paused(),
            Mark::Failing => self.has(Condition::Failing) && !self.is_paused(),
            Mark::MoreTime => more_time(self.status).is_some(),
            Mark::Withdrawn => self.has(Condition::Inactive),
        }
    }

    /// Renders the active version, and if it plays.
    pub(super) fn plays(&self, view: &View) -> Markup {
        let number = |active: &Active| {
            let page = view.address(&format!("submissions/{}", active.submission));
            html! { a href=(page) { (active.submission) } " " }
        };
        match (&self.status.standing.active, &self.status.entrant) {
            (Ok(active), Err(WhyNotEntered::Paused(_))) => {
                html! { (number(active)) span.tag.bad { "paused" } }
            }
            (Ok(active), _) if self.has(Condition::Failing) => {
                html! { (number(active)) span.tag.good { "plays" } " " span.tag.bad { "failing" } }
            }
            (Ok(active), _) => html! { (number(active)) span.tag.good { "plays" } },
            (Err(NoneActive::Inactive { .. }), _) => html! { span.tag { "withdrawn" } },
            (Err(_), _) => html! { span.tag.bad { "no version" } },
        }
    }

    /// Returns the reason why the active version is active, or why there is none.
    pub(super) fn why(&self, view: &View) -> String {
        match &self.status.standing.active {
            Ok(Active { why: WhyActive::Last, late_days: 0, .. }) => "the latest accepted version".to_owned(),
            _ => words::why(&view.class, &self.status.standing),
        }
    }

    /// Renders the latest hand-in with its outcome.
    pub(super) fn latest(&self, view: &View) -> Markup {
        let turned_away = view.facts.turned_away(&self.status.contender).is_some();
        html! {
            @match self.status.submissions.last() {
                Some((number, last)) => {
                    a href=(view.address(&format!("submissions/{number}"))) { (number) }
                    " " (time(view, last.received)) " " (outcome(last))
                    (lateness(view, self.status, last))
                }
                None if turned_away => {}
                None => { span.soft { "none" } }
            }
            @if turned_away { " " span.tag.bad { "archive not taken" } }
        }
    }

    /// Renders the requirements that the active version meets.
    pub(super) fn requirements(&self, view: &View) -> Markup {
        let of = view.class.plan.requirements.len();
        let met = self.badges.iter().filter(|badge| badge.is_met()).count();
        let named = |is_wanted: &dyn Fn(&&Badge<'_>) -> bool| {
            let wanted = self.badges.iter().filter(is_wanted).map(|badge| visible(&badge.requirement.name));
            wanted.collect::<Vec<_>>().join(", ")
        };
        let missed = named(&|badge| badge.judged.is_some() && !badge.is_met());
        let waiting = named(&|badge| badge.judged.is_none());
        html! {
            @if self.badges.is_empty() { span.soft { "–" } } @else {
                span.tag.good[met == of].bad[!missed.is_empty()] { (met) " of " (of) }
                @if !missed.is_empty() { " " span.small { "missed: " (missed) } }
                @if !waiting.is_empty() { " " span.small { "waiting: " (waiting) } }
            }
        }
    }
}

/// Returns the deadline of an extension that has not passed.
pub(super) fn more_time(status: &ContenderStatus<'_>) -> Option<Moment> {
    status.standing.deadline.extended.filter(|until| *until >= status.at)
}

/// Sorts students and teams in the order of the roster.
pub(super) fn sort_by_roster(view: &View, rows: &mut [StudentRow<'_>]) {
    let students = view.facts.students().into_iter().enumerate();
    let places: HashMap<&str, usize> =
        students.map(|(place, student)| (student.id.as_str(), place)).collect();
    let place = |row: &StudentRow<'_>| {
        row.status.contender.members.first().and_then(|first| places.get(first.id.as_str()).copied())
    };
    rows.sort_by_cached_key(place);
}

/// Renders the verdict on a hand-in. A refusal stands out.
pub(super) fn outcome(one: &Submission) -> Markup {
    let word = words::verdict_word(one);
    match one.admission {
        Admission::Accepted { .. } => html! { (word) },
        Admission::Refused { .. } => html! { span.tag.bad { (word) } },
        Admission::Undecided { .. } => html! { span.tag { (word) } },
    }
}

/// Renders a mark if a hand-in was late.
pub(super) fn lateness(view: &View, status: &ContenderStatus<'_>, one: &Submission) -> Markup {
    match late_days(&view.class.plan, &status.standing.deadline, one.received) {
        Some(0) => html! {},
        Some(1) => html! { " " span.tag.warn { "1 day late" } },
        Some(days) => html! { " " span.tag.warn { (days) " days late" } },
        None => html! { " " span.tag.bad { "too late" } },
    }
}

/// Renders the list: search, filters, and the table.
pub(super) fn list(view: &View, rows: &[StudentRow<'_>], request: &ListRequest, own: Option<&str>) -> Markup {
    let listed: Vec<ListedStudent<'_>> = rows.iter().map(|row| row.listed(view)).collect();
    let requirements = &view.class.plan.requirements;
    let requirements: Vec<&str> = requirements.iter().map(|requirement| requirement.name.as_str()).collect();
    let selected = request.select(&listed, &requirements);
    let last_page = selected.indices.len().saturating_sub(1) / ON_A_PAGE;
    let page = request.page.min(last_page);
    let shown = selected.indices.iter().skip(page * ON_A_PAGE).take(ON_A_PAGE);
    let shown: Vec<&StudentRow<'_>> = shown.map(|index| &rows[*index]).collect();
    let title = own.map_or_else(|| "Students".to_owned(), |name| format!("Section {}", visible(name)));
    html! {
        section id="students" {
            h2 { (title) }
            (search(view, request, own))
            (filters(view, request, &selected))
            @if shown.is_empty() {
                p { "No student matches. " a href=(address(view, &ListRequest::default())) { "Show all" } }
            } @else {
                (table(view, &title, request, &shown))
            }
            @if last_page > 0 { (pages(view, request, page, last_page)) }
        }
    }
}

fn address(view: &View, request: &ListRequest) -> String {
    format!("{}{}#students", view.address(""), request.query())
}

fn search(view: &View, request: &ListRequest, own: Option<&str>) -> Markup {
    let contenders = view.facts.contenders();
    let mut sections: Vec<&str> = contenders.iter().filter_map(|contender| contender.section).collect();
    sections.sort_unstable();
    sections.dedup();
    let sort = request.sort_word();
    html! {
        form.row method="get" action={ (view.address("")) "#students" } role="search" {
            @if request.filter != Filter::All { input type="hidden" name="show" value=(request.filter.word()); }
            label.text { "Name, ID or alias " input type="search" name="search" value=(request.search); }
            @if own.is_none() && !sections.is_empty() {
                label { "Section " select name="section" {
                    option value="" { "all" }
                    @for section in sections { option value=(section) selected[request.section.as_deref() == Some(section)] { (visible(section)) } }
                } }
            }
            label { "Sort by " select name="sort" {
                @if request.is_reversed { option value=(sort) selected { (request.sort.title()) ", reversed" } }
                @for key in SortKey::ALL { option value=(key.word()) selected[!request.is_reversed && key == request.sort] { (key.title()) } }
            } }
            button type="submit" { "Search" }
        }
    }
}

fn filters(view: &View, request: &ListRequest, selected: &Selected) -> Markup {
    html! {
        nav.filters aria-label="Filters" {
            ul {
                @for (filter, count) in &selected.counts {
                    @let current = (*filter == request.filter).then_some("true");
                    li { a href=(address(view, &request.with_filter(filter))) aria-current=[current] { (visible(&filter.title())) " " b { (count) } } }
                }
            }
        }
    }
}

fn table(view: &View, title: &str, request: &ListRequest, rows: &[&StudentRow<'_>]) -> Markup {
    let has_sections = rows.iter().any(|row| row.status.contender.section.is_some());
    let has_requirements = !view.class.plan.requirements.is_empty();
    let head = |sort: SortKey| {
        // These begin with the latest and the most.
        let is_descending = matches!(sort, SortKey::Latest | SortKey::Requirements);
        let direction = if request.is_reversed == is_descending { "ascending" } else { "descending" };
        let current = (request.sort == sort).then_some(direction);
        html! { th scope="col" aria-sort=[current] { a href=(address(view, &request.sorted_by(sort))) { (sort.title()) } } }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table.students.stacked {
                thead { tr {
                    (head(SortKey::Name))
                    (head(SortKey::Id))
                    @if has_sections { (head(SortKey::Section)) }
                    th scope="col" { "Active version" }
                    (head(SortKey::Latest))
                    @if has_requirements { (head(SortKey::Requirements)) }
                } }
                tbody { @for row in rows {
                    @let contender = &row.status.contender;
                    @let several = contender.members.len() > 1;
                    tr {
                        th.name scope="row" {
                            @for (at, member) in contender.members.iter().enumerate() {
                                @if at > 0 { br; }
                                a href=(student_address(view, &member.id)) { (visible(&member.name)) }
                            }
                            @if several || contender.members.first().is_some_and(|only| only.name != contender.alias) {
                                span.alias { @if several { "team " } @else { "as " } (visible(contender.alias)) }
                            }
                        }
                        td data-label="ID" { @for (at, member) in contender.members.iter().enumerate() { @if at > 0 { br; } (visible(&member.id)) } }
                        @if has_sections { td data-label="Section" { (contender.section.map(visible).unwrap_or_default()) } }
                        td data-label="Active version" { (row.plays(view)) }
                        td data-label="Latest hand-in" { (row.latest(view)) }
                        @if has_requirements { td data-label="Requirements" { (row.requirements(view)) } }
                    }
                } }
            }
        }
    }
}

fn pages(view: &View, request: &ListRequest, page: usize, last: usize) -> Markup {
    let at = |page: usize| address(view, &ListRequest { page, ..request.clone() });
    html! {
        nav aria-label="Pages" {
            ul {
                @if page > 0 { li { a href=(at(page - 1)) rel="prev" { "Previous" } } }
                li { "Page " (page + 1) " of " (last + 1) }
                @if page < last { li { a href=(at(page + 1)) rel="next" { "Next" } } }
            }
        }
    }
}
