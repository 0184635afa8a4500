//! `[rules]` and `[stage.rules]`: the game's options.

use game::{Game, RuleError, Rules};
use toml::de::DeValue;

use crate::Problem;
use crate::closest::hint;
use crate::reader::{self, Reader};

/// Reads the subtable `rules`: the game's default rules with the options that it names.
pub fn read_rules(table: &Reader<'_>, game: &dyn Game) -> Rules {
    with_defaults(table.table("rules").as_ref(), game)
}

/// Returns the game's default rules with the options that a table names.
pub(crate) fn with_defaults(chosen: Option<&Reader<'_>>, game: &dyn Game) -> Rules {
    let mut rules = Rules::defaults(game.options());
    if let Some(table) = chosen {
        read(table, game, &mut rules);
    }
    rules
}

/// Sets the options that a table names.
pub(crate) fn read(table: &Reader<'_>, game: &dyn Game, rules: &mut Rules) {
    for (key, found) in table.entries() {
        let text = match found.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            value => {
                let Some(number) = reader::integer(value) else {
                    table.add(reader::mistyped(&key.value, found, "a string, a whole number, true or false"));
                    continue;
                };
                number.to_string()
            }
        };
        let known: Vec<&str> = game.options().iter().map(|option| option.name).collect();
        match rules.set(&key.value, &text) {
            Ok(()) => {}
            Err(RuleError::BadValue { kind, .. }) => {
                let message = format!("the rule option `{}` cannot be `{text}`", key.value);
                table.add(Problem::new(found.span(), message).hint(format!("expected {kind}")));
            }
            Err(RuleError::UnknownOption { .. } | RuleError::NoPair { .. }) => {
                let message = format!("{} has no rule option `{}`", game.name(), key.value);
                let problem = Problem::new(key.span, message);
                table.add(if known.is_empty() {
                    problem.hint("it has no options")
                } else {
                    problem.hint(hint(&key.value, &known, "its options are"))
                });
            }
        }
    }
}
