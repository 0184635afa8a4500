//! Tests the sample bots and the kits: the kits match the layouts in the rules' code, the committed modules match their
//! sources, and the bots play as well as their README claims.

mod play;
mod readme;
pub(crate) mod sources;

use std::fs;
use std::path::PathBuf;

use games::GAMES;
use kit::LANGUAGES;

pub(crate) fn bots() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../bots")
}

/// Names in C share one namespace: a game's field with the name of a header field would hide it.
#[test]
fn the_kits_are_made_from_the_layouts() {
    let update = std::env::var_os("MUSTER_UPDATE").is_some();
    for (game, language) in
        GAMES.iter().flat_map(|game| LANGUAGES.iter().map(move |language| (game, language)))
    {
        for file in language.made(*game) {
            let path = bots().join("kit").join(language.folder).join(&file.path);
            if update {
                fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
                fs::write(&path, &file.text).expect("the kit can be written");
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                found == file.text,
                "{} is not what the layout of {} says; `MUSTER_UPDATE=1 cargo test -p cli --test it bots::` updates it",
                path.display(),
                game.title()
            );
        }
    }
}

/// The kits' names of squares are exactly those that a log may draw on.
#[test]
fn names_of_squares_can_be_drawn_on() {
    for game in GAMES {
        let start = game.start(&game::Rules::defaults(game.options()));
        let names = kit::square_names(*game);
        let log = names.iter().map(|name| format!("@cell {name} red\n")).collect::<Vec<_>>().concat();
        assert_eq!(replay::undrawn(start.draw(None), log.as_bytes()), None, "{}", game.name());
        assert_eq!(names.len(), usize::from(start.draw(None).columns) * usize::from(start.draw(None).rows));
    }
}
