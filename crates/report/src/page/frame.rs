//! The common parts of all pages: head, style, content security policy.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use viewer::{ICON, STYLE};

use super::long_list;
use crate::formatting::visible;

/// Makes pages of one tournament. The style sheet is part of each page, so that a single page can be shared.
pub(crate) struct Shell {
    style: String,
    tournament: String,
    /// The script of every page; `None` for pages without one.
    script: Option<&'static str>,
}

impl Shell {
    /// Returns a shell for a tournament of this name.
    pub(crate) fn new(tournament: &str) -> Shell {
        Shell::styled(tournament, "")
    }

    /// Returns a shell with additional style.
    pub(crate) fn styled(tournament: &str, more: &str) -> Shell {
        let style = format!("{STYLE}{more}");
        Shell { style, tournament: visible(tournament), script: None }
    }

    /// Adds a script, which is placed at the end of each page.
    pub(crate) fn with_script(self, script: &'static str) -> Shell {
        Shell { script: Some(script), ..self }
    }

    /// Returns the content security policy. Nothing is loaded: the style sheet and scripts are allowed by their hashes,
    /// and the icon is a data URL.
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
