//! What every page has: head, style, the promise to load nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use viewer::{ICON, STYLE};

use super::long_list;
use crate::shown::visible;

/// Makes pages of one tournament. The style sheet is part of each page, so that a single page can be passed on.
pub(crate) struct Shell {
    style: String,
    tournament: String,
    /// A script of every page, if there is one.
    script: Option<&'static str>,
}

impl Shell {
    /// For a tournament of this name.
    pub(crate) fn new(tournament: &str) -> Shell {
        Shell::styled(tournament, "")
    }

    /// With more style than all pages have.
    pub(crate) fn styled(tournament: &str, more: &str) -> Shell {
        let style = format!("{STYLE}{more}");
        Shell { style, tournament: visible(tournament), script: None }
    }

    /// The same, for pages with a script, which stands at their end.
    pub(crate) fn with_script(self, script: &'static str) -> Shell {
        Shell { script: Some(script), ..self }
    }

    /// Nothing is loaded: the style sheet and scripts are allowed by their hashes, the icon is part of its address.
    fn policy(&self, scripts: &[&str]) -> String {
        let hashes: Vec<String> = scripts.iter().map(|script| viewer::source_hash(script)).collect();
        let scripts =
            if hashes.is_empty() { String::new() } else { format!("script-src {}; ", hashes.join(" ")) };
        format!(
            "default-src 'none'; style-src {}; {scripts}img-src data:; base-uri 'none'; form-action 'none'",
            viewer::source_hash(&self.style)
        )
    }

    pub(crate) fn page(&self, title: Option<&str>, body: &Markup) -> String {
        let title = match title {
            Some(title) => format!("{} · {}", visible(title), self.tournament),
            None => self.tournament.clone(),
        };
        let cutting = long_list::is_in(body).then_some(long_list::SCRIPT);
        let scripts: Vec<&str> = cutting.into_iter().chain(self.script).collect();
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(self.policy(&scripts));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content="Muster";
                    title { (title) }
                    link rel="icon" href=(ICON);
                    style { (PreEscaped(&self.style)) }
                    @if let Some(script) = cutting { script { (PreEscaped(script)) } }
                }
                body {
                    (body)
                    @if let Some(script) = self.script { script { (PreEscaped(script)) } }
                }
            }
        };
        page.into_string() + "\n"
    }
}
