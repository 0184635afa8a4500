//! The rules of a game as HTML. Their pages use a small part of Markdown: headings, paragraphs, lists, tables, drawings in
//! fences, bold text and code.

use maud::{Markup, html};

use super::with_code;

/// Renders a page of rules.
pub(super) fn rendered(text: &str) -> Markup {
    let mut lines = text.lines().peekable();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let mut rest = |is_in: &dyn Fn(&str) -> bool| {
            let mut block = vec![line];
            while let Some(next) = lines.next_if(|next| is_in(next)) {
                block.push(next);
            }
            block
        };
        blocks.push(match line {
            "" => continue,
            _ if line.starts_with("```") => {
                let drawing = rest(&|next| next != "```");
                lines.next();
                html! { pre.drawing tabindex="0" { (drawing[1..].join("\n")) } }
            }
            _ if line.starts_with('#') => heading(line),
            _ if line.starts_with('|') => table(&rest(&|next| next.starts_with('|'))),
            _ if line.starts_with("- ") => {
                html! { ul { @for item in rest(&|next| next.starts_with("- ")) { li { (in_line(&item[2..])) } } } }
            }
            _ if numbered(line).is_some() => {
                html! { ol { @for item in rest(&|next| numbered(next).is_some()) { li { (in_line(numbered(item).unwrap_or_default())) } } } }
            }
            _ => html! { p { (in_line(line)) } },
        });
    }
    html! { @for block in blocks { (block) } }
}

fn heading(line: &str) -> Markup {
    let text = line.trim_start_matches('#').trim_start();
    match line.len() - line.trim_start_matches('#').len() {
        1 => html! { h1 { (in_line(text)) } },
        2 => html! { h2 { (in_line(text)) } },
        _ => html! { h3 { (in_line(text)) } },
    }
}

/// Renders a table. Its second line separates the headings.
fn table(lines: &[&str]) -> Markup {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(cells(lines[0]).join(", ")) {
            table {
                thead { tr { @for cell in cells(lines[0]) { th scope="col" { (in_line(&cell)) } } } }
                tbody { @for line in lines.iter().skip(2) { tr { @for cell in cells(line) { td { (in_line(&cell)) } } } } }
            }
        }
    }
}

/// Returns the text of a numbered item.
fn numbered(line: &str) -> Option<&str> {
    let (number, text) = line.split_once(". ")?;
    number.parse::<u32>().ok().map(|_| text)
}

/// Renders bold text and code.
fn in_line(text: &str) -> Markup {
    let parts = text.split("**").enumerate();
    html! { @for (at, part) in parts { @if at % 2 == 1 { b { (with_code(part)) } } @else { (with_code(part)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_every_game_are_rendered() {
        let mut all = String::new();
        for game in games::GAMES {
            let page = rendered(&kit::rules(*game)).into_string();
            let text: String = page.split("<pre").map(|part| part.rsplit("</pre>").next().unwrap()).collect();
            for rest in ["```", "|--", "| ", "**", "\n#", "`"] {
                assert!(!text.contains(rest), "{} has {rest:?}: {text}", game.name());
            }
            assert_eq!(page.matches("<h1>").count(), 1, "{}", game.name());
            all.push_str(&page);
        }
        for part in ["<h2>", "<table>", "<pre", "<ul>", "<ol>", "<b>", "<code>"] {
            assert!(all.contains(part), "no page has {part}");
        }
    }

    #[test]
    fn each_kind_of_block_ends_where_the_next_begins() {
        let text = "# A\nb\n- **c** d\n- `e`\n1. f\n2. g\n```\n<|h\n\n```\n| i | j |\n|---|---|\n| k | l |\n";
        let page = rendered(text).into_string();
        for part in [
            "<h1>A</h1><p>b</p>",
            "<ul><li><b>c</b> d</li><li><code>e</code></li></ul>",
            "<ol><li>f</li><li>g</li></ol><pre class=\"drawing\" tabindex=\"0\">&lt;|h\n</pre>",
            "<th scope=\"col\">i</th><th scope=\"col\">j</th>",
            "<tr><td>k</td><td>l</td></tr>",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }
}
