//! Problems of a tournament's text, each with its place.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// Something in the text that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one line.
    pub message: String,
    /// Where: byte offsets into the text. Empty at 0 for what is missing altogether.
    pub span: Range<usize>,
    /// What to do.
    pub hints: Vec<String>,
}

impl Problem {
    /// A problem at a place.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { message: message.into(), span, hints: Vec::new() }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hints.push(hint.into());
        self
    }
}

/// A text with all its problems, in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    name: String,
    text: String,
    list: Vec<Problem>,
}

impl Problems {
    /// The problems of a text; `name` is how the file is called in messages.
    pub fn new(name: impl Into<String>, text: impl Into<String>, mut list: Vec<Problem>) -> Problems {
        list.sort_by_key(|problem| (problem.span.start, problem.span.end));
        Problems { name: name.into(), text: text.into(), list }
    }

    /// The problems.
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// All problems as a terminal shows them: message, file, line, the text with a caret, hints.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let shown: Vec<String> =
            self.list.iter().map(|problem| self.render_one(problem, &renderer)).collect();
        shown.join("\n\n")
    }

    fn render_one(&self, problem: &Problem, renderer: &Renderer) -> String {
        let start = self.text.floor_char_boundary(problem.span.start.min(self.text.len()));
        let end = self.text.floor_char_boundary(problem.span.end.min(self.text.len())).max(start);
        let snippet = Snippet::source(self.text.as_str())
            .path(self.name.as_str())
            .annotation(AnnotationKind::Primary.span(start..end));
        let mut group = Level::ERROR.primary_title(problem.message.as_str()).element(snippet);
        for hint in &problem.hints {
            group = group.element(Level::HELP.with_name("hint").message(hint.as_str()));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}
