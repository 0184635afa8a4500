//! Untrusted text made safe to show. This is the only table of characters that a reader would not see.

use std::fmt::Write as _;
use std::path::Path;

/// Returns untrusted text with everything invisible made visible. Characters of [`is_invisible`] are written as
/// `⟨U+202E⟩`, except joiners that [shape their neighbours](without_joiners). The result contains no terminal controls
/// and has one line.
///
/// Markup is escaped elsewhere, where it is written.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (character, is_shaping) in with_shaping(text) {
        if is_invisible(character) && !is_shaping {
            // Writing to a string cannot fail.
            let _ = write!(shown, "⟨U+{:04X}⟩", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Returns the text without joiners that shape their neighbours, as in names in Persian or Hindi and in emoji. A reader
/// sees their effect.
pub fn without_joiners(text: &str) -> String {
    with_shaping(text).filter(|(_, is_shaping)| !is_shaping).map(|(character, _)| character).collect()
}

/// Iterates over the characters of a text, each with a flag that is `true` for a joiner that shapes its neighbours.
fn with_shaping(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = None;
    text.char_indices().map(move |(at, character)| {
        let is_joiner = matches!(character, '\u{200C}' | '\u{200D}');
        let after = || text[at + character.len_utf8()..].chars().next();
        let is_shaping = is_joiner && before.is_some_and(is_shaped) && after().is_some_and(is_shaped);
        before = Some(character);
        (character, is_shaping)
    })
}

/// Returns `true` for characters whose form changes next to a joiner: those of cursive and Indic scripts, and pictures.
///
/// # Source
/// The Unicode Standard 17, 9.2, 12.1 and 23.2; UTS 51, 2.7.
const fn is_shaped(character: char) -> bool {
    !is_invisible(character)
        && matches!(character as u32,
            0x0600..=0x0DFF // Arabic to Sinhala
            | 0x1000..=0x109F | 0x1780..=0x17FF | 0x1800..=0x18AF // Myanmar, Khmer, Mongolian
            | 0x2190..=0x27BF | 0x2B00..=0x2BFF | 0xFE0F | 0x1_F000..=0x1_FAFF // pictures
            | 0xFB50..=0xFDFF | 0xFE70..=0xFEFE // forms of Arabic letters
        )
}

/// Returns a name in a form that is safe to show: one line, not too long.
pub fn visible_name(name: &str) -> String {
    const LONGEST: usize = 60;
    if name.chars().count() <= LONGEST {
        return visible(name);
    }
    let cut: String = name.chars().take(LONGEST - 1).collect();
    format!("{}…", visible(&cut))
}

/// Returns a path in a form that is safe to show. File names may be untrusted, too.
pub fn visible_path(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// Returns `true` if a reader would not see the character, or would see others in another order because of it. Spaces
/// that take up room are visible, and so are the selectors of emoji styles, which mean nothing by themselves.
///
/// # Source
/// Unicode 17, `DerivedCoreProperties.txt`: `Default_Ignorable_Code_Point` except the variation selectors
/// U+FE00-FE0F; general categories Cc, Zl and Zp; those of Cf that draw nothing; noncharacters; and the letters,
/// signs and symbols whose glyph is blank (braille U+2800, Khitan filler, musical null notehead).
pub const fn is_invisible(character: char) -> bool {
    let code = character as u32;
    matches!(code,
        0x0000..=0x001F
            | 0x007F..=0x009F
            | 0x00AD
            | 0x034F
            | 0x061C
            | 0x115F..=0x1160
            | 0x17B4..=0x17B5
            | 0x180B..=0x180F
            | 0x200B..=0x200F
            | 0x2028..=0x202E
            | 0x2060..=0x206F
            | 0x2800
            | 0x3164
            | 0xFDD0..=0xFDEF
            | 0xFEFF
            | 0xFFA0
            | 0xFFF0..=0xFFFB
            | 0x1_3430..=0x1_345F
            | 0x1_6FE4
            | 0x1_BCA0..=0x1_BCA3
            | 0x1_D159
            | 0x1_D173..=0x1_D17A
            | 0xE_0000..=0xE_0FFF
    ) || code & 0xFFFE == 0xFFFE
}

/// Returns `true` if a text looks empty to a reader.
pub fn is_blank(text: &str) -> bool {
    let is_selector = |character| matches!(character, '\u{fe00}'..='\u{fe0f}');
    text.chars()
        .all(|character| character.is_whitespace() || is_invisible(character) || is_selector(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown() {
        for (text, shown) in [
            ("Ada", "Ada"),
            ("Zoë 王 ♟ ❤\u{fe0f}", "Zoë 王 ♟ ❤\u{fe0f}"),
            ("a\u{202E}b", "a⟨U+202E⟩b"),
            ("two\nlines\u{0}", "two⟨U+000A⟩lines⟨U+0000⟩"),
            ("\u{1b}[31mred\u{9b}0m", "⟨U+001B⟩[31mred⟨U+009B⟩0m"),
            ("x\u{200B}y\u{FEFF}", "x⟨U+200B⟩y⟨U+FEFF⟩"),
            ("Ada\u{1D173}\u{1BCA0}\u{10FFFF}", "Ada⟨U+1D173⟩⟨U+1BCA0⟩⟨U+10FFFF⟩"),
        ] {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(visible_path(Path::new("a/\u{1b}[2J\n.wasm")), "a/⟨U+001B⟩[2J⟨U+000A⟩.wasm");
    }

    #[test]
    fn what_has_only_invisible_characters_is_blank() {
        for text in ["", " \n\t", "\u{200B}", "\u{2060} \u{3164}", "\u{a0}\u{fe0f}", "\u{202E}\u{2800}"] {
            assert!(is_blank(text), "{text:?}");
        }
        assert!(!is_blank("\u{200B}.") && !is_blank("❤\u{fe0f}"));
    }

    #[test]
    fn joiners_of_persian_hindi_and_emoji_stay_as_they_are() {
        for name in ["علی\u{200C}رضا", "क्\u{200D}ष", "👩\u{200D}💻", "🏳\u{fe0f}\u{200D}🌈"]
        {
            assert_eq!(visible(name), name);
            assert!(!without_joiners(name).contains(['\u{200C}', '\u{200D}']), "{name}");
        }
        for (text, shown) in [
            ("Ad\u{200D}a", "Ad⟨U+200D⟩a"),
            ("\u{200C}علی", "⟨U+200C⟩علی"),
            ("علی\u{200C}", "علی⟨U+200C⟩"),
            ("👩\u{200D}\u{200D}💻", "👩⟨U+200D⟩⟨U+200D⟩💻"),
            ("А\u{200D}д", "А⟨U+200D⟩д"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(without_joiners(text), text);
        }
    }

    #[test]
    fn no_control_character_is_visible() {
        let mut controls = (char::MIN..=char::MAX).filter(|character| character.is_control());
        assert_eq!(controls.find(|character| !is_invisible(*character)), None);
    }
}
