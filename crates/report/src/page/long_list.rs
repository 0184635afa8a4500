//! Long lists: only the first lines are shown, and a script of the page finds the others by name.

use maud::{Markup, html};

/// Number of lines shown at first, and the excess up to which a list is not cut.
const SEEN: usize = 50;
const FEW: usize = 10;

/// The script that cuts the lists of a page, and puts a search field above each. Without scripts every list is shown in
/// full.
pub(super) const SCRIPT: &str = include_str!("long_list.js");

/// The start of a list's hidden part. Untrusted text is escaped and cannot contain it.
const REST: &str = "<tbody class=\"rest\">";

/// Renders the lines of a table, in two parts if there are many. A line is one row that begins with its name in a `th`,
/// or several rows that begin with such a row.
pub(crate) fn rows<T>(all: &[T], row: impl Fn(&T) -> Markup) -> Markup {
    let seen = if all.len() > SEEN + FEW { SEEN } else { all.len() };
    let (seen, rest) = all.split_at(seen);
    html! {
        tbody { @for one in seen { (row(one)) } }
        @if !rest.is_empty() { tbody.rest { @for one in rest { (row(one)) } } }
    }
}

/// Returns `true` if a page has a list that is cut.
pub(super) fn is_in(body: &Markup) -> bool {
    body.0.contains(REST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_whole_and_in_order_and_cut_if_it_is_long() {
        for (lines, first) in [(0, 0), (50, 50), (60, 60), (61, 50), (1000, 50)] {
            let all: Vec<u32> = (0..lines).collect();
            let shown = rows(&all, |line| html! { tr { td { (line) } } });
            assert_eq!(is_in(&shown), first < all.len(), "{lines}");
            let text = shown.into_string();
            assert_eq!(text.split(REST).next().unwrap_or_default().matches("<tr>").count(), first);
            let numbers = text.split("<td>").skip(1).filter_map(|rest| rest.split_once('<')?.0.parse().ok());
            assert_eq!(numbers.collect::<Vec<u32>>(), all);
        }
        assert!(!is_in(&html! { p { "<tbody class=\"rest\">" } }));
    }
}
