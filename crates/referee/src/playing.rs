//! The match as a state machine.

use std::borrow::Cow;
use std::sync::Arc;

use game::{Action, Dice, Game, Joint, Outcome, PerSeat, Phase, Position, RulesFault, Seat, SeatSet};

use crate::{
    Answer, Ask, Clocks, Closing, Failure, Fault, Limits, Loss, MatchSeed, Reason, Record, Ticks, Verdict,
};

/// The public state of a match, shared with the players while they answer.
#[derive(Clone)]
pub struct Scene {
    /// The rules.
    pub game: &'static dyn Game,
    /// The position before the first ply.
    pub start: Arc<dyn Position>,
    /// The current position.
    pub position: Box<dyn Position>,
    /// The actions so far, in order; in a simultaneous ply the first seat's comes first.
    pub played: Vec<Played>,
    /// Number of complete plies.
    pub ply: u32,
}

impl Scene {
    /// Returns the actions that a seat may know: its own, and those of the other seat and of chance that are not hidden.
    pub fn history(&self, viewer: Seat) -> impl Iterator<Item = &Played> {
        self.played.iter().filter(move |played| self.knows(viewer, played))
    }

    /// Returns `true` if a seat may know an action of the match.
    pub fn knows(&self, viewer: Seat, played: &Played) -> bool {
        let ago = self.ply.saturating_sub(played.ply + 1);
        !self.position.hides(viewer, ago, played.seat, played.action)
    }

    /// As [`Scene::history`], each action with its notation.
    pub fn history_in_notation(&self, viewer: Seat) -> Vec<(Played, String)> {
        let mut known = self.history(viewer).peekable();
        let mut position = self.start.clone_box();
        let mut history = Vec::new();
        for ply in self.played.chunk_by(|one, other| one.ply == other.ply) {
            let mut joint = Joint::default();
            for played in ply {
                joint[played.seat] = Some(played.action);
                if known.next_if_eq(&played).is_some() {
                    history.push((*played, position.format_action(played.seat, played.action)));
                }
            }
            // Notation of a game from a file does not depend on the position, and its rules may be slow.
            if self.game.module().is_none() {
                position.apply(&joint);
            }
        }
        history
    }
}

/// One action of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The ply, from 0.
    pub ply: u32,
    /// The seat that played it.
    pub seat: Seat,
    /// The action itself.
    pub action: Action,
    /// Time used for it.
    pub spent: Ticks,
    /// `true` if it is an offer, played because the move's time ran out.
    pub offered: bool,
}

impl Played {
    /// The seat number of an outcome of chance in a history.
    const CHANCE: u8 = 2;

    /// The number of the seat in the history of a bot; for an outcome of chance, 2.
    pub fn seat_number(&self) -> u8 {
        if self.action.as_chance().is_some() { Self::CHANCE } else { self.seat.index() as u8 }
    }

    /// Returns an answer that leads to this action again, at the same time on the clock.
    pub fn answer(&self) -> Answer {
        let code = self.action.code() as i64;
        if self.offered {
            let late = Failure::new(Fault::Timeout, "recorded");
            return Answer { result: Err(late), offer: Some(code), spent: self.spent };
        }
        Answer { result: Ok(code), offer: None, spent: self.spent }
    }
}

/// The effect of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The other seat's answer is still missing.
    Waiting,
    /// The ply was played; these seats are to be asked next.
    Played(SeatSet),
    /// The match is over: [`Match::verdict`].
    Over,
}

/// A match in progress.
pub struct Match {
    scene: Arc<Scene>,
    limits: Limits,
    clocks: Clocks,
    waiting: SeatSet,
    replies: PerSeat<Option<Assessment>>,
    verdict: Option<Verdict>,
    losses: PerSeat<Option<Box<Loss>>>,
    view: Vec<u8>,
    /// The source of outcomes of chance; `None` if they are passed in.
    dice: Option<Box<Dice>>,
    /// `true` if an outcome of chance has to be passed in.
    awaits_chance: bool,
}

/// The referee's assessment of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The action to play, or the seat's failure.
    pub ruling: Result<Action, Failure>,
    /// Time used.
    pub spent: Ticks,
    /// `true` if the action is an offer, played because the move's time ran out.
    pub offered: bool,
}

impl Match {
    /// A match from a position, at ply 0 with full clocks. Outcomes of chance are passed in as answers of the first seat,
    /// in the order of the record, unless there are [dice](Match::with_dice).
    pub fn new(game: &'static dyn Game, start: Box<dyn Position>, limits: Limits) -> Match {
        let (start, position) = (Arc::from(start.clone()), start);
        let scene = Scene { game, start, position, played: Vec::with_capacity(64), ply: 0 };
        let mut playing = Match {
            scene: Arc::new(scene),
            limits,
            clocks: Clocks::new(limits.clock),
            waiting: SeatSet::NONE,
            replies: PerSeat::default(),
            verdict: None,
            losses: PerSeat::default(),
            view: Vec::new(),
            dice: None,
            awaits_chance: false,
        };
        playing.next_ply();
        playing
    }

    /// Returns the match with dice, from which it draws the outcomes of chance from now on.
    #[must_use]
    pub fn with_dice(mut self, dice: Dice) -> Match {
        self.dice = Some(Box::new(dice));
        if self.awaits_chance() {
            self.next_ply();
        }
        self
    }

    /// Returns the match with the dice of a seed if its game has chance. Other games skip the cost of dice.
    #[must_use]
    pub fn with_luck(self, seed: MatchSeed) -> Match {
        if self.scene.game.has_chance() { self.with_dice(seed.chance_dice()) } else { self }
    }

    /// Returns `true` if the match waits for an outcome of chance.
    pub fn awaits_chance(&self) -> bool {
        self.awaits_chance
    }

    /// The failure of the rules that ended the match; `None` if they did not fail.
    pub fn rules_fault(&self) -> Option<&RulesFault> {
        self.scene.position.fault()
    }

    /// The failure of the rules that makes the match void; `None` if they did not fail, a seat failed before, or the match
    /// ends with the score of the board ([`Limits::scores_rules_faults`]).
    pub fn voiding_fault(&self) -> Option<&RulesFault> {
        if self.losses.iter().any(|(_, loss)| loss.is_some()) {
            return None;
        }
        self.rules_fault().filter(|fault| fault.is_host || !self.limits.scores_rules_faults)
    }

    /// The seats whose answers are missing; none when the match is over.
    pub fn waiting(&self) -> SeatSet {
        self.waiting
    }

    /// The current state of the match.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The verdict; `None` while the match is in progress.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// The call in which a seat failed; `None` if it has not.
    pub fn failed_call(&self, seat: Seat) -> Option<&Loss> {
        self.losses[seat].as_deref()
    }

    /// Returns the question to a seat. Both seats of a simultaneous ply are asked about the same position and clocks.
    pub fn ask(&mut self, seat: Seat) -> Ask<'_> {
        let Scene { game, position, ply, .. } = &*self.scene;
        self.clocks.write_view((*game, &**position), *ply, seat, &mut self.view);
        Ask {
            seat,
            view: &self.view,
            scene: &self.scene,
            limit: self.clocks.limit(seat),
            game_left: self.clocks.left(seat),
            restarted: self.clocks.restarted(seat),
        }
    }

    /// Takes a seat's answer, and plays the ply if it was the last one missing.
    ///
    /// A failure of one seat never hides a failure of the other: the ply is judged when both have answered. An answer
    /// from a seat that is not asked changes nothing.
    pub fn answer(&mut self, seat: Seat, answer: Answer) -> Step {
        if self.awaits_chance() {
            self.take_outcome(&answer);
            return if self.verdict.is_some() { Step::Over } else { Step::Played(self.waiting) };
        }
        if self.waiting.contains(seat) {
            self.waiting = self.waiting.without(seat);
            self.replies[seat] = Some(self.judge(seat, answer));
            if self.waiting.is_empty() {
                self.settle();
                return if self.verdict.is_some() { Step::Over } else { Step::Played(self.waiting) };
            }
        }
        if self.verdict.is_some() { Step::Over } else { Step::Waiting }
    }

    /// Returns the record of the finished match with its players' logs; `None` while the match is in progress, or if it
    /// is void because the rules failed.
    pub fn into_record(self, closings: PerSeat<Closing>) -> Option<Record> {
        if self.voiding_fault().is_some() {
            return None;
        }
        let verdict = self.verdict?;
        let names = self.scene.game.metrics().len();
        let metrics = PerSeat::from_fn(|seat| {
            let mut values = vec![0; names];
            self.scene.position.metrics(seat, &mut values);
            values
        });
        let scene = Arc::try_unwrap(self.scene).unwrap_or_else(|shared| (*shared).clone());
        Some(Record {
            verdict,
            played: scene.played,
            plies: scene.ply,
            metrics,
            spent: self.clocks.spent(),
            losses: self.losses,
            closings,
        })
    }

    /// Assesses a seat's answer as an action to play or a failure. Changes nothing.
    pub fn judge(&self, seat: Seat, answer: Answer) -> Assessment {
        let clock = &self.limits.clock[seat];
        let spent = answer.spent;
        let out_of_game = spent >= self.clocks.left(seat);
        let out_of_move = clock.per_move.is_some_and(|per_move| spent >= per_move);
        let late = out_of_game || out_of_move;
        let result = match answer.result {
            Ok(_) if late => Err(Failure::new(Fault::Timeout, "the answer came after the time was used up")),
            result => result,
        };
        let failure = match result {
            Ok(code) => {
                return Assessment { ruling: self.rule_on(seat, code), spent, offered: false };
            }
            Err(failure) => failure,
        };
        let may_use_offer = failure.fault == Fault::Timeout && self.limits.offers && !out_of_game;
        let offered = answer.offer.filter(|_| may_use_offer).and_then(|code| self.rule_on(seat, code).ok());
        match offered {
            Some(action) => Assessment { ruling: Ok(action), spent, offered: true },
            None => Assessment { ruling: Err(failure), spent, offered: false },
        }
    }

    /// Returns the action with this code, if it is an action of the game and legal here.
    fn rule_on(&self, seat: Seat, code: i64) -> Result<Action, Failure> {
        let Scene { game, position, .. } = &*self.scene;
        let action = u64::try_from(code)
            .ok()
            .and_then(Action::from_code)
            .filter(|&action| game.is_action(action))
            .ok_or_else(|| Failure::new(Fault::BadAnswer, format!("the answer was {code}")))?;
        if position.is_legal(seat, action) {
            return Ok(action);
        }
        let text = position.format_action(seat, action);
        Err(Failure::new(Fault::IllegalAction, format!("the answer was {text} (code {code})")))
    }

    /// Charges the clocks, then plays the ply or ends the match.
    fn settle(&mut self) {
        let replies = std::mem::take(&mut self.replies);
        // The view of a failed call shows the clocks before they are charged.
        for seat in Seat::BOTH {
            self.losses[seat] = self.loss(seat, replies[seat].as_ref()).map(Box::new);
        }
        for (seat, reply) in replies.iter() {
            let Some(reply) = reply else { continue };
            self.clocks.charge(seat, reply.spent, reply.offered);
        }
        if self.losses.iter().any(|(_, loss)| loss.is_some()) { self.forfeit() } else { self.play(&replies) }
    }

    fn loss(&mut self, seat: Seat, reply: Option<&Assessment>) -> Option<Loss> {
        let reply = reply?;
        let failure = reply.ruling.as_ref().err()?;
        Some(Loss {
            failure: failure.clone(),
            ply: self.scene.ply,
            position: self.scene.position.to_string(),
            view: self.ask(seat).view.to_vec(),
            spent: reply.spent,
        })
    }

    fn play(&mut self, replies: &PerSeat<Option<Assessment>>) {
        // Players that kept a handle keep the old scene. This copy is rare.
        let scene = Arc::make_mut(&mut self.scene);
        let mut joint = Joint::default();
        for (seat, reply) in replies.iter() {
            let Some(Assessment { ruling: Ok(action), spent, offered }) = reply else { continue };
            joint[seat] = Some(*action);
            scene.played.push(Played {
                ply: scene.ply,
                seat,
                action: *action,
                spent: *spent,
                offered: *offered,
            });
        }
        scene.position.apply(&joint);
        scene.ply += 1;
        self.next_ply();
    }

    /// Plays an outcome of chance from a record. Any other answer changes nothing.
    fn take_outcome(&mut self, answer: &Answer) {
        let code = answer.result.as_ref().ok().and_then(|&code| u64::try_from(code).ok());
        let Some(action) = code.and_then(Action::from_code) else { return };
        let joint = Joint::single(Seat::First, action);
        if self.scene.position.check(&joint).is_ok() {
            self.play_chance(&joint);
            self.next_ply();
        }
    }

    fn play_chance(&mut self, joint: &Joint) {
        let scene = Arc::make_mut(&mut self.scene);
        if let Some(action) = joint[Seat::First] {
            let (ply, seat) = (scene.ply, Seat::First);
            scene.played.push(Played { ply, seat, action, spent: Ticks::ZERO, offered: false });
        }
        scene.position.apply(joint);
        scene.ply += 1;
    }

    fn next_ply(&mut self) {
        self.waiting = SeatSet::NONE;
        self.awaits_chance = false;
        let mut phase = self.scene.position.phase();
        while let Phase::Chance(chance) = phase
            && self.scene.ply < self.limits.plies
        {
            let Some(dice) = &mut self.dice else {
                self.waiting = SeatSet::only(Seat::First);
                self.awaits_chance = true;
                return;
            };
            let joint = chance.draw(dice);
            self.play_chance(&joint);
            phase = self.scene.position.phase();
        }
        match phase {
            Phase::Over(_) if self.rules_fault().is_some() => {
                let words = Cow::Borrowed("the rules failed");
                self.end(self.scene.position.adjudicate(), Reason::Rules { words });
            }
            Phase::Over(end) => {
                self.end(end.outcome, Reason::Rules { words: Cow::Borrowed(end.reason) });
            }
            Phase::Act(_) | Phase::Chance(_) if self.scene.ply >= self.limits.plies => {
                self.end(self.scene.position.adjudicate(), Reason::PlyLimit);
            }
            Phase::Act(seats) => self.waiting = seats,
            // Only at the limit of plies does the loop above leave a ply of chance.
            Phase::Chance(_) => {}
        }
    }

    fn forfeit(&mut self) {
        let fault = |seat: Seat| self.losses[seat].as_ref().map(|loss| loss.failure.fault);
        let (outcome, reason) = match (fault(Seat::First), fault(Seat::Second)) {
            (Some(Fault::Timeout), Some(Fault::Timeout)) => {
                (self.scene.position.adjudicate(), Reason::BothOutOfTime)
            }
            (Some(first), Some(second)) => (Outcome::Draw, Reason::DoubleForfeit { first, second }),
            (Some(fault), None) => (Outcome::Win(Seat::Second), Reason::Forfeit { seat: Seat::First, fault }),
            (None, Some(fault)) => (Outcome::Win(Seat::First), Reason::Forfeit { seat: Seat::Second, fault }),
            (None, None) => return,
        };
        self.end(outcome, reason);
    }

    fn end(&mut self, outcome: Outcome, reason: Reason) {
        self.waiting = SeatSet::NONE;
        self.verdict = Some(Verdict { outcome, reason });
    }
}
