//! Reading events from JSON.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::Event;

impl Event {
    /// Parses an event's body. If the kind is the first member, as in all bodies that this program wrote, frequent
    /// kinds are parsed directly. This is several times as fast as the derived parser, which buffers all members
    /// until it knows the kind.
    pub(in crate::record) fn from_json(kind: &str, body: &str) -> serde_json::Result<Event> {
        let event = match kind {
            "enrolled" => content(kind, body).map(Event::Enrolled),
            "submitted" => content(kind, body).map(Event::Submitted),
            "decided" => content(kind, body).map(Event::Decided),
            "turned-away" => content(kind, body).map(Event::TurnedAway),
            "chosen" => content(kind, body).map(Event::Chosen),
            "tried" => content(kind, body).map(Event::Tried),
            "judged" => content(kind, body).map(Event::Judged),
            "requested" => content(kind, body).map(Event::Requested),
            "scrimmaged" => content(kind, body).map(Event::Scrimmaged),
            _ => None,
        };
        event.map_or_else(|| serde_json::from_str(body), Ok)
    }
}

/// Parses the content of an event of a kind; `None` if the kind is not the first member, or the content is invalid.
fn content<'de, T: Deserialize<'de>>(kind: &str, body: &'de str) -> Option<T> {
    let mut deserializer = serde_json::Deserializer::from_str(body);
    let content = Tagged { kind, content: PhantomData }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(content)
}

/// An object whose first member is the kind, and whose other members are those of `T`.
struct Tagged<'k, T> {
    kind: &'k str,
    content: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Tagged<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Tagged<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an event of the kind {}", self.kind)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<T, A::Error> {
        match members.next_entry::<&str, &str>()? {
            Some(("kind", kind)) if kind == self.kind => T::deserialize(MapAccessDeserializer::new(members)),
            _ => Err(de::Error::custom("the kind is not first")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Event, Student};

    #[test]
    fn an_event_is_read_wherever_its_kind_stands_and_is_of_no_other_kind() {
        let student = Student {
            id: "a".to_owned(),
            name: "Ann \"x\" ü".to_owned(),
            email: None,
            alias: "A".to_owned(),
            section: None,
            team: None,
        };
        let event = Event::Enrolled(student);
        let written = serde_json::to_string(&event).unwrap();
        assert!(written.starts_with("{\"kind\":\"enrolled\","), "{written}");
        let moved = format!(
            "{},\"kind\":\"enrolled\"}}",
            written.replacen("\"kind\":\"enrolled\",", "", 1).trim_end_matches('}')
        );
        for body in [&written, &moved, &format!(" {written} ")] {
            assert_eq!(Event::from_json("enrolled", body).unwrap(), event, "{body}");
            // Asking for another kind returns the actual event.
            assert_eq!(Event::from_json("submitted", body).unwrap(), event, "{body}");
        }
        for body in [
            "{\"kind\":\"enrolled\"}",
            &format!("{written}x"),
            &written.replace("\"id\":\"a\"", "\"id\":1"),
            "[]",
            "",
        ] {
            assert!(Event::from_json("enrolled", body).is_err(), "{body}");
        }
        assert_eq!(Event::from_json("closed", "{\"kind\":\"closed\"}").unwrap(), Event::Closed);
    }
}
