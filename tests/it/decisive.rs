//! The decisive blow of lost matches between sample bots equals that of an oracle, which only reads the events. By
//! default it checks a few matches of each game, with `MUSTER_FULL=1` at least 20.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use game::{Drawing, Outcome, Seat, Square, Tone};
use games::GAMES;
use ledger::{Ledger, RunFolder};
use replay::{DecisiveBlow, Recording, Replay};
use run_folder::MatchParts;
use serde_json::Value;

use crate::support::{is_full, run};

/// The decisive blow according to the oracle.
#[derive(Debug, Default)]
struct Decided {
    ply: usize,
    score: Option<String>,
    /// Texts that the description contains.
    names: Vec<String>,
}

/// The texts of the events of all plies.
fn events(recording: &Recording<'_>) -> Vec<Vec<String>> {
    let mut replay = Replay::new(*recording).unwrap();
    let mut all = Vec::new();
    while let Some(ply) = replay.next_ply().unwrap() {
        let events = replay.frame().events(&ply.joint, None);
        all.push(events.into_iter().map(|event| event.text).collect());
        replay.advance(&ply);
    }
    all
}

/// Returns the number of the last ply that changed the leader, from the leads at the start and after each ply.
fn settled(leads: &[i32]) -> Option<usize> {
    let leads: Vec<i32> = leads.iter().map(|lead| lead.signum()).collect();
    (1..leads.len()).rev().find(|&ply| leads[ply] != leads[ply - 1])
}

/// Number of pieces of each side.
fn pieces(drawing: &Drawing) -> [i32; 2] {
    Seat::BOTH.map(|seat| drawing.pieces.iter().filter(|piece| piece.seat == Some(seat)).count() as i32)
}

fn counted([first, second]: [i32; 2], name: &str, several: &str) -> String {
    if first == second {
        format!("equal {several}")
    } else {
        format!("{first} {} to {second}", if first == 1 { name } else { several })
    }
}

fn of_tank_chess(_start: &Drawing, plies: &[Vec<String>]) -> Decided {
    let last = plies.last().unwrap();
    assert!(
        last.iter().any(|text| text.contains("Command tank") && text.ends_with("is eliminated")),
        "{last:?}"
    );
    let (firer, target) = last.iter().find_map(|text| text.split_once(" fires on ")).unwrap();
    Decided { ply: plies.len(), score: None, names: vec![format!("{firer} hits {target}")] }
}

fn of_tank_war(start: &Drawing, plies: &[Vec<String>]) -> Decided {
    let side = |text: &str| usize::from(text.starts_with('D'));
    let mut tanks = pieces(start);
    let mut boxes =
        Seat::BOTH.map(|seat| start.cells.iter().filter(|cell| cell.tone == Tone::Held(seat)).count() as i32);
    let lead = |tanks: [i32; 2], boxes: [i32; 2]| {
        if tanks[0] == tanks[1] { boxes[0] - boxes[1] } else { tanks[0] - tanks[1] }
    };
    let (mut leads, mut lost) = (vec![lead(tanks, boxes)], Vec::new());
    for texts in plies {
        let mut losses = Vec::new();
        for text in texts {
            if text.contains(" and takes it from ") {
                boxes[side(text)] += 1;
                boxes[1 - side(text)] -= 1;
            }
            if let Some((_, hit)) = text.split_once(" destroys ").or_else(|| text.split_once(" destroy ")) {
                tanks[side(hit)] -= 1;
                losses.push(hit.to_owned());
            }
        }
        lost.push(losses);
        leads.push(lead(tanks, boxes));
    }
    let is_wiped_out = (tanks[0] == 0) != (tanks[1] == 0);
    let ply = if is_wiped_out { plies.len() } else { settled(&leads).unwrap() };
    let loser = usize::from(leads.last().is_some_and(|lead| *lead > 0));
    // The description may separate the letter and the name of `U's LA`.
    let mut names: Vec<String> = lost[ply - 1]
        .iter()
        .filter(|hit| side(hit) == loser)
        .flat_map(|hit| hit.split("'s ").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    if is_wiped_out {
        names.push("last tank, ".to_owned());
    }
    let mut score = counted(tanks, "tank", "tanks");
    if tanks[0] == tanks[1] {
        write!(score, ", {}", counted(boxes, "box", "boxes")).unwrap();
    }
    Decided { ply, score: Some(score), names }
}

fn of_tank_battle(start: &Drawing, plies: &[Vec<String>]) -> Decided {
    let side = |text: &str| usize::from(text.starts_with("Black"));
    let name = |Square { column, row }: Square| {
        start.column_labels[usize::from(column)].clone() + &start.row_labels[usize::from(row)]
    };
    let of = |seat: Seat| start.pieces.iter().filter(move |piece| piece.seat == Some(seat));
    let mut tanks = pieces(start);
    let mut in_base = Seat::BOTH.map(|seat| {
        let there = of(seat).filter(|piece| start.cell(piece.square).tone == Tone::Home(seat.other()));
        there.map(|piece| name(piece.square)).collect::<BTreeSet<String>>()
    });
    let mut commanders = Seat::BOTH.map(|seat| {
        of(seat).find(|piece| piece.name == "Commander").map_or_else(String::new, |piece| name(piece.square))
    });
    let mut points = [0, 1].map(|seat: usize| tanks[seat] + in_base[seat].len() as i32);
    let (mut leads, mut names) = (vec![points[0] - points[1]], Vec::new());
    for texts in plies {
        let (mover, way) = texts[0].split_once(" goes from ").unwrap();
        let (from, to) = way.split_once(" to ").unwrap();
        let seat = side(mover);
        if in_base[seat].remove(from) || texts.iter().any(|text| text.ends_with("'s base and stays there")) {
            in_base[seat].insert(to.to_owned());
        }
        if mover.ends_with("commander") {
            to.clone_into(&mut commanders[seat]);
        }
        if texts.iter().any(|text| text.ends_with("is captured")) {
            let victim = 1 - seat;
            tanks[victim] -= 1;
            in_base[victim].remove(to);
            if commanders[victim] == to {
                commanders[victim].clear();
            }
        }
        let circled = [commanders[0] == "a11", commanders[1] == "k1"].map(i32::from);
        points = [0, 1].map(|seat| tanks[seat] + in_base[seat].len() as i32 + circled[seat]);
        leads.push(points[0] - points[1]);
        names.push(format!("{mover} from {from} "));
    }
    let end = plies.last().unwrap().last().unwrap();
    assert!(end.ends_with(&format!("; {} to {} points", points[0], points[1])), "{end}: {points:?}");
    let is_final = end.contains("has no tanks left") || end.contains("all tanks of a side");
    let ply = if is_final { plies.len() } else { settled(&leads).unwrap() };
    let (score, names) = (Some(counted(points, "point", "points")), vec![names.swap_remove(ply - 1)]);
    Decided { ply, score, names }
}

/// Plays a round robin of sample bots; returns the run's folder.
fn played(folder: &Path, game: &str, bots: [&str; 3], games: u32) -> PathBuf {
    let mut text = format!("[tournament]\nname = \"Cup\"\ngame = \"{game}\"\nseed = 63\n");
    text += "[clock]\nkind = \"fuel\"\nper_move = \"10ms\"\nper_game = \"60s\"\n";
    for bot in bots {
        write!(text, "[[entrant]]\nname = \"{bot}\"\nbot = \"builtin:{bot}\"\n").unwrap();
    }
    write!(text, "[[stage]]\nformat = \"round-robin\"\ngames = {games}\n").unwrap();
    write!(text, "[stage.openings]\nrandom = {}\nplies = 2\n", games.div_ceil(2)).unwrap();
    let (file, out) = (folder.join(format!("{game}.toml")), folder.join(game));
    fs::write(&file, text).unwrap();
    let (code, _, err) = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    out
}

fn check(game: &str, bots: [&str; 3], oracle: fn(&Drawing, &[Vec<String>]) -> Decided) {
    let folder = tempfile::tempdir().unwrap();
    let out = played(folder.path(), game, bots, if is_full() { 16 } else { 2 });
    let run_folder = RunFolder::at(&out);
    let keys = Ledger::open_read_only(&run_folder).unwrap().match_keys().unwrap();
    let mut lost = 0;
    for key in keys {
        let parts = MatchParts::of_run(&run_folder, key, GAMES).unwrap();
        let record = parts.any().unwrap();
        if record.outcome == Outcome::Draw || !record.reason.forfeits().is_empty() {
            continue;
        }
        lost += 1;
        let recording = parts.recording().unwrap();
        let start = Replay::new(recording).unwrap().frame().drawing(None);
        let expected = oracle(&start, &events(&recording));
        let found = replay::decisive_blow(&recording).unwrap().unwrap();
        let DecisiveBlow { ply, text, score, marks } = &found;
        let place = format!("{game}, {key}: {found:?}\n{expected:?}");
        assert_eq!((*ply as usize, score), (expected.ply, &expected.score), "{place}");
        assert!(expected.names.iter().all(|name| text.contains(name)), "{place}");
        assert!(!marks.is_empty(), "{place}");
        if lost == 1 {
            shows(&out, &key.to_string(), &found);
        }
    }
    assert!(lost >= if is_full() { 20 } else { 1 }, "{lost} lost matches of {game}");
}

/// Checks that `muster why` reports the blow, in words and as JSON.
fn shows(out: &Path, key: &str, blow: &DecisiveBlow) {
    let out = out.to_str().unwrap();
    let (_, told, _) = run(&["why", out, key]);
    assert!(told.contains(&format!("\ndecided by {blow}\n")), "{told}");
    let (code, told, err) = run(&["why", out, key, "--json"]);
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&told).unwrap();
    let decided = &report["decided"];
    assert_eq!((report["version"].as_u64(), decided["ply"].as_u64()), (Some(1), Some(blow.ply.into())));
    assert_eq!(decided["text"].as_str(), Some(blow.text.as_str()));
    assert_eq!(decided["marks"].as_array().map(Vec::len), Some(blow.marks.len()));
    assert!(report["result"] == "lost" && report["failure"].is_null(), "{report:#}");
}

#[test]
fn the_decisive_blow_of_tank_chess_is_the_shot_at_the_command_tank() {
    check("tank-chess", ["hothead", "greedy", "planner"], of_tank_chess);
}

#[test]
fn the_decisive_blow_of_tank_war_is_the_last_tank_or_the_last_change_of_the_score() {
    check("tank-war", ["hunter", "guesser", "reader"], of_tank_war);
}

#[test]
fn the_decisive_blow_of_tank_battle_ends_the_game_or_settles_the_points() {
    check("tank-battle", ["scatter", "greedy", "trader"], of_tank_battle);
}
