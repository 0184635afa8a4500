//! Tags: `[White "Ada"]`.

/// Maximum length of a tag in bytes; the specification allows 255 per line.
pub(super) const LONGEST_TAG: usize = 16 * 1024;
/// Maximum number of bytes up to the value of a counted tag.
pub(super) const LONGEST_NAME: usize = 9;

/// Names that identify a tag whose bracket is missing.
const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result"];

/// The names that are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Event,
    White,
    Black,
    Result,
    Termination,
    Other,
}

/// A tag, or a fragment of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: Name,
    /// The value, for a distinguished name; `None` without a value in quotes.
    pub(super) value: Option<String>,
    /// `true` if the tag is well-formed.
    pub(super) is_whole: bool,
    /// Its length in bytes.
    pub(super) length: usize,
}

impl Tag {
    /// Reads the tag that begins here. At the beginning of a line its bracket may be missing.
    pub(super) fn read(text: &[u8], is_line_start: bool) -> Option<Tag> {
        if text.first() != Some(&b'[') {
            return if is_line_start { without_bracket(text) } else { None };
        }
        let name = name(&text[1..])?;
        let behind = 1 + name.end;
        if let Some((value, length)) = value(&text[behind..]) {
            let value = (name.name != Name::Other).then(|| value.text());
            return Some(Tag { name: name.name, value, is_whole: true, length: behind + length });
        }
        // A damaged tag ends with the line, or where the next tag begins.
        let line = line(text);
        let next = memchr::memchr_iter(b'[', &line[1..])
            .map(|at| at + 1)
            .find(|&at| self::name(&line[at + 1..]).is_some());
        Some(Tag { name: name.name, value: None, is_whole: false, length: next.unwrap_or(line.len()) })
    }
}

/// Reads a line that begins with the name of a tag and has a quote, as only tags have quotes.
fn without_bracket(text: &[u8]) -> Option<Tag> {
    let name = name(text).filter(|name| ROSTER.contains(&&text[..name.end]))?;
    let line = line(text);
    let end = line.iter().position(|byte| b"[{;".contains(byte)).unwrap_or(line.len());
    line[..end].contains(&b'"').then_some(Tag { name: name.name, value: None, is_whole: false, length: end })
}

/// Returns the rest of the line, without its end.
fn line(text: &[u8]) -> &[u8] {
    let text = &text[..text.len().min(LONGEST_TAG)];
    &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())]
}

struct Named {
    name: Name,
    /// The end of the name.
    end: usize,
}

fn name(text: &[u8]) -> Option<Named> {
    let begin = blanks(text);
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let end = begin + text[begin..].iter().take_while(is_of_name).count();
    let name = match &text[begin..end] {
        b"Event" => Name::Event,
        b"White" => Name::White,
        b"Black" => Name::Black,
        b"Result" => Name::Result,
        b"Termination" => Name::Termination,
        [first, ..] if first.is_ascii_alphabetic() => Name::Other,
        _ => return None,
    };
    Some(Named { name, end })
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count()
}

/// A value as written between its quotes.
struct Value<'t>(&'t [u8]);

impl Value<'_> {
    fn text(&self) -> String {
        let mut bytes = self.0.iter().copied().peekable();
        let mut value = Vec::with_capacity(self.0.len());
        while let Some(byte) = bytes.next() {
            let escaped =
                if byte == b'\\' { bytes.next_if(|next| matches!(next, b'"' | b'\\')) } else { None };
            value.push(escaped.unwrap_or(byte));
        }
        // The specification requires ISO 8859-1, but most current programs write UTF-8.
        String::from_utf8(value)
            .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
    }
}

/// Returns a value in quotes, and the number of bytes through its closing bracket.
fn value(text: &[u8]) -> Option<(Value<'_>, usize)> {
    let text = line(text);
    let begin = blanks(text) + 1;
    if text.get(begin - 1) != Some(&b'"') {
        return None;
    }
    let mut at = begin;
    loop {
        at += memchr::memchr2(b'"', b'\\', &text[at..])?;
        match text[at] {
            b'"' => break,
            _ if matches!(text.get(at + 1), Some(b'"' | b'\\')) => at += 2,
            _ => at += 1,
        }
    }
    let behind = at + 1 + blanks(&text[at + 1..]);
    (text.get(behind) == Some(&b']')).then_some((Value(&text[begin..at]), behind + 1))
}
