//! Runs of the class: their reports, as far as the caller may see them.

use std::fs;
use std::path::{self, Component, PathBuf};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use class_operations::runs::{ShownRun, shown_runs};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::in_address;
use super::results;
use crate::answer::personal;
use crate::class_visit::View;
use crate::problem::Problem;
use crate::url_parameters::Path;

/// Content security policy of a report, in addition to the one in its own pages.
const POLICY: &str = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'";

/// Returns the runs that the caller may see.
pub(crate) fn shown(view: &View) -> Vec<ShownRun> {
    if view.reader().is_none() {
        return shown_runs(&view.class, &view.facts, None);
    }
    results(view).map(|seen| shown_runs(&view.class, &view.facts, Some(&seen))).unwrap_or_default()
}

/// Lists these runs; `more` renders further details of one.
pub(super) fn list(view: &View, more: &dyn Fn(&ShownRun) -> Markup) -> Markup {
    let runs = shown(view);
    html! {
        @if !runs.is_empty() {
            section id="runs" {
                h2 { (text!(view, "tournaments")) }
                ul { @for run in &runs {
                    li {
                        a href=(address(view, &run.name)) { (visible(&run.name)) }
                        (more(run))
                        @if !run.is_complete { " (incomplete; visible to staff only)" }
                    }
                } }
            }
        }
    }
}

/// Returns the address of a run's report.
pub(super) fn address(view: &View, run: &str) -> String {
    view.address(&format!("runs/{}/index.html", in_address(run)))
}

/// Returns a file of a run's report.
pub(crate) fn file(
    view: &View,
    Path((_, name, path)): Path<(String, String, String)>,
) -> Result<Response, Problem> {
    let not_found = || Problem::not_found("there is no such page");
    let run = shown(view).into_iter().find(|run| run.name == name).ok_or_else(not_found)?;
    let answer = file_within(&run.pages, &path).ok_or_else(not_found)?;
    // The report may have been replaced while the file was read.
    if run.has_same_report() { Ok(answer) } else { Err(not_found()) }
}

/// Returns a file of a report in a folder; `None` if there is none.
pub(super) fn file_within(folder: &path::Path, path: &str) -> Option<Response> {
    let file = within(folder, path)?;
    Some(answer(fs::read(&file).ok()?, &file))
}

/// Returns a file of a report, with a content type by its extension.
pub(super) fn answer(bytes: Vec<u8>, file: &path::Path) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind(file)),
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    (headers, bytes).into_response()
}

/// Resolves a file of a report in a folder: never a private or hidden file, and never one outside the folder.
fn within(folder: &path::Path, path: &str) -> Option<PathBuf> {
    let is_plain = |part: Component<'_>| {
        let Component::Normal(part) = part else { return false };
        part.to_str().is_some_and(|part| {
            !part.starts_with('.') && !part.eq_ignore_ascii_case("private") && !part.contains(['\\', ':'])
        })
    };
    if path.is_empty() || !path::Path::new(path).components().all(is_plain) {
        return None;
    }
    let file = folder.join(path);
    // A symbolic link in a report could lead out of it.
    let (real, root) = (fs::canonicalize(&file).ok()?, fs::canonicalize(folder).ok()?);
    (real.strip_prefix(&root).ok()? == path::Path::new(path) && real.is_file()).then_some(real)
}

fn kind(file: &path::Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("csv") => "text/csv; charset=utf-8",
        Some("json" | "jsonl") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Returns a self-contained page: a match in the viewer, or a report. The page has its own content security policy.
pub(super) fn whole_page(text: String) -> Response {
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], personal("text/html; charset=utf-8", text)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_report_is_reached() {
        let top = tempfile::tempdir().unwrap();
        let run = top.path().join("run");
        for folder in ["app", "private", ".hidden"] {
            fs::create_dir_all(run.join(folder)).unwrap();
        }
        for file in ["run/index.html", "run/app/a.js", "run/private/ledger.sqlite", "run/.hidden/x", "secret"]
        {
            fs::write(top.path().join(file), "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(top.path().join("secret"), run.join("link")).unwrap();
        let reached = |path: &str| within(&run, path).is_some();
        assert!(reached("index.html") && reached("app/a.js"));
        for path in [
            "",
            "app",
            "private/ledger.sqlite",
            "Private/ledger.sqlite",
            ".hidden/x",
            "../secret",
            "app/../../secret",
            "/etc/hostname",
            "link",
            "app/../index.html",
            "app//../../secret",
            "nothing",
        ] {
            assert!(!reached(path), "{path}");
        }
    }
}
