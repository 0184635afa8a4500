//! The form of a format, which writes a tournament's text.

use axum::response::Response;
use class_operations::orders::{
    FORMATS, FormatOptions, OptionKind, StageOption, TournamentDraft, find_format,
};
use game::visible;
use maud::{Markup, html};

use super::{ADDRESS, TITLE, page};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::form_mark;
use crate::pages::problem::refusal;
use crate::pages::staff::staff_layout;
use crate::problem::Problem;
use crate::url_parameters::Query;
use crate::{answer, forms};

/// The form of a format.
const FORM: &str = "format";
/// The suggested formula for grades.
const FORMULA: &str = "10 * (wins + draws / 2) / games";

/// Shows the form of a format.
pub(crate) fn ask(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let format = asked.given("format").map_or(Ok(&FORMATS[0]), |name| format(&name))?;
    Ok(answer::page(form(view, format)))
}

/// Writes the text of the form, and shows it to be checked and saved.
pub(crate) fn write(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let format = format(typed.get("format"))?;
    forms::answer(
        view,
        FORM,
        typed,
        |view| Ok(form(view, format)),
        |typed| {
            let name = typed.given("name").ok_or_else(|| Problem::bad("the tournament has no short name"))?;
            let title = typed.given("title").unwrap_or_else(|| name.clone());
            let sections = view.class.plan.sections.keys().enumerate();
            let sections = sections.filter(|(at, _)| typed.given(&format!("section-{at}")).is_some());
            let draft = TournamentDraft {
                title: &title,
                game: class_operations::runs::tournament_word(view.class.plan.game),
                sections: sections.map(|(_, name)| name.as_str()).collect(),
                guests: guests(view).filter(|guest| typed.given(guest).is_some()).collect(),
                format,
                options: format.options.iter().map(|option| (option.key, typed.get(option.key))).collect(),
                openings: typed.get("openings"),
                finalists: typed.get("finalists"),
                grade: typed.get("grade"),
            };
            Ok(answer::page(page(view, &name, None, &draft.to_string())?))
        },
    )
}

/// Returns the built-in bots that can play as guests. A game from a file has no greedy one.
fn guests(view: &View) -> impl Iterator<Item = &'static str> {
    ["builtin:random"].into_iter().chain(view.class.plan.game.module().is_none().then_some("builtin:greedy"))
}

fn format(name: &str) -> Result<&'static FormatOptions, Problem> {
    find_format(name).ok_or_else(|| Problem::not_found("unknown format"))
}

fn form(view: &View, format: &FormatOptions) -> Markup {
    let is_again = view.refused(FORM).is_some();
    let typed = |field: &str, usual: &str| -> String {
        if is_again { view.typed(FORM, field).to_owned() } else { usual.to_owned() }
    };
    let is_ticked = |field: &str| !view.typed(FORM, field).is_empty();
    let sections = &view.class.plan.sections;
    let content = html! {
        p { (format.about) " The next page shows the text, which you can change, and the number of matches." }
        (refusal(view, FORM))
        form.lines method="post" action=(view.address(&format!("{ADDRESS}/new"))) {
            (form_mark(view))
            input type="hidden" name="format" value=(format.name);
            p { label { "Short name, part of addresses and of the folder " input type="text" name="name" value=(typed("name", "")) maxlength="60" placeholder="cup" required; } }
            p { label { "Title " input type="text" name="title" value=(typed("title", "")) maxlength="100" placeholder="Autumn cup"; } }
            @for option in format.options { (field(option, &typed(option.key, option.usual))) }
            p { label { "Random start positions (empty: the game\u{2019}s start) " input type="number" name="openings" min="1" max="10000" value=(typed("openings", "")); } }
            p { label { "Final knockout of the best (empty: none) " input type="number" name="finalists" min="2" value=(typed("finalists", "")); } }
            @if !sections.is_empty() {
                fieldset { legend { "Sections (none ticked: all)" }
                    @for (at, name) in sections.keys().enumerate() {
                        @let field = format!("section-{at}");
                        label { input type="checkbox" name=(field) value="yes" checked[is_ticked(&field)]; " " (visible(name)) } " "
                    }
                }
            }
            fieldset { legend { "Built-in bots as guests, which are not ranked" }
                @for guest in guests(view) { label { input type="checkbox" name=(guest) value="yes" checked[is_ticked(guest)]; " " (guest) } " " }
            }
            p { label { "Formula for grades (empty: none) " input type="text" name="grade" value=(typed("grade", FORMULA)) size="40"; } }
            p { button.main type="submit" { "Preview" } " " a href=(view.address(ADDRESS)) { "Cancel" } }
        }
    };
    staff_layout::below(view, TITLE, &format!("Add a tournament: {}", format.title), &content)
}

fn field(option: &StageOption, value: &str) -> Markup {
    let StageOption { key, label, kind, .. } = option;
    html! {
        p { @match kind {
            OptionKind::Number => { label { (label) " " input type="number" name=(key) min="1" value=(value) required; } }
            OptionKind::Flag => { label { input type="checkbox" name=(key) value="yes" checked[!value.is_empty()]; " " (label) } }
            OptionKind::Names => { label { (label) " " input type="text" name=(key) value=(value) required; } }
            OptionKind::Pairs => { label for=(key) { (label) } br; textarea.code id=(key) name=(key) rows="6" cols="40" required { (value) } }
        } }
    }
}
