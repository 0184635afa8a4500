//! Records the questions and answers of a bot in the sandbox, as JSON for the other host.

use std::path::Path;
use std::sync::Arc;

use game::{Game, PerSeat, Position, Seat};
use referee::{Answer, Closing, Limits, Match, MatchSeed, Player};
use sandbox::{Bot, SandboxPlayer};
use serde_json::{Value, json};

use crate::hosts::scripts::hex;

/// An entered bot.
pub(crate) struct Entrant<'a> {
    pub(crate) file: &'a Path,
    pub(crate) bot: Bot,
    pub(crate) settings: Arc<str>,
}

/// One seat of a match: the questions, and their results.
pub(crate) struct Asked {
    /// A line for `play.js`.
    pub(crate) question: Value,
    /// The answers in the sandbox.
    pub(crate) answers: Vec<Answer>,
    pub(crate) closing: Closing,
}

/// The setting for matches.
pub(crate) struct Arena {
    pub(crate) sandbox: sandbox::Sandbox,
    pub(crate) limits: Limits,
}

impl Arena {
    /// Plays a match, and returns the questions and answers of each seat.
    pub(crate) fn play(
        &self,
        game: &'static dyn Game,
        start: Box<dyn Position>,
        seed: u64,
        entrants: PerSeat<&Entrant<'_>>,
    ) -> PerSeat<Asked> {
        let seed = MatchSeed::from_number(seed);
        let player = |seat: Seat| {
            let Entrant { bot, settings, .. } = entrants[seat];
            self.sandbox.player(bot, seed.dice(seat), seat, settings, &self.limits)
        };
        let mut players = PerSeat::from_fn(player);
        let mut seen: PerSeat<Vec<(Value, Answer)>> = PerSeat::default();
        let mut playing = Match::new(game, start, self.limits);
        while !playing.waiting().is_empty() {
            for seat in playing.waiting().iter() {
                let (asked, answer) = ask(&mut players[seat], &mut playing, seat, &self.limits);
                seen[seat].push((asked, answer.clone()));
                playing.answer(seat, answer);
            }
        }
        PerSeat::from_fn(|seat| {
            let (asked, answers): (Vec<Value>, Vec<Answer>) =
                std::mem::take(&mut seen[seat]).into_iter().unzip();
            let Entrant { file, settings, .. } = entrants[seat];
            let Limits { memory, log, start, .. } = self.limits;
            let question = json!({
                "module": file, "settings": **settings, "dice": hex(&seed.seat_key(seat)),
                "memory": memory, "log": log, "logEnd": self.limits.log_end(), "start": start.0, "asked": asked,
            });
            Asked { question, answers, closing: players[seat].close() }
        })
    }
}

/// Asks a player, and returns the question in the other host's format.
fn ask(player: &mut SandboxPlayer, playing: &mut Match, seat: Seat, limits: &Limits) -> (Value, Answer) {
    let scene = Arc::clone(playing.scene());
    let mut legal = Vec::new();
    scene.position.legal_actions(seat, &mut legal);
    let legal: Vec<u8> = legal.into_iter().flat_map(|action| action.code().to_le_bytes()).collect();
    let history: Vec<u8> = scene.history(seat).flat_map(referee::history::record).collect();
    // In the format of `rules_standing` of the browser's engine.
    let opening = format!("{}\0\0{}\0{}", scene.game.name(), limits, scene.start);
    let mut standing = (opening.len() as u32).to_le_bytes().to_vec();
    standing.extend_from_slice(opening.as_bytes());
    standing.extend(referee::transcript::encode(&scene.played));
    let ask = playing.ask(seat);
    let question = json!({
        "ply": scene.ply, "view": hex(ask.view), "limit": ask.limit.0, "left": ask.game_left.0,
        "restarted": ask.restarted, "legal": hex(&legal), "history": hex(&history), "standing": hex(&standing),
    });
    (question, player.choose(ask).expect("no failure of the host"))
}

/// Returns the expected output of the other host.
pub(crate) fn due(asked: &Asked) -> Value {
    let answers: Vec<Value> = asked.answers.iter().map(|answer| {
        let offer = answer.offer.map(|offer| offer.to_string());
        match &answer.result {
            Ok(code) => json!({ "code": code.to_string(), "offer": offer }),
            Err(failure) => json!({
                "code": null, "fault": failure.fault.to_string(), "detail": failure.detail, "offer": offer,
            }),
        }
    }).collect();
    let marks: Vec<Value> = asked
        .closing
        .log_marks
        .iter()
        .map(|mark| json!({ "ply": mark.ply, "offset": mark.offset }))
        .collect();
    json!({
        "answers": answers, "log": hex(&asked.closing.log), "marks": marks,
        "dropped": asked.closing.log_dropped, "memory": asked.closing.memory_peak,
    })
}
