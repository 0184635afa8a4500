//! A match as one HTML file, which needs no other.

use crate::{files, rules_script, source_hash};

/// The page that everything is put into.
const PAGE: &str = include_str!("../app/match.html");

/// The page of a match with styles, scripts, rules and data inside, to be passed on as one file.
///
/// `data` are the site's data files that the page reads, each with the name and the JSON value that it has in a site.
pub fn single_page(gzipped_rules: &[u8], data: &[(&str, &str)]) -> String {
    let mut parts = Parts::default();
    for line in PAGE.lines() {
        parts.take(line, gzipped_rules);
    }
    let data: String = data.iter().map(|(name, value)| data_block(name, value)).collect();
    let head = format!("{}{}", parts.policy(), parts.inside(Kind::Style));
    let end = format!("{data}{}", parts.inside(Kind::Script));
    parts
        .markup
        .replacen("<title>", &format!("{head}<title>"), 1)
        .replacen("<body>", "<body class=\"single\">", 1)
        .replacen("</body>", &format!("{end}</body>"), 1)
}

/// What a page consists of.
#[derive(Default)]
struct Parts {
    markup: String,
    styles: Vec<String>,
    scripts: Vec<String>,
}

#[derive(Clone, Copy)]
enum Kind {
    Style,
    Script,
}

impl Parts {
    /// Takes a line of the page: what it refers to, or the line as it is. The page's own policy is left out.
    fn take(&mut self, line: &str, gzipped_rules: &[u8]) {
        if let Some(name) = within(line, "<link rel=\"stylesheet\" href=\"", "\">") {
            self.styles.push(text(name).to_owned());
        } else if let Some(name) = within(line, "<script defer src=\"", "\"></script>") {
            self.scripts.push(match name {
                "app/rules.js" => rules_script(gzipped_rules),
                _ => text(name).to_owned(),
            });
        } else if !line.starts_with("<meta http-equiv=") {
            self.markup.push_str(line);
            self.markup.push('\n');
        }
    }

    /// Styles or scripts as elements.
    fn inside(&self, kind: Kind) -> String {
        let (tag, texts) = match kind {
            Kind::Style => ("style", &self.styles),
            Kind::Script => ("script", &self.scripts),
        };
        let mut elements = String::new();
        for text in texts {
            elements.push_str(&format!("<{tag}>{text}</{tag}>\n"));
        }
        elements
    }

    /// Allows exactly what is inside.
    fn policy(&self) -> String {
        let sources =
            |texts: &[String]| texts.iter().map(|text| source_hash(text)).collect::<Vec<_>>().join(" ");
        format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {} \
             'wasm-unsafe-eval'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n",
            sources(&self.scripts),
            sources(&self.styles)
        )
    }
}

/// Data that no browser runs. Within JSON, `<` stands in texts alone, where it may be written by its number: so no
/// text can end the element.
fn data_block(name: &str, value: &str) -> String {
    let value = value.replace('<', "\\u003c");
    format!("<script type=\"application/json\" data-name=\"{name}\">{value}</script>\n")
}

/// The text of a file that is deployed; nothing if there is no such file, which a test excludes.
fn text(name: &str) -> &'static str {
    files().iter().find(|file| file.name == name).map_or("", |file| &file.text)
}

fn within<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    line.strip_prefix(before)?.strip_suffix(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_page_names_is_inside_and_allowed() {
        let page = single_page(b"rules", &[]);
        for line in PAGE.lines() {
            let named = within(line, "<link rel=\"stylesheet\" href=\"", "\">")
                .or_else(|| within(line, "<script defer src=\"", "\"></script>"));
            let Some(name) = named else { continue };
            let text = if name == "app/rules.js" { rules_script(b"rules") } else { text(name).to_owned() };
            assert!(!text.is_empty(), "{name} is not deployed");
            assert!(page.contains(&text), "{name}");
            assert!(page.contains(&source_hash(&text)), "{name}");
        }
        assert!(!page.contains("src=\"app/") && !page.contains("href=\"app/"));
        assert_eq!(page.matches("Content-Security-Policy").count(), 1);
    }

    #[test]
    fn the_page_loads_every_script_that_is_its_own() {
        for file in files().iter().filter(|file| file.name.starts_with("app/match/")) {
            assert!(PAGE.contains(&format!("<script defer src=\"{}\">", file.name)), "{}", file.name);
        }
    }

    #[test]
    fn no_file_can_end_its_element() {
        for file in files() {
            for word in ["</script", "</style", "<!--"] {
                let is_page = !file.name.contains('/');
                assert!(is_page || !file.text.contains(word), "{}: {word}", file.name);
            }
        }
    }

    #[test]
    fn no_data_can_end_its_element() {
        let hostile = r#"{"name": "</script><script>alert(1)</script><!--"}"#;
        let page = single_page(b"rules", &[("index", hostile)]);
        assert!(page.contains(r#"data-name="index">{"name": "\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!--"}</script>"#));
    }
}
