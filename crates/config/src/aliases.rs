//! Confusable names: names that are equal after folding, or that look alike.

use std::collections::BTreeMap;

use unicode_security::confusable_detection::skeleton;

/// The taken names, each with its holder.
#[derive(Debug)]
pub struct Aliases<W> {
    by_key: BTreeMap<Key, (String, W)>,
}

/// A key that confusable aliases share.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// With case, spaces and compatibility characters folded, as in a tournament's names.
    Folded(String),
    /// The look of the alias as written (UTS 39).
    Drawn(String),
    /// The look of the folded alias.
    FoldedDrawn(String),
}

fn keys(alias: &str) -> [Key; 3] {
    let folded = crate::fold_name(alias);
    // In lower case, because `0` looks like a capital `O`, and must clash with a small one, too.
    let drawn = |text: &str| {
        skeleton(text).filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).collect()
    };
    [Key::Drawn(drawn(alias)), Key::FoldedDrawn(drawn(&folded)), Key::Folded(folded)]
}

impl<W: Clone + PartialEq> Default for Aliases<W> {
    fn default() -> Aliases<W> {
        Aliases::new()
    }
}

impl<W: Clone + PartialEq> Aliases<W> {
    /// Creates an empty set of names.
    pub fn new() -> Aliases<W> {
        Aliases { by_key: BTreeMap::new() }
    }

    /// Takes a name for its holder.
    ///
    /// # Errors
    /// Returns the existing name and its holder if another holder has a confusable name.
    pub fn take(&mut self, alias: &str, whose: &W) -> Result<(), (String, W)> {
        let keys = keys(alias);
        let taken = keys.iter().find_map(|key| self.by_key.get(key).filter(|(_, other)| other != whose));
        if let Some(taken) = taken {
            return Err(taken.clone());
        }
        self.by_key.extend(keys.map(|key| (key, (alias.to_owned(), whose.clone()))));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        let mut aliases = Aliases::new();
        aliases.take(one, &1).expect("the first alias");
        aliases.take(other, &2).is_err()
    }

    #[test]
    fn look_alikes_are_refused() {
        for (one, other) in [
            ("Ada", "ada"),
            // Cyrillic and Greek letters.
            ("Ada", "Аda"),
            ("paypal", "раураl"),
            ("Οmega", "Omega"),
            // A digit and a capital I.
            ("Bot 1", "Bot l"),
            ("Ian", "lan"),
            ("modern", "rnodern"),
            ("Zero", "Zer0"),
            ("Deep Blue", "DeepBlue"),
            ("ＡＢＣ", "abc"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn others_are_not() {
        for (one, other) in [("Ada", "Ben"), ("Team 10", "Team 11"), ("Müller", "Muller"), ("将軍", "王将")]
        {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn the_same_holder_may_change_the_spelling() {
        let mut aliases = Aliases::new();
        assert_eq!(aliases.take("Ada", &1), Ok(()));
        assert_eq!(aliases.take("ADA", &1), Ok(()));
        assert_eq!(aliases.take("aDa", &2), Err(("ADA".to_owned(), 1)));
    }
}
