//! The first page of a class that is still to be made, behind its one-time link.

use class_model::Zone;
use class_operations::backup::RestoredRuns;
use game::visible;
use games::GAMES;
use locale::Locale;
use maud::{Markup, html};

use super::layout::Frame;
use super::{carried_file, problem};
use crate::app::{App, NewClass};
use crate::form_values::{FILE, FormValues};
use crate::problem::Problem;

/// The choice of a game from a file.
pub(crate) const OWN_RULES: &str = "file";
/// Maximum number of bytes of a teacher's name.
pub(crate) const LONGEST_NAME: usize = 100;

/// A rejected form of the page.
pub(crate) struct Refused {
    pub(crate) typed: FormValues,
    pub(crate) problem: Problem,
    /// `true` for the form that restores a backup.
    pub(crate) is_restore: bool,
}

/// Renders the forms, one of them with the reason why it was refused.
pub(crate) fn forms(app: &App, secret: &str, refused: Option<&Refused>) -> Markup {
    let none = FormValues::default();
    let of = |is_restore: bool| refused.filter(|refused| refused.is_restore == is_restore);
    let typed = |is_restore: bool| of(is_restore).map_or(&none, |refused| &refused.typed);
    let content = html! {
        @if let Some(refused) = of(false) { (problem::alert(&refused.problem, Locale::English)) }
        (form(app, secret, typed(false)))
        section id="restore" {
            h2 { "Restore a backup" }
            p { "If you have a backup of a class, upload it instead. The class continues here as it was, with its students, submissions, runs and links." }
            @if let Some(refused) = of(true) { (problem::alert(&refused.problem, Locale::English)) }
            form method="post" action={ (app.path) "/-/enter/" (secret) "/restore" } enctype="multipart/form-data" {
                div.fields {
                    label { "Backup " input type="file" name="file" accept=".zip,application/zip" required; }
                    (name_field(typed(true)))
                }
                p.soft { "You get a new personal link as a teacher. If the class knows you by this name, it replaces your earlier link." }
                p { button type="submit" { "Restore the class" } }
            }
        }
    };
    Frame::of_service("New class", &app.path).page(&content)
}

fn name_field(typed: &FormValues) -> Markup {
    html! { label { "Your name " input type="text" name="teacher" value=(typed.get("teacher")) maxlength=(LONGEST_NAME) autocomplete="name" required; } }
}

fn form(app: &App, secret: &str, typed: &FormValues) -> Markup {
    html! {
        p { "Everything can be changed later, except the game once students have handed in." }
        form method="post" action={ (app.path) "/-/enter/" (secret) } enctype="multipart/form-data" {
            div.fields {
                label { "Name of the class " input type="text" name="name" value=(typed.get("name")) required; }
                label { "Game " select name="game" required {
                    option value="" { "choose" }
                    @for game in GAMES { option value=(game.name()) selected[typed.get("game") == game.name()] { (game.title()) } }
                    option value=(OWN_RULES) selected[typed.get("game") == OWN_RULES] { "a game from a file" }
                } }
                label { "File with the rules of another game " input type="file" name="rules" accept=".py,.js,.ts,.wasm,.wat"; }
                label { "Time zone " input type="text" name="zone" list="zones" value=(typed.get("zone")) placeholder="Europe/Berlin" autocomplete="off" required; }
                label { "Deadline " input type="datetime-local" name="deadline" value=(typed.get("deadline")) required; }
                label { "Submissions per 24 hours (empty: no limit) " input type="text" inputmode="numeric" name="per-day" value=(typed.get("per-day")); }
                (name_field(typed))
            }
            @if let Some(chosen) = carried_file(typed, "rules") { (chosen) }
            datalist id="zones" { @for zone in Zone::names() { option value=(zone) {} } }
            h2 { "Students" }
            p { label for="roster" { "Paste the roster as CSV with a line of headings, choose a file, or leave both empty and import it later." } }
            p { textarea.code id="roster" name="roster" rows="6" spellcheck="false" placeholder="id,name,section" { "\n" (typed.get("roster")) } }
            @if let Some(chosen) = carried_file(typed, FILE) { (chosen) }
            p { label { "A file " input type="file" name=(FILE) accept=".csv,text/csv"; } }
            p { button.main type="submit" { "Create the class" } }
        }
    }
}

/// Renders the link of the first teacher of a new class, and the runs of a restored one.
pub(crate) fn welcome(app: &App, made: &NewClass, runs: Option<&RestoredRuns>) -> Markup {
    let (home, teacher) = (&made.class.home, &made.teacher);
    let students = match made.students {
        0 => "The class has no students yet.".to_owned(),
        1 => "The class has 1 student.".to_owned(),
        count => format!("The class has {count} students."),
    };
    let link = format!("{}{home}enter/{}", app.url, made.link.reveal());
    let content = html! {
        p { "You are signed in as " b { (visible(teacher)) ", teacher" } ". " (students) }
        p { "This link signs you in as " b { (visible(teacher)) ", teacher" } " in other browsers and later. Keep it private. It is shown only once: save it now." }
        p { a href=(link) { (link) } }
        @if let Some(RestoredRuns { proved, whole, differing }) = runs {
            p { "Every file of the backup and the class\u{2019}s record were checked. Tournaments with the results that the record has: " (proved) "; others, consistent in themselves: " (whole) "." }
            @for (run, why) in differing { p.notice role="alert" { (visible(run)) " differs from the record: " (visible(why)) } }
        }
        p { a.main href=(home) { "Go to the class" } }
    };
    Frame::of_service("The class is ready", &app.path).page(&content)
}
