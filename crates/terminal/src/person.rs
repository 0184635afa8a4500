//! A person at a seat, who reads the board in the terminal and types moves.

mod console;
mod input;

use std::time::Instant;

use explain::Error;
use game::{Action, Game, Joint, Mark, Position, Seat, ply_number};
use referee::{Answer, Ask, HostFailure, Played, Player, Ticks};

pub use self::console::{Console, ThisTerminal};
use self::input::{HELP, PersonInput};
use crate::board;
use crate::event_signs;
use crate::ink::Ink;
use crate::text::{inert, pad};

/// Width of a line of legal moves.
const WIDTH: usize = 100;

/// The reason why a person gave no answer, so that the match ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The person has left.
    Left,
    /// The last answer is taken back. The match must be played again with the same person, who gives the earlier
    /// answers without being asked.
    Undo,
}

/// A person at a seat, who sees only the information that the seat may know.
pub struct Person<C> {
    game: &'static dyn Game,
    seat: Seat,
    console: C,
    ink: Ink,
    start: Box<dyn Position>,
    /// The reason why no answer can be taken back; `None` if it can.
    no_undo: Option<&'static str>,
    /// The position after the plies that were shown.
    shown: Box<dyn Position>,
    /// Number of the match's entries that were shown.
    entries: usize,
    /// The person's own answers, with the time for each.
    answers: Vec<(Action, Ticks)>,
    /// Number of them that the current match has received.
    given: usize,
    /// `true` if the person has seen the legend of the board's signs.
    greeted: bool,
    /// `true` if the next plies were already shown.
    rewound: bool,
    interruption: Option<Interruption>,
}

/// A person's reply to a question.
enum Reply {
    Move(Action),
    Interrupt(Interruption),
}

impl<C: Console> Person<C> {
    /// Returns a person who has seen only the start position.
    pub fn new(
        game: &'static dyn Game,
        start: Box<dyn Position>,
        seat: Seat,
        console: C,
        ink: Ink,
    ) -> Person<C> {
        Person {
            game,
            seat,
            console,
            ink,
            shown: start.clone(),
            start,
            no_undo: None,
            entries: 0,
            answers: Vec::new(),
            given: 0,
            greeted: false,
            rewound: false,
            interruption: None,
        }
    }

    /// Returns the same person without the ability to take anything back; `why` is a clause.
    #[must_use]
    pub fn without_undo(self, why: &'static str) -> Person<C> {
        Person { no_undo: Some(why), ..self }
    }

    /// Returns the reason why the match ended without a result, if the person ended it. The person is then ready for
    /// the match's start.
    pub fn interruption(&mut self) -> Option<Interruption> {
        let interruption = self.interruption.take()?;
        self.shown = self.start.clone();
        self.entries = 0;
        self.given = 0;
        self.rewound = true;
        Some(interruption)
    }

    /// Shows the plies since the person's last turn, without the actions that the person may not know. Returns the
    /// marks of the last ply.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn catch_up(
        &mut self,
        played: &[Played],
        knows: impl Fn(&Played) -> bool,
    ) -> Result<Vec<Mark>, Error> {
        let mut marks = Vec::new();
        while let Some(first) = played.get(self.entries) {
            let ply = &played[self.entries..];
            let ply = &ply[..ply.iter().take_while(|entry| entry.ply == first.ply).count()];
            let mut joint = Joint::default();
            for entry in ply {
                joint[entry.seat] = Some(entry.action);
            }
            let events = self.shown.events(&joint, Some(self.seat));
            if !self.rewound {
                let actions: Vec<String> = ply.iter().map(|entry| self.action(entry, knows(entry))).collect();
                self.console.line(&format!("ply {}: {}", ply_number(first.ply), actions.join(" ")))?;
                for event in &events {
                    self.console.line(&format!("  {}", event.text))?;
                }
            }
            marks = events.iter().filter_map(|event| event.mark).collect();
            self.shown.apply(&joint);
            self.entries += ply.len();
        }
        Ok(marks)
    }

    /// Returns an action in notation, or as hidden if the person may not know it.
    fn action(&self, entry: &Played, is_known: bool) -> String {
        if entry.action.as_chance().is_some() {
            let text = || self.shown.format_action(entry.seat, entry.action);
            return if is_known { text() } else { "chance:(hidden)".to_owned() };
        }
        let letter = self.game.seats()[entry.seat].letter;
        if !is_known {
            return format!("{letter}:(hidden)");
        }
        format!("{letter}:{}", self.shown.format_action(entry.seat, entry.action))
    }

    fn show_board(&mut self, marks: &[Mark]) -> Result<(), Error> {
        let drawn = board::render(self.game, &self.shown.draw(Some(self.seat)), marks, self.ink);
        self.console.line(&drawn)?;
        self.console.line("")
    }

    fn show_moves(&mut self) -> Result<(), Error> {
        let mut legal = Vec::new();
        self.shown.legal_actions(self.seat, &mut legal);
        let mut line = String::new();
        for action in legal {
            let text = self.shown.format_action(self.seat, action);
            if !line.is_empty() && line.len() + text.len() >= WIDTH {
                self.console.line(&format!("  {line}"))?;
                line.clear();
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(&text);
        }
        self.console.line(&format!("  {line}"))
    }

    fn show_help(&mut self) -> Result<(), Error> {
        let width = HELP.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0);
        HELP.iter()
            .try_for_each(|(typed, about)| self.console.line(&format!("  {}  {about}", pad(typed, width))))
    }

    /// Asks until there is a legal move, or another reply that ends the question.
    fn ask(&mut self, time_left: Ticks, begun: Instant) -> Result<Reply, Error> {
        loop {
            match self.read(time_left.minus(elapsed(begun)))? {
                PersonInput::Quit => return Ok(Reply::Interrupt(Interruption::Left)),
                PersonInput::Undo => match self.cannot_undo() {
                    None => return Ok(Reply::Interrupt(Interruption::Undo)),
                    Some(why) => self.console.line(&format!("cannot undo: {why}"))?,
                },
                PersonInput::Nothing => {}
                PersonInput::Help => self.show_help()?,
                PersonInput::Moves => self.show_moves()?,
                PersonInput::Board => self.show_board(&[])?,
                PersonInput::Text(text) => match self.shown.parse_action(self.seat, &text) {
                    Ok(action) if self.shown.is_legal(self.seat, action) => return Ok(Reply::Move(action)),
                    Ok(_) => {
                        let text = inert(&text);
                        self.console.line(&format!("`{text}` is not legal here; ? lists the legal moves"))?;
                    }
                    Err(error) => {
                        let error = inert(&error.to_string());
                        self.console.line(&format!("{error}; ? lists the legal moves, h all commands"))?;
                    }
                },
            }
        }
    }

    /// Returns the reason why the last answer cannot be taken back; `None` if it can.
    fn cannot_undo(&self) -> Option<&'static str> {
        let none = "you have not moved yet";
        if self.answers.is_empty() { Some(none) } else { self.no_undo }
    }

    /// Reads a line; at the end of the input the person leaves.
    fn read(&mut self, time_left: Ticks) -> Result<PersonInput, Error> {
        let word = self.game.seats()[self.seat].word;
        let prompt = format!(
            "{word} ({:.0} s left), your move; ?: legal moves, b: board, u: undo, h: help, q: quit > ",
            time_left.seconds()
        );
        Ok(self.console.ask(&prompt)?.map_or(PersonInput::Quit, |line| PersonInput::read(&line)))
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Result<Answer, Interruption>, Error> {
        let begun = Instant::now();
        if let Some((action, spent)) = self.answers.get(self.given) {
            self.given += 1;
            return Ok(Ok(answer(*action, *spent)));
        }
        let scene = ask.scene;
        if !self.greeted {
            self.console.line(event_signs::LEGEND)?;
            self.greeted = true;
        }
        let seat = self.seat;
        let marks = self.catch_up(&scene.played, |played| scene.knows(seat, played))?;
        if std::mem::take(&mut self.rewound) {
            self.console.line(&format!("back to ply {}", ply_number(scene.ply)))?;
        }
        self.show_board(&marks)?;
        match self.ask(ask.limit, begun)? {
            Reply::Interrupt(interruption) => Ok(Err(interruption)),
            Reply::Move(action) => {
                let spent = elapsed(begun);
                self.answers.push((action, spent));
                self.given = self.answers.len();
                Ok(Ok(answer(action, spent)))
            }
        }
    }
}

fn answer(action: Action, spent: Ticks) -> Answer {
    Answer { result: Ok(action.code() as i64), offer: None, spent }
}

impl<C: Console + Send> Player for Person<C> {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        match self.answer(&ask) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(interruption)) => {
                if interruption == Interruption::Undo {
                    self.answers.pop();
                }
                self.interruption = Some(interruption);
                Err(HostFailure::new("the person interrupted the match", None))
            }
            Err(failed) => Err(HostFailure::new(failed.what, None)),
        }
    }
}

fn elapsed(begun: Instant) -> Ticks {
    Ticks::from_nanos(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
}
