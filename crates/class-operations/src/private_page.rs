//! A self-contained page for the teacher only. It loads nothing and contains no scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use viewer::{ICON, STYLE};

/// Returns the page, with its own styles in addition to the common ones.
pub(crate) fn private_page(title: &str, own_style: &str, content: &Markup) -> String {
    let style = format!("{STYLE}{own_style}");
    let policy = format!(
        "default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        viewer::source_hash(&style)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="generator" content="Muster";
                title { (title) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(&style)) }
            }
            body { main { (content) } }
        }
    };
    page.into_string() + "\n"
}
