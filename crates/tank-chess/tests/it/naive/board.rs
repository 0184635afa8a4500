//! The board: its squares and directions, and the properties of a piece by its letter.

/// File and rank, both from 1.
pub(super) type Place = (i32, i32);

pub(super) const BOARD: &str = "
     a b c d e f g h i j k l m n o p
 16  . . . . . . . . . . . . . . . .
 15  . # . . # # . . . . . . . . . .
 14  . # . . # # . . . . . # # . . .
 13  . # . . # . . . . . . . . . . .
 12  . . . . . . . # # . . . . . . .
 11  . . . . . . # # # # # . . # # .
 10  . . # # . . . . . . . . . . # .
  9  . . # # # . . . . . . . . . . .
  8  . . . . . . . . . . . # # # . .
  7  . # . . . . . . . . . . # # . .
  6  . # # . . # # # # # . . . . . .
  5  . . . . . . . # # . . . . . . .
  4  . . . . . . . . . . . # . . # .
  3  . . . # # . . . . . # # . . # .
  2  . . . . . . . . . . # # . . # .
  1  . . . . . . . . . . . . . . . .
";

pub(super) const DIRECTIONS: [(&str, Place); 8] = [
    ("n", (0, 1)),
    ("ne", (1, 1)),
    ("e", (1, 0)),
    ("se", (1, -1)),
    ("s", (0, -1)),
    ("sw", (-1, -1)),
    ("w", (-1, 0)),
    ("nw", (-1, 1)),
];

pub(super) fn is_obstacle(place: Place) -> bool {
    let row = BOARD.lines().find(|line| line.trim().starts_with(&format!("{}  ", place.1))).unwrap();
    row.split_whitespace().nth(place.0 as usize).unwrap() == "#"
}

pub(super) fn on_board((file, rank): Place) -> bool {
    (1..=16).contains(&file) && (1..=16).contains(&rank)
}

pub(super) fn plus(place: Place, step: Place) -> Place {
    (place.0 + step.0, place.1 + step.1)
}

pub(super) fn opposite(step: Place) -> Place {
    (-step.0, -step.1)
}

pub(super) fn direction(word: &str) -> Place {
    DIRECTIONS.iter().find(|(name, _)| *name == word).unwrap().1
}

pub(super) fn word(step: Place) -> &'static str {
    DIRECTIONS.iter().find(|(_, delta)| *delta == step).unwrap().0
}

pub(super) fn name((file, rank): Place) -> String {
    format!("{}{rank}", "abcdefghijklmnop".chars().nth(file as usize - 1).unwrap())
}

pub(super) fn place(text: &str) -> Place {
    let file = "abcdefghijklmnop".find(&text[..1]).unwrap() as i32 + 1;
    (file, text[1..].parse().unwrap())
}

/// Splits `f10ne` into square and facing.
pub(super) fn square_and_facing(text: &str) -> (Place, Place) {
    let end = text.rfind(|c: char| c.is_ascii_digit()).unwrap() + 1;
    (place(&text[..end]), direction(&text[end..]))
}

pub(super) fn adjacent(a: Place, b: Place) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

pub(super) fn speed(letter: char) -> u32 {
    match letter {
        'L' => 5,
        'M' | 'D' => 4,
        'H' | 'O' => 3,
        _ => 0,
    }
}

pub(super) fn gun(letter: char) -> i32 {
    match letter {
        'K' | 'L' => 1,
        'M' => 2,
        'H' => 3,
        'D' => 4,
        _ => 5,
    }
}

/// Front, side, rear.
pub(super) fn armour(letter: char) -> [i32; 3] {
    match letter {
        'M' | 'D' => [2, 1, 0],
        'H' => [3, 2, 1],
        _ => [1, 0, 0],
    }
}
