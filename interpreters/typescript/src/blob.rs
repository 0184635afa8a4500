//! The blob, as `crates/script/src/interpreter_input.rs` writes it.

/// The name and the text of the one file.
pub(crate) fn read(mut bytes: &[u8]) -> Option<(&str, &str)> {
    let (_entry, _game, _layout) = (text(&mut bytes)?, text(&mut bytes)?, text(&mut bytes)?);
    let files = number(&mut bytes)?;
    (files == 1).then_some(())?;
    Some((text(&mut bytes)?, text(&mut bytes)?))
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = number(bytes)? as usize;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}
