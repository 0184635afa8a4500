//! Every command on a class has a way in the browser.

use std::collections::BTreeSet;

use crate::markup::{attribute, pages, tags};
use crate::support::{Served, bot};

/// The commands of `muster class`, each with the forms or pages that do the same.
const WAYS: &[(&str, &[&str])] = &[
    ("Init", &["/-/enter/{link}"]),
    ("Roster", &["/{class}/staff/roster"]),
    ("Submit", &["/{class}/students/{id}/submissions", "/{class}/staff/imports"]),
    ("Status", &["/{class}/"]),
    // The service plays by itself, and shows what waits.
    ("Work", &["/{class}/"]),
    ("Check", &["/{class}/students/{id}"]),
    ("Scrimmage", &["/{class}/games"]),
    ("Rejudge", &["/{class}/staff/rejudging"]),
    ("Freeze", &["/{class}/decisions"]),
    ("Release", &["/{class}/decisions"]),
    ("Extend", &["/{class}/students/{id}/time", "/{class}/staff/extensions"]),
    ("Withdraw", &["/{class}/students/{id}/participation"]),
    ("Reinstate", &["/{class}/students/{id}/participation"]),
    ("Activate", &["/{class}/students/{id}/choice"]),
    ("Adopt", &["/{class}/staff/settings"]),
    ("Game", &["/{class}/staff/settings"]),
    ("Announce", &["/{class}/announcements", "/{class}/announcements/{number}"]),
    ("Questions", &["/{class}/staff/questions", "/{class}/questions", "/{class}/questions/{number}"]),
    ("Links", &["/{class}/staff/links"]),
    ("Copies", &["/{class}/staff/copies"]),
    ("Close", &["/{class}/decisions"]),
    ("Reopen", &["/{class}/decisions"]),
    ("Export", &["/{class}/staff/grades/{run}"]),
    ("Feedback", &["/{class}/staff/feedback"]),
    ("Forget", &["/{class}/students/{id}/forget"]),
    ("Backup", &["/{class}/staff/backup"]),
    ("Clock", &["/{class}/staff/clock"]),
    ("Embed", &["/{class}/staff/tournaments/{name}/embed"]),
    ("Restore", &["/-/enter/{link}/restore", "/{class}/staff/backup/check"]),
];

/// Returns the names of the commands.
fn commands() -> BTreeSet<&'static str> {
    let source = include_str!("../../../cli/src/commands/class.rs");
    let variants = source.split("enum ClassCommand {").nth(1).unwrap().split("\n}").next().unwrap();
    let names = variants.lines().filter_map(|line| line.trim().split_once('(')).map(|(name, _)| name);
    names.filter(|name| !name.starts_with('/')).collect()
}

/// Returns `true` if a path is one of a route.
fn is_of(route: &str, path: &str) -> bool {
    let (route, path): (Vec<_>, Vec<_>) = (route.split('/').collect(), path.split('/').collect());
    let same =
        |(route, path): (&&str, &&str)| if route.starts_with('{') { !path.is_empty() } else { route == path };
    route.len() == path.len() && route.iter().zip(&path).all(same)
}

#[test]
fn every_command_has_a_way_in_the_browser() {
    let listed: BTreeSet<&str> = WAYS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed.len(), WAYS.len(), "a command is listed twice");
    assert_eq!(listed, commands());
}

/// Walks all pages of a class with everything in it, and finds each way as a link or a form.
#[test]
fn every_way_is_found_by_following_links() {
    let served = Served::new();
    let (teacher, ada) = (served.teacher(), served.student("1001"));
    for name in ["greedy", "rusher"] {
        assert_eq!(ada.hand_in(&[("bot.wasm", &bot(name))]).status, 303);
    }
    assert_eq!(served.student("1002").hand_in(&[("bot.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(teacher.act("/ki/announcements", &[("text", "Hello")]).status, 303);
    let asked = [("about", "class"), ("text", "When is the final?")];
    assert_eq!(ada.act("/ki/questions", &asked).status, 303);
    served.play_tournament("cup");
    let mut found = BTreeSet::new();
    for (path, text) in [pages(&teacher), pages(&ada)].concat() {
        let links = tags(&text, "a").into_iter().filter_map(|tag| attribute(tag.split('>').next()?, "href"));
        let forms =
            tags(&text, "form").into_iter().filter_map(|tag| attribute(tag.split('>').next()?, "action"));
        found.extend(links.chain(forms).map(|link| link.split(['#', '?']).next().unwrap().to_owned()));
        found.insert(path);
    }
    // `first_run.rs` walks the page before there is a class.
    let ways = WAYS.iter().flat_map(|(name, ways)| ways.iter().map(move |way| (name, way)));
    for (name, way) in ways.filter(|(_, way)| !way.starts_with("/-/")) {
        assert!(found.iter().any(|path| is_of(way, path)), "{name}: {way} is not among {found:?}");
    }
}
