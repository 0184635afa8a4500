//! The sample bots of a page, to play against and to ask for hints.

use crate::base64;

/// A sample bot.
struct SampleBot {
    name: &'static str,
    about: &'static str,
    module: &'static [u8],
}

/// Includes the module that `bots/build` made from a bot's source.
macro_rules! sample {
    ($game:literal, $name:literal, $about:literal) => {
        SampleBot {
            name: $name,
            about: $about,
            module: include_bytes!(concat!("../../../bots/", $game, "/", $name, "/", $name, ".wasm")),
        }
    };
}

const TANK_BATTLE: &[SampleBot] = &[
    sample!("tank-battle", "scatter", "any legal move"),
    sample!("tank-battle", "greedy", "the best balance of points after its own move"),
    sample!("tank-battle", "trader", "its move and the enemy's best answer"),
    sample!("tank-battle", "searcher", "alpha-beta, as deep as its time allows"),
];

const TANK_CHESS: &[SampleBot] = &[
    sample!("tank-chess", "scatter", "any legal action"),
    sample!("tank-chess", "hothead", "fires whenever it can, drives straight at the Command tank"),
    sample!("tank-chess", "greedy", "one action at a time, towards the enemy's Command tank"),
    sample!("tank-chess", "planner", "composes whole turns and looks a few turns ahead"),
    sample!("tank-chess", "strategist", "a planner that plans its moves again once its guns have fired"),
];

const TANK_WAR: &[SampleBot] = &[
    sample!("tank-war", "scatter", "any legal move"),
    sample!("tank-war", "rusher", "drives by a plan, shoots where that pays"),
    sample!("tank-war", "greedy", "where the enemy's answers leave most on average"),
    sample!("tank-war", "hunter", "the best on average, with an eye on who could be hit next"),
    sample!("tank-war", "maximin", "the best worst case, two rounds deep"),
    sample!("tank-war", "gambler", "what comes out best in random play"),
    sample!("tank-war", "guesser", "what is best against a hunter"),
    sample!("tank-war", "teacher", "a search over both players' moves at once"),
    sample!("tank-war", "reader", "finds out how you think, and plays against that"),
];

/// Returns a game's sample bots, weakest first; empty if it has none.
fn sample_bots(game: &str) -> &'static [SampleBot] {
    match game {
        "tank-battle" => TANK_BATTLE,
        "tank-chess" => TANK_CHESS,
        "tank-war" => TANK_WAR,
        _ => &[],
    }
}

/// Returns the text of `app/bots.js`, with the sample bots of the site's game and their modules compressed by `gzip`:
/// `const sampleBots = [{ "game": "…", "name": "…", "about": "…", "module": "…" }];`.
pub fn bots_script(game: &str, mut gzip: impl FnMut(&[u8]) -> Vec<u8>) -> String {
    let mut text = String::from("\"use strict\";\nconst sampleBots = [\n");
    for SampleBot { name, about, module } in sample_bots(game) {
        let module = base64(&gzip(module));
        text += &format!(
            "  {{ \"game\": \"{game}\", \"name\": \"{name}\", \"about\": \"{about}\", \"module\": \"{module}\" }},\n"
        );
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_are_constants() {
        let text = bots_script("tank-chess", |module| module[..4].to_vec());
        assert_eq!(text.matches("\"module\": \"AGFzbQ==\"").count(), TANK_CHESS.len(), "{text}");
        assert_eq!(bots_script("chess", |_| Vec::new()), "\"use strict\";\nconst sampleBots = [\n];\n");
    }

    #[test]
    fn what_a_bot_does_needs_no_escape() {
        for bot in [TANK_BATTLE, TANK_CHESS, TANK_WAR].into_iter().flatten() {
            assert!(!format!("{}{}", bot.name, bot.about).contains(['"', '\\', '<']), "{}", bot.name);
        }
    }
}
