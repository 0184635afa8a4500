//! Messages with links and other elements in their sentences.
//!
//! A message marks them as `<name>text</name>`, or as `{ $name }` for an element that is inserted whole. `<b>` and
//! `<code>` need no element.

use locale::FluentValue;
use maud::{Markup, html};

/// An element of a sentence.
pub(super) enum Part {
    /// A link around a text, with its address.
    Link(String),
    /// An element that is inserted.
    Inserted(Markup),
}

impl From<Markup> for Part {
    fn from(element: Markup) -> Part {
        Part::Inserted(element)
    }
}

/// Returns a link around a text.
pub(super) fn link(address: impl Into<String>) -> Part {
    Part::Link(address.into())
}

/// Formats a message with elements: `rich!(view, "key", count = 3; at = time(view, at), a = link(address))`.
macro_rules! rich {
    ($view:expr, $key:expr $(, $name:ident = $value:expr)* $(; $($part:ident = $element:expr),+)? $(,)?) => {{
        let arguments = ::locale::Arguments::default()
            $(.with(stringify!($name), $crate::pages::rich_text::without_tags($value)))*
            $($(.with(stringify!($part), concat!("<", stringify!($part), "/>")))+)?;
        let text = ::locale::Locale::from($view).text($key, &arguments);
        $crate::pages::rich_text::rendered(&text, &[
            $($((stringify!($part), $crate::pages::rich_text::Part::from($element))),+)?
        ])
    }};
}
pub(super) use rich;

/// Stands for `<` in an argument, so that no argument can be read as a tag.
const LESS: &str = "\u{e000}";

/// Returns an argument in which nothing is read as a tag.
pub(super) fn without_tags<'a>(value: impl Into<FluentValue<'a>>) -> FluentValue<'a> {
    match value.into() {
        FluentValue::String(text) => FluentValue::from(text.replace('<', LESS)),
        other => other,
    }
}

/// Renders a text with its elements.
pub(super) fn rendered(text: &str, parts: &[(&str, Part)]) -> Markup {
    let plain = |text: &str| text.replace(LESS, "<");
    let tag = text.split_once('<').and_then(|(before, rest)| {
        let (name, rest) = rest.split_once('>')?;
        if let Some(name) = name.strip_suffix('/') {
            return Some((before, name, None, rest));
        }
        let (inner, after) = rest.split_once(&format!("</{name}>"))?;
        Some((before, name, Some(inner), after))
    });
    let Some((before, name, inner, after)) = tag else { return html! { (plain(text)) } };
    let part = parts.iter().find(|(own, _)| *own == name).map(|(_, part)| part);
    let inner = inner.map(|inner| rendered(inner, parts));
    let element = match (part, inner) {
        (Some(Part::Link(address)), Some(inner)) => html! { a href=(address) { (inner) } },
        (Some(Part::Inserted(element)), None) => element.clone(),
        (None, Some(inner)) if name == "b" => html! { b { (inner) } },
        (None, Some(inner)) if name == "code" => html! { code { (inner) } },
        (_, inner) => {
            debug_assert!(false, "{name} is no element of {text:?}");
            inner.unwrap_or_default()
        }
    };
    html! { (plain(before)) (element) (rendered(after, parts)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stand_in_their_sentence() {
        let check = |text: &str, html: &str| {
            let parts = [("a", link("#x&y")), ("at", Part::from(html! { i { "now" } }))];
            assert_eq!(rendered(text, &parts).into_string(), html);
        };
        check("plain & simple", "plain &amp; simple");
        check("<a>Go</a> on", "<a href=\"#x&amp;y\">Go</a> on");
        check("since <at/>: <b>no</b> <code>cd</code>.", "since <i>now</i>: <b>no</b> <code>cd</code>.");
        check("1 < 2", "1 &lt; 2");
        check("a \u{e000}at/>", "a &lt;at/&gt;");
    }
}
