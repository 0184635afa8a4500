//! `open` reports all mistakes of a declaration at once, each in a sentence.

use game_file::{Form, OpenError};

use crate::common::{Answer, Stub, tic_tac_toe};

/// Opens tic-tac-toe with a part of its declaration replaced, and returns the problems.
fn problems(part: &'static str, by: &'static str) -> String {
    assert!(tic_tac_toe::DECLARATION.contains(part), "{part}");
    let spoil = move |_: &crate::common::Asked, answer: &mut Answer| {
        if let Answer::Fields(fields) = answer {
            fields[0] = fields[0].replace(part, by);
        }
    };
    let stub = Stub { spoil: Box::new(spoil), ..Stub::new(Form::Lines, tic_tac_toe::rules) };
    let module = format!("{part} by {by}");
    game_file::open(module.as_bytes(), Box::new(stub)).map_err(|error| error.to_string()).unwrap_err()
}

#[test]
fn mistakes_are_told() {
    for (part, by, told) in [
        (
            r#""max_plies": 9"#,
            r#""max_plies": 0"#,
            "the largest number of plies is 0; it must be from 1 to 100000",
        ),
        (r#""Cross", "Nought""#, r#""Cross", "Cross""#, "both seats are called `Cross`"),
        (
            r#""name": "reverse""#,
            r#""name": "Reverse""#,
            "the name `Reverse` of the option must be a lower-case word",
        ),
        (r#""flag": false"#, r#""choices": ["a", "a"]"#, "the option `reverse` has a choice twice"),
        (
            r#""flag": false"#,
            r#""min": 1"#,
            "the option `reverse` needs either choices, or a flag, or min and max",
        ),
        (
            r#""notation": "{square}""#,
            r#""notation": "{box}""#,
            "`{box}` names {box}, which is not one of its parts: square",
        ),
        (r#""notation": "{square}""#, r#""notation": "take""#, "`take` must name {square} once, not 0 times"),
        (
            r#""min": 1, "max": 9"#,
            r#""min": 1, "max": 1"#,
            "the part `square` of `take` is from 1 to 1; it needs at least two values",
        ),
        (r#""count": 9"#, r#""count": 8"#, "`board` has 8 elements, but 3 columns and 3 rows are 9 squares"),
        (r#""count": 9"#, r#""count": 5000"#, "the view is longer than 4096 bytes"),
        (r#""click": "square""#, r#""click": "circle""#, "no action has the part `circle` that a click sets"),
        (r#""read", "#, "", "`text` and `read` need one another"),
        (r#""seats""#, r#""sets""#, "unknown field `sets`"),
    ] {
        let problems = problems(part, by);
        assert!(problems.contains(told), "{part} by {by}: {problems}");
    }
}

#[test]
fn ambiguous_notation_is_refused() {
    let two = r#"{"name": "square", "min": 1, "max": 9, "about": "The square, row by row."}"#;
    let by = r#"{"name": "square", "min": 1, "max": 11}, {"name": "other", "min": 1, "max": 11}"#;
    let stub = |notation: &'static str| {
        let spoil = move |_: &crate::common::Asked, answer: &mut Answer| {
            if let Answer::Fields(fields) = answer {
                let changed = fields[0].replace(two, by).replace(r#""{square}""#, notation);
                fields[0] = changed.replace(r#""click": "square", "#, "");
            }
        };
        let stub = Stub { spoil: Box::new(spoil), ..Stub::new(Form::Lines, tic_tac_toe::rules) };
        game_file::open(notation.as_bytes(), Box::new(stub))
    };
    let Err(OpenError::Mistakes(problems)) = stub(r#""{square}{other}""#) else { panic!("it opens") };
    assert_eq!(
        problems,
        [
            "the notation is ambiguous: `111` is both take(square = 1, other = 11) and take(square = 11, other = 1); \
          put a letter or a sign between the parts"
        ]
    );
    assert!(stub(r#""{square}-{other}""#).is_ok());
}
