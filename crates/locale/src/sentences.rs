//! Translations of English sentences.
//!
//! The sentences of lower crates are English, and some are on record. A template of `sentences.ftl` recognizes such a
//! sentence, and its arguments fill the translation.

use std::sync::OnceLock;

use fluent_bundle::{FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, PatternElement};

use crate::Arguments;
use crate::bundle::{Bundle, english_sentences};

/// An English sentence with places for arguments.
pub(crate) struct Template {
    key: String,
    pieces: Vec<Piece>,
}

enum Piece {
    Text(String),
    Argument(String),
}

/// Returns the templates of English sentences.
pub(crate) fn templates() -> &'static [Template] {
    static TEMPLATES: OnceLock<Vec<Template>> = OnceLock::new();
    TEMPLATES.get_or_init(|| Template::all_of(&english_sentences()))
}

/// Returns the translation of a sentence; `None` if no template matches it. `depth` is the number of levels of
/// sentences within sentences to translate.
pub(crate) fn translate(bundle: &Bundle, sentence: &str, depth: u8) -> Option<String> {
    let below = depth.checked_sub(1)?;
    let (key, values) = templates().iter().find_map(|template| {
        let mut values = Vec::new();
        matches(&template.pieces, sentence, &mut values).then_some((&template.key, values))
    })?;
    let mut arguments = Arguments::default();
    for (name, value) in values {
        let translation = (!is_name(name))
            .then(|| translate(bundle, value, below).or_else(|| bundle.with_local_date(value)));
        arguments.0.set(
            name,
            match translation {
                None => FluentValue::from(value),
                Some(Some(translation)) => FluentValue::from(translation),
                // A file may be called 007.
                Some(None) if value.len() > 1 && value.starts_with('0') && !value.starts_with("0.") => {
                    FluentValue::from(value)
                }
                Some(None) => FluentValue::try_number(value),
            },
        );
    }
    Some(bundle.format(key, &arguments))
}

/// Returns `true` for an argument that is a name, which is never translated: `name`, or `…-name`.
fn is_name(argument: &str) -> bool {
    argument.rsplit('-').next() == Some("name")
}

/// Matches a sentence, and collects the values of its arguments. Each is as short as possible and not empty.
fn matches<'t>(pieces: &'t [Piece], sentence: &'t str, values: &mut Vec<(&'t str, &'t str)>) -> bool {
    let (argument, text, rest) = match pieces {
        [] => return sentence.is_empty(),
        [Piece::Text(text), rest @ ..] => {
            let left = sentence.strip_prefix(text.as_str());
            return left.is_some_and(|left| matches(rest, left, values));
        }
        [Piece::Argument(argument), Piece::Text(text), rest @ ..] => (argument, text.as_str(), rest),
        [Piece::Argument(argument), rest @ ..] => (argument, "", rest),
    };
    let end = if rest.is_empty() {
        sentence.strip_suffix(text).map(str::len)
    } else {
        sentence.match_indices(text).map(|(at, _)| at).find(|at| *at > 0)
    };
    let Some(end) = end.filter(|end| *end > 0) else { return false };
    values.push((argument, &sentence[..end]));
    matches(rest, &sentence[end + text.len()..], values)
}

impl Template {
    /// Returns the templates of a text. Those with more words come first, since they say more.
    pub(crate) fn all_of(resource: &FluentResource) -> Vec<Template> {
        let messages = resource.entries().filter_map(|entry| match entry {
            Entry::Message(message) => Template::new(message),
            _ => None,
        });
        let mut all: Vec<Template> = messages.collect();
        all.sort_by_key(|template| std::cmp::Reverse(template.length()));
        all
    }

    fn new(message: &Message<&str>) -> Option<Template> {
        let elements = &message.value.as_ref()?.elements;
        let piece = |element: &PatternElement<&str>| match element {
            PatternElement::TextElement { value } => Some(Piece::Text((*value).to_owned())),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::VariableReference { id } => Some(Piece::Argument(id.name.to_owned())),
                InlineExpression::StringLiteral { value } => Some(Piece::Text((*value).to_owned())),
                _ => None,
            },
            PatternElement::Placeable { .. } => None,
        };
        let pieces = elements.iter().map(piece).collect::<Option<Vec<Piece>>>()?;
        Some(Template { key: message.id.name.to_owned(), pieces })
    }

    fn length(&self) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Argument(_) => 0,
        };
        self.pieces.iter().map(length).sum()
    }
}
