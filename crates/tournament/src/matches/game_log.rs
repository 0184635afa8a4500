//! Games on record as bytes: memory holds a million of them.

use std::sync::Arc;

use game::{Outcome, Seat, SeatSet};
use referee::leb128::{pull, push};

use super::result::PLACE;
use crate::{GameResult, MatchKey, Metrics};

/// Number of games in a block.
const BLOCK: usize = 128;

/// Keys and results in the order in which they were added, as bytes.
///
/// A game is one byte for its outcome, its forfeits and the step from the previous key to its own; its metrics in one
/// byte each if they are small; and eight bytes of content. A key is spelt out only if it is not one of the
/// [likely ones](MatchKey::next_ones), and the number of metrics only if it differs from that of the previous game.
///
/// Games are stored in blocks that depend on nothing before them, so any game can be found by reading one block. A full
/// block never changes or moves, and is shared with the clones of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameLog {
    full: Vec<Arc<[u8]>>,
    last: Vec<u8>,
    /// Number of games in the last block.
    games: usize,
    /// The reference point of the next game in the last block.
    before: Before,
}

/// The reference point for the bytes of a game: the previous game in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Before {
    key: MatchKey,
    /// Number of metrics of a seat.
    metrics: usize,
}

impl Default for Before {
    fn default() -> Before {
        Before { key: MatchKey::FIRST, metrics: 0 }
    }
}

/// The first byte of a game.
///
/// From the low end: two bits of outcome (0 for a draw, or the seat that won, from 1), a bit for each seat that
/// forfeited, two bits of key (0 if it is spelt out, or the index of the likely key, from 1), and a bit if the number
/// of metrics is spelt out.
#[derive(Clone, Copy)]
struct Head(u8);

impl Head {
    const FORFEITS: [u8; 2] = [1 << 2, 1 << 3];
    const KEY: u32 = 4;
    const METRICS: u8 = 1 << 6;

    fn new(result: &GameResult, likely_key: Option<usize>, spells_metrics: bool) -> Head {
        let mut head = result.outcome.winner().map_or(0, |seat| seat.index() as u8 + 1);
        for seat in result.forfeits.iter() {
            head |= Head::FORFEITS[seat.index()];
        }
        head |= likely_key.map_or(0, |which| which as u8 + 1) << Head::KEY;
        Head(if spells_metrics { head | Head::METRICS } else { head })
    }

    fn outcome(self) -> Outcome {
        match self.0 & 3 {
            1 => Outcome::Win(Seat::First),
            2 => Outcome::Win(Seat::Second),
            _ => Outcome::Draw,
        }
    }

    fn forfeits(self) -> SeatSet {
        match Head::FORFEITS.map(|bit| self.0 & bit != 0) {
            [true, true] => SeatSet::BOTH,
            [true, false] => SeatSet::only(Seat::First),
            [false, true] => SeatSet::only(Seat::Second),
            [false, false] => SeatSet::NONE,
        }
    }

    /// The index of the likely key; `None` if the key is spelt out.
    fn likely_key(self) -> Option<usize> {
        usize::from(self.0 >> Head::KEY & 3).checked_sub(1)
    }

    fn spells_metrics(self) -> bool {
        self.0 & Head::METRICS != 0
    }
}

impl GameLog {
    /// Number of games.
    pub(crate) fn len(&self) -> usize {
        self.full.len() * BLOCK + self.games
    }

    /// Adds a game.
    pub(crate) fn push(&mut self, key: MatchKey, result: &GameResult) {
        let Before { key: before, metrics: metrics_before } = self.before;
        let likely = before.next_ones().into_iter().position(|likely| likely == key);
        let metrics = result.metrics.len();
        let head = Head::new(result, likely, metrics != metrics_before);
        self.last.push(head.0);
        if likely.is_none() {
            push(&mut self.last, zigzag(before.distance(key)));
        }
        if metrics != metrics_before {
            push(&mut self.last, metrics as u64);
        }
        for value in Seat::BOTH.into_iter().flat_map(|seat| result.metrics.for_seat(seat)) {
            push(&mut self.last, zigzag(value));
        }
        self.last.extend(result.content.to_le_bytes());
        self.before = Before { key, metrics };
        self.games += 1;
        if self.games == BLOCK {
            self.full.push(Arc::from(self.last.as_slice()));
            self.begin_block();
        }
    }

    fn begin_block(&mut self) {
        self.last.clear();
        self.games = 0;
        self.before = Before::default();
    }

    /// Keeps this number of games from the start.
    pub(crate) fn truncate(&mut self, games: usize) {
        if games >= self.len() {
            return;
        }
        let bytes = self.block(games / BLOCK);
        let mut reader = Reader::new(bytes);
        for _ in 0..games % BLOCK {
            reader.read();
        }
        let kept = bytes[..bytes.len() - reader.bytes.len()].to_vec();
        (self.last, self.before, self.games) = (kept, reader.before, games % BLOCK);
        self.full.truncate(games / BLOCK);
    }

    /// The games from an index on.
    pub(crate) fn from(&self, index: usize) -> Entries<'_> {
        let at = index.min(self.len());
        let mut reader = Reader::new(self.block(at / BLOCK));
        for _ in 0..at % BLOCK {
            reader.read();
        }
        Entries { log: self, at, reader }
    }

    /// The bytes of a block; those of the last one past the end.
    fn block(&self, number: usize) -> &[u8] {
        self.full.get(number).map_or(&self.last, |block| block)
    }
}

/// Keys and results of a [`GameLog`].
#[derive(Clone, Debug)]
pub(crate) struct Entries<'a> {
    log: &'a GameLog,
    /// Number of games before the next one.
    at: usize,
    reader: Reader<'a>,
}

impl Iterator for Entries<'_> {
    type Item = (MatchKey, GameResult);

    fn next(&mut self) -> Option<(MatchKey, GameResult)> {
        if self.at == self.log.len() {
            return None;
        }
        if self.at.is_multiple_of(BLOCK) {
            self.reader = Reader::new(self.log.block(self.at / BLOCK));
        }
        self.at += 1;
        Some(self.reader.read())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.log.len() - self.at;
        (left, Some(left))
    }
}

/// Reads the games of a block. Its bytes were written by [`GameLog::push`], so they are valid.
#[derive(Clone, Debug)]
struct Reader<'a> {
    bytes: &'a [u8],
    before: Before,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, before: Before::default() }
    }

    fn read(&mut self) -> (MatchKey, GameResult) {
        let head = Head(self.array::<1>()[0]);
        let before = self.before;
        let key = match head.likely_key() {
            Some(which) => before.key.next_ones()[which],
            None => before.key.ahead(self.signed()),
        };
        let count = if head.spells_metrics() { self.number() as usize } else { before.metrics };
        let metrics = self.metrics(count);
        let content = u64::from_le_bytes(self.array());
        self.before = Before { key, metrics: count };
        (key, GameResult { outcome: head.outcome(), forfeits: head.forfeits(), metrics, content })
    }

    fn metrics(&mut self, count: usize) -> Metrics {
        let mut few = [0; PLACE];
        let mut many = Vec::new();
        let values = if let Some(few) = few.get_mut(..2 * count) {
            few
        } else {
            many.resize(2 * count, 0);
            &mut many
        };
        values.fill_with(|| self.signed());
        Metrics::of_both(count, values.iter().copied())
    }

    fn signed(&mut self) -> i64 {
        let number = self.number();
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }

    fn number(&mut self) -> u64 {
        // Nearly all have one byte.
        match self.bytes {
            &[byte @ 0..0x80, ref rest @ ..] => {
                self.bytes = rest;
                u64::from(byte)
            }
            _ => pull(&mut self.bytes).unwrap_or_default(),
        }
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (array, rest) = self.bytes.split_first_chunk().unwrap_or((&[0; N], &[]));
        self.bytes = rest;
        *array
    }
}

/// Maps numbers close to 0 to small numbers, in the order 0, -1, 1, -2, ….
const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

#[cfg(test)]
mod tests {
    use game::PerSeat;
    use proptest::prelude::*;

    use super::*;

    /// The step from the previous key to a key.
    #[derive(Clone, Debug)]
    enum Step {
        NextGame,
        NextPairing,
        NextRound,
        Again,
        To(u16, u32, u32, u16),
    }

    fn steps() -> impl Strategy<Value = Step> {
        let key = (0..MatchKey::STAGES as u16, 0..MatchKey::ROUNDS, 0..MatchKey::PAIRINGS, any::<u16>());
        let to = |(stage, round, pairing, game)| Step::To(stage, round, pairing, game);
        prop_oneof![
            6 => Just(Step::NextGame),
            3 => Just(Step::NextPairing),
            2 => Just(Step::NextRound),
            1 => Just(Step::Again),
            1 => key.prop_map(to),
        ]
    }

    fn results() -> impl Strategy<Value = GameResult> {
        let outcomes =
            prop::sample::select(&[Outcome::Draw, Outcome::Win(Seat::First), Outcome::Win(Seat::Second)]);
        let forfeits = prop::sample::select(vec![
            SeatSet::NONE,
            SeatSet::only(Seat::First),
            SeatSet::only(Seat::Second),
            SeatSet::BOTH,
        ]);
        let value = || prop_oneof![8 => -9i64..99, 2 => -300i64..300, 1 => any::<i64>()];
        let seats = prop_oneof![
            6 => prop::collection::vec((value(), value()), 3),
            2 => prop::collection::vec((value(), value()), 0..9),
            1 => prop::collection::vec((value(), value()), 0..40),
        ];
        let content = prop_oneof![Just(0), any::<u64>()];
        (outcomes, forfeits, seats, content).prop_map(|(outcome, forfeits, seats, content)| {
            let (first, second): (Vec<i64>, Vec<i64>) = seats.into_iter().unzip();
            let metrics = Metrics::new(PerSeat::new(&first, &second));
            GameResult { outcome, forfeits, metrics, content }
        })
    }

    fn game_lists() -> impl Strategy<Value = Vec<(MatchKey, GameResult)>> {
        prop::collection::vec((steps(), results()), 0..3 * BLOCK).prop_map(|games| {
            let mut key = MatchKey::FIRST;
            let key_after = |before: MatchKey, step| {
                let (stage, round, pairing) = (before.stage(), before.round(), before.pairing());
                let made = match step {
                    Step::NextGame => MatchKey::new(stage, round, pairing, before.number() + 1),
                    Step::NextPairing => MatchKey::new(stage, round, pairing + 1, 0),
                    Step::NextRound => MatchKey::new(stage, round + 1, 0, 0),
                    Step::Again => Ok(before.again().unwrap_or(before)),
                    Step::To(stage, round, pairing, game) => {
                        MatchKey::with_attempt(stage, round, pairing, game)
                    }
                };
                made.unwrap_or(MatchKey::FIRST)
            };
            let with_key = |(step, result)| {
                key = key_after(key, step);
                (key, result)
            };
            games.into_iter().map(with_key).collect()
        })
    }

    fn log(games: &[(MatchKey, GameResult)]) -> GameLog {
        let mut log = GameLog::default();
        for (key, result) in games {
            log.push(*key, result);
        }
        log
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_was_added_is_there(games in game_lists()) {
            let log = log(&games);
            prop_assert_eq!(log.len(), games.len());
            prop_assert_eq!(log.from(0).collect::<Vec<_>>(), &games[..]);
            prop_assert_eq!(log.from(0).size_hint(), (games.len(), Some(games.len())));
        }

        #[test]
        fn it_is_read_from_any_game_on(games in game_lists()) {
            let log = log(&games);
            for (index, game) in games.iter().enumerate() {
                prop_assert_eq!(log.from(index).next(), Some(game.clone()), "{}", index);
            }
            let middle = games.len() / 2;
            prop_assert_eq!(log.from(middle).collect::<Vec<_>>(), &games[middle..]);
            for past in [games.len(), games.len() + 1, games.len() + 2 * BLOCK] {
                prop_assert_eq!(log.from(past).next(), None);
            }
        }

        #[test]
        fn a_shorter_log_is_the_one_of_fewer_games(games in game_lists(), share in 0usize..=100, others in game_lists()) {
            let kept = games.len() * share / 100;
            let whole = log(&games);
            let mut shorter = whole.clone();
            shorter.truncate(kept);
            prop_assert_eq!(&shorter, &log(&games[..kept]));
            for (key, result) in &others {
                shorter.push(*key, result);
            }
            let joined = [&games[..kept], &others].concat();
            prop_assert_eq!(shorter.from(0).collect::<Vec<_>>(), joined);
            prop_assert_eq!(whole.from(0).collect::<Vec<_>>(), games, "a clone is its own log");
        }
    }

    #[test]
    fn a_game_of_three_small_metrics_takes_fifteen_bytes() {
        let metrics = Metrics::new(PerSeat::new(&[4, 17, 1], &[0, 63, -64]));
        let result = GameResult { metrics, content: u64::MAX, ..GameResult::plain(Outcome::Draw) };
        let places =
            (0..9).flat_map(|round| (0..10).map(move |game: u16| (round, u32::from(game / 2), game % 2)));
        let mut log = GameLog::default();
        let mut games = 0;
        for (round, pairing, game) in places {
            log.push(MatchKey::assemble(0, round, pairing, game), &result);
            games += 1;
        }
        // The first game also spells out its key and the number of its metrics.
        assert_eq!((log.last.len(), log.games), (15 * games + 2, games));
    }
}
