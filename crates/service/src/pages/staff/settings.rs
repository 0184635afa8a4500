//! Settings: the class's text, changed through fields or as a whole, and saved after a preview of the effects.

use axum::response::Response;
use class_model::Hash;
use class_operations::OpenError;
use class_operations::class_text::{
    Adoption, SaveText, SettingField, SettingKind, open_rules, preview_text, save_text, set_fields,
    setting_fields, text_on_disk, with_rules,
};
use class_operations::grades::{ChangedOrigin, changed_origins};
use explain::Error;
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::answer::{self, see};
use crate::class_visit::View;
use crate::form_values::{FormValues, RefusedForm};
use crate::forms;
use crate::pages::{form_mark, in_lines, visible_lines, with_code};
use crate::problem::Problem;
use crate::url_parameters::Query;

pub(super) const TITLE: &str = "Settings";
pub(super) const ADDRESS: &str = "staff/settings";
/// The forms of the page: with fields, with the whole text, and with a file with rules.
const FIELDS: &str = "fields";
const TEXT: &str = "text";
const RULES: &str = "rules";
/// The text from which the fields were made.
const BEFORE: &str = "before";

/// Shows the settings.
pub(crate) fn show(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    page(view, None, asked.given("saved").is_some()).map(answer::page)
}

/// Previews a change of the settings; saves it once the preview was confirmed.
pub(crate) fn change(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let form = [FIELDS, RULES].into_iter().find(|form| typed.get("form") == *form).unwrap_or(TEXT);
    let shown = |view: &View| page(view, None, false);
    forms::answer(view, form, typed, shown, |typed| {
        let base = typed.get("base").parse::<Hash>().unwrap_or(Hash::digest(&[]));
        let text = new_text(view, form, typed)?;
        match typed.get("do") {
            "" => {
                let effects = preview_text(&view.class, &text, &base).map_err(problem)?;
                let played = changed_origins(&view.class, &view.facts, &text).map_err(problem)?;
                Ok(answer::page(preview(view, &text, &base, (&effects, &played))))
            }
            "edit" => page(view, Some((&text, base)), false).map(answer::page),
            "save" => {
                let preview = typed.get("shown").parse::<Hash>().unwrap_or(Hash::digest(&[]));
                save_text(&view.class, SaveText { text, base, preview }).map_err(problem)?;
                // This view still has the earlier text.
                let (class, _) = view.place.current();
                view.place.note(&class.facts()?);
                Ok(see(&format!("{}?saved=1", view.address(ADDRESS))))
            }
            _ => Err(Problem::bad("unknown action")),
        }
    })
}

/// Returns the text that a form asks for.
fn new_text(view: &View, form: &str, typed: &FormValues) -> Result<String, Problem> {
    let on_disk = text_on_disk(&view.class).map_err(problem)?;
    if form == FIELDS {
        let before = typed.given(BEFORE);
        let fields = setting_fields(before.as_deref().unwrap_or(&on_disk))?.into_iter();
        let changed = fields.filter_map(|field| changed_value(typed, &field).map(|typed| (field, typed)));
        return Ok(set_fields(&on_disk, &changed.collect::<Vec<_>>())?);
    }
    if form == RULES {
        // The preview shows the text, which names the rules that are kept now.
        let game = open_rules(&typed.file(RULES)?)?;
        return Ok(with_rules(&view.class.folder, &on_disk, game)?);
    }
    // Browsers send each line break as CR LF.
    let text = typed.get(TEXT).replace("\r\n", "\n");
    Ok(if text == on_disk.replace("\r\n", "\n") { on_disk } else { text })
}

/// Returns the typed value of a field whose value was another one; `None` if the field was left alone.
fn changed_value(typed: &FormValues, field: &SettingField) -> Option<String> {
    let typed = typed.get(&field_name(&field.path)).trim();
    (typed != field.value).then(|| typed.to_owned())
}

/// Returns the name of a field in the form. Browsers encode quotes in names, and the server does not decode them.
fn field_name(path: &str) -> String {
    path.replace('"', "%22")
}

/// Returns the problem of a text, with its lines.
fn problem(error: OpenError) -> Problem {
    match error {
        OpenError::Text(problems) => Problem::bad(problems.render(false).trim_end()),
        OpenError::Record(error) => error.into(),
        error => Error::from(error).into(),
    }
}

/// Renders the page, with an unsaved text if there is one, and the hash of the text that it is based on.
fn page(view: &View, unsaved: Option<(&str, Hash)>, is_saved: bool) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let on_disk = text_on_disk(&view.class).map_err(problem)?;
    let refused = [FIELDS, TEXT, RULES].iter().find_map(|form| view.refused(form));
    let typed = view.refused(TEXT).map(|refused| refused.typed.get(TEXT));
    let text = typed.or(unsaved.map(|(text, _)| text)).unwrap_or(&on_disk);
    let base = Hash::digest(on_disk.as_bytes());
    let base_of_text = unsaved.map_or(base, |(_, base)| base);
    let has_changed = refused.is_some_and(|refused| refused.typed.get("base") != base.to_string());
    let content = html! {
        @if is_saved { p.notice role="status" { "Saved." } }
        @if let Some(warning) = view.warning.as_ref().filter(|_| refused.is_none()) {
            div.notice role="alert" { p { (in_lines(&warning.to_string())) } p { "Preview the text below to review it and confirm it, or correct it." } }
        }
        @if let Some(refused) = refused {
            div.notice role="alert" {
                @if refused.problem.what.contains('\n') { p { "The text has problems. Nothing was saved." } pre { (visible_lines(&refused.problem.what)) } }
                @else { p { (in_lines(&refused.problem.what)) } }
                @for hint in &refused.problem.hints { p { (with_code(hint)) } }
            }
        }
        @if has_changed { details open { summary { "The current text" } pre tabindex="0" { (visible_lines(&on_disk)) } } }
        p { "Each change is previewed first: you see which versions stop counting before you save. To close the class at once or reopen it, use the buttons of the " a href=(view.address("")) { "first page" } "." }
        p { "Deadlines follow the " a href=(view.address("staff/clock")) { "clock of this server" } "." }
        @if let Ok(fields) = setting_fields(&on_disk) {
            section {
                h2 { "Common settings" }
                (form(view, FIELDS, &base, &html! {
                    div.fields { @for field in &fields { (input(view, field)) } }
                    // A hidden input would lose the line breaks.
                    textarea hidden name=(BEFORE) { "\n" (on_disk) }
                }))
            }
        }
        @if view.class.plan.game.module().is_some() {
            section {
                h2 { label for="rules" { "Rules of the game" } }
                p { "Choose a file with the new rules. Tournaments that have begun keep their rules." }
                (form(view, RULES, &base, &html! {
                    p { input id="rules" type="file" name=(RULES) accept=".py,.js,.ts,.wasm,.wat" required; }
                }))
            }
        }
        section {
            h2 { label for="class-text" { "All settings: class.toml" } }
            (form(view, TEXT, &base_of_text, &html! {
                p { textarea.code id="class-text" name=(TEXT) rows="28" spellcheck="false" autocomplete="off" required { "\n" (text) } }
            }))
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

fn form(view: &View, name: &str, base: &Hash, fields: &Markup) -> Markup {
    html! {
        form method="post" action=(view.address(ADDRESS)) enctype="multipart/form-data" {
            (form_mark(view))
            input type="hidden" name="form" value=(name);
            input type="hidden" name="base" value=(base);
            (fields)
            p { button.main type="submit" { "Preview changes" } }
        }
    }
}

fn input(view: &View, SettingField { path, label, kind, value }: &SettingField) -> Markup {
    let name = field_name(path);
    // Another teacher may have changed the fields that this one left alone.
    let typed = view.refused(FIELDS).and_then(|RefusedForm { typed, .. }| {
        let before = setting_fields(typed.get(BEFORE)).ok()?;
        let before = before.into_iter().find(|before| before.path == *path)?;
        changed_value(typed, &before)
    });
    let value = typed.as_deref().unwrap_or(value);
    // Shown while the field is empty.
    let absent = match path.as_str() {
        "class.deadline" => "2026-12-01 23:59",
        "class.late_days" => "0",
        "class.languages" => "wasm, javascript, python",
        "class.visible" => "default: all",
        "class.live" => "default: nobody",
        "quota.interval" => "none; for example 5m",
        path if path.starts_with("quota.") => "no limit",
        path if path.starts_with("section.") => "same as the class",
        _ => "",
    };
    html! {
        label {
            (visible(label)) " "
            @match kind {
                SettingKind::Word(words) => select name=(name) {
                    option value="" { (absent) }
                    @for word in *words { option value=(word) selected[*word == value] { (word) } }
                },
                SettingKind::Number => input type="text" inputmode="numeric" name=(name) value=(value) placeholder=(absent);,
                SettingKind::Text | SettingKind::List => input type="text" name=(name) value=(value) placeholder=(absent);,
            }
        }
    }
}

/// Renders the late days and badges of versions that have played, as far as a text changes them.
fn beside_grades(played: &[ChangedOrigin]) -> Markup {
    let columns = [("Late days", 0), ("Requirements met", 1)];
    let columns: Vec<_> = columns
        .into_iter()
        .filter(|(_, at)| played.iter().any(|one| one.before[*at] != one.after[*at]))
        .collect();
    html! {
        @if !played.is_empty() {
            p.notice { "Late days and requirements are shown beside grades, and change for versions that have played:" }
            div.scroll tabindex="0" role="region" aria-label="Late days and requirements beside grades" {
                table {
                    thead { tr { th scope="col" { "Tournament" } th scope="col" { "Student or team" } @for (title, _) in &columns { th scope="col" { (title) } } } }
                    tbody { @for one in played { tr {
                        td { (visible(&one.run)) }
                        th.name scope="row" { (visible(&one.alias)) }
                        @for (_, at) in &columns { td {
                            @let (before, after) = (&one.before[*at], &one.after[*at]);
                            @if before == after { (before) } @else { del.soft { (before) } " " b { (after) } }
                        } }
                    } } }
                }
            }
        }
    }
}

/// Renders the effects of a text.
fn preview(view: &View, text: &str, base: &Hash, (effects, played): (&Adoption, &[ChangedOrigin])) -> Markup {
    let Adoption { differences, deadlines_moved, stop_counting, start_counting, .. } = effects;
    let stops = match stop_counting.len() {
        0 => "Every version that counts now still does.".to_owned(),
        1 => "1 version stops counting:".to_owned(),
        count => format!("{count} versions stop counting:"),
    };
    let content = html! {
        p { "Nothing has changed yet." }
        @if differences.is_empty() { p { "No setting changes" @if effects.changed { ", only comments or the layout of the text" } "." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Changes" {
                table {
                    thead { tr { th scope="col" { "Setting" } th scope="col" { "Before" } th scope="col" { "After" } } }
                    tbody { @for one in differences { tr {
                        th scope="row" { code { (visible(&one.key)) } }
                        td { del.soft { (visible(&one.before)) } }
                        td { b { (visible(&one.after)) } }
                    } } }
                }
            }
        }
        @if *deadlines_moved > 0 { p { "Students and teams with a different final deadline: " (deadlines_moved) "." } }
        @if effects.changed {
            p.notice[!stop_counting.is_empty()] { (stops) }
            @if !stop_counting.is_empty() { ul { @for one in stop_counting { li {
                b { (visible(&one.alias)) } ": " (link(view, one.submission)) ", " (visible(&one.why))
            } } } }
            @if !start_counting.is_empty() {
                p { "Start counting:" }
                ul { @for one in start_counting { li { b { (visible(&one.alias)) } ": " (link(view, one.submission)) } } }
            }
            p { "No place and no grade changes: tournaments that were played keep their versions and results. The next one plays the versions that count then." }
            (beside_grades(played))
        }
        details { summary { "The whole text" } pre tabindex="0" { (visible_lines(text)) } }
        form method="post" action=(view.address(ADDRESS)) enctype="multipart/form-data" {
            (form_mark(view))
            input type="hidden" name="base" value=(base);
            input type="hidden" name="shown" value=(effects.hash());
            // A hidden input would lose the line breaks.
            textarea hidden name=(TEXT) { "\n" (text) }
            p {
                button.main type="submit" name="do" value="save" { "Save" } " "
                button type="submit" name="do" value="edit" { "Edit the text" } " "
                a href=(view.address(ADDRESS)) { "Cancel" }
            }
        }
    };
    staff_layout::below(view, TITLE, "Preview of the settings", &content)
}

fn link(view: &View, submission: u32) -> Markup {
    html! { a href=(view.address(&format!("submissions/{submission}"))) { "submission " (submission) } }
}
