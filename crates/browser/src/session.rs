//! A match, recorded or in progress.

use game::PerSeat;
use referee::{Limits, Match, Played, Reason};
use replay::{Cursor, Recording, Replay};

use crate::{EngineError, MatchStart};

/// An open match, recorded or in progress.
pub struct Session {
    opening: MatchStart,
    actions: Actions,
    /// The place of the last look at the match. Most looks are one ply away from it.
    cursor: Option<Cursor>,
}

enum Actions {
    Recorded(Vec<Played>),
    Live(Box<Match>),
}

impl Actions {
    fn played(&self) -> &[Played] {
        match self {
            Actions::Recorded(played) => played,
            Actions::Live(playing) => &playing.scene().played,
        }
    }
}

impl Session {
    /// A recorded match.
    pub fn recorded(opening: MatchStart, played: Vec<Played>) -> Session {
        Session { opening, actions: Actions::Recorded(played), cursor: None }
    }

    /// A new match at its start.
    ///
    /// # Errors
    /// When the start position cannot be read.
    pub fn live(opening: MatchStart) -> Result<Session, EngineError> {
        let playing = Match::new(opening.game, opening.position()?, opening.limits).with_dice(opening.dice());
        Ok(Session { opening, actions: Actions::Live(Box::new(playing)), cursor: None })
    }

    /// Returns a match in progress that continues after the first plies of this one, under other limits if given. Each
    /// earlier ply of chance took one number from the dice.
    ///
    /// # Errors
    /// When there are fewer plies, or the referee would not have allowed them.
    pub fn branch(&self, plies: u32, limits: Option<Limits>) -> Result<Session, EngineError> {
        let MatchStart { game, rules, start, luck, .. } = &self.opening;
        let opening = MatchStart {
            game: *game,
            rules: rules.clone(),
            limits: limits.unwrap_or(self.opening.limits),
            start: start.clone(),
            luck: *luck,
        };
        let mut dice = opening.dice();
        let before = self.played().iter().take_while(|played| played.ply < plies);
        for _ in before.filter(|played| played.action.as_chance().is_some()) {
            dice.bits();
        }
        let playing = replay::resume(&recording(&opening, self.played()), plies)?.with_dice(dice);
        Ok(Session { opening, actions: Actions::Live(Box::new(playing)), cursor: None })
    }

    /// The parameters of the match.
    pub fn opening(&self) -> &MatchStart {
        &self.opening
    }

    /// All actions so far.
    pub fn played(&self) -> &[Played] {
        self.actions.played()
    }

    /// Number of complete plies.
    pub fn plies(&self) -> u32 {
        self.recording().plies()
    }

    pub(crate) fn recording(&self) -> Recording<'_> {
        recording(&self.opening, self.played())
    }

    /// Runs `look` on the match before a ply.
    pub(crate) fn look<T>(
        &mut self,
        ply: u32,
        look: impl FnOnce(&mut Replay<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let recording = recording(&self.opening, self.actions.played());
        let mut replay = match self.cursor.take() {
            Some(cursor) => Replay::with_cursor(recording, cursor),
            None => Replay::new(recording)?,
        };
        let seen = replay.seek(ply).map_err(EngineError::from).and_then(|()| look(&mut replay));
        self.cursor = Some(replay.into_cursor());
        seen
    }

    /// Returns the match in progress; `None` for a recorded one.
    pub(crate) fn playing(&mut self) -> Option<&mut Match> {
        match &mut self.actions {
            Actions::Recorded(_) => None,
            Actions::Live(playing) => Some(playing),
        }
    }

    /// Takes back the answers of the ply in progress, or otherwise the last ply that seats played.
    ///
    /// # Errors
    /// When no seat has played.
    pub(crate) fn undo(&mut self) -> Result<(), EngineError> {
        let Actions::Live(playing) = &self.actions else { return Err(EngineError::NothingToUndo) };
        let asked = playing.scene().position.phase().seats();
        let is_at_limit = playing.verdict().is_some_and(|verdict| verdict.reason == Reason::PlyLimit);
        // A ply in which a seat failed ended the match, but was not played.
        let is_answered = playing.waiting() != asked && !is_at_limit;
        let last = self.played().iter().rfind(|played| played.action.as_chance().is_none());
        let plies = if is_answered { Some(self.plies()) } else { last.map(|played| played.ply) };
        let earlier = self.branch(plies.ok_or(EngineError::NothingToUndo)?, None)?;
        *self = earlier;
        Ok(())
    }
}

fn recording<'a>(opening: &'a MatchStart, played: &'a [Played]) -> Recording<'a> {
    Recording {
        game: opening.game,
        rules: &opening.rules,
        limits: &opening.limits,
        start: opening.start.as_deref(),
        played,
        closings: PerSeat::default(),
    }
}
