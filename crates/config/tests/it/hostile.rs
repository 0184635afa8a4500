//! Tests that no text crashes the reader, and that every message can be shown.

use config::{FileSource, Problems, parse_with};
use game::Game;
use proptest::prelude::*;

const GAMES: &[&dyn Game] = &[&tank_war::GAME];

const GOOD: &str = include_str!("../../README.md");

/// Returns all examples of the README.
fn examples() -> Vec<&'static str> {
    GOOD.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap_or_default()).collect()
}

/// Reads a text, and renders its problems as a terminal would.
fn check(text: &str) -> Option<Problems> {
    let text_of = |name: &str| Ok(format!("# {name}\nx\n"));
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &text_of,
        check_bot: &|name, _| Err(name.into()),
        read_class: &|class| Ok(format!("normal\tfile\t{}\n", class.path)),
    };
    let problems = parse_with("x.toml", text, GAMES, &source).err()?;
    let list = problems.list();
    assert!(!list.is_empty());
    assert!(list.is_sorted_by_key(|problem| problem.span.start));
    for problem in list {
        assert!(problem.span.start <= problem.span.end && problem.span.end <= text.len(), "{problem:?}");
        assert!(!problem.message.contains('\n') && !problem.message.is_empty(), "{problem:?}");
        problems.line_and_column(problem.span.start);
    }
    assert!(!problems.render(true).is_empty() && !problems.render(false).is_empty());
    Some(problems)
}

proptest! {
    #[test]
    fn any_text_at_all(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn pieces_of_toml_in_any_order(pieces in prop::collection::vec(prop::sample::select(vec![
        "[tournament]", "[[stage]]", "[stage.openings]", "[clock]", "[[entrant]]", "\n", "name", "game", " = ",
        "\"tank-war\"", "format = \"swiss\"\n", "rounds = 3\n", "[", "]", "{", "}", "'", "\"\"\"", "1e18", "nan",
        "-0", "0x", "2026-11-20", ".", ",", "#", "\\u", "\r", "\u{feff}", "é", "rank = [\"wins\"]\n",
        "[class]\n", "path = \"a\"\n", "file = \"a\"\n", "challengers = [\"\"]\n", "formula = \"((\\\"\"\n", "seed = 18446744073709551616\n",
    ]), 0..40)) {
        check(&pieces.concat());
    }

    #[test]
    fn good_texts_with_a_mistake(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        gone in 0_usize..12,
        put in "[-a-z0-9\"'\\[\\]{}=.,#\n\\\\ é]{0,6}",
    ) {
        let examples = examples();
        let good = examples[which.index(examples.len())];
        let start = good.floor_char_boundary(at.index(good.len()));
        let end = good.floor_char_boundary((start + gone).min(good.len())).max(start);
        check(&format!("{}{put}{}", &good[..start], &good[end..]));
    }

    #[test]
    fn good_texts_with_lines_in_another_order(
        which in any::<prop::sample::Index>(),
        one in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        let examples = examples();
        let mut lines: Vec<&str> = examples[which.index(examples.len())].lines().collect();
        let (one, other) = (one.index(lines.len()), other.index(lines.len()));
        lines.swap(one, other);
        check(&lines.join("\n"));
    }
}

#[test]
fn nested_texts_are_refused_and_do_not_end_the_program() {
    let dotted = format!("{{a{}=", ".a".repeat(79));
    for text in [
        "[".repeat(100_000),
        format!("a={}", "[".repeat(100_000)),
        format!("a={}", "{a=".repeat(100_000)),
        format!("a={}1{}", dotted.repeat(79), "}".repeat(79)),
        format!("a{}=1", ".a".repeat(100_000)),
        format!("[a{}]", ".a".repeat(100_000)),
        format!("[grade]\nformula = \"{}\"", "(".repeat(100_000)),
    ] {
        assert!(check(&text).is_some(), "{}", &text[..20]);
    }
}

#[test]
fn large_texts_are_read_or_refused_in_time() {
    let keys: Vec<String> = (0..500_000).map(|number| format!("key{number}=1\n")).collect();
    for text in [
        "x".repeat(9 << 20),
        "=\n".repeat(4 << 20),
        "=".repeat(8 << 20),
        "a=1\n".repeat(2 << 20),
        "[[entrant]]\n".repeat(20_000),
        keys.concat(),
    ] {
        let problems = check(&text);
        let count = problems.map(|problems| problems.list().len());
        assert!(count.is_some_and(|count| (1..=100).contains(&count)), "{} {count:?}", &text[..20]);
    }
}

#[test]
fn good_texts_cut_at_every_byte() {
    let good = examples()[0];
    for end in (0..good.len()).filter(|end| good.is_char_boundary(*end)) {
        check(&good[..end]);
    }
}
