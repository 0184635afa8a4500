//! The options of the rules.

use super::*;

#[test]
fn min_range_spares_neighbours_but_not_from_mortars() {
    let text = "W:Kh1n,La8n,Od8e B:Kp16s,Lb8n,Lg8n w 0 1";
    assert!(allows(&position_under("", text), "a8*b8>e1"));
    let far = position_under("min_range=2", text);
    assert!(!allows(&far, "a8*b8>e1"));
    assert!(allows(&far, "d8*g8>e5"));
}

#[test]
fn side_edge_can_block_the_choice() {
    let shots = |rules: &str, text: &str| {
        let mut words = legal(&position_under(rules, &format!("{text} w 0 1")));
        words.retain(|word| word.contains('*'));
        words.join(" ")
    };
    let over_edge = "W:Kh1n,Ml12e B:Ki16s,Lo12n";
    assert_eq!(shots("", over_edge), "l12*o12>e2 l12*o12>n2");
    assert_eq!(shots("side_edge=blocks-choice", over_edge), "l12*o12>n2");
    let to_the_edge = "W:Kh1n,Ml12e B:Ki16s,Ln12n";
    assert_eq!(shots("side_edge=blocks-choice", to_the_edge), "l12*n12>e2 l12*n12>n2");
    let stopped_before = "W:Kh1n,Ml12e B:Ki16s,Lo12n,Lp12n";
    assert_eq!(shots("side_edge=blocks-choice", stopped_before), "l12*o12>e2 l12*o12>n2");
}

#[test]
fn the_numbers_of_plies_follow_the_options() {
    let bound = |rules: &str| GAME.max_plies(&Rules::parse(OPTIONS, rules).unwrap());
    // The setup, then rows of turns: 26 that end with an elimination and one without, with 29 plies per turn.
    assert_eq!(bound(""), Some(14 + 27 * 100 * 29));
    assert_eq!(bound("pieces=basic no_elimination_turns=3"), Some(10 + 19 * 6 * 21));
}
