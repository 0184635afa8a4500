//! The tables of the rules page agree with the layout.

use game::{ActionKind, Field};
use tank_war::{LAYOUT, Options};

const PAGE: &str = include_str!("../../README.md");

fn field_row(field: &Field) -> String {
    let kind = field.kind.name();
    let count = if field.count == 1 { String::new() } else { format!("[{}]", field.count) };
    format!("| {} | {kind}{count} | `{}` | {} |\n", field.offset, field.name, field.about)
}

fn action_rows(action: &ActionKind) -> String {
    let bits = action.bits.iter().map(|bits| {
        let last = bits.shift + bits.width - 1;
        format!("{} to {last} `{}`: {}", bits.shift, bits.name, bits.about)
    });
    let bits: Vec<String> = bits.collect();
    format!("| {} | `{}` | {} | {} |\n", action.kind, action.name, bits.join(" "), action.about)
}

#[test]
fn the_page_has_the_layout_of_views() {
    let rows: String = LAYOUT.fields.iter().map(field_row).collect();
    let table = format!("| offset | type | name | what |\n|---|---|---|---|\n{rows}\n");
    assert!(PAGE.contains(&table), "the page lacks this table:\n{table}");
    assert!(PAGE.contains(&format!("come {} bytes", LAYOUT.view_len())));
}

#[test]
fn the_page_has_the_action_codes() {
    let rows: String = LAYOUT.actions.iter().map(action_rows).collect();
    let table = format!("| kind | name | bits | what |\n|---|---|---|---|\n{rows}\n");
    assert!(PAGE.contains(&table), "the page lacks this table:\n{table}");
}

#[test]
fn the_page_has_every_option_with_its_default_first() {
    for option in Options::DECLARED {
        let row = format!("| `{}` | `{}`, ", option.name, option.default);
        assert!(PAGE.contains(&row), "the page lacks {row}");
    }
}
