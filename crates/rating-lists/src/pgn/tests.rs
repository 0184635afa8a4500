use super::*;
use crate::game::Game;

fn found(text: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    let mut each = |found| {
        all.push(match found {
            FoundItem::Game(Game { line, first, second, ending, .. }) => {
                format!("{line} {first} {second} {ending:?}")
            }
            FoundItem::Left { line, why, what, times } => format!("{line} {why:?} {what} x{times}"),
            FoundItem::Remark { line, what } => format!("{line} {what}"),
        });
        Ok(())
    };
    read(text, &mut each).unwrap().unwrap();
    all
}

const PLAIN: &[u8] = b"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";

#[test]
fn games_are_told_apart() {
    assert!(found(b"").is_empty());
    assert_eq!(found(PLAIN), ["1 A B Decided(Win)"]);
    assert_eq!(found(&PLAIN.repeat(2)), ["1 A B Decided(Win)", "7 A B Decided(Win)"]);
    let tags = b"[White \"A\"] [Black \"B\"][Result \"*\"]";
    assert_eq!(found(tags), ["1 A B Without(NoResult)"]);
    let twice = [&tags[..], b"\r\n\r\n", tags].concat();
    assert_eq!(found(&twice), ["1 A B Without(NoResult)", "3 A B Without(NoResult)"]);
    // A repeated line is the same game.
    let doubled = [&PLAIN[..12], PLAIN].concat();
    assert_eq!(found(&doubled), ["1 A B Decided(Win)"]);
}

/// The text exceeds the window, with tags at every position of its border.
#[test]
fn no_length_loses_a_game() {
    let long = format!("[Site \"{}\"]\n", "x".repeat(15_000));
    let one = [long.as_bytes(), PLAIN, b"{", "[%clk] ".repeat(3_001).as_bytes(), b"}\n"].concat();
    let games = found(&one.repeat(100));
    assert_eq!(games.iter().filter(|game| game.ends_with("A B Decided(Win)")).count(), 100);
    assert_eq!(games.len(), 100);
}

/// A damaged tag exceeds the maximum length, and the next one begins with its last byte. Regression: such a file was
/// refused in line 1.
#[test]
fn a_tag_that_is_not_read_is_refused_in_its_line() {
    let begin = "[Site \"";
    let damaged = format!("{begin}{}[White \"C\"]\n", "x".repeat(tag::LONGEST_TAG - 1 - begin.len()));
    let text = [PLAIN, damaged.as_bytes(), PLAIN].concat();
    let mistake = read(&text[..], &mut |_| Ok(())).unwrap().unwrap_err();
    assert_eq!(mistake.line, 7, "{mistake}");
    assert_eq!(mistake.what, "the file has 2 White tags up to here, but only 1 were read");
}

#[test]
fn comments_and_escapes_hold_no_tags() {
    let moves =
        b"% [White \"X\"]\n1. e4 {a comment\n[White \"Y\"]\n[%eval 0.1]} e5 ; [Result \"0-1\"]\n1-0\n";
    let text = [&PLAIN[..39], moves, PLAIN].concat();
    assert_eq!(found(&text), ["1 A B Decided(Win)", "9 A B Decided(Win)"]);
    // A stray bracket is no tag, and hides none.
    let moves =
        b"% [[White \"X\"]\n1. e4 {a comment\n[[White \"Y\"]\n[%eval 0.1]} e5 [[ ; [[Result \"0-1\"]\n1-0\n";
    let text = [&PLAIN[..39], moves, PLAIN].concat();
    assert_eq!(found(&text), ["1 A B Decided(Win)", "9 A B Decided(Win)"]);
}

#[test]
fn names_may_be_anything() {
    let named = |name: &[u8]| found(&[b"[White \"", name, &PLAIN[9..]].concat());
    assert_eq!(named(br#"a \"b\" \\ [c]"#), [r#"1 a "b" \ [c] B Decided(Win)"#]);
    assert_eq!(named("Ünal ☃".as_bytes()), ["1 Ünal ☃ B Decided(Win)"]);
    assert_eq!(named(b"M\xfcller"), ["1 Müller B Decided(Win)"]);
    // Other tags may be damaged.
    assert_eq!(found(&[b"[Event \"the \"big\" one]\n[Site]\n", PLAIN].concat()), ["1 A B Decided(Win)"]);
}

#[test]
fn a_result_is_that_of_the_tag_or_of_the_moves() {
    let with = |tag: &str, moves: &str| {
        found(format!("[White \"A\"]\n[Black \"B\"]\n[Result \"{tag}\"]\n\n{moves}\n").as_bytes())
    };
    assert_eq!(with("*", "1. e4 0-1"), ["1 A B Decided(Loss)"]);
    assert_eq!(with("1-0", "1. e4 *"), ["1 A B Decided(Win)"]);
    assert_eq!(with("1-0", "1. e4 (1. d4 0-1) 1-0 1-0"), ["1 A B Decided(Win)"]);
    assert_eq!(with("1-0", "1. e4 0-1"), ["1 Contradiction the tag says \"1-0\", the moves 0-1 x1"]);
    assert_eq!(
        with("1-0", "1. e4 1-0\n1. d4 0-1"),
        ["1 A B Decided(Win)", "6 Untagged moves without tags x1"]
    );
    assert_eq!(with("1-0", "1. e4 1-0 White wins"), ["1 A B Decided(Win)", "5 text that belongs to no game"]);
}
