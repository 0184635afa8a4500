//! The notation of actions: templates with parts, both ways.

use crate::declaration::DeclaredAction;

/// A kind of action as text.
#[derive(Debug)]
pub(crate) struct Template {
    segments: Vec<Segment>,
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Segment {
    Literal(String),
    Part(usize),
}

/// A part of a payload.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    /// The largest value in the payload.
    pub(crate) most: u64,
    /// The value that 0 in the payload stands for.
    pub(crate) least: i64,
    labels: Vec<String>,
}

impl Part {
    /// Returns the value in a payload.
    pub(crate) fn of(&self, payload: u64) -> u64 {
        payload >> self.shift & ((1 << self.width) - 1)
    }
}

impl Template {
    /// Reads the template of a kind whose parts have valid ranges.
    ///
    /// # Errors
    /// A sentence for the author.
    pub(crate) fn new(action: &DeclaredAction) -> Result<Template, String> {
        let notation = &action.notation;
        let names: Vec<&str> = action.parts.iter().map(|part| part.name.as_str()).collect();
        let segments = segments(notation, &names)?;
        for (index, name) in names.iter().enumerate() {
            let is_it = |segment: &&Segment| matches!(segment, Segment::Part(at) if *at == index);
            let used = segments.iter().filter(is_it).count();
            if used != 1 {
                return Err(format!("`{notation}` must name {{{name}}} once, not {used} times"));
            }
        }
        let literals = segments.iter().filter_map(|segment| match segment {
            Segment::Literal(literal) => Some(literal),
            Segment::Part(_) => None,
        });
        for word in literals.chain(action.parts.iter().flat_map(|part| &part.labels)) {
            if word.is_empty() || word.contains(is_no_notation) {
                return Err(format!(
                    "`{}` cannot be written in notation: a space, a colon, a semicolon, a brace or an invisible \
                     character, or nothing",
                    game::visible(word)
                ));
            }
        }
        if segments.is_empty() {
            return Err("the notation is empty".to_owned());
        }
        let mut shift = 0;
        let parts = action.parts.iter().map(|part| {
            let most = (part.max - part.min) as u64;
            let width = u64::BITS - most.leading_zeros();
            shift += width;
            Part { shift: shift - width, width, most, least: part.min, labels: part.labels.clone() }
        });
        Ok(Template { parts: parts.collect(), segments })
    }

    /// The parts, from the lowest bit.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Appends an action by its payload.
    pub(crate) fn write(&self, payload: u64, text: &mut String) {
        use std::fmt::Write;
        for segment in &self.segments {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                Segment::Part(part) => {
                    let part = &self.parts[*part];
                    let value = part.of(payload);
                    match part.labels.get(value as usize) {
                        Some(label) => text.push_str(label),
                        // Writing to a text does not fail.
                        None => drop(write!(text, "{}", part.least.saturating_add(value as i64))),
                    }
                }
            }
        }
    }

    /// Returns the payload of an action in notation; `None` if the text is not an action of this kind.
    pub(crate) fn read(&self, text: &str) -> Option<u64> {
        self.read_from(&self.segments, text)
    }

    fn read_from(&self, segments: &[Segment], text: &str) -> Option<u64> {
        let Some((segment, rest)) = segments.split_first() else {
            return text.is_empty().then_some(0);
        };
        match segment {
            Segment::Literal(literal) => self.read_from(rest, text.strip_prefix(literal.as_str())?),
            Segment::Part(part) => {
                let part = &self.parts[*part];
                let with = |value: u64, length: usize| {
                    Some(self.read_from(rest, &text[length..])? | value << part.shift)
                };
                if part.labels.is_empty() {
                    let lengths = (1..=number_len(text)).rev();
                    lengths.into_iter().find_map(|length| with(number(part, &text[..length])?, length))
                } else {
                    let labels = part.labels.iter().zip(0..);
                    let mut fitting = labels.filter(|(label, _)| text.starts_with(label.as_str()));
                    fitting.find_map(|(label, value)| with(value, label.len()))
                }
            }
        }
    }
}

impl std::fmt::Display for Template {
    /// Writes the template as it was declared, with the values of its parts: `{column} (column 0 to 6)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for segment in &self.segments {
            match segment {
                Segment::Literal(literal) => f.write_str(literal)?,
                Segment::Part(part) => {
                    let part = &self.parts[*part];
                    match part.labels.as_slice() {
                        [first, .., last] => write!(f, "({first} to {last})")?,
                        _ => {
                            write!(f, "({} to {})", part.least, part.least.saturating_add(part.most as i64))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Splits a template into texts and parts.
fn segments(notation: &str, parts: &[&str]) -> Result<Vec<Segment>, String> {
    let mut segments = Vec::new();
    let mut rest = notation;
    while let Some(open) = rest.find(['{', '}']) {
        let (literal, braced) = rest.split_at(open);
        if !literal.is_empty() {
            segments.push(Segment::Literal(literal.to_owned()));
        }
        let (name, after) = braced
            .strip_prefix('{')
            .and_then(|inside| inside.split_once('}'))
            .ok_or_else(|| format!("`{notation}` has a brace without its counterpart"))?;
        let part = parts.iter().position(|part| *part == name).ok_or_else(|| {
            format!("`{notation}` names {{{name}}}, which is not one of its parts: {}", parts.join(", "))
        })?;
        segments.push(Segment::Part(part));
        rest = after;
    }
    if !rest.is_empty() {
        segments.push(Segment::Literal(rest.to_owned()));
    }
    Ok(segments)
}

/// Returns `true` for a character that an action's notation cannot contain: it is one word of a ply.
fn is_no_notation(character: char) -> bool {
    character.is_whitespace() || game::is_invisible(character) || matches!(character, ':' | ';' | '{' | '}')
}

/// Returns the length of the integer at the start of a text, up to the longest valid value.
fn number_len(text: &str) -> usize {
    let sign = usize::from(text.starts_with('-'));
    let length = text.bytes().skip(sign).take(19).take_while(u8::is_ascii_digit).count();
    if length == 0 { 0 } else { sign + length }
}

/// Reads a value in canonical decimal form.
fn number(part: &Part, text: &str) -> Option<u64> {
    let value: i64 = text.parse().ok()?;
    let offset = u64::try_from(value.checked_sub(part.least)?).ok()?;
    (offset <= part.most && value.to_string() == text).then_some(offset)
}
