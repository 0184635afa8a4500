//! The README agrees with the code.

use super::*;

const README: &str = include_str!("../../../README.md");

#[test]
fn the_drawn_board_is_the_board() {
    let rows: Vec<&str> = README
        .lines()
        .filter(|line| line.starts_with(' ') && (line.contains(" . ") || line.contains(" # ")))
        .collect();
    assert_eq!(rows.len(), 16);
    for (row, rank) in rows.into_iter().zip((1..=16).rev()) {
        let mut words = row.split_whitespace();
        assert_eq!(words.next(), Some(rank.to_string().as_str()));
        for (file, word) in ('a'..='p').zip(words) {
            assert_eq!(word == "#", OBSTACLES.contains(square(&format!("{file}{rank}"))), "{file}{rank}");
        }
    }
}

#[test]
fn the_table_of_the_view_is_the_layout() {
    assert!(README.contains(&format!("has {} bytes", GAME.layout().view_len())));
    for field in GAME.layout().fields {
        let place = format!("| {} |", field.offset);
        let row = README.lines().find(|line| {
            line.starts_with("| ") && line.contains(&format!("`{}`", field.name)) && line.contains("| u")
        });
        let row = row.unwrap_or_else(|| panic!("no row for {}", field.name));
        let two_in_one = field.name.starts_with("command_");
        assert!(row.starts_with(&place) || two_in_one && row.starts_with("| 5, 6 |"), "{row}");
        assert!(field.count == 1 || row.contains(&format!(" x {} ", field.count)), "{row}");
    }
}

#[test]
fn the_positions_are_positions() {
    let mut read = 0;
    for line in README.lines().filter(|line| line.starts_with("setup W:") || line.starts_with("W:")) {
        assert_eq!(position_under("", line).to_string(), line);
        read += 1;
    }
    assert_eq!(read, 2);
}
