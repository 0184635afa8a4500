//! The rules a second time, slow and plain: a grid of letters, walked square by square.
//!
//! Nothing here comes from the crate under test. The ground is copied from the published board.

use std::collections::BTreeMap;

/// From rank 11 down: `G` Black's base, `B` White's base, `#` mine, `R` contaminated.
const GROUND: [&str; 11] = [
    "GGGGG#.....",
    "G#GG.....#.",
    "GGG#.#.#...",
    "GG#.....#..",
    "G...RRR....",
    "#.#.RRR.#.#",
    "....RRR...B",
    "..#.....#BB",
    "...#.#.#BBB",
    ".#.....BB#B",
    ".....#BBBBB",
];

pub(crate) const START: &str = "ctttt6/t1tt7/ttt8/tt9/t10/11/10T/9TT/8TTT/7TT1T/6TTTTC w 0";

/// Row from the top and column from the left.
type At = (usize, usize);

#[derive(Clone)]
pub(crate) struct Slow {
    /// `.` or the letter of a tank.
    grid: [[char; 11]; 11],
    white_moves: bool,
    quiet: u32,
    either_square: bool,
}

pub(crate) fn ground(at: At) -> char {
    GROUND[at.0].as_bytes()[at.1] as char
}

fn name(at: At) -> String {
    format!("{}{}", (b'a' + at.1 as u8) as char, 11 - at.0)
}

fn is_white(tank: char) -> bool {
    tank == 'T' || tank == 'C'
}

fn is_commander(tank: char) -> bool {
    tank == 'C' || tank == 'c'
}

impl Slow {
    pub(crate) fn read(text: &str, either_square: bool) -> Slow {
        let words: Vec<&str> = text.split(' ').collect();
        let mut grid = [['.'; 11]; 11];
        for (row, rank) in words[0].split('/').enumerate() {
            let spelled = rank.replace("11", "...........").replace("10", "..........");
            let mut column = 0;
            for sign in spelled.chars() {
                if let Some(run) = sign.to_digit(10) {
                    column += run as usize;
                } else {
                    grid[row][column] = sign;
                    column += 1;
                }
            }
        }
        Slow {
            grid,
            white_moves: words[1] == "w",
            quiet: words[2].parse().expect("a number of plies"),
            either_square,
        }
    }

    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.position(), self.quiet)
    }

    /// The text without the counter, which is equal for repeated positions.
    pub(crate) fn position(&self) -> String {
        let mut ranks = Vec::new();
        for row in self.grid {
            let mut rank: String = row.iter().collect();
            for run in (1..=11).rev() {
                rank = rank.replace(&".".repeat(run), &format!("{run}"));
            }
            ranks.push(rank);
        }
        format!("{} {}", ranks.join("/"), if self.white_moves { "w" } else { "b" })
    }

    /// All legal moves in notation, sorted.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> =
            self.pairs().into_iter().map(|(from, to)| self.notation(from, to)).collect();
        texts.sort();
        texts
    }

    fn notation(&self, from: At, to: At) -> String {
        let sign = if self.grid[to.0][to.1] == '.' { '-' } else { 'x' };
        format!("{}{sign}{}", name(from), name(to))
    }

    pub(crate) fn pairs(&self) -> Vec<(At, At)> {
        let mut pairs = Vec::new();
        for row in 0..11 {
            for column in 0..11 {
                let tank = self.grid[row][column];
                if tank != '.' && is_white(tank) == self.white_moves {
                    self.walk_all_ways((row, column), &mut pairs);
                }
            }
        }
        pairs
    }

    fn walk_all_ways(&self, from: At, pairs: &mut Vec<(At, At)>) {
        for down in [-1, 0, 1] {
            for right in [-1, 0, 1] {
                if (down, right) != (0, 0) {
                    self.walk(from, down, right, pairs);
                }
            }
        }
    }

    fn walk(&self, from: At, down: isize, right: isize, pairs: &mut Vec<(At, At)>) {
        let tank = self.grid[from.0][from.1];
        let enemy_base = if is_white(tank) { 'G' } else { 'B' };
        let mut at = from;
        loop {
            let (row, column) = (at.0 as isize + down, at.1 as isize + right);
            if !(0..11).contains(&row) || !(0..11).contains(&column) {
                return;
            }
            at = (row as usize, column as usize);
            if ground(at) == '#' {
                return;
            }
            if ground(at) == 'R' && !is_commander(tank) {
                return;
            }
            if ground(from) == enemy_base && ground(at) != enemy_base {
                return;
            }
            let met = self.grid[at.0][at.1];
            if met == '.' {
                pairs.push((from, at));
                continue;
            }
            let duel = is_commander(tank) && is_commander(met);
            let spared = duel && (ground(at) == 'R' || self.either_square && ground(from) == 'R');
            if is_white(met) != is_white(tank) && !spared {
                pairs.push((from, at));
            }
            return;
        }
    }

    pub(crate) fn play(&mut self, from: At, to: At) {
        let tank = self.grid[from.0][from.1];
        let enemy_base = if is_white(tank) { 'G' } else { 'B' };
        let captures = self.grid[to.0][to.1] != '.';
        let enters = ground(from) != enemy_base && ground(to) == enemy_base;
        self.grid[from.0][from.1] = '.';
        self.grid[to.0][to.1] = tank;
        self.white_moves = !self.white_moves;
        self.quiet = if captures || enters { 0 } else { self.quiet + 1 };
    }

    /// Plays a move in notation.
    pub(crate) fn play_text(&mut self, text: &str) {
        let (from, to) =
            *self.pairs().iter().find(|(from, to)| self.notation(*from, *to) == text).expect("a legal move");
        self.play(from, to);
    }

    fn tanks(&self) -> Vec<(char, char)> {
        let mut tanks = Vec::new();
        for row in 0..11 {
            for column in 0..11 {
                if self.grid[row][column] != '.' {
                    tanks.push((self.grid[row][column], ground((row, column))));
                }
            }
        }
        tanks
    }

    /// Rule 7.
    pub(crate) fn is_decided(&self) -> bool {
        let tanks = self.tanks();
        let all_in = |white: bool, base: char| {
            tanks.iter().filter(|(tank, _)| is_white(*tank) == white).all(|(_, ground)| *ground == base)
        };
        all_in(true, 'G') || all_in(false, 'B')
    }

    /// Rule 8: White's points and Black's.
    pub(crate) fn score(&self) -> (i64, i64) {
        let mut score = (0, 0);
        for (tank, ground) in self.tanks() {
            let worth = match (is_white(tank), ground) {
                (true, 'G') | (false, 'B') => 2,
                _ => 1,
            };
            *if is_white(tank) { &mut score.0 } else { &mut score.1 } += worth;
        }
        score.0 += i64::from(self.grid[0][0] == 'C');
        score.1 += i64::from(self.grid[10][10] == 'c');
        score
    }

    /// Number of sequences of legal moves. Games end by rule 7 only.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_decided() {
            return 0;
        }
        let pairs = self.pairs();
        if depth == 1 {
            return pairs.len() as u64;
        }
        let after = |(from, to)| {
            let mut next = self.clone();
            next.play(from, to);
            next.perft(depth - 1)
        };
        pairs.into_iter().map(after).sum()
    }

    pub(crate) fn quiet(&self) -> u32 {
        self.quiet
    }
}

/// A whole game, with the number of occurrences of every position.
#[derive(Clone)]
pub(crate) struct SlowGame {
    pub(crate) now: Slow,
    pub(crate) occurred: BTreeMap<String, u32>,
    no_progress_plies: u32,
    repetitions: u32,
}

impl SlowGame {
    pub(crate) fn new(now: Slow, no_progress_plies: u32, repetitions: u32) -> SlowGame {
        let occurred = BTreeMap::from([(now.position(), 1)]);
        SlowGame { now, occurred, no_progress_plies, repetitions }
    }

    pub(crate) fn play(&mut self, text: &str) {
        self.now.play_text(text);
        *self.occurred.entry(self.now.position()).or_default() += 1;
    }

    pub(crate) fn occurrences(&self) -> u32 {
        self.occurred[&self.now.position()]
    }

    /// The first check of rules 7 and 9 that ends the game, in the order of the rules.
    pub(crate) fn ending(&self) -> Option<&'static str> {
        if self.now.is_decided() {
            Some("rule 7")
        } else if self.repetitions > 0 && self.occurrences() >= self.repetitions {
            Some("repetition")
        } else if self.no_progress_plies > 0 && self.now.quiet() >= self.no_progress_plies {
            Some("counter")
        } else {
            None
        }
    }

    /// Number of sequences of legal moves. A game that ends before the last ply counts nothing.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let ended = self.occurred.values().sum::<u32>() > 1 && self.ending().is_some();
        if ended || self.now.is_decided() {
            return 0;
        }
        let after = |text: &String| {
            let mut next = self.clone();
            next.play(text);
            next.perft(depth - 1)
        };
        self.now.moves().iter().map(after).sum()
    }
}
