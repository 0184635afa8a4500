//! The entries of the list, one per game.

use crate::ConstantValue::{Numbers, Text, Texts};
use crate::{Constant, ListedGame, SampleBot};

/// The starters of a game, from the folders of `crates/kit/starters`. A new language is one more line here.
macro_rules! starters {
    ($name:literal) => {
        starters!($name:
            "python" "py",
            "javascript" "js",
            "typescript" "ts",
            "c" "c",
            "cpp" "cpp",
            "rust" "rs",
            "go" "go",
            "zig" "zig",
            "assemblyscript" "ts",
            "d" "d",
            "nim" "nim"
        )
    };
    ($name:literal: $($language:literal $ending:literal),*) => {
        &[$(($language, include_str!(concat!("../../kit/starters/", $language, "/", $name, ".", $ending)))),*]
    };
}

/// A sample bot, with the module that `bots/build` has made next to its source.
macro_rules! bot {
    ($game:literal, $name:literal, $about:literal) => {
        SampleBot {
            game: $game,
            name: $name,
            about: $about,
            about_on_sites: Some($about),
            module: include_bytes!(concat!("../../../bots/", $game, "/", $name, "/", $name, ".wasm")),
        }
    };
}

/// A bot that plays any game, including games from files.
pub(crate) const ANY_GAME: SampleBot = bot!("tank-chess", "scatter", "any legal action");

/// All games, in listing order.
pub(crate) const ENTRIES: &[ListedGame] = &[TANK_BATTLE, TANK_WAR, TANK_CHESS];

const TANK_BATTLE: ListedGame = ListedGame {
    game: &tank_battle::GAME,
    rules_page: include_str!("../../tank-battle/README.md"),
    starters: starters!("tank_battle"),
    constants: &[],
    bots: &[
        bot!("tank-battle", "scatter", "any legal move"),
        bot!("tank-battle", "greedy", "the best balance of points after its own move"),
        bot!("tank-battle", "trader", "alpha-beta, two plies deep")
            .on_sites_as("its move and the enemy's best answer"),
        bot!("tank-battle", "searcher", "alpha-beta, as deep as its time allows"),
    ],
    strengths: include_str!("../../../tournaments/opponents/tank-battle.csv"),
    reference_bots: ["searcher", "scatter"],
    analyst: Some(bot!("tank-battle", "analyst", "values positions")),
};

const TANK_WAR: ListedGame = ListedGame {
    game: &tank_war::GAME,
    rules_page: include_str!("../../tank-war/README.md"),
    starters: starters!("tank_war"),
    constants: &[Constant {
        name: "hit_distances",
        about: "The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.",
        value: Numbers(&[2, 1, 4]),
    }],
    bots: &[
        bot!("tank-war", "walker", "the first tank of a fixed order that may move").not_on_sites(),
        bot!("tank-war", "scatter", "any legal move"),
        bot!("tank-war", "fortress", "up to a line in its own half, then waits").not_on_sites(),
        bot!("tank-war", "rusher", "drives by a plan, shoots where that pays"),
        bot!("tank-war", "sentry", "most hits and fewest losses if the enemy stood still").not_on_sites(),
        bot!("tank-war", "cautious", "where the enemy's answers cost least").not_on_sites(),
        bot!("tank-war", "greedy", "where the enemy's answers leave most on average"),
        bot!("tank-war", "hunter", "the best on average over all answers, two rounds deep")
            .on_sites_as("the best on average, with an eye on who could be hit next"),
        bot!("tank-war", "maximin", "the best worst case, two rounds deep"),
        bot!("tank-war", "gambler", "what comes out best in random play"),
        bot!("tank-war", "guesser", "what is best against a hunter"),
        bot!("tank-war", "teacher", "equilibria of matrix games, four rounds deep and deeper")
            .on_sites_as("a search over both players' moves at once"),
        bot!("tank-war", "reader", "as the teacher, until it knows how its enemy thinks")
            .on_sites_as("finds out how you think, and plays against that"),
    ],
    strengths: include_str!("../../../tournaments/opponents/tank-war.csv"),
    reference_bots: ["maximin", "scatter"],
    analyst: Some(bot!("tank-war", "analyst", "values positions")),
};

const TANK_CHESS: ListedGame = ListedGame {
    game: &tank_chess::GAME,
    rules_page: include_str!("../../tank-chess/README.md"),
    starters: starters!("tank_chess"),
    constants: &[
        Constant {
            name: "kind_letters",
            about: "The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.",
            value: Text("KLMHDO"),
        },
        Constant {
            name: "kind_speeds",
            about: "Maximum number of steps of a piece of each kind.",
            value: Numbers(&[0, 5, 4, 3, 4, 3]),
        },
        Constant { name: "kind_guns", about: "The gun of each kind.", value: Numbers(&[1, 1, 2, 3, 4, 5]) },
        Constant {
            name: "kind_armour",
            about: "The armour of each kind: front, side and rear of the first one, then of the next.",
            value: Numbers(&[1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0]),
        },
        Constant {
            name: "direction_names",
            about: "The directions that a piece can face, clockwise.",
            value: Texts(&[
                "north",
                "north-east",
                "east",
                "south-east",
                "south",
                "south-west",
                "west",
                "north-west",
            ]),
        },
        Constant {
            name: "direction_columns",
            about: "The change of the column by a step in each direction.",
            value: Numbers(&[0, 1, 1, 1, 0, -1, -1, -1]),
        },
        Constant {
            name: "direction_rows",
            about: "The change of the row by a step in each direction.",
            value: Numbers(&[1, 1, 0, -1, -1, -1, 0, 1]),
        },
    ],
    bots: &[
        ANY_GAME,
        bot!("tank-chess", "hothead", "fires whenever it can, drives straight at the Command tank"),
        bot!("tank-chess", "greedy", "one action at a time, towards the enemy's Command tank"),
        bot!("tank-chess", "planner", "composes whole turns and looks a few turns ahead"),
        bot!("tank-chess", "strategist", "as the planner, but plans its moves anew once its guns have fired")
            .on_sites_as("a planner that plans its moves again once its guns have fired"),
    ],
    strengths: include_str!("../../../tournaments/opponents/tank-chess.csv"),
    reference_bots: ["planner", "scatter"],
    analyst: Some(bot!("tank-chess", "analyst", "values positions")),
};
