//! Rule options: the options that a tournament may set, and their values.

use std::fmt;

use thiserror::Error;

/// One option of a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The name in TOML and on the command line: lower case, underscores.
    pub name: &'static str,
    /// Its possible values.
    pub kind: RuleKind,
    /// The default value.
    pub default: RuleValue,
    /// One sentence for users.
    pub about: &'static str,
}

/// The values an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// An integer; both ends are included.
    Number {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleKind::Choice(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                write!(f, "one of {}", quoted.join(", "))
            }
            RuleKind::Flag => write!(f, "true or false"),
            RuleKind::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
        }
    }
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleValue {
    /// A word of a [`RuleKind::Choice`].
    Choice(&'static str),
    /// A [`RuleKind::Flag`].
    Flag(bool),
    /// A [`RuleKind::Number`].
    Number(i64),
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleValue::Choice(word) => f.write_str(word),
            RuleValue::Flag(flag) => write!(f, "{flag}"),
            RuleValue::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A rule option that does not exist, or a value that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// No option of this name.
    #[error("unknown rule option `{name}`; {}", match .known.as_slice() { [] => "the game has no options".to_owned(), known => format!("expected one of {}", known.join(", ")) })]
    UnknownOption {
        /// The requested name.
        name: String,
        /// The names of the known options.
        known: Vec<&'static str>,
    },
    /// The option has no such value.
    #[error("invalid value `{value}` for the rule option `{name}`; expected {kind}")]
    BadValue {
        /// The name of the option.
        name: &'static str,
        /// The invalid value.
        value: String,
        /// Its possible values.
        kind: RuleKind,
    },
    /// A word of a canonical text that is not `name=value`.
    #[error("`{word}` is not in the form NAME=VALUE")]
    NoPair {
        /// The word that is not an option with a value.
        word: String,
    },
}

/// The values of all options of one game.
///
/// Its text ([`fmt::Display`], [`Rules::parse`]) names every option in the game's order, separated by
/// spaces, and is the canonical form: `layout=a-inside blocked=illegal c_blocked_by_tanks=false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    options: &'static [RuleOption],
    values: Vec<RuleValue>,
}

impl Rules {
    /// Every option at its default.
    pub fn defaults(options: &'static [RuleOption]) -> Rules {
        Rules { options, values: options.iter().map(|option| option.default).collect() }
    }

    /// Reads `name=value` words. Options that are not named keep their defaults.
    ///
    /// # Errors
    /// The first word that names an unknown option or an invalid value.
    pub fn parse(options: &'static [RuleOption], text: &str) -> Result<Rules, RuleError> {
        let mut rules = Rules::defaults(options);
        for word in text.split_whitespace() {
            let (name, value) =
                word.split_once('=').ok_or_else(|| RuleError::NoPair { word: word.to_owned() })?;
            rules.set(name, value)?;
        }
        Ok(rules)
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// When the option is unknown or the value is invalid. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        let index = self.options.iter().position(|option| option.name == name).ok_or_else(|| {
            RuleError::UnknownOption {
                name: name.to_owned(),
                known: self.options.iter().map(|option| option.name).collect(),
            }
        })?;
        let option = &self.options[index];
        let read = match option.kind {
            RuleKind::Choice(words) => {
                words.iter().copied().find(|&word| word == value).map(RuleValue::Choice)
            }
            RuleKind::Flag => value.parse().ok().map(RuleValue::Flag),
            RuleKind::Number { min, max } => {
                value.parse().ok().filter(|number| (min..=max).contains(number)).map(RuleValue::Number)
            }
        };
        self.values[index] = read.ok_or_else(|| RuleError::BadValue {
            name: option.name,
            value: value.to_owned(),
            kind: option.kind,
        })?;
        Ok(())
    }

    /// The options with their values, in the game's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static RuleOption, RuleValue)> + '_ {
        self.options.iter().zip(self.values.iter().copied())
    }

    /// Returns the word of a choice.
    ///
    /// # Panics
    /// When the game has no choice of this name. This is a mistake in the game, found by its first test.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Some(RuleValue::Choice(word)) => word,
            other => panic!("rule option {name} is not a choice but {other:?}"),
        }
    }

    /// Returns the value of a flag.
    ///
    /// # Panics
    /// When the game has no flag of this name.
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Some(RuleValue::Flag(flag)) => flag,
            other => panic!("rule option {name} is not a flag but {other:?}"),
        }
    }

    /// Returns the value of a number.
    ///
    /// # Panics
    /// When the game has no number of this name.
    pub fn number(&self, name: &str) -> i64 {
        match self.value(name) {
            Some(RuleValue::Number(number)) => number,
            other => panic!("rule option {name} is not a number but {other:?}"),
        }
    }

    fn value(&self, name: &str) -> Option<RuleValue> {
        self.iter().find(|(option, _)| option.name == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (option, value)) in self.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{}={value}", option.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[RuleOption] = &[
        RuleOption {
            name: "layout",
            kind: RuleKind::Choice(&["in", "out"]),
            default: RuleValue::Choice("in"),
            about: "",
        },
        RuleOption { name: "fog", kind: RuleKind::Flag, default: RuleValue::Flag(false), about: "" },
        RuleOption {
            name: "plies",
            kind: RuleKind::Number { min: 0, max: 9 },
            default: RuleValue::Number(5),
            about: "",
        },
    ];

    #[test]
    fn canonical_text_round_trips() {
        let rules = Rules::parse(OPTIONS, "plies=0 layout=out").unwrap();
        assert_eq!(rules.to_string(), "layout=out fog=false plies=0");
        assert_eq!(Rules::parse(OPTIONS, &rules.to_string()).unwrap(), rules);
        assert_eq!((rules.choice("layout"), rules.flag("fog"), rules.number("plies")), ("out", false, 0));
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text| Rules::parse(OPTIONS, text).unwrap_err().to_string();
        assert_eq!(message("fogg=true"), "unknown rule option `fogg`; expected one of layout, fog, plies");
        assert_eq!(
            message("plies=10"),
            "invalid value `10` for the rule option `plies`; expected a whole number from 0 to 9"
        );
        assert_eq!(message("fog"), "`fog` is not in the form NAME=VALUE");
    }
}
