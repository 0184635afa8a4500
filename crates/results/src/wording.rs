//! Numbers in words and text.

/// Formats a count with thin spaces between thousands: `999 000`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut spaced = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            spaced.push('\u{202F}');
        }
        spaced.push(digit);
    }
    spaced
}

/// Formats half points as text: `1½`.
pub fn halves(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// `1 match`, `2 matches`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(count(7), "7");
        assert_eq!(count(999_000), "999\u{202F}000");
        assert_eq!(counted(1, "match", "matches"), "1 match");
    }
}
