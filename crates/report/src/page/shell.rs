//! What every page has: head, style, the promise to load nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use viewer::{ICON, STYLE};

use crate::shown::visible;

/// Makes pages of one tournament. The style sheet is part of each page, so that a single page can be passed on.
pub(crate) struct Shell {
    style: String,
    policy: String,
    tournament: String,
    /// Seconds after which a page reloads, if it does.
    reload: Option<u32>,
}

impl Shell {
    /// For a tournament of this name.
    pub(crate) fn new(tournament: &str) -> Shell {
        Shell::styled(tournament, "")
    }

    /// With more style than all pages have.
    pub(crate) fn styled(tournament: &str, more: &str) -> Shell {
        let style = format!("{STYLE}{more}");
        // Nothing is loaded and nothing runs: the one style sheet is allowed by its hash, the icon is part of its address.
        let policy = format!(
            "default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
            viewer::source_hash(&style)
        );
        Shell { style, policy, tournament: visible(tournament), reload: None }
    }

    /// The same, for pages that reload after some seconds.
    pub(crate) fn reloading(self, seconds: u32) -> Shell {
        Shell { reload: Some(seconds), ..self }
    }

    pub(crate) fn page(&self, title: Option<&str>, body: &Markup) -> String {
        let title = match title {
            Some(title) => format!("{} · {}", visible(title), self.tournament),
            None => self.tournament.clone(),
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(self.policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content="Muster";
                    @if let Some(seconds) = self.reload { meta http-equiv="refresh" content=(seconds); }
                    title { (title) }
                    link rel="icon" href=(ICON);
                    style { (PreEscaped(&self.style)) }
                }
                body { (body) }
            }
        };
        page.into_string() + "\n"
    }
}
