//! The page of all commands, from the texts of `--help`.

use clap::{Arg, Command};

/// Renders the page in Markdown: a table of all commands, then each with its arguments.
pub(super) fn render(mut program: Command) -> String {
    program.build();
    let mut leaves = Vec::new();
    collect(&program, &mut leaves);
    let mut page = HEAD.to_owned();
    page += "\n| command | does |\n|---|---|\n";
    for command in &leaves {
        let name = name(command);
        page += &format!("| [`{name}`](#{}) | {} |\n", name.replace(' ', "-"), cell(&about(command)));
    }
    for command in &leaves {
        page += &section(command);
    }
    page += "\n## For every command\n";
    page += &tables(program.get_arguments().filter(|argument| argument.is_global_set()));
    page += &closing(&program);
    page
}

/// The text above the table.
const HEAD: &str = "\
# Commands

<!-- Made from the program's own texts: `MUSTER_UPDATE=1 cargo test -p cli --features network --test it docs::` updates this page. -->

The output of `muster COMMAND --help`, on one page. Data goes to stdout, everything else to stderr. A separate page describes
[what `--json` prints](json.md).
";

/// Collects the commands without subcommands, in the order of `--help`.
fn collect<'a>(command: &'a Command, leaves: &mut Vec<&'a Command>) {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help");
    for below in shown {
        if below.has_subcommands() {
            collect(below, leaves);
        } else {
            leaves.push(below);
        }
    }
}

/// Returns the words that call a command.
fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn section(command: &Command) -> String {
    let said = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let mut section = format!("\n## {}\n", name(command));
    section += &paragraphs(&said.unwrap_or_default());
    section += &format!("\n```text\n{usage}\n```\n");
    section += &tables(command.get_arguments().filter(|argument| !argument.is_global_set()));
    section += &closing(command);
    section
}

/// Renders a table of arguments for each heading.
fn tables<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let shown = |argument: &&Arg| {
        !argument.is_hide_set() && !["help", "version"].contains(&argument.get_id().as_str())
    };
    let mut groups: Vec<(Option<&str>, Vec<&Arg>)> = Vec::new();
    for argument in arguments.filter(shown) {
        let heading = argument.get_help_heading();
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, group)) => group.push(argument),
            None => groups.push((heading, vec![argument])),
        }
    }
    groups.sort_by_key(|(heading, _)| heading.is_some());
    let mut text = String::new();
    for (heading, group) in groups {
        if let Some(heading) = heading {
            text += &format!("\n{heading}:\n");
        }
        text += "\n| argument | |\n|---|---|\n";
        for argument in group {
            text += &format!("| `{}` | {} |\n", cell(&spelling(argument)), cell(&help(argument)));
        }
    }
    text
}

/// Returns the spelling of an argument, as in `-o, --out <OUT>`.
fn spelling(argument: &Arg) -> String {
    let long = argument.to_string();
    match argument.get_short() {
        Some(short) if argument.get_long().is_some() => format!("-{short}, {long}"),
        _ => long,
    }
}

/// Returns the help of an argument, with its default and its values.
fn help(argument: &Arg) -> String {
    let said = argument.get_long_help().or(argument.get_help()).map(ToString::to_string);
    let mut text = escaped(&said.unwrap_or_default());
    if argument.get_action().takes_values() && !argument.is_hide_default_value_set() {
        let defaults: Vec<_> =
            argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if defaults.iter().any(|default| !default.is_empty()) {
            text += &format!(" \\[default: {}\\]", defaults.join(", "));
        }
    }
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !values.is_empty() {
        text += &format!(" \\[{}\\]", values.join(", "));
    }
    text
}

/// Returns the text that follows the arguments.
fn closing(command: &Command) -> String {
    let said = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    paragraphs(&said.unwrap_or_default())
}

/// Renders paragraphs. A paragraph with indented lines keeps its line breaks.
fn paragraphs(text: &str) -> String {
    let paragraph = |text: &str| {
        if text.lines().any(|line| line.starts_with("  ")) {
            format!("\n```text\n{text}\n```\n")
        } else {
            format!("\n{}\n", escaped(text))
        }
    };
    text.split("\n\n").filter(|text| !text.trim().is_empty()).map(|text| paragraph(text.trim_end())).collect()
}

/// Escapes Markdown markup outside of code.
fn escaped(text: &str) -> String {
    let mut is_code = false;
    let mut escaped = String::new();
    for character in text.chars() {
        is_code ^= character == '`';
        if !is_code && "*_<[]".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Formats text for a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
