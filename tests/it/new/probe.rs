//! Tests bots that log their input and answers in the terms of a kit: in each position, every field of the view, then
//! each legal action taken apart and put together again. The host's data on the same positions must be equal.

use std::fmt::{Display, Write as _};

use game::{Action, BitField, Field, Game, PerSeat, Rules, Seat, view};
use job::MatchSettings;
use play::{Contestant, MatchSetup, Source};
use referee::{Builtin, Limits, MatchSeed, Ticks};
use replay::{Recording, Replay};
use sandbox::Sandbox;

pub(crate) use super::sources::source;

/// Returns the expected log of the probe in a position: a line for each field, and a line for each legal action with
/// its kind and its parts.
fn due(game: &dyn Game, view: &[u8], actions: &[Action]) -> String {
    let mut lines = String::new();
    let (header, own) = view.split_at(view::HEADER_LEN);
    let of = |fields: &'static [Field], bytes: &[u8]| -> Vec<String> {
        fields.iter().map(|field| line(field.name, (0..field.count).map(|at| field.get(bytes, at)))).collect()
    };
    lines.extend(of(view::HEADER, header));
    lines.extend(of(game.layout().fields, own));
    for action in actions {
        let kind = action.code() >> 48;
        let bits = game.layout().actions.iter().find(|known| u64::from(known.kind) == kind).unwrap().bits;
        let payload = |part: &BitField| action.code() >> part.shift & ((1 << part.width) - 1);
        let parts = bits.iter().map(|part| part.least + payload(part) as i64);
        lines.push_str(&line("!", [action.code() as i64, kind as i64].into_iter().chain(parts)));
    }
    lines
}

fn line(name: &str, numbers: impl IntoIterator<Item = impl Display>) -> String {
    let mut line = name.to_owned();
    for number in numbers {
        let _ = write!(line, " {number}");
    }
    line + "\n"
}

/// Plays matches of a probe against random moves until it has seen this many positions, and compares its log.
pub(crate) fn compare(
    sandbox: &Sandbox,
    game: &'static dyn Game,
    probe: Source,
    positions: usize,
    name: &str,
) {
    let contestant = |source| Contestant { source, settings: "".into() };
    let (probe, random) = (contestant(probe), contestant(Source::Builtin(Builtin::Random)));
    let rules = Rules::defaults(game.options());
    // Writing all of it takes longer than the usual time for a move.
    let limits = Limits { log: 256 << 20, ..Limits::default() };
    let limits = limits.with_times(Some(Ticks(100_000_000_000)), Some(Ticks(100_000_000_000_000)));
    let settings = MatchSettings::new(game, rules.clone(), limits);
    let mut seen = 0;
    for seed in 1.. {
        let (seat, seats) = match seed % 2 {
            0 => (Seat::First, PerSeat::new(&probe, &random)),
            _ => (Seat::Second, PerSeat::new(&random, &probe)),
        };
        let setup =
            MatchSetup { settings: &settings, start: None, seed: MatchSeed::from_number(seed), seats };
        let record = setup.play(sandbox, |_| true).unwrap().unwrap();
        assert!(record.losses[seat].is_none(), "{name}: {:?}", record.losses[seat]);
        let recording = Recording {
            game,
            rules: &rules,
            limits: &limits,
            start: None,
            played: &record.played,
            closings: PerSeat::default(),
        };
        let mut replay = Replay::new(recording).unwrap();
        let mut logged = std::str::from_utf8(&record.closings[seat].log).unwrap().lines();
        while let Some(ply) = replay.next_ply().unwrap() {
            if ply.played_by(seat).is_some_and(|played| played.action.as_chance().is_none()) {
                let frame = replay.frame();
                for due in due(game, &frame.view(seat), &frame.legal_actions(seat)).lines() {
                    assert_eq!(logged.next(), Some(due), "{name}, seed {seed}, ply {}", frame.ply());
                }
                seen += 1;
            }
            replay.advance(&ply);
        }
        assert_eq!(logged.next(), None, "{name}, seed {seed}");
        if seen >= positions {
            return;
        }
    }
}
