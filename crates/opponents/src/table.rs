//! All sample bots. A name never changes, because texts of tournaments and records of runs contain it.

use crate::Opponent;

/// The sample bot of a game, with the module next to its source.
macro_rules! opponent {
    ($game:literal, $name:literal, $about:literal) => {
        Opponent {
            game: $game,
            name: $name,
            about: $about,
            module: include_bytes!(concat!("../../../bots/", $game, "/", $name, "/", $name, ".wasm")),
        }
    };
}

/// All sample bots, game by game.
pub static OPPONENTS: &[Opponent] = &[
    opponent!("tank-battle", "scatter", "any legal move"),
    opponent!("tank-battle", "greedy", "the best balance of points after its own move"),
    opponent!("tank-battle", "trader", "alpha-beta, two plies deep"),
    opponent!("tank-battle", "searcher", "alpha-beta, as deep as its time allows"),
    opponent!("tank-war", "walker", "the first tank of a fixed order that may move"),
    opponent!("tank-war", "scatter", "any legal move"),
    opponent!("tank-war", "fortress", "up to a line in its own half, then waits"),
    opponent!("tank-war", "rusher", "drives by a plan, shoots where that pays"),
    opponent!("tank-war", "sentry", "most hits and fewest losses if the enemy stood still"),
    opponent!("tank-war", "cautious", "where the enemy's answers cost least"),
    opponent!("tank-war", "greedy", "where the enemy's answers leave most on average"),
    opponent!("tank-war", "hunter", "the best on average over all answers, two rounds deep"),
    opponent!("tank-war", "maximin", "the best worst case, two rounds deep"),
    opponent!("tank-war", "gambler", "what comes out best in random play"),
    opponent!("tank-war", "guesser", "what is best against a hunter"),
    opponent!("tank-war", "teacher", "equilibria of matrix games, four rounds deep and deeper"),
    opponent!("tank-war", "reader", "as the teacher, until it knows how its enemy thinks"),
    opponent!("tank-chess", "scatter", "any legal action"),
    opponent!("tank-chess", "hothead", "fires whenever it can, drives straight at the Command tank"),
    opponent!("tank-chess", "greedy", "one action at a time, towards the enemy's Command tank"),
    opponent!("tank-chess", "planner", "composes whole turns and looks a few turns ahead"),
    opponent!(
        "tank-chess",
        "strategist",
        "as the planner, but plans its moves anew once its guns have fired"
    ),
];

/// Returns the sample bots of a game.
pub fn opponents_of(game: &str) -> impl Iterator<Item = &'static Opponent> {
    OPPONENTS.iter().filter(move |opponent| opponent.game == game)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_opponent_is_a_module_with_a_name_of_its_own() {
        let names: BTreeSet<String> = OPPONENTS.iter().map(Opponent::full_name).collect();
        assert_eq!(names.len(), OPPONENTS.len());
        for opponent in OPPONENTS {
            assert!(opponent.module.starts_with(b"\0asm"), "{opponent:?}");
            assert!(!["random", "first"].contains(&opponent.name), "{opponent:?}");
        }
    }
}
