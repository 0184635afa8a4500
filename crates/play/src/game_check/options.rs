//! The rule options to try.

use game::{RuleKind, RuleOption, Rules};

/// Returns rules that together cover each option: all values of a choice or flag, and both ends of a number's range.
/// The other options have their defaults.
pub(super) fn all_values(options: &'static [RuleOption]) -> Vec<Rules> {
    let mut all = Vec::new();
    for option in options {
        let values: Vec<String> = match option.kind {
            RuleKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            RuleKind::Flag => [true, false].map(|flag| flag.to_string()).to_vec(),
            RuleKind::Number { min, max } => [min, max].map(|number| number.to_string()).to_vec(),
        };
        let usual = option.default.to_string();
        for value in values.into_iter().filter(|value| *value != usual) {
            let mut rules = Rules::defaults(options);
            // The value comes from the option itself.
            if rules.set(option.name, &value).is_ok() {
                all.push(rules);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use game::RuleValue;

    use super::*;

    #[test]
    fn each_value_is_tried() {
        const OPTIONS: &[RuleOption] = &[
            RuleOption {
                name: "size",
                kind: RuleKind::Choice(&["small", "large"]),
                default: RuleValue::Choice("large"),
                about: "",
            },
            RuleOption {
                name: "goal",
                kind: RuleKind::Number { min: 3, max: 6 },
                default: RuleValue::Number(4),
                about: "",
            },
        ];
        let texts: Vec<String> = all_values(OPTIONS).iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["size=small goal=4", "size=large goal=3", "size=large goal=6"]);
    }
}
