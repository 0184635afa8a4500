//! The decimal mark.

/// What stands between the whole and the fraction of a number.
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

    /// What it is called: `point` or `comma`.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Point => "point",
            Mark::Comma => "comma",
        }
    }

    /// The mark of a number that has one.
    pub(crate) fn seen(text: &str) -> Option<Mark> {
        let text = text.trim();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once(['.', ','])?;
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = are_digits(whole) && are_digits(fraction);
        is_number.then_some(if digits.contains(',') { Mark::Comma } else { Mark::Point })
    }
}
