//! Positions and actions as text.

use super::*;

#[test]
fn positions_are_written_as_they_are_read() {
    let texts = [
        "setup",
        "setup W:Kh1n B:Ki16s",
        "setup W:Kh1n,Lb1n,La1sw B:Ki16s,Lp16ne,Lo16n",
        "W:Kh1n B:Ki16s w 0 1",
        "W:Kb1n,La8n,Lc8n,Mf9e B:Kp16s,Oa1nw b 99 12345",
        "W:Kh1n,Mf8e,Mf9e B:Ki16s,Li8w,Lk9w w 0 1 f8*i8>n1 fire- f9-g9e",
        "W:Kh1n,Hk13n B:Kk16s w 0 1 k13*k16>n2",
        "W:Kh1n B:Ki16s b 100 101",
    ];
    for text in texts {
        assert_eq!(position_under("", text).to_string(), text);
    }
    let sorted = position_under("", "W:Mf9e,La8n,Kh1n,Mf8e B:Ki16s w 0 1");
    assert_eq!(sorted.to_string(), "W:Kh1n,La8n,Mf8e,Mf9e B:Ki16s w 0 1");
    let over = position_under("", "W:Kh1n B:Ki16s b 100 101");
    assert!(matches!(Position::phase(&over), Phase::Over(_)));
}

#[test]
fn a_finished_setup_begins_the_first_turn() {
    let pieces = |rank: u8| -> String {
        let places = "KLLLLMMMHH".chars().zip("habcdefgij".chars());
        places.map(|(letter, file)| format!("{letter}{file}{rank}n")).collect::<Vec<_>>().join(",")
    };
    let position = position_under("pieces=basic", &format!("setup W:{} B:{}", pieces(1), pieces(16)));
    assert_eq!(position.to_string(), format!("W:{} B:{} w 0 1", pieces(1), pieces(16)));
}

#[test]
fn impossible_positions_name_the_place() {
    let cases = [
        ("", "`` is not a position"),
        ("setup W:Kh1n", "`setup W:Kh1n` is not a position"),
        ("setup W:Kh1n B:Ki16s,La16s", "White has placed 1 pieces and Black 2, but both place at once"),
        ("setup W:Lh1n B:Ki16s", "White's piece on h1 should be a Command tank, not a Light tank"),
        ("setup W:Kh2n B:Ki16s", "White cannot place a piece on h2: the setup is on rank 1"),
        ("setup W:Kh1n B:Ki1s", "Black cannot place a piece on i1: the setup is on rank 16"),
        ("setup W:Kd1n B:Ki16s", "White's Command tank cannot be placed on d1: it starts on files e to l"),
        ("setup W:Kh1n,Lh1n B:Ki16s,Lh16n", "two pieces stand on h1"),
        ("setup B:Kh1n W:Ki16s", "`B:Kh1n` should be the pieces of White: `W:…`"),
        ("W:Kh1n,Lc9n B:Ki16s w 0 1", "White's Light tank cannot stand on c9: there is an obstacle"),
        ("W:Kh1n,Lc8n B:Ki16s,Mc8n w 0 1", "two pieces stand on c8"),
        ("W:Kh1n,Kg1n B:Ki16s w 0 1", "White's Command tank on g1 is one too many: a side has 1"),
        ("W:Kh1n B:Ki16s,Ha8n,Hb8n,Hc8n w 0 1", "Black's Heavy tank on c8 is one too many: a side has 2"),
        ("W:Kh2n B:Ki16s w 0 1", "White's Command tank cannot stand on h2: it never leaves rank 1"),
        ("W:La8n B:Ki16s w 0 1", "White has no Command tank"),
        (
            "W:Kh1n B:Ki16s,Lz9n w 0 1",
            "`Lz9n` of Black is not a piece with square and facing, such as `Kh1n`",
        ),
        ("W:Kh1n, B:Ki16s w 0 1", "`` of White is not a piece"),
        ("W:Kh1n B:Ki16s white 0 1", "`white` is not a side to move; expected `w` or `b`"),
        ("W:Kh1n B:Ki16s w 101 1", "`101` is not a number of turns without an elimination from 0 to 100"),
        ("W:Kh1n B:Ki16s w -1 1", "`-1` is not a number of turns"),
        ("W:Kh1n B:Ki16s w 0 0", "`0` is not a turn number from 1 to"),
        ("W:Kh1n B:Ki16s w 0 99999999999", "`99999999999` is not a turn number"),
        ("W:Kh1n B:Ki16s w 0 1 .", "`.` ends the turn"),
        ("W:Kh1n B:Ki16s w 0 1 fire- fire-", "`fire-` is not legal in White's move phase here"),
        ("W:Kh1n,La8n B:Ki16s w 0 1 a8-a9n", "`a8-a9n` is not legal in White's fire phase here"),
        ("W:Kh1n,La8n B:Ki16s b 0 1 fire- a8-a9n", "`a8-a9n` is not legal in Black's move phase here"),
        ("W:Kh1n,Hk13n B:Kk16s w 0 1 k13*k16>n2 fire-", "`fire-` cannot be played: the game is over"),
        ("W:Kh1n B:Ki16s w 0 1 nonsense", "`nonsense` is not a placement"),
    ];
    for (text, expected) in cases {
        let message = Position::parse(Options::default(), text).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text}: {message}");
    }
    let basic = Options::new(&Rules::parse(OPTIONS, "pieces=basic").unwrap());
    let message = Position::parse(basic, "W:Kh1n,Da8n B:Ki16s w 0 1").unwrap_err().to_string();
    assert_eq!(message, "White's Tank destroyer on a8 is one too many: a side has 0");
}
