//! Exact decimal numbers and their decimal mark.

use std::cmp::Ordering;

/// Maximum number of characters of a number, enough for the largest `f64`.
const LONGEST: usize = 400;

/// A decimal number: a grade or a maximum grade. It is stored as digits, so that none is lost.
#[derive(Clone, Debug)]
pub struct Decimal {
    is_negative: bool,
    whole: String,
    fraction: String,
}

impl Decimal {
    /// Parses a number in programming notation: an optional minus, digits, and an optional point with digits.
    pub fn parse(text: &str) -> Option<Decimal> {
        Decimal::read(text, Mark::Point)
    }

    /// Returns an `f64` as the shortest decimal that identifies it; `None` if it is infinite or NaN.
    pub fn from_f64(number: f64) -> Option<Decimal> {
        Decimal::parse(&number.to_string())
    }

    /// Parses a number from a file. Surrounding whitespace is ignored.
    pub(crate) fn read(text: &str, mark: Mark) -> Option<Decimal> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, fraction) = match digits.split_once(mark.character()) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (digits, None),
        };
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (are_digits(whole) && fraction.is_none_or(are_digits)).then(|| Decimal {
            is_negative,
            whole: whole.to_owned(),
            fraction: fraction.unwrap_or_default().to_owned(),
        })
    }

    /// Rounds the number to at most this many decimals, halves away from zero.
    #[must_use]
    pub fn rounded(&self, decimals: usize) -> Decimal {
        let Some((kept, dropped)) = self.fraction.split_at_checked(decimals) else { return self.clone() };
        let mut digits = format!("{}{kept}", self.whole);
        if dropped.starts_with(|digit| digit >= '5') {
            digits = increased(&digits);
        }
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        Decimal { is_negative: self.is_negative, whole: whole.to_owned(), fraction: fraction.to_owned() }
    }

    /// Formats the number with a decimal mark.
    pub fn written(&self, mark: Mark) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        if self.fraction.is_empty() {
            return format!("{sign}{}", self.whole);
        }
        format!("{sign}{}{}{}", self.whole, mark.character(), self.fraction)
    }

    /// Returns `true` if the number is below zero.
    pub fn is_negative(&self) -> bool {
        self.is_negative && self.magnitude() != ("", "")
    }

    /// Returns the significant digits, without leading and trailing zeros.
    fn magnitude(&self) -> (&str, &str) {
        (self.whole.trim_start_matches('0'), self.fraction.trim_end_matches('0'))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let ((whole, fraction), (other_whole, other_fraction)) = (self.magnitude(), other.magnitude());
        let by_size = whole
            .len()
            .cmp(&other_whole.len())
            .then_with(|| whole.cmp(other_whole))
            .then_with(|| fraction.cmp(other_fraction));
        match (self.is_negative(), other.is_negative()) {
            (false, false) => by_size,
            (true, true) => by_size.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// Adds one to a whole number.
fn increased(digits: &str) -> String {
    let kept = digits.trim_end_matches('9');
    let nines = "0".repeat(digits.len() - kept.len());
    match kept.chars().next_back().and_then(|digit| digit.to_digit(10)) {
        Some(digit) => format!("{}{}{nines}", &kept[..kept.len() - 1], digit + 1),
        None => format!("1{nines}"),
    }
}

/// A decimal mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `9.5`
    Point,
    /// `9,5`
    Comma,
}

impl Mark {
    pub(crate) fn character(self) -> char {
        match self {
            Mark::Point => '.',
            Mark::Comma => ',',
        }
    }

    /// Returns the name: `point` or `comma`.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Point => "point",
            Mark::Comma => "comma",
        }
    }

    /// Returns the decimal mark of a number; `None` if it has none.
    pub(crate) fn seen(text: &str) -> Option<Mark> {
        let text = text.trim();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once(['.', ','])?;
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = are_digits(whole) && are_digits(fraction);
        is_number.then_some(if digits.contains(',') { Mark::Comma } else { Mark::Point })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn only_numbers_are_numbers() {
        for text in
            ["", "-", ".5", "5.", "1e3", "+1", "=1", "1,5", "--1", "1.2.3", "٣", "1 000", "inf", "NaN"]
        {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
        assert!(Decimal::parse(&"9".repeat(1000)).is_none());
        assert_eq!(Decimal::read(" 9,50 ", Mark::Comma), Some(number("9.5")));
        assert_eq!(Decimal::read("9.50", Mark::Comma), None);
    }

    #[test]
    fn numbers_of_a_computer_keep_their_digits() {
        for (number, text) in [(0.1 + 0.2, "0.30000000000000004"), (9.5, "9.5"), (-0.0, "0"), (-1e3, "-1000")]
        {
            assert_eq!(Decimal::from_f64(number).unwrap().written(Mark::Point), text);
        }
        assert!(Decimal::from_f64(f64::MAX).is_some());
        assert!(
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY]
                .into_iter()
                .all(|none| Decimal::from_f64(none).is_none())
        );
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        for (text, decimals, rounded) in [
            ("2.675", 2, "2.68"),
            ("2.6749", 2, "2.67"),
            ("9.995", 2, "10.00"),
            ("-0.5", 0, "-1"),
            ("-0.4", 0, "0"),
            ("99.5", 0, "100"),
            ("7", 2, "7"),
            ("7.1", 2, "7.1"),
            ("0.05", 1, "0.1"),
        ] {
            assert_eq!(number(text).rounded(decimals).written(Mark::Point), rounded, "{text}");
        }
    }

    #[test]
    fn numbers_are_written_with_the_mark_of_the_file() {
        assert_eq!(number("-12.50").written(Mark::Comma), "-12,50");
        assert_eq!(number("-0.0").written(Mark::Point), "0.0");
    }

    proptest! {
        #[test]
        fn numbers_compare_as_numbers(a in -2000_i32..2000, b in -2000_i32..2000) {
            let text = |cents: i32| {
                let sign = if cents < 0 { "-" } else { "" };
                number(&format!("{sign}0{}.{:02}0", cents.abs() / 100, cents.abs() % 100))
            };
            prop_assert_eq!(text(a).cmp(&text(b)), a.cmp(&b));
        }

        #[test]
        fn rounding_is_to_the_nearest(milli in -100_000_i64..100_000) {
            let sign = if milli < 0 { "-" } else { "" };
            let exact = number(&format!("{sign}{}.{:03}", milli.abs() / 1000, milli.abs() % 1000));
            let nearest = (milli.abs() + 5) / 10 * if milli < 0 { -1 } else { 1 };
            let sign = if nearest < 0 { "-" } else { "" };
            let rounded = number(&format!("{sign}{}.{:02}", nearest.abs() / 100, nearest.abs() % 100));
            prop_assert_eq!(exact.rounded(2).written(Mark::Point), rounded.written(Mark::Point));
        }
    }
}
