//! The rules a second time, slowly: a map of squares, every path walked, actions as text. It shares no code with the
//! crate, so a mistake would have to be made twice.

mod board;

use std::collections::{BTreeMap, BTreeSet};

use self::board::{
    DIRECTIONS, Place, adjacent, armour, direction, gun, is_obstacle, name, on_board, opposite, place, plus,
    speed, square_and_facing, word,
};

/// A piece: its owner `W` or `B`, its letter, its facing and a unique `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Man {
    owner: char,
    letter: char,
    facing: Place,
    id: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Setup,
    Fire,
    Move,
    Won(char),
    Drawn,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) order: &'static str,
    pub(crate) min_range: i32,
    pub(crate) edge_blocks: bool,
    pub(crate) command_files: (i32, i32),
    pub(crate) no_elimination_turns: u32,
}

pub(crate) const FULL: Options = Options {
    order: "KLLLLMMMHHDDOO",
    min_range: 1,
    edge_blocks: false,
    command_files: (5, 12),
    no_elimination_turns: 50,
};

type Seen = (char, BTreeMap<Place, (char, char, Place)>);

#[derive(Clone, Debug)]
pub(crate) struct Naive {
    options: Options,
    men: BTreeMap<Place, Man>,
    pub(crate) stage: Stage,
    pub(crate) mover: char,
    placed: usize,
    pairs: BTreeSet<(usize, usize)>,
    fired: BTreeSet<usize>,
    hit: BTreeSet<usize>,
    moved: BTreeSet<usize>,
    group: Option<BTreeSet<usize>>,
    eliminated: bool,
    quiet: u32,
    seen: Vec<Seen>,
}

impl Naive {
    pub(crate) fn start(options: Options) -> Naive {
        Naive {
            options,
            men: BTreeMap::new(),
            stage: Stage::Setup,
            mover: 'W',
            placed: 0,
            pairs: BTreeSet::new(),
            fired: BTreeSet::new(),
            hit: BTreeSet::new(),
            moved: BTreeSet::new(),
            group: None,
            eliminated: false,
            quiet: 0,
            seen: Vec::new(),
        }
    }

    /// The start of a turn, from the pieces of both sides like `Kh1n`, separated by commas.
    pub(crate) fn new(options: Options, white: &str, black: &str, mover: char) -> Naive {
        let mut naive = Naive::start(options);
        for (owner, pieces) in [('W', white), ('B', black)] {
            for piece in pieces.split(',') {
                naive.add(owner, piece);
            }
        }
        naive.mover = mover;
        naive.begin_turn();
        naive
    }

    fn add(&mut self, owner: char, piece: &str) {
        let (square, facing) = square_and_facing(&piece[1..]);
        let letter = piece.chars().next().unwrap();
        let man = Man { owner, letter, facing, id: self.men.len() + 100 * usize::from(owner == 'B') };
        assert!(!is_obstacle(square) && self.men.insert(square, man).is_none(), "{piece}");
    }

    fn begin_turn(&mut self) {
        self.fired.clear();
        self.hit.clear();
        self.moved.clear();
        self.group = None;
        self.eliminated = false;
        self.pairs = BTreeSet::new();
        for (&from, &firer) in &self.men {
            for (&to, &target) in &self.men {
                if firer.owner == self.mover && target.owner != self.mover && self.aims(from, to).is_some() {
                    self.pairs.insert((firer.id, target.id));
                }
            }
        }
        let board = self.men.iter().map(|(&at, man)| (at, (man.owner, man.letter, man.facing))).collect();
        self.seen.push((self.mover, board));
        let now = self.seen.last().unwrap();
        let times = self.seen.iter().filter(|seen| *seen == now).count();
        self.stage = Stage::Fire;
        if times >= 3 || self.quiet >= 2 * self.options.no_elimination_turns {
            self.stage = Stage::Drawn;
        }
    }

    /// The direction in which the piece on one square has a valid shot at another, ignoring owners; `None` if it has
    /// none.
    fn aims(&self, from: Place, to: Place) -> Option<Place> {
        let firer = self.men[&from];
        for (_, step) in DIRECTIONS {
            if "DO".contains(firer.letter) && step != firer.facing {
                continue;
            }
            let mut here = from;
            for distance in 1..16 {
                here = plus(here, step);
                if !on_board(here) {
                    break;
                }
                if here == to {
                    let valid = match firer.letter {
                        'O' => [3, 4, 5].contains(&distance),
                        _ => distance >= self.options.min_range,
                    };
                    return valid.then_some(step);
                }
                if firer.letter != 'O' && (is_obstacle(here) || self.men.contains_key(&here)) {
                    break;
                }
            }
        }
        None
    }

    pub(crate) fn legal(&self, owner: char) -> BTreeSet<String> {
        match self.stage {
            Stage::Setup => self.placements(owner),
            Stage::Fire if owner == self.mover => self.shots(),
            Stage::Move if owner == self.mover => self.moves(),
            _ => BTreeSet::new(),
        }
    }

    fn placements(&self, owner: char) -> BTreeSet<String> {
        let letter = self.options.order.chars().nth(self.placed).unwrap();
        let rank = if owner == 'W' { 1 } else { 16 };
        let files = if letter == 'K' { self.options.command_files } else { (1, 16) };
        let mut legal = BTreeSet::new();
        for file in files.0..=files.1 {
            for (facing, _) in DIRECTIONS {
                if !self.men.contains_key(&(file, rank)) {
                    legal.insert(format!("{letter}{}{facing}", name((file, rank))));
                }
            }
        }
        legal
    }

    fn shots(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::from(["fire-".to_owned()]);
        for (&from, firer) in &self.men {
            for (&to, target) in &self.men {
                if !self.pairs.contains(&(firer.id, target.id))
                    || self.fired.contains(&firer.id)
                    || self.hit.contains(&target.id)
                {
                    continue;
                }
                let Some(step) = self.aims(from, to) else { continue };
                let [front, side, rear] = armour(target.letter);
                let met = match target.facing {
                    facing if facing == opposite(step) => front,
                    facing if facing == step => rear,
                    _ => side,
                };
                let distance = gun(firer.letter) - met;
                let shot = format!("{}*{}>", name(from), name(to));
                if distance <= 0 {
                    legal.insert(format!("{shot}0"));
                    continue;
                }
                legal.insert(format!("{shot}{}{distance}", if target.owner == 'W' { "s" } else { "n" }));
                for (sideways, away) in [("e", step.0 >= 0), ("w", step.0 <= 0)] {
                    if away && !self.refused(to, sideways, distance) {
                        legal.insert(format!("{shot}{sideways}{distance}"));
                    }
                }
            }
        }
        legal
    }

    /// Returns `true` if the edge forbids a retreat sideways.
    fn refused(&self, mut at: Place, sideways: &str, distance: i32) -> bool {
        for _ in 0..distance {
            at = plus(at, direction(sideways));
            if !on_board(at) {
                return self.options.edge_blocks;
            }
            if is_obstacle(at) || self.men.contains_key(&at) {
                return false;
            }
        }
        false
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::from([".".to_owned()]);
        for (&from, man) in &self.men {
            let in_group = self.group.as_ref().is_none_or(|group| group.contains(&man.id));
            if man.owner != self.mover || man.letter == 'K' || self.moved.contains(&man.id) || !in_group {
                continue;
            }
            let mut others = self.men.clone();
            others.remove(&from);
            let mut open = [[false; 18]; 18];
            for file in 1..=16 {
                for rank in 1..=16 {
                    let at = (file, rank);
                    let near_enemy =
                        others.iter().any(|(&other, man)| man.owner != self.mover && adjacent(at, other));
                    open[file as usize][rank as usize] =
                        !is_obstacle(at) && !others.contains_key(&at) && !near_enemy;
                }
            }
            let mut ends = [[[false; 8]; 18]; 18];
            walk_every_path(&open, from, speed(man.letter), &mut ends);
            for (file, ranks) in ends.iter().enumerate() {
                for (rank, facings) in ranks.iter().enumerate() {
                    for (ends_here, (facing, _)) in facings.iter().zip(DIRECTIONS) {
                        if *ends_here {
                            let to = name((file as i32, rank as i32));
                            legal.insert(format!("{}-{to}{facing}", name(from)));
                        }
                    }
                }
            }
            let (file, rank) = plus(from, opposite(man.facing));
            if open[file as usize][rank as usize] {
                legal.insert(format!("{}-{}{}", name(from), name((file, rank)), word(man.facing)));
            }
        }
        legal
    }

    pub(crate) fn apply(&mut self, owner: char, action: &str) {
        assert!(self.legal(owner).contains(action), "{action}");
        if self.stage == Stage::Setup {
            self.add(owner, action);
        } else if action == "fire-" {
            self.stage = Stage::Move;
        } else if action == "." {
            self.quiet = if self.eliminated { 0 } else { self.quiet + 1 };
            self.mover = if self.mover == 'W' { 'B' } else { 'W' };
            self.begin_turn();
        } else if let Some((from, rest)) = action.split_once('*') {
            let (to, retreat) = rest.split_once('>').unwrap();
            self.fire(place(from), place(to), retreat);
        } else {
            let (from, rest) = action.split_once('-').unwrap();
            self.move_man(place(from), square_and_facing(rest));
        }
    }

    /// Ends a ply of the setup, after both sides' placements.
    pub(crate) fn placed_both(&mut self) {
        self.placed += 1;
        if self.placed == self.options.order.len() {
            self.begin_turn();
        }
    }

    fn fire(&mut self, from: Place, to: Place, retreat: &str) {
        let target = self.men.remove(&to).unwrap();
        self.fired.insert(self.men[&from].id);
        self.hit.insert(target.id);
        if retreat == "0" {
            self.men.insert(to, target);
            return;
        }
        let mut at = to;
        for _ in 0..retreat[1..].parse::<u32>().unwrap() {
            at = plus(at, direction(&retreat[..1]));
            if !on_board(at) || is_obstacle(at) || self.men.contains_key(&at) {
                self.eliminated = true;
                if target.letter == 'K' {
                    self.stage = Stage::Won(self.mover);
                }
                return;
            }
        }
        self.men.insert(at, target);
    }

    fn move_man(&mut self, from: Place, (to, facing): (Place, Place)) {
        if self.group.is_none() {
            let mut group = BTreeSet::from([from]);
            while let Some(more) = self.men.iter().map(|(&at, _)| at).find(|&at| {
                self.men[&at].owner == self.mover
                    && !group.contains(&at)
                    && group.iter().any(|&other| adjacent(at, other))
            }) {
                group.insert(more);
            }
            self.group = Some(group.iter().map(|at| self.men[at].id).collect());
        }
        let man = self.men.remove(&from).unwrap();
        self.moved.insert(man.id);
        self.men.insert(to, Man { facing, ..man });
    }

    /// Perft by its definition.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.stage != Stage::Setup {
            let legal = self.legal(self.mover);
            if depth == 1 {
                return legal.len() as u64;
            }
            return legal.iter().map(|action| self.after(action).perft(depth - 1)).sum();
        }
        let [white, black] = ['W', 'B'].map(|owner| self.legal(owner));
        if depth == 1 {
            return (white.len() * black.len()) as u64;
        }
        let mut total = 0;
        for first in &white {
            for second in &black {
                let mut next = self.clone();
                next.apply('W', first);
                next.apply('B', second);
                next.placed_both();
                total += next.perft(depth - 1);
            }
        }
        total
    }

    fn after(&self, action: &str) -> Naive {
        let mut next = self.clone();
        next.apply(self.mover, action);
        next
    }
}

/// Marks the last square and last direction of every path of at most this many steps.
fn walk_every_path(open: &[[bool; 18]; 18], at: Place, steps: u32, ends: &mut [[[bool; 8]; 18]; 18]) {
    if steps == 0 {
        return;
    }
    for (index, (_, step)) in DIRECTIONS.iter().enumerate() {
        let next = plus(at, *step);
        if open[next.0 as usize][next.1 as usize] {
            ends[next.0 as usize][next.1 as usize][index] = true;
            walk_every_path(open, next, steps - 1, ends);
        }
    }
}
