//! `[rules]`: the game's options.

use game::{Game, RuleError, Rules};
use toml::de::DeValue;

use crate::Problem;
use crate::reader::{self, Reader};

/// Reads the options a table sets over those in force.
pub(crate) fn read(table: &Reader<'_>, game: &dyn Game, rules: &mut Rules) {
    for (key, found) in table.open_entries() {
        let text = match found.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            value => match reader::integer(value) {
                Some(number) => number.to_string(),
                None => {
                    table.problem(
                        found.span(),
                        format!("`{}` must be a text, a number, true or false", key.value),
                    );
                    continue;
                }
            },
        };
        let Err(error) = rules.set(&key.value, &text) else { continue };
        let known: Vec<&str> = game.options().iter().map(|option| option.name).collect();
        table.add(match error {
            RuleError::BadValue { kind, .. } => {
                Problem::new(found.span(), format!("the rule option `{}` cannot be `{text}`", key.value))
                    .hint(format!("it is {kind}"))
            }
            RuleError::UnknownOption { .. } | RuleError::NoPair { .. } => {
                let problem =
                    Problem::new(key.span, format!("{} has no rule option `{}`", game.name(), key.value));
                match reader::closest(&key.value, &known) {
                    Some(near) => problem.hint(format!("did you mean `{near}`?")),
                    None if known.is_empty() => problem.hint("it has no options"),
                    None => problem.hint(format!("its options are {}", known.join(", "))),
                }
            }
        });
    }
}
