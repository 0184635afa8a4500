//! Tests games from files: the examples in `tournaments/rules`, wrong rules in `tests/wrong-rules`, and the guide in
//! `docs/games`.

mod bots;
mod classes;
mod equality;
mod fixed_rules;
mod guide;
mod hostile;
mod languages;
mod oracles;
mod pages;
mod tournaments;
mod worlds;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use game::{Dice, Game, Joint, Phase, Position};
use play::GameFiles;

use crate::support::{sandbox, top};

/// The examples: the file with the rules.
pub(crate) const EXAMPLES: [&str; 5] =
    ["connect4.py", "salvo.js", "leduc.ts", "reversi.wasm", "tank_war.wasm"];

fn folder() -> PathBuf {
    top().join("tournaments/rules")
}

/// Opens the game of a file.
fn open(path: &Path) -> &'static dyn Game {
    static OPENER: LazyLock<GameFiles> = LazyLock::new(|| GameFiles::new(|| Ok(sandbox().clone())));
    games::set_opener(&*OPENER);
    games::open_file(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Opens an example by the name of its file.
pub(crate) fn example(file: &str) -> &'static dyn Game {
    open(&folder().join(file))
}

/// Returns a random ply of a position; `None` if the game is over.
fn random_ply(position: &dyn Position, dice: &mut Dice) -> Option<Joint> {
    let seats = match position.phase() {
        Phase::Act(seats) => seats,
        Phase::Chance(chance) => return Some(chance.draw(dice)),
        Phase::Over(_) => return None,
    };
    let mut joint = Joint::default();
    for seat in seats.iter() {
        let mut legal = Vec::new();
        position.legal_actions(seat, &mut legal);
        joint[seat] = dice.pick(&legal).copied();
    }
    Some(joint)
}
