//! The rules of a game, from its page.

use game::Game;

use crate::language::File;

/// Headings of the sections that are not for players.
const NOT_FOR_PLAYERS: &[&str] = &["\n## How fast it is\n", "\n## Code and tests\n"];

/// Returns the page of the rules as a file of a project.
pub(crate) fn file(page: &str) -> File {
    File::new("RULES.md", for_players(page))
}

/// Returns the rules of a game in Markdown, as its projects have them; `None` for a game without a page.
pub fn rules(game: &dyn Game) -> Option<String> {
    games::listed(game.name()).map(|listed| for_players(listed.rules_page))
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
