//! The rules written a second time, slowly and straight from their text: a list of tanks and a table of owners,
//! checking every pair. Shares nothing with the crate under test.

/// One tank, dead or alive.
#[derive(Clone, Debug)]
struct Tank {
    side: char,
    name: &'static str,
    row: i32,
    column: i32,
    alive: bool,
}

/// A state of play.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    tanks: Vec<Tank>,
    owners: [[char; 6]; 6],
    rounds: u32,
    wasted: bool,
    c_blocked: bool,
}

pub(crate) const NAMES: [&str; 6] = ["LA", "LB", "LC", "RA", "RB", "RC"];

impl Naive {
    pub(crate) fn start(layout: &str, wasted: bool, c_blocked: bool) -> Naive {
        let (top, bottom) = match layout {
            "a-inside" => (["RC", "RB", "RA", "LA", "LB", "LC"], ["LC", "LB", "LA", "RA", "RB", "RC"]),
            "a-outside" => (["RA", "RB", "RC", "LC", "LB", "LA"], ["LA", "LB", "LC", "RC", "RB", "RA"]),
            other => panic!("layout {other}"),
        };
        let mut tanks = Vec::new();
        for (column, name) in (0..).zip(top) {
            tanks.push(Tank { side: 'U', name, row: 0, column, alive: true });
        }
        for (column, name) in (0..).zip(bottom) {
            tanks.push(Tank { side: 'D', name, row: 5, column, alive: true });
        }
        let owners = [['u'; 6], ['u'; 6], ['u'; 6], ['d'; 6], ['d'; 6], ['d'; 6]];
        Naive { tanks, owners, rounds: 0, wasted, c_blocked }
    }

    fn tank(&self, side: char, name: &str) -> usize {
        self.tanks.iter().position(|tank| tank.side == side && tank.name == name).expect("a tank's name")
    }

    fn somebody_at(&self, row: i32, column: i32) -> bool {
        self.tanks.iter().any(|tank| tank.alive && tank.row == row && tank.column == column)
    }

    fn ahead(tank: &Tank) -> i32 {
        if tank.side == 'U' { tank.row + 1 } else { tank.row - 1 }
    }

    fn is_blocked(&self, tank: &Tank) -> bool {
        self.somebody_at(Naive::ahead(tank), tank.column)
    }

    fn is_movable(&self, tank: &Tank) -> bool {
        let on_enemy_back_row = tank.row == if tank.side == 'U' { 5 } else { 0 };
        tank.alive && !on_enemy_back_row && (self.wasted || !self.is_blocked(tank))
    }

    /// Names of the tanks that a side may name, in the order of [`NAMES`]; empty when the game is over.
    pub(crate) fn legal(&self, side: char) -> Vec<&'static str> {
        if self.is_over() { Vec::new() } else { self.movable(side) }
    }

    fn movable(&self, side: char) -> Vec<&'static str> {
        NAMES.into_iter().filter(|name| self.is_movable(&self.tanks[self.tank(side, name)])).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.movable('U').is_empty() || self.movable('D').is_empty() || (self.wasted && self.rounds == 200)
    }

    /// Number of surviving tanks and of boxes.
    pub(crate) fn score(&self, side: char) -> (usize, usize) {
        let tanks = self.tanks.iter().filter(|tank| tank.side == side && tank.alive).count();
        let owner = side.to_ascii_lowercase();
        let boxes = self.owners.iter().flatten().filter(|&&held_by| held_by == owner).count();
        (tanks, boxes)
    }

    pub(crate) fn play(&mut self, first: &str, second: &str) {
        self.rounds += 1;
        self.moving([self.tank('U', first), self.tank('D', second)]);
        self.firing();
    }

    fn moving(&mut self, movers: [usize; 2]) {
        let mut targets = movers.map(|mover| {
            let tank = &self.tanks[mover];
            (!self.is_blocked(tank)).then(|| (Naive::ahead(tank), tank.column))
        });
        if let [Some(one), Some(other)] = targets
            && one == other
        {
            let owner = self.owners[one.0 as usize][one.1 as usize];
            for (target, mover) in targets.iter_mut().zip(movers) {
                if self.tanks[mover].side.to_ascii_lowercase() != owner {
                    *target = None;
                }
            }
        }
        for (target, mover) in targets.into_iter().zip(movers) {
            let Some((row, column)) = target else { continue };
            self.tanks[mover].row = row;
            self.owners[row as usize][column as usize] = self.tanks[mover].side.to_ascii_lowercase();
        }
    }

    fn firing(&mut self) {
        let mut hit = Vec::new();
        for shooter in self.tanks.iter().filter(|tank| tank.alive) {
            for (index, target) in self.tanks.iter().enumerate() {
                if target.alive && target.side != shooter.side && self.reaches(shooter, target) {
                    hit.push(index);
                }
            }
        }
        for index in hit {
            self.tanks[index].alive = false;
        }
    }

    fn reaches(&self, shooter: &Tank, target: &Tank) -> bool {
        let (rows, columns) = (target.row - shooter.row, target.column - shooter.column);
        match &shooter.name[1..] {
            "A" => rows.abs() == 1 && columns.abs() == 1,
            "B" => (rows.abs() == 1 && columns == 0) || (rows == 0 && columns.abs() == 1),
            _ => {
                let at_two = (rows.abs() == 2 && columns == 0) || (rows == 0 && columns.abs() == 2);
                let between = (shooter.row + rows / 2, shooter.column + columns / 2);
                at_two && !(self.c_blocked && self.somebody_at(between.0, between.1))
            }
        }
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.owners.iter().map(|row| row.iter().collect()).collect();
        let side = |side: char| -> String {
            let advanced = |name: &&str| {
                let tank = &self.tanks[self.tank(side, name)];
                let boxes = if side == 'U' { tank.row } else { 5 - tank.row };
                if tank.alive { boxes.to_string() } else { "-".to_owned() }
            };
            NAMES.iter().map(advanced).collect()
        };
        format!("{} U:{} D:{} {}", rows.join("/"), side('U'), side('D'), self.rounds)
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for first in self.legal('U') {
            for second in self.legal('D') {
                let mut next = self.clone();
                next.play(first, second);
                leaves += next.perft(depth - 1);
            }
        }
        leaves
    }
}
