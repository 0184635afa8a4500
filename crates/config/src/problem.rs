//! Problems of a tournament's text, each with its place.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use game::visible;

/// Maximum number of reported problems. A text with more repeats one mistake, and the rest of it is not read.
pub(crate) const MOST: usize = 100;
/// Maximum length of a message in bytes.
const LONGEST: usize = 1000;

/// A problem in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The message, in one line.
    pub message: String,
    /// The place, as byte offsets into the text. Empty at 0 if something is missing altogether.
    pub span: Range<usize>,
    /// The line of another file named in the text, if the mistake is in that file.
    pub line: Option<OtherLine>,
    /// Advice on how to fix it.
    pub hints: Vec<String>,
}

/// A line of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLine {
    /// The file as the tournament's text names it.
    pub file: String,
    /// The number of the line, from 1.
    pub number: usize,
    /// The line.
    pub text: String,
}

impl Problem {
    /// Creates a problem at a place.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { message: inert(&message.into()), span, line: None, hints: Vec::new() }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hints.push(inert(&hint.into()));
        self
    }

    /// Places the problem in a line of another file.
    #[must_use]
    pub fn in_line(mut self, line: OtherLine) -> Problem {
        self.line = Some(OtherLine { file: visible(&line.file), ..line });
        self
    }
}

/// Returns a message in one line of limited length, regardless of the text that it quotes.
fn inert(message: &str) -> String {
    let mut shown = visible(message);
    if shown.len() > LONGEST {
        shown.truncate(shown.floor_char_boundary(LONGEST));
        shown.push('…');
    }
    shown
}

/// A text with its problems in the order of their places, up to a hundred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    name: String,
    text: String,
    list: Vec<Problem>,
    are_more: bool,
}

impl Problems {
    /// Collects the problems of a text; `name` is the file's name in messages.
    pub fn new(name: impl Into<String>, text: impl Into<String>, mut list: Vec<Problem>) -> Problems {
        let line = |problem: &Problem| problem.line.as_ref().map_or(0, |line| line.number);
        list.sort_by_key(|problem| (problem.span.start, problem.span.end, line(problem)));
        let are_more = list.len() > MOST;
        list.truncate(MOST);
        Problems { name: visible(&name.into()), text: text.into(), list, are_more }
    }

    /// Returns the problems.
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// Returns their number, for people: `3 problems`.
    pub fn count(&self) -> String {
        match self.list.len() {
            1 => "1 problem".to_owned(),
            count if self.are_more => format!("more than {count} problems"),
            count => format!("{count} problems"),
        }
    }

    /// Returns line and column of a byte offset, both from 1. The column counts characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// Formats the problems for a terminal: message, file, line, the text with a caret, hints.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let mut shown: Vec<String> =
            self.list.iter().map(|problem| self.render_one(problem, &renderer)).collect();
        if self.are_more {
            shown.push(format!("reading stopped after {MOST} problems: fix these first"));
        }
        shown.join("\n\n")
    }

    fn render_one(&self, problem: &Problem, renderer: &Renderer) -> String {
        let title = Level::ERROR.primary_title(problem.message.as_str());
        let mut group = match &problem.line {
            Some(line) => title.element(snippet(&line.file, line.number, &line.text, 0..line.text.len())),
            None if problem.span == (0..0) => {
                Group::with_title(title).element(Origin::path(self.name.as_str()))
            }
            None => title.element(self.snippet(&problem.span)),
        };
        for hint in &problem.hints {
            group = group.element(Level::HELP.with_name("hint").message(hint.as_str()));
        }
        renderer.render(&[group])
    }

    /// Returns the first line of a span, with the mark cut at its end, since rendering uses nothing else.
    fn snippet(&self, span: &Range<usize>) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        let text = self.text.as_str();
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let end = text.floor_char_boundary(span.end.min(text.len())).max(start);
        let number = text[..line_start].matches('\n').count() + 1;
        let within = |offset: usize| (offset - line_start).min(line.len());
        snippet(&self.name, number, line, within(start)..within(end))
    }
}

/// Returns a line with invisible characters spelled out, except tabs, which indent.
fn visible_line(line: &str) -> String {
    line.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

fn snippet<'a>(
    path: &'a str,
    number: usize,
    line: &str,
    span: Range<usize>,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let [before, marked, behind] =
        [&line[..span.start], &line[span.clone()], &line[span.end..]].map(visible_line);
    let span = before.len()..before.len() + marked.len();
    let annotation = AnnotationKind::Primary.span(span);
    Snippet::source(before + &marked + &behind).line_start(number).path(path).annotation(annotation)
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}
