//! Untrusted text made visible, and numbers in one form on every host.

pub(crate) use game::visible;
use referee::Ticks;
pub(crate) use results::{count, counted, halves};
use unicode_width::UnicodeWidthChar;

/// Cuts a text to at most this number of characters, the last one then being an ellipsis.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Cuts a text to a width, given in thousandths of the font's size. The last character is then an ellipsis.
pub(crate) fn fitted(text: &str, most: u32) -> String {
    if text_width(text) <= most {
        return text.to_owned();
    }
    let mut left = most.saturating_sub(width_of('…'));
    let fits = |character: &char| {
        let rest = left.checked_sub(width_of(*character));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Returns the width of a text in a sans-serif font, in thousandths of its size, based on the widest of the usual
/// fonts.
pub(crate) fn text_width(text: &str) -> u32 {
    text.chars().map(width_of).sum()
}

/// # Source
/// The advance widths of `DejaVu Sans` 2.37, which Verdana shares. For characters beyond ASCII, the number of terminal
/// columns is used (Unicode Standard Annex 11).
fn width_of(character: char) -> u32 {
    const ASCII: [u16; 95] = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636,
        636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775,
        752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390,
        337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
        635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
    ];
    let ascii = (character as usize).checked_sub(0x20).and_then(|index| ASCII.get(index));
    match (ascii, character.width()) {
        (Some(width), _) => u32::from(*width),
        (None, None | Some(0)) => 0,
        (None, Some(1)) if character == '…' || character.is_uppercase() => 1000,
        (None, Some(1)) => 800,
        (None, Some(_)) => 1300,
    }
}

/// Formats a duration with three significant digits in a suitable unit: `1.23 ms`, `456 µs`, `12.0 s`, `0 s`, with a
/// non-breaking space. Halves are rounded up.
pub(crate) fn duration(ticks: Ticks) -> String {
    /// The size of each unit in ticks, and its sign.
    const UNITS: [(u64, &str); 4] =
        [(10, "ns"), (10_000, "µs"), (10_000_000, "ms"), (Ticks::PER_SECOND, "s")];
    if ticks == Ticks::ZERO {
        return "0\u{a0}s".to_owned();
    }
    for (index, (size, unit)) in UNITS.into_iter().enumerate() {
        let digits = three_digits(ticks.0, size);
        let is_last = index + 1 == UNITS.len();
        if is_last || digits.parse::<f64>().is_ok_and(|number| number < 1000.0) {
            return format!("{digits}\u{a0}{unit}");
        }
    }
    String::new()
}

/// Returns `amount / size` with three significant digits, or all digits before the point.
fn three_digits(amount: u64, size: u64) -> String {
    let (amount, size) = (u128::from(amount), u128::from(size));
    for (scale, decimals) in [(100, 2), (10, 1)] {
        let scaled = (amount * scale + size / 2) / size;
        if scaled < 1000 {
            return format!("{}.{:0decimals$}", scaled / scale, scaled % scale);
        }
    }
    ((amount + size / 2) / size).to_string()
}

/// Replaces the hyphen of a number by a typographic minus sign.
pub(crate) fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// Capitalizes the first letter, as in a heading.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_that_count() {
        for (ticks, text) in [
            (0, "0 s"),
            (3, "0.30 ns"),
            (170, "17.0 ns"),
            (12_345, "1.23 µs"),
            (9_999_000, "1.00 ms"),
            (9_994_000, "999 µs"),
            (12_345_678_901, "1.23 s"),
            (1_200_000_000_000, "120 s"),
            (99_000_000_000_000, "9900 s"),
        ] {
            assert_eq!(duration(Ticks(ticks)).replace('\u{a0}', " "), text, "{ticks}");
        }
    }

    #[test]
    fn names_are_cut_by_their_widths() {
        assert_eq!(text_width("MW"), 863 + 989);
        assert_eq!((text_width(" "), text_width("~"), text_width("a")), (318, 838, 613));
        // The width of 22 small letters: it fits fewer capitals and ideographs, and more thin letters.
        let most = text_width(&"a".repeat(22));
        for (text, shown) in [
            ("MAXIMUM MAYHEM MACHINE", "MAXIMUM MAYHEM MAC…"),
            ("illicit little lilliputian still", "illicit little lilliputian still"),
            ("王王王王王王王王王王王王", "王王王王王王王王王…"),
            ("aaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaa"),
            ("aaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa…"),
        ] {
            let fitted = fitted(text, most);
            assert_eq!(fitted, shown);
            assert!(text_width(&fitted) <= most, "{fitted}");
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(shortened("ééééé", 4), "ééé…");
        assert_eq!(shortened("éééé", 4), "éééé");
    }
}
