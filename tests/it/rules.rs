//! Plays whole matches through the committed module and its script: every ply equals that of `replay`, and the
//! browser's referee has the same record.

use crate::hosts::scripts::{answers, hex};
use game::{Facing, Game, Gesture, Mark, PerSeat, Rules, Seat, Square, Tone};
use games::GAMES;
use referee::history::record;
use referee::{
    Answer, Builtin, Failure, Fault, Limits, Match, MatchSeed, Player, Ticks, Verdict, transcript,
};
use replay::{Frame, Recording, Replay};
use serde_json::{Value, json};

/// Number of matches of each game.
const MATCHES: u64 = 3;

fn limits() -> Limits {
    Limits { plies: 120, ..Limits::default() }
}

/// Plays a random match with times, and with some offers.
fn played(game: &'static dyn Game, seed: u64) -> Match {
    let seed = MatchSeed::from_number(seed);
    let mut players = Seat::BOTH.map(|seat| Builtin::Random.player(&seed, seat));
    let mut playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits());
    while !playing.waiting().is_empty() {
        for seat in playing.waiting().iter() {
            let code = players[seat.index()].choose(playing.ask(seat)).unwrap().result.unwrap();
            let spent = Ticks(1_000 + code as u64 % 100_000);
            let late = Failure::new(Fault::Timeout, "late");
            let answer = if code % 7 == 0 {
                Answer { result: Err(late), offer: Some(code), spent }
            } else {
                Answer { result: Ok(code), offer: None, spent }
            };
            playing.answer(seat, answer);
        }
    }
    playing
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

fn legal(frame: &Frame<'_>, seat: Seat) -> Value {
    let action = |action| {
        let Gesture { piece, target, label, direction, marks } = frame.position().gesture(seat, action);
        json!({
            "code": action.code(), "text": frame.position().format_action(seat, action),
            "piece": piece.map(square), "target": target.map(square), "label": label,
            "direction": direction.map(|facing: Facing| facing as u8),
            "marks": marks.into_iter().map(mark).collect::<Vec<_>>(),
        })
    };
    frame.legal_actions(seat).into_iter().map(action).collect()
}

const fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Blocked => "blocked",
        Tone::Mined => "mined",
        Tone::Danger => "danger",
        Tone::Home(_) => "home",
        Tone::Held(_) => "held",
    }
}

/// Returns the view of a ply. The marks on the board are those of the ply before.
fn seen(frame: &Frame<'_>, marks: &[Mark]) -> Value {
    let drawing = frame.drawing(None);
    let clocks = frame.clocks();
    json!({
        "position": frame.position().to_string(),
        "clocks": {
            "left": Seat::BOTH.map(|seat| clocks.left(seat).0), "spent": clocks.spent().0.map(|ticks| ticks.0),
        },
        "metrics": Seat::BOTH.map(|seat| frame.metrics(seat)),
        "svg": board::standalone(&drawing, marks, &format!("Board after ply {}", frame.ply())),
        "tones": drawing.cells.iter().map(|cell| tone(cell.tone)).collect::<Vec<_>>(),
        "pieces": drawing.pieces.iter().map(|piece| {
            format!("{} {} {}", piece.name, piece.square.column, piece.square.row)
        }).collect::<Vec<_>>(),
        "seats": Seat::BOTH.map(|seat| json!({ "view": hex(&frame.view(seat)), "legal": legal(frame, seat) })),
    })
}

fn check(playing: &Match, told: &Value) {
    let scene = playing.scene();
    let rules = Rules::defaults(scene.game.options());
    let (game, limits, closings) = (scene.game, limits(), PerSeat::default());
    let recording =
        Recording { game, rules: &rules, limits: &limits, start: None, played: &scene.played, closings };
    let mut replay = Replay::new(recording).unwrap();
    let mut marks = Vec::new();
    for told in told["plies"].as_array().unwrap() {
        let frame = replay.frame();
        assert_eq!(*told, seen(&frame, &marks), "{} before ply {}", game.name(), frame.ply());
        let Some(ply) = replay.next_ply().unwrap() else { break };
        marks = frame.events(&ply.joint, None).into_iter().filter_map(|event| event.mark).collect();
        replay.advance(&ply);
    }
    assert_eq!(replay.frame().ply(), recording.plies());
    let again = &told["again"];
    assert_eq!(again["transcript"], hex(&transcript::encode(&scene.played)));
    let history: Vec<u8> = scene.history(Seat::Second).flat_map(record).collect();
    assert_eq!(again["history"], hex(&history));
    let Verdict { outcome, reason } = playing.verdict().unwrap();
    assert_eq!(again["verdict"]["outcome"], json!(outcome.winner().map(Seat::index)));
    assert_eq!(again["verdict"]["reason"], reason.to_string());
}

#[test]
fn whole_matches_in_the_module_are_what_replay_shows() {
    let matches: Vec<Match> =
        GAMES.iter().flat_map(|game| (0..MATCHES).map(|seed| played(*game, seed))).collect();
    let line = |playing: &Match| {
        let scene = playing.scene();
        let transcript = hex(&transcript::encode(&scene.played));
        json!({ "game": scene.game.name(), "limits": limits().to_string(), "transcript": transcript })
    };
    let Some(told) = answers("../rules.js", &matches.iter().map(line).collect::<Vec<_>>()) else { return };
    for (playing, told) in matches.iter().zip(&told) {
        check(playing, told);
    }
}
