//! The board: squares, obstacles, the start.

use super::*;

#[test]
fn there_are_fifty_obstacles_and_the_board_looks_the_same_turned_round() {
    assert_eq!(OBSTACLES.len(), 50);
    assert!(OBSTACLES.iter().all(|square| OBSTACLES.contains(square.turned())));
}

#[test]
fn only_the_outer_files_are_free_from_end_to_end() {
    let free = |file: u8| !OBSTACLES.iter().any(|square| square.file() == file);
    assert_eq!((0..16).filter(|&file| free(file)).collect::<Vec<_>>(), [0, 15]);
    assert!(OBSTACLES.iter().any(|square| square.file() == square.rank()));
    assert!(OBSTACLES.iter().any(|square| square.file() + square.rank() == 15));
}

#[test]
fn no_command_tank_can_be_hit_from_the_other_back_row() {
    // A turret covers every line along which a fixed gun could face, and a mortar's range is too short. Other pieces
    // could only block.
    for target in 'e'..='l' {
        for firer in 'a'..='p' {
            let command = if firer == 'e' { 'f' } else { 'e' };
            let position = white(&format!("K{command}1n,L{firer}1n"), &format!("K{target}16s"));
            check_legal(&position, "fire-");
        }
    }
}
