//! Tests that every entry of the list is complete.

use std::collections::{BTreeMap, BTreeSet};

use hash::Hash;
use referee::Builtin;

use super::*;

#[test]
fn names_and_numbers_are_unique() {
    let names: BTreeSet<&str> = GAMES.iter().map(|game| game.name()).collect();
    let numbers: BTreeSet<u32> = GAMES.iter().map(|game| game.id()).collect();
    assert_eq!((names.len(), numbers.len()), (LIST.len(), LIST.len()));
}

#[test]
fn a_game_is_found_by_its_name() {
    for game in GAMES {
        assert_eq!(find(game.name()).map(Game::id), Some(game.id()));
        assert_eq!(listed(game.name()).map(|listed| listed.game.id()), Some(game.id()));
    }
    assert!(find("chess").is_none() && listed("chess").is_none());
}

#[test]
fn a_path_differs_from_a_name() {
    for path in ["connect4.py", "rules/salvo", "./tank-war", "GAME.WASM", "a.b.wat"] {
        assert!(is_file(path), "{path}");
    }
    for name in ["tank-war", "py", "connect-four@0123", "v1.5"] {
        assert!(!is_file(name), "{name}");
    }
}

/// `tests/it/house/games.rs` looks for the parts that are files elsewhere.
#[test]
fn no_entry_lacks_a_part() {
    let mut missing = Vec::new();
    for ListedGame { game, rules_page, starters, bots, reference_bots, .. } in LIST {
        let parts = [
            (rules_page.starts_with("# "), "a heading of `rules_page`"),
            (rules_page.contains("\n## Notation\n"), "a section \"Notation\" of `rules_page`"),
            (!starters.is_empty(), "`starters`"),
            (!bots.is_empty(), "`bots`"),
            (bots.iter().any(|bot| bot.about_on_sites.is_some()), "a bot to play against on a site"),
            (
                reference_bots.iter().all(|name| bots.iter().any(|bot| bot.name == *name)),
                "a bot that `reference_bots` names",
            ),
        ];
        let absent = parts.iter().filter(|(is_there, _)| !is_there);
        missing.extend(absent.map(|(_, part)| format!("{} lacks {part}", game.name())));
        let blank = starters.iter().filter(|(_, text)| text.trim().is_empty());
        missing.extend(blank.map(|(language, _)| format!("{} lacks a starter in {language}", game.name())));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_sample_bot_is_a_module_with_a_name_of_its_own() {
    let names: BTreeSet<String> = sample_bots().map(SampleBot::full_name).collect();
    assert_eq!(names.len(), sample_bots().count());
    for ListedGame { game, bots, .. } in LIST {
        for bot in *bots {
            assert_eq!(bot.game, game.name(), "{bot:?}");
            assert!(bot.module.starts_with(b"\0asm"), "{bot:?}");
            assert!(Builtin::ALL.iter().all(|player| player.name() != bot.name), "{bot:?}");
        }
    }
}

/// A site writes them into a script as they are.
#[test]
fn words_on_sites_need_no_escape() {
    for bot in sample_bots() {
        let words = bot.about_on_sites.unwrap_or_default();
        assert!(!format!("{}{words}", bot.name).contains(['"', '\\', '<']), "{bot:?}");
    }
}

/// A bot that is added or built anew must be measured again; the README has the command.
#[test]
fn strengths_are_those_of_the_modules() {
    for ListedGame { game, bots, strengths, .. } in LIST {
        let name = game.name();
        let measured: BTreeMap<&str, &str> = strengths
            .lines()
            .skip(1)
            .map(|line| {
                let fields: Vec<&str> = line.split(',').collect();
                let [bot, module, rating, plus_minus, games] = fields[..] else { panic!("{name}: {line}") };
                let [rating, plus_minus] = [rating, plus_minus].map(|number| number.parse::<f64>().unwrap());
                assert!(
                    rating.is_finite() && plus_minus > 0.0 && games.parse::<u32>().is_ok(),
                    "{name}: {line}"
                );
                (bot, module)
            })
            .collect();
        let hashes: Vec<String> = bots.iter().map(|bot| Hash::digest(bot.module).to_string()).collect();
        let players = Builtin::ALL.iter().map(|player| (player.name(), ""));
        let due = players.chain(bots.iter().map(|bot| bot.name).zip(hashes.iter().map(String::as_str)));
        assert_eq!(measured, due.collect(), "{name}: measure again");
        assert_eq!(strengths.lines().count(), 1 + measured.len(), "{name}: a line a bot");
    }
}
