//! Tests a person who plays whole matches in both browsers, with the mouse in one and only with the keyboard in the
//! other.

use crate::support::is_full;
use crate::web::node::in_turn;
use crate::web::playing::site;

/// A match, and the rules to choose in the form.
struct Whole {
    game: &'static str,
    way: &'static str,
    rules: &'static [&'static str],
}

const fn whole(game: &'static str, way: &'static str, rules: &'static [&'static str]) -> Whole {
    Whole { game, way, rules }
}

/// Short matches. One of them has a setup of hidden tanks, and turns with many actions.
const SOME: [Whole; 2] = [
    whole("tank-war", "clicks", &[]),
    whole("tank-chess", "keys", &["pieces=basic", "no_elimination_turns=2"]),
];

/// Tank Chess, played at random, takes a thousand plies or more unless it is drawn earlier.
const EVERY: [Whole; 6] = [
    whole("tank-war", "clicks", &[]),
    whole("tank-war", "keys", &["layout=a-outside"]),
    whole("tank-battle", "clicks", &["repetitions=2"]),
    whole("tank-battle", "keys", &[]),
    whole("tank-chess", "clicks", &["command_files=f-k", "no_elimination_turns=5"]),
    whole("tank-chess", "keys", &["no_elimination_turns=5"]),
];

#[test]
fn a_match_is_played_to_its_end_by_clicks_and_by_keys() {
    let matches = if is_full() { &EVERY[..] } else { &SOME[..] };
    for (at, Whole { game, way, rules }) in matches.iter().enumerate() {
        let site = site("whole", game, ["greedy", "greedy"]);
        let arguments: Vec<&str> = [&*site, *way].into_iter().chain(rules.iter().copied()).collect();
        in_turn(at, "whole.js", &arguments);
    }
}
