//! A recorded match in the browser equals what `replay` shows, at every ply and in any order.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use browser::Engine;
use common::{limits, open, played, read, text};
use game::{Drawing, Facing, Gesture, Mark, PerSeat, Phase, Rules, Seat, Square, Tone};
use games::GAMES;
use proptest::prelude::*;
use referee::{Limits, Played, transcript};
use replay::{Frame, Recording, Replay};
use serde_json::{Value, json};

/// The viewer that sees everything, and the seats.
const VIEWERS: [(u32, Option<Seat>); 3] = [(2, None), (0, Some(Seat::First)), (1, Some(Seat::Second))];

fn recording<'a>(
    game: &'static dyn game::Game,
    (rules, limits): (&'a Rules, &'a Limits),
    played: &'a [Played],
) -> Recording<'a> {
    Recording { game, rules, limits, start: None, played, closings: PerSeat::default() }
}

fn square(Square { column, row }: Square) -> Value {
    json!([column, row])
}

fn mark(mark: Mark) -> Value {
    match mark {
        Mark::Move { from, to } => json!({ "kind": "move", "from": square(from), "to": square(to) }),
        Mark::Shot { from, to } => json!({ "kind": "shot", "from": square(from), "to": square(to) }),
        Mark::Loss { at } => json!({ "kind": "loss", "at": square(at) }),
    }
}

fn metrics(frame: &Frame<'_>) -> Value {
    json!(Seat::BOTH.map(|seat| frame.metrics(seat)))
}

fn check_frame(shown: &Value, frame: &Frame<'_>, viewer: Option<Seat>) {
    assert_eq!(shown["ply"], frame.ply());
    assert_eq!(shown["turn"], frame.turn());
    assert_eq!(shown["metrics"], metrics(frame));
    let phase = match frame.phase() {
        Phase::Act(seats) => json!({ "act": seats.iter().map(Seat::index).collect::<Vec<_>>() }),
        Phase::Chance(chance) => json!({ "chance": chance.outcomes }),
        Phase::Over(end) => {
            json!({ "over": { "outcome": end.outcome.winner().map(Seat::index), "reason": end.reason } })
        }
    };
    assert_eq!(shown["phase"], phase);
    let clocks = frame.clocks();
    let left = Seat::BOTH.map(|seat| clocks.left(seat).0);
    let spent = clocks.spent().0.map(|ticks| ticks.0);
    assert_eq!(shown["clocks"], json!({ "left": left, "spent": spent }));
    let hides = viewer.is_some_and(|seat| frame.position().has_secrets(seat));
    let position = if hides { Value::Null } else { json!(frame.position().to_string()) };
    assert_eq!(shown["position"], position);
    check_drawing(&shown["drawing"], &frame.drawing(viewer));
}

fn check_drawing(shown: &Value, drawing: &Drawing) {
    assert_eq!(shown["columns"], drawing.columns);
    assert_eq!(shown["rows"], drawing.rows);
    assert_eq!(shown["columnLabels"], json!(drawing.column_labels));
    assert_eq!(shown["rowLabels"], json!(drawing.row_labels));
    assert_eq!(shown["notes"], json!(drawing.notes.0));
    let cells = shown["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| &shown["ground"][kind.as_u64().unwrap() as usize]);
    let due = drawing.cells.iter().map(|cell| {
        let (tone, seat) = match cell.tone {
            Tone::Plain => ("plain", None),
            Tone::Blocked => ("blocked", None),
            Tone::Mined => ("mined", None),
            Tone::Danger => ("danger", None),
            Tone::Home(seat) => ("home", Some(seat)),
            Tone::Held(seat) => ("held", Some(seat)),
        };
        json!({ "tone": tone, "seat": seat.map(Seat::index), "circled": cell.circled })
    });
    assert!(cells.eq(due.collect::<Vec<_>>().iter()));
    let pieces = drawing.pieces.iter().map(|piece| {
        json!({
            "column": piece.square.column, "row": piece.square.row, "seat": piece.seat.map(Seat::index),
            "symbol": piece.symbol, "name": piece.name, "facing": piece.facing.map(facing),
        })
    });
    assert_eq!(shown["pieces"], pieces.collect::<Value>());
}

fn facing(facing: Facing) -> u32 {
    facing.degrees() / 45
}

fn check_legal(shown: &Value, frame: &Frame<'_>, seat: Seat) {
    let labels = shown["labels"].as_array().unwrap();
    let unpacked = |square: &Value| square.as_u64().map(|square| json!([square >> 8, square & 255]));
    let shown = shown["actions"].as_array().unwrap().iter().map(|action| {
        let (piece, target) = (unpacked(&action[2]), unpacked(&action[3]));
        let plain = json!([{ "kind": "move", "from": piece, "to": target }]);
        json!({
            "code": action[0], "text": action[1], "piece": piece, "target": target,
            "label": action[4].as_u64().map(|label| &labels[label as usize]), "direction": action[5],
            "marks": if action[6].is_null() { &plain } else { &action[6] },
        })
    });
    let due = frame.legal_actions(seat).into_iter().map(|action| {
        let Gesture { piece, target, label, direction, marks } = frame.position().gesture(seat, action);
        json!({
            "code": action.code(), "text": frame.position().format_action(seat, action),
            "piece": piece.map(square), "target": target.map(square), "label": label,
            "direction": direction.map(facing), "marks": marks.into_iter().map(mark).collect::<Vec<_>>(),
        })
    });
    assert_eq!(shown.collect::<Value>(), due.collect::<Value>());
}

fn check_ply(engine: &mut Engine, handle: u32, frame: &Frame<'_>) {
    let ply = frame.ply();
    for (number, viewer) in VIEWERS {
        check_frame(&read(engine.frame(handle, ply, number)), frame, viewer);
    }
    for seat in Seat::BOTH {
        let number = seat.index() as u32;
        check_legal(&read(engine.legal(handle, ply, number)), frame, seat);
        assert_eq!(engine.view(handle, ply, number).unwrap(), frame.view(seat));
        let codes = frame.legal_actions(seat).into_iter().flat_map(|action| action.code().to_le_bytes());
        assert_eq!(engine.legal_codes(handle, ply, number).unwrap(), codes.collect::<Vec<u8>>());
        for action in frame.legal_actions(seat).into_iter().take(3) {
            let notation = text(engine.format(handle, ply, number, action.code() as i64));
            assert_eq!(notation, frame.position().format_action(seat, action));
            assert_eq!(read(engine.parse(handle, ply, number, notation.as_bytes())), action.code());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn every_ply_is_what_replay_shows(seed: u64, index in 0..GAMES.len(), jumps in prop::collection::vec(0.0..=1.0, 6)) {
        let game = GAMES[index];
        let rules = Rules::defaults(game.options());
        let (played, limits) = (played(game, &rules, seed), limits());
        let recording = recording(game, (&rules, &limits), &played);
        let mut engine = Engine::new();
        let handle = open(&mut engine, game, &rules, &played);
        prop_assert_eq!(read(engine.plies(handle)), recording.plies());
        prop_assert_eq!(engine.transcript(handle).unwrap(), transcript::encode(&played));
        let mut replay = Replay::new(recording).unwrap();
        loop {
            check_ply(&mut engine, handle, &replay.frame());
            if replay.forward().unwrap().is_none() {
                break;
            }
        }
        for jump in jumps {
            replay.seek((jump * f64::from(recording.plies())) as u32).unwrap();
            check_ply(&mut engine, handle, &replay.frame());
        }
    }

    #[test]
    fn an_overview_has_every_ply(seed: u64, index in 0..GAMES.len()) {
        let game = GAMES[index];
        let rules = Rules::defaults(game.options());
        let (played, limits) = (played(game, &rules, seed), limits());
        let mut engine = Engine::new();
        let handle = open(&mut engine, game, &rules, &played);
        let shown = read(engine.overview(handle, 2));
        let mut replay = Replay::new(recording(game, (&rules, &limits), &played)).unwrap();
        prop_assert_eq!(&shown["start"]["metrics"], &metrics(&replay.frame()));
        for shown in shown["plies"].as_array().unwrap() {
            let ply = replay.next_ply().unwrap().unwrap();
            let frame = replay.frame();
            prop_assert_eq!(&shown["ply"], ply.number);
            prop_assert_eq!(&shown["turn"], frame.turn());
            let actions = ply.played.iter().map(|played| json!({
                "seat": played.seat.index(), "code": played.action.code(), "ticks": played.spent.0,
                "text": frame.position().format_action(played.seat, played.action), "offered": played.offered,
            }));
            prop_assert_eq!(&shown["actions"], &actions.collect::<Value>());
            let events = frame.events(&ply.joint, None).into_iter();
            let events = events.map(|event| json!({ "text": event.text, "mark": event.mark.map(mark) }));
            prop_assert_eq!(&shown["events"], &events.collect::<Value>());
            replay.advance(&ply);
            let frame = replay.frame();
            prop_assert_eq!(&shown["metrics"], &metrics(&frame));
            prop_assert_eq!(&shown["left"], &json!(Seat::BOTH.map(|seat| frame.clocks().left(seat).0)));
            let hidden = Seat::BOTH.into_iter().any(|seat| frame.drawing(Some(seat)) != frame.drawing(None));
            prop_assert_eq!(&shown["hidden"], hidden);
        }
        prop_assert!(replay.next_ply().unwrap().is_none());
        let decided = replay::decisive_blow(replay.recording()).unwrap().map(|blow| json!({
            "ply": blow.ply, "text": blow.text, "score": blow.score,
            "marks": blow.marks.into_iter().map(mark).collect::<Value>(),
        }));
        prop_assert_eq!(&shown["decided"], &json!(decided));
    }
}

#[test]
fn a_view_is_told_field_by_field() {
    let game = games::find("tank-battle").unwrap();
    let rules = Rules::defaults(game.options());
    let mut engine = Engine::new();
    let handle = open(&mut engine, game, &rules, &played(game, &rules, 3));
    let fields = read(engine.fields(handle, 5, 1));
    let value = |name: &str| {
        let field = fields.as_array().unwrap().iter().find(|field| field["name"] == name).unwrap();
        field["values"][0].as_str().unwrap().to_owned()
    };
    assert_eq!((value("game"), value("seat"), value("ply")), ("2".into(), "1".into(), "5".into()));
    let own: usize = game.layout().fields.iter().map(|field| field.count).sum();
    let told = fields.as_array().unwrap().iter().map(|field| field["values"].as_array().unwrap().len());
    assert_eq!(told.sum::<usize>(), game::view::HEADER.len() + own);
}

#[test]
fn a_board_shows_what_led_to_it_and_can_be_turned() {
    let game = games::find("tank-battle").unwrap();
    let rules = Rules::defaults(game.options());
    let (played, limits) = (played(game, &rules, 3), limits());
    let mut engine = Engine::new();
    let handle = open(&mut engine, game, &rules, &played);
    let mut replay = Replay::new(recording(game, (&rules, &limits), &played)).unwrap();
    let ply = replay.forward().unwrap().unwrap();
    let start = game.start(&rules);
    let events = start.events(&ply.joint, None);
    let marks: Vec<Mark> = events.into_iter().filter_map(|event| event.mark).collect();
    assert!(!marks.is_empty());
    let drawing = replay.frame().drawing(None);
    let due = board::standalone(&drawing, &marks, "Board after ply 1");
    assert_eq!(text(engine.svg(handle, 1, 2, 0)), due);
    let (drawing, marks) = board::turned(&drawing, &marks);
    let due = board::standalone(&drawing, &marks, "Board after ply 1");
    assert_eq!(text(engine.svg(handle, 1, 2, 1)), due);
    let due = board::standalone(&start.draw(None), &[], "Board after ply 0");
    assert_eq!(text(engine.svg(handle, 0, 2, 0)), due);
    // Looking back for the marks does not lose the place.
    assert_eq!(read(engine.frame(handle, 1, 2))["ply"], 1);
}

#[test]
fn what_is_hidden_from_a_viewer_is_in_no_reply() {
    let game = games::find("tank-chess").unwrap();
    let rules = Rules::defaults(game.options());
    let played: Vec<Played> =
        played(game, &rules, 1).into_iter().take_while(|played| played.ply < 3).collect();
    let mut engine = Engine::new();
    let handle = open(&mut engine, game, &rules, &played);
    let secret = played[1];
    assert_eq!(secret.seat, Seat::Second);
    let position = game.start(&rules);
    let notation = position.format_action(secret.seat, secret.action);
    let all = text(engine.overview(handle, 2));
    assert!(all.contains(&notation));
    let seen = text(engine.overview(handle, 0));
    assert!(!seen.contains(&notation) && !seen.contains(&secret.action.code().to_string()), "{seen}");
    assert!(seen.contains("Black places a piece") && seen.contains("\"hidden\":true"));
    let frame = read(engine.frame(handle, 3, 0));
    assert!(frame["drawing"]["pieces"].as_array().unwrap().iter().all(|piece| piece["seat"] == 0));
    assert_eq!(frame["position"], Value::Null);
}

#[test]
fn the_catalogue_lists_every_game() {
    let games = read(Engine::new().games());
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, GAMES.iter().map(|game| game.name()).collect::<Vec<_>>());
    let war = &games[1];
    assert_eq!(war["seats"][1], json!({ "letter": "D", "word": "Down" }));
    assert_eq!(war["options"][0]["values"], json!(["a-inside", "a-outside"]));
    assert_eq!(war["options"][0]["default"], "a-inside");
}
