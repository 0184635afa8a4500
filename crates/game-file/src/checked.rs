//! The checks of a declaration. Each problem is a sentence for the author.

use game::{Action, FieldType};

use crate::declaration::{Declaration, DeclaredAction, DeclaredOption, DeclaredPart, Function};
use crate::grid::Grid;
use crate::notation::Template;

/// Maximum number of metrics.
const MOST_METRICS: usize = 32;
/// Maximum number of kinds of actions: kind 31 is chance.
const MOST_ACTIONS: usize = Action::CHANCE as usize;
/// Maximum number of bits of an action's parts.
const MOST_BITS: u32 = 48;
/// Maximum length of a view in bytes.
const LONGEST_VIEW: usize = 4096;
/// Maximum number of plies of a game.
const MOST_PLIES: u32 = 100_000;
/// Maximum number of columns of all grids side by side.
const WIDEST: usize = 120;
/// Number of actions whose notation is compared, per kind and in total.
const COMPARED: usize = 4096;

/// The notation and the boards of a declaration, in the form that positions use.
pub(crate) struct Checked {
    pub(crate) templates: Vec<Template>,
    pub(crate) grids: Vec<Grid>,
}

impl Checked {
    /// Checks a declaration.
    ///
    /// # Errors
    /// All problems.
    pub(crate) fn new(declaration: &Declaration) -> Result<Checked, Vec<String>> {
        let mut problems = Vec::new();
        game(declaration, &mut problems);
        let names = |list: &mut dyn Iterator<Item = &String>, what: &str, problems: &mut Vec<String>| {
            let mut seen = Vec::new();
            for name in list {
                if !is_name(name) {
                    problems.push(format!(
                        "the name `{}` of {what} must be a lower-case word of at most 32 letters, digits and \
                         underscores",
                        game::visible(name)
                    ));
                }
                if seen.contains(&name) {
                    problems.push(format!("{what} `{name}` is declared twice"));
                }
                seen.push(name);
            }
        };
        names(&mut declaration.options.iter().map(|option| &option.name), "the option", &mut problems);
        names(&mut declaration.metrics.iter().map(|metric| &metric.name), "the metric", &mut problems);
        names(&mut declaration.actions.iter().map(|action| &action.name), "the action", &mut problems);
        names(&mut declaration.view.iter().map(|field| &field.name), "the view field", &mut problems);
        for action in &declaration.actions {
            let what = format!("a part of `{}`,", action.name);
            names(&mut action.parts.iter().map(|part| &part.name), &what, &mut problems);
        }
        declaration.options.iter().for_each(|option| self::option(option, &mut problems));
        view(declaration, &mut problems);
        let templates = templates(declaration, &mut problems);
        let grids = grids(declaration, &mut problems);
        if problems.is_empty() { Ok(Checked { templates, grids }) } else { Err(problems) }
    }
}

/// Checks the declaration's own values, and the descriptions of all of its parts.
fn game(declaration: &Declaration, problems: &mut Vec<String>) {
    let Declaration { name, title, seats, max_plies, metrics, has, .. } = declaration;
    if game::is_blank(title) || title.chars().count() > 60 || title.contains(game::is_invisible) {
        problems.push("the title must be a line of 1 to 60 characters".to_owned());
    }
    let is_in_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_letter = |byte: &u8| byte.is_ascii_lowercase();
    if name.len() > 40 || !name.bytes().all(is_in_name) || !name.as_bytes().first().is_some_and(is_letter) {
        problems.push(format!(
            "the name `{}` must have 1 to 40 lower-case letters, digits and hyphens, and begin with a letter",
            game::visible(name)
        ));
    }
    for seat in seats {
        let is_word = seat.chars().next().is_some_and(char::is_alphabetic)
            && seat.chars().count() <= 20
            && !seat.contains(game::is_invisible);
        if !is_word {
            problems.push(format!(
                "the seat `{}` must have 1 to 20 characters, and begin with a letter",
                game::visible(seat)
            ));
        }
    }
    if seats[0] == seats[1] {
        problems.push(format!("both seats are called `{}`", seats[0]));
    }
    if !(1..=MOST_PLIES).contains(max_plies) {
        problems
            .push(format!("the largest number of plies is {max_plies}; it must be from 1 to {MOST_PLIES}"));
    }
    if metrics.len() > MOST_METRICS {
        problems.push(format!("there are {} metrics; at most {MOST_METRICS} are allowed", metrics.len()));
    }
    if declaration.has(Function::Text) != declaration.has(Function::Read) {
        problems.push("`text` and `read` need one another: a position's text must read back".to_owned());
    }
    if declaration.has(Function::Mirror) && !declaration.has(Function::Text) {
        problems.push("`mirror` needs `text` and `read`: no plies lead to a mirrored position".to_owned());
    }
    for (index, function) in has.iter().enumerate() {
        if has[..index].contains(function) {
            problems.push(format!("`has` lists {function:?} twice"));
        }
    }
    let options = declaration.options.iter().map(|option| (&option.name, &option.about));
    let metrics = metrics.iter().map(|metric| (&metric.name, &metric.about));
    let actions = declaration.actions.iter().map(|action| (&action.name, &action.about));
    let parts = declaration.actions.iter().flat_map(|action| &action.parts);
    let parts = parts.map(|part| (&part.name, &part.about));
    let fields = declaration.view.iter().map(|field| (&field.name, &field.about));
    for (name, about) in options.chain(metrics).chain(actions).chain(parts).chain(fields) {
        if about.len() > 1000 || about.contains(game::is_invisible) {
            problems.push(format!("the description of `{name}` must be a line of at most 1000 bytes"));
        }
    }
}

/// Returns `true` for a name that is valid in every language of the kits, apart from their reserved words.
fn is_name(name: &str) -> bool {
    let is_inside = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    name.len() <= 32
        && name.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase())
        && name.bytes().all(is_inside)
        && !name.ends_with('_')
        && !name.contains("__")
}

fn option(option: &DeclaredOption, problems: &mut Vec<String>) {
    let DeclaredOption { name, choices, flag, min, max, default, .. } = option;
    let problem = match (choices, flag, min, max) {
        (Some(words), None, None, None) => {
            let is_bad = |character: char| {
                character.is_whitespace() || character == '=' || game::is_invisible(character)
            };
            if words.is_empty() {
                Some("has no choices".to_owned())
            } else if let Some(bad) = words.iter().find(|word| word.is_empty() || word.contains(is_bad)) {
                Some(format!("has the choice `{}`, which is not one word", game::visible(bad)))
            } else if (1..words.len()).any(|index| words[..index].contains(&words[index])) {
                Some("has a choice twice".to_owned())
            } else if default.as_ref().is_some_and(|value| !words.iter().any(|word| *value == **word)) {
                Some("has a default that is not one of its choices".to_owned())
            } else {
                None
            }
        }
        (None, Some(_), None, None) => default.as_ref().map(|_| "has its default in `flag`".to_owned()),
        (None, None, Some(min), Some(max)) => {
            let default = default.as_ref().map_or(Some(*min), serde_json::Value::as_i64);
            let fits = default.is_some_and(|default| (*min..=*max).contains(&default));
            (!fits).then(|| format!("needs a default from {min} to {max}"))
        }
        _ => Some("needs either choices, or a flag, or min and max".to_owned()),
    };
    problems.extend(problem.map(|problem| format!("the option `{name}` {problem}")));
}

fn view(declaration: &Declaration, problems: &mut Vec<String>) {
    let mut end: usize = 0;
    for field in &declaration.view {
        if field.count == 0 {
            problems.push(format!("the view field `{}` has no elements", field.name));
        }
        let size = FieldType::from(field.kind).size();
        end = end.next_multiple_of(size).saturating_add(field.count.saturating_mul(size));
        if end > LONGEST_VIEW {
            problems.push(format!(
                "the view is longer than {LONGEST_VIEW} bytes, from the field `{}` on",
                field.name
            ));
            return;
        }
    }
    if declaration.view.is_empty() {
        problems.push("the view has no fields: a bot would see nothing".to_owned());
    }
}

fn grids(declaration: &Declaration, problems: &mut Vec<String>) -> Vec<Grid> {
    let mut left = 0;
    let mut grids = Vec::new();
    for declared in &declaration.grids {
        // An empty column stands between grids.
        let end = left + declared.columns.len();
        if end > WIDEST {
            problems.push(format!("the grids have more than {WIDEST} columns together"));
            break;
        }
        grids.extend(Grid::new(declared, declaration, left as u8, problems));
        left = end + 1;
    }
    grids
}

/// Returns the templates of all kinds.
fn templates(declaration: &Declaration, problems: &mut Vec<String>) -> Vec<Template> {
    let actions = &declaration.actions;
    if let Some(action) = actions.iter().find(|action| action.secret && !declaration.secrets) {
        problems.push(format!("the action `{}` is secret, but the game declares no secrets", action.name));
    }
    if actions.is_empty() || actions.len() > MOST_ACTIONS {
        problems.push(format!("there are {} actions; 1 to {MOST_ACTIONS} are allowed", actions.len()));
    }
    let mut templates = Vec::new();
    for action in actions {
        let start = problems.len();
        action.parts.iter().for_each(|part| self::part(action, part, problems));
        if problems.len() > start {
            continue;
        }
        match Template::new(action) {
            Ok(template) => templates.push(template),
            Err(problem) => problems.push(format!("the action `{}`: {problem}", action.name)),
        }
    }
    for (template, action) in templates.iter().zip(actions) {
        let bits: u32 = template.parts().iter().map(|part| part.width).sum();
        if bits > MOST_BITS {
            problems.push(format!(
                "the parts of `{}` need {bits} bits; at most {MOST_BITS} are allowed",
                action.name
            ));
            return templates;
        }
    }
    if templates.len() == actions.len() {
        problems.extend(ambiguity(&templates, actions));
    }
    templates
}

fn part(action: &DeclaredAction, part: &DeclaredPart, problems: &mut Vec<String>) {
    let DeclaredPart { name, min, max, labels, .. } = part;
    let place = format!("the part `{name}` of `{}`", action.name);
    let span = i128::from(*max) - i128::from(*min);
    if !(1..1 << MOST_BITS).contains(&span) {
        problems.push(format!(
            "{place} is from {min} to {max}; it needs at least two values, and at most {MOST_BITS} bits"
        ));
    } else if !labels.is_empty() && labels.len() as i128 != span + 1 {
        problems.push(format!("{place} has {} values and {} labels", span + 1, labels.len()));
    }
}

/// Returns a problem if two actions have the same notation. Beyond [`COMPARED`] actions it compares those with small,
/// large and round values.
fn ambiguity(templates: &[Template], actions: &[DeclaredAction]) -> Option<String> {
    for (index, template) in templates.iter().enumerate() {
        for payload in payloads(template) {
            let mut text = String::new();
            template.write(payload, &mut text);
            let mut read =
                templates.iter().enumerate().filter_map(|(kind, other)| Some((kind, other.read(&text)?)));
            let (other, read) = read.next()?;
            if (other, read) != (index, payload) {
                return Some(format!(
                    "the notation is ambiguous: `{text}` is both {} and {}; put a letter or a sign between the \
                     parts",
                    described(&actions[index], template, payload),
                    described(&actions[other], &templates[other], read)
                ));
            }
        }
    }
    None
}

/// Returns an action by the names of its parts: `move(from = 1, to = 11)`.
fn described(action: &DeclaredAction, template: &Template, payload: u64) -> String {
    let parts = template.parts().iter().zip(&action.parts);
    let parts: Vec<String> = parts
        .map(|(part, declared)| format!("{} = {}", declared.name, declared.min + part.of(payload) as i64))
        .collect();
    format!("{}({})", action.name, parts.join(", "))
}

/// Returns the payloads of a kind to compare.
fn payloads(template: &Template) -> Vec<u64> {
    let values = |part: &crate::notation::Part| u128::from(part.most) + 1;
    let all = template.parts().iter().map(values).try_fold(1_u128, u128::checked_mul);
    let is_small = all.is_some_and(|all| all <= COMPARED as u128);
    let mut payloads = vec![0];
    for part in template.parts() {
        let values: Vec<u64> = if is_small {
            (0..=part.most).collect()
        } else {
            let near = [0, 1, 2, 9, 10, 11, 12, 99, 100, 101, 111];
            let zero = part.least.min(0).unsigned_abs();
            let mut values: Vec<u64> = near
                .iter()
                .flat_map(|&value| [value, value + zero, part.most.saturating_sub(value)])
                .filter(|&value| value <= part.most)
                .collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        payloads = payloads
            .iter()
            .flat_map(|payload| values.iter().map(move |value| payload | value << part.shift))
            .take(COMPARED)
            .collect();
    }
    payloads
}
