//! Lists across runs.

#![expect(clippy::float_cmp, reason = "the figures are rounded, or exact by the rule")]

use super::*;
use crate::results::Score;

fn contestants(names: &[(&str, &str)]) -> Vec<Contestant> {
    names
        .iter()
        .map(|(entrant, version)| Contestant { entrant: (*entrant).into(), version: (*version).into() })
        .collect()
}

fn results(players: usize, games: &[(usize, usize, Score)]) -> Results {
    Results::new(players, games.iter().map(|&(a, b, score)| MatchResult::new(a, b, score)).collect()).unwrap()
}

fn list(line: Line) -> RatingList {
    let mut list =
        RatingList::new(Model::named("elo").unwrap(), line, Marks { inactive_runs: 2, ..Marks::default() });
    let first = contestants(&[("Ann", "1"), ("Bob", "1"), ("Cid", "1")]);
    list.add_run("one", &first, &results(3, &[(0, 1, Score::Win), (1, 2, Score::Win)])).unwrap();
    let second = contestants(&[("Ann", "1"), ("Ann", "2"), ("Bob", "1")]);
    list.add_run("two", &second, &results(3, &[(1, 0, Score::Win), (1, 2, Score::Win)])).unwrap();
    list
}

fn names(list: &RatingList) -> Vec<(String, String, u32)> {
    let name = |entry: &RatedEntry<'_>| {
        (entry.contestant.entrant.clone(), entry.contestant.version.clone(), entry.rating.games())
    };
    list.entries().iter().map(name).collect()
}

#[test]
fn versions_are_lines_of_their_own() {
    let expected = [("Ann", "2", 2), ("Ann", "1", 2), ("Bob", "1", 3), ("Cid", "1", 1)];
    assert_eq!(
        names(&list(Line::Version)),
        expected.map(|(e, v, games)| (e.to_string(), v.to_string(), games))
    );
}

#[test]
fn an_entrant_is_one_line_under_its_latest_version() {
    let list = list(Line::Entrant);
    let expected = [("Ann", "2", 2), ("Bob", "1", 3), ("Cid", "1", 1)];
    assert_eq!(names(&list), expected.map(|(e, v, games)| (e.to_string(), v.to_string(), games)));
    assert_eq!(list.within_entrant(), 1);
}

#[test]
fn history_grows_by_a_point_a_run_since_the_line_appeared() {
    let list = list(Line::Version);
    let entries = list.entries();
    let runs = |entry: &RatedEntry<'_>| entry.history.iter().map(|point| point.run).collect::<Vec<_>>();
    assert_eq!(runs(&entries[0]), [1]);
    assert_eq!(runs(&entries[1]), [0, 1]);
    assert_eq!(entries[1].history[1].rating, entries[1].rating.rating);
    assert_eq!(entries[1].history[0].games, 1);
}

#[test]
fn lines_without_recent_games_are_inactive() {
    let mut list = list(Line::Version);
    let active = |list: &RatingList| list.entries().iter().map(|entry| entry.active).collect::<Vec<_>>();
    assert_eq!(active(&list), [true, true, true, true]);
    list.add_run("three", &[], &results(0, &[])).unwrap();
    assert_eq!(active(&list), [true, true, true, false]);
    assert!(list.entries().iter().all(|entry| entry.provisional));
}

#[test]
fn a_run_that_does_not_fit_leaves_the_list_alone() {
    let mut list = list(Line::Version);
    let before = names(&list);
    let error = list.add_run("bad", &contestants(&[("Ann", "1")]), &results(2, &[])).unwrap_err();
    assert_eq!(error.to_string(), "run \"bad\": 1 contestants for 2 players");
    assert_eq!((names(&list), list.runs().len()), (before, 2));
}

#[test]
fn counted_games_are_rated_like_those_in_order() {
    let model = Model::named("bradley-terry").unwrap();
    let who = contestants(&[("Ann", "1"), ("Bob", "1"), ("Cid", "1")]);
    let games = [(0, 1, Score::Win), (1, 0, Score::Win), (1, 2, Score::Draw), (2, 0, Score::Loss)];
    let mut counted = RatingList::new(model, Line::Entrant, Marks::default());
    let mut counter = Counter::default();
    for (first, second, score) in games {
        counter.add(Player::from(first), Player::from(second), score, 3);
    }
    counted.add_counted("one", &who, counter.clone()).unwrap();
    let mut plain = RatingList::new(model, Line::Entrant, Marks::default());
    plain.add_run("one", &who, &results(3, &games.repeat(3))).unwrap();
    assert_eq!(counted.ratings().players, plain.ratings().players);
    assert_eq!(counted.table(), plain.table());
    let mut elo = list(Line::Entrant);
    let error = elo.add_counted("file", &who, counter).unwrap_err();
    assert_eq!(error.to_string(), "run \"file\": the model elo needs the order of games");
    assert_eq!(elo.runs().len(), 2);
}

#[test]
fn anchors_are_found_by_who_they_are() {
    let model = Model::named("bradley-terry").unwrap();
    let who = contestants(&[("Ann", "1"), ("Bob", "1")]);
    let anchors = vec![(contestants(&[("Bob", "9")]).remove(0), 2000.0)];
    let mut list = RatingList::new(model, Line::Entrant, Marks::default()).anchored(anchors);
    let games = [(0, 1, Score::Win), (1, 0, Score::Win), (0, 1, Score::Loss), (1, 0, Score::Loss)];
    list.add_run("one", &who, &results(2, &games)).unwrap();
    assert_eq!(list.ratings().players[1].rating, 2000.0);
}

#[test]
fn pairs_of_different_runs_keep_apart() {
    let model = Model::named("bradley-terry").unwrap();
    let mut list = RatingList::new(model, Line::Version, Marks::default());
    let who = contestants(&[("Ann", "1"), ("Bob", "1")]);
    let legs = vec![
        MatchResult::new(0_usize, 1_usize, Score::Win).in_pair(0),
        MatchResult::new(1_usize, 0_usize, Score::Win).in_pair(0),
    ];
    let run = Results::new(2, legs).unwrap();
    for name in ["one", "two", "three"] {
        list.add_run(name, &who, &run).unwrap();
    }
    assert_eq!(list.ratings().players[0].games(), 6);
    assert!(list.ratings().notes.contains(&crate::note::Note::RobustErrors { paired: true }));
}
