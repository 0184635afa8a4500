//! The rules of a game, from its page.

use std::fmt::Write as _;

use game::{Action, Game, Metric, RuleKind, RuleOption, Rules, Seat};

use crate::tables::{fields, in_a_cell, numbered, parts};
use crate::text::listed;

/// Headings of the sections that are not for players.
const NOT_FOR_PLAYERS: &[&str] = &["\n## How fast it is\n", "\n## Code and tests\n"];

/// Returns the rules of a game in Markdown, as its projects have them: its page, or the words of its author and its
/// declaration.
pub fn rules(game: &dyn Game) -> String {
    listed(game).map_or_else(|| declared(game), |listed| for_players(listed.rules_page))
}

/// Returns the rules of a game without a page.
fn declared(game: &dyn Game) -> String {
    let layout = game.layout();
    let [first, second] = game.seats().0.map(|seat| seat.word);
    let mut page =
        format!("# {}\n\n{}\n\nSeat 0 is {first}, seat 1 is {second}.\n", game.title(), game.about().trim());
    if !game.options().is_empty() {
        page.push_str("\n## Options\n\n| option | values | default | |\n|---|---|---|---|\n");
        for RuleOption { name, kind, default, about } in game.options() {
            let values = match kind {
                RuleKind::Choice(words) => words.join(", "),
                kind => kind.to_string(),
            };
            let _ =
                writeln!(page, "| `{name}` | {} | {default} | {} |", in_a_cell(&values), in_a_cell(about));
        }
    }
    let start = game.start(&Rules::defaults(game.options()));
    page.push_str("\n## Actions\n\n| action | parts | written | |\n|---|---|---|---|\n");
    for action in layout.actions {
        let least = Action::new(action.kind, 0);
        let most = action.bits.iter().fold(0, |payload, bits| payload | bits.most << bits.shift);
        let written =
            [least, Action::new(action.kind, most)].map(|one| start.format_action(Seat::First, one));
        let written = if written[0] == written[1] { &written[..1] } else { &written[..] };
        let written =
            in_a_cell(&written.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" to "));
        let secret = if start.hides(Seat::Second, 0, Seat::First, least) {
            " The opponent does not see it."
        } else {
            ""
        };
        let about = in_a_cell(action.about);
        let _ = writeln!(
            page,
            "| `{}` | {} | {written} | {about}{secret} |",
            action.name,
            parts(action).replace("<br>", "; ")
        );
    }
    if game.has_chance() {
        page.push_str(
            "\nChance decides some plies, each outcome with the same probability. A ply of chance is written as \
             `chance:OUTCOME`, with outcomes from 0.\n",
        );
    }
    if !layout.fields.is_empty() {
        page.push_str("\n## The view\n\n");
        page.push_str(&fields(layout.fields.iter()));
    }
    if let Some(board) = &layout.board {
        let _ = write!(
            page,
            "\nThe squares of `{}` are numbered like this:\n\n```\n{}```\n",
            board.field,
            numbered(board)
        );
    }
    if !game.metrics().is_empty() {
        page.push_str("\n## Metrics\n\n| metric | |\n|---|---|\n");
        for Metric { name, about } in game.metrics() {
            let _ = writeln!(page, "| `{name}` | {} |", in_a_cell(about));
        }
    }
    page
}

/// Removes the sections that are not for players.
fn for_players(page: &str) -> String {
    let mut text = page.to_owned();
    for heading in NOT_FOR_PLAYERS {
        if let Some(begin) = text.find(heading) {
            let behind = begin + heading.len();
            let end = text[behind..].find("\n## ").map_or(text.len(), |next| behind + next);
            text.replace_range(begin..end, "");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_no_links_to_what_is_not_in_a_project() {
        for listed in games::LIST {
            let (name, text) = (listed.game.name(), for_players(listed.rules_page));
            assert!(!text.contains("]("), "{name} has a link");
            assert!(text.contains("\n## Notation\n") && text.ends_with('\n'), "{name}");
        }
    }

    #[test]
    fn every_section_to_remove_is_in_a_page() {
        for heading in NOT_FOR_PLAYERS {
            assert!(games::LIST.iter().any(|listed| listed.rules_page.contains(heading)), "{heading}");
        }
    }

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let page = "# A\n\n## How fast it is\n\nFast.\n\n## B\n\nb\n\n## Code and tests\n\nc\n";
        assert_eq!(for_players(page), "# A\n\n## B\n\nb\n");
    }
}
