//! A match as its record tells it, put to the rules again.
//!
//! What a bot did where its clock was not fuel cannot be played again, and neither can the fault `slow`; but what
//! the referee and the rules make of it can. The recorded actions are fed to the referee, then the failures, as far
//! as they are possible where they are said to have happened. What comes out must be what is recorded.

use game::{Action, PerSeat, Seat};
use referee::{Answer, Ask, Closing, Failure, Fault, Limits, Loss, Match, Played, Record, Ticks};

use super::on_file::{OnFile, seat_word};
use crate::contestant::Source;
use crate::match_job::MatchJob;
use crate::roster::Roster;

/// Numbers of a detail that may be the answer.
const NUMBERS: usize = 64;

/// Feeds what is recorded to the referee.
pub(super) fn by_record(roster: &Roster, job: &MatchJob, file: &OnFile) -> Result<Record, String> {
    let mut playing = job.settings.begin(job.start.as_deref()).map_err(|error| error.to_string())?;
    let played = file.row.played().map_err(|error| error.to_string())?;
    for (index, action) in played.iter().enumerate() {
        if !playing.waiting().contains(action.seat) {
            return Err(format!("action {index} is of a seat that is not asked"));
        }
        playing.answer(action.seat, answer_of(action));
    }
    let asked = playing.waiting();
    for seat in asked.iter() {
        if asked.iter().all(|seat| file.loss(seat).is_none()) {
            return Err("the record ends before the game does".to_owned());
        }
        let answer = match file.loss(seat) {
            Some(loss) => failed(&mut playing, roster, job, (seat, loss, &played))?,
            None => untold(&mut playing, file, seat, &played)?,
        };
        playing.answer(seat, answer);
    }
    let closings =
        PerSeat::from_fn(|seat| Closing { memory_peak: file.row.memory[seat], ..file.parts[seat].1.clone() });
    playing.into_record(closings).ok_or_else(|| "the record ends before the game does".to_owned())
}

/// The answer that led to an action.
fn answer_of(action: &Played) -> Answer {
    let code = action.action.code() as i64;
    if action.offered {
        let late = Failure::new(Fault::Timeout, "recorded");
        return Answer { result: Err(late), offer: Some(code), spent: action.spent };
    }
    Answer { result: Ok(code), offer: None, spent: action.spent }
}

/// The answer of a seat that did not fail in the last ply, while the other one did: it is in no transcript, only the
/// time that it took.
fn untold(playing: &mut Match, file: &OnFile, seat: Seat, played: &[Played]) -> Result<Answer, String> {
    let action = some_action(playing, seat).ok_or_else(|| format!("{} has no action", seat_word(seat)))?;
    let told = played.iter().filter(|played| played.seat == seat);
    let told = told.fold(Ticks::ZERO, |sum, played| sum + played.spent);
    let spent = file.row.spent[seat].minus(told);
    let offered = spent >= playing.ask(seat).limit;
    Ok(answer_of(&Played { ply: playing.scene().ply, seat, action, spent, offered }))
}

fn some_action(playing: &Match, seat: Seat) -> Option<Action> {
    let mut actions = Vec::new();
    playing.scene().position.legal_actions(seat, &mut actions);
    actions.first().copied()
}

/// The answer of a seat that failed as recorded, if it can have.
fn failed(
    playing: &mut Match,
    roster: &Roster,
    job: &MatchJob,
    (seat, loss, played): (Seat, &Loss, &[Played]),
) -> Result<Answer, String> {
    let fault = loss.failure.fault;
    let impossible = |why: &str| format!("{} cannot have failed by {fault}: {why}", seat_word(seat));
    let contestant = roster.contestants.get(job.entrants[seat].index()).and_then(Option::as_ref);
    if contestant.is_none_or(|contestant| matches!(contestant.source, Source::Builtin(_))) {
        return Err(impossible("no bot sits there"));
    }
    let Ask { limit, restarted, .. } = playing.ask(seat);
    let starts = restarted || !played.iter().any(|played| played.seat == seat);
    let result = match fault {
        Fault::Timeout if loss.spent < limit => return Err(impossible("it had time left")),
        Fault::StartTimeout | Fault::BadBuffer if !starts => {
            return Err(impossible("its instance had started"));
        }
        Fault::IllegalAction | Fault::BadAnswer => {
            let code = told_code(playing, job.settings.limits, seat, &loss.failure)
                .ok_or_else(|| impossible("no answer that is recorded gives it here"))?;
            Ok(code)
        }
        _ => Err(loss.failure.clone()),
    };
    Ok(Answer { result, offer: None, spent: loss.spent })
}

/// The answer that the referee did not take: of the numbers in the failure's detail the one that has it say so here.
fn told_code(playing: &Match, limits: Limits, seat: Seat, failure: &Failure) -> Option<i64> {
    let scene = playing.scene();
    let is_told = |code: &i64| {
        let mut again = Match::new(scene.game, scene.position.clone(), limits);
        for asked in again.waiting().iter() {
            let action = some_action(&again, asked).map_or(0, |action| action.code() as i64);
            let code = if asked == seat { *code } else { action };
            again.answer(asked, Answer { result: Ok(code), offer: None, spent: Ticks::ZERO });
        }
        let record = again.into_record(PerSeat::default());
        let loss = record.as_ref().and_then(|record| record.losses[seat].as_deref());
        loss.is_some_and(|loss| loss.failure == *failure)
    };
    let numbers = failure.detail.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
    numbers.filter_map(|word| word.parse().ok()).take(NUMBERS).find(is_told)
}
