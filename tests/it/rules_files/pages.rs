//! The pages of the examples are made from their declarations.

use std::fs;

use super::{EXAMPLES, example};
use crate::support::top;

#[test]
fn the_pages_of_the_examples_are_made_from_their_declarations() {
    for file in EXAMPLES {
        let game = example(file);
        let path = top().join(format!("docs/games/{}.md", game.name()));
        let text = kit::rules(game);
        if std::env::var_os("MUSTER_UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{} is not what {file} says; `MUSTER_UPDATE=1 cargo test -p cli --test it rules_files::` updates it",
            path.display()
        );
    }
}
