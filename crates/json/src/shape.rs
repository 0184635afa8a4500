//! Shapes and their output.

use schemars::JsonSchema;
use serde::Serialize;

/// A value that is printed as one JSON object: a struct, or an enum with a tag.
///
/// Users read the documentation of the type and its members. A member that may be absent is an `Option<T>` that serde
/// skips if it is `None`, and for which schemars takes `T`; any other `Option` may be `null`.
pub trait Shape: Serialize + JsonSchema {
    /// Name of the shape: words with hyphens, unique among all shapes.
    const NAME: &'static str;
    /// Version of the shape. It grows when a member is removed or changes its meaning; a new member does not affect
    /// readers of the others.
    const VERSION: u32;
}

/// A shape with its version.
#[derive(Serialize)]
struct Versioned<'a, S> {
    version: u32,
    #[serde(flatten)]
    shape: &'a S,
}

impl<'a, S: Shape> Versioned<'a, S> {
    fn new(shape: &'a S) -> Versioned<'a, S> {
        Versioned { version: S::VERSION, shape }
    }
}

/// Returns the shape on one line, without a line break.
///
/// # Errors
/// If the shape is not an object, or has a map whose keys are not text.
pub fn line<S: Shape>(shape: &S) -> serde_json::Result<String> {
    serde_json::to_string(&Versioned::new(shape))
}

/// Returns the shape on several lines, indented for people, without a line break at the end.
///
/// # Errors
/// As [`line()`].
pub fn pretty<S: Shape>(shape: &S) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&Versioned::new(shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Score {
        name: String,
        points: f64,
    }

    impl Shape for Score {
        const NAME: &'static str = "score";
        const VERSION: u32 = 3;
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    enum Event {
        Begun { matches: u32 },
        GameOver(Score),
    }

    impl Shape for Event {
        const NAME: &'static str = "event";
        const VERSION: u32 = 1;
    }

    #[derive(Serialize, JsonSchema)]
    struct Scores(Vec<f64>);

    impl Shape for Scores {
        const NAME: &'static str = "scores";
        const VERSION: u32 = 1;
    }

    #[test]
    fn the_version_is_the_first_member() {
        let score = Score { name: "Ann".into(), points: 0.1 + 0.2 };
        assert_eq!(line(&score).unwrap(), r#"{"version":3,"name":"Ann","points":0.30000000000000004}"#);
        let text = "{\n  \"version\": 3,\n  \"name\": \"Ann\",\n  \"points\": 0.30000000000000004\n}";
        assert_eq!(pretty(&score).unwrap(), text);
    }

    #[test]
    fn an_event_keeps_its_tag() {
        assert_eq!(
            line(&Event::Begun { matches: 2 }).unwrap(),
            r#"{"version":1,"type":"begun","matches":2}"#
        );
        let over = Event::GameOver(Score { name: "Bob".into(), points: 1.0 });
        assert_eq!(line(&over).unwrap(), r#"{"version":1,"type":"game-over","name":"Bob","points":1.0}"#);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        assert!(line(&Scores(vec![1.0])).is_err());
    }
}
