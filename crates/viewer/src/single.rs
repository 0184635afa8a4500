//! A match as one HTML file, which needs no other.

use crate::rules::{AFTER_MODULE, BEFORE_MODULE};
use crate::{base64, files, rules_script, source_hash};

/// The page that everything is put into.
const PAGE: &str = include_str!("../app/match.html");
/// The script of the rules, of which a page of a site already has the module.
const RULES: &str = "app/rules.js";

/// The page of a match with styles, scripts, rules and data inside, to be passed on as one file.
///
/// `data` are the values that the page reads, as JSON, each with its name.
pub fn single_page(gzipped_rules: &[u8], data: &[(&str, &str)]) -> String {
    let [head, scripts, end] = parts(gzipped_rules);
    [head, harmless(data), scripts, base64(gzipped_rules), end].concat()
}

/// The text of `app/single.js`, from which a page of a site makes [`single_page`]: `const singlePage = ["…", "…", "…"];`,
/// what stands before the data, between the data and the rules' module, and after it, each compressed by `gzip`.
pub fn single_script(gzipped_rules: &[u8], mut gzip: impl FnMut(&[u8]) -> Vec<u8>) -> String {
    let parts = parts(gzipped_rules).map(|part| format!("\"{}\"", base64(&gzip(part.as_bytes()))));
    format!("\"use strict\";\nconst singlePage = [{}];\n", parts.join(", "))
}

/// What stands before the data, between the data and the rules' module, and after it.
fn parts(gzipped_rules: &[u8]) -> [String; 3] {
    let mut page = Page::default();
    for line in PAGE.lines() {
        page.take(line);
    }
    let head = format!("{}{}", page.policy(gzipped_rules), elements("style", &page.styles));
    let markup = page.markup.replacen("<title>", &format!("{head}<title>"), 1).replacen(
        "<body>",
        "<body class=\"single\">",
        1,
    );
    let (before, after) = markup.split_once("</body>").unwrap_or((&markup, ""));
    let before = format!("{before}<script type=\"application/json\">");
    let scripts = format!("</script>\n{}<script>{BEFORE_MODULE}", elements("script", &page.before_rules));
    let end = format!("{AFTER_MODULE}</script>\n{}</body>{after}", elements("script", &page.after_rules));
    [before, scripts, end]
}

/// What the page consists of.
#[derive(Default)]
struct Page {
    markup: String,
    styles: Vec<&'static str>,
    before_rules: Vec<&'static str>,
    has_rules: bool,
    after_rules: Vec<&'static str>,
}

impl Page {
    /// Takes a line of the page: what it refers to, or the line as it is. The page's own policy is left out.
    fn take(&mut self, line: &str) {
        match named(line) {
            Some(RULES) => self.has_rules = true,
            Some(name) if is_style(line) => self.styles.push(text(name)),
            Some(name) if self.has_rules => self.after_rules.push(text(name)),
            Some(name) => self.before_rules.push(text(name)),
            None if line.starts_with("<meta http-equiv=") => {}
            None => {
                self.markup.push_str(line);
                self.markup.push('\n');
            }
        }
    }

    /// Allows exactly what is inside.
    fn policy(&self, gzipped_rules: &[u8]) -> String {
        let hashes =
            |texts: &[&str]| texts.iter().map(|text| source_hash(text)).collect::<Vec<_>>().join(" ");
        format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {} {} {} \
             'wasm-unsafe-eval'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n",
            hashes(&self.before_rules),
            source_hash(&rules_script(gzipped_rules)),
            hashes(&self.after_rules),
            hashes(&self.styles)
        )
    }
}

/// Styles or scripts as elements.
fn elements(tag: &str, texts: &[&str]) -> String {
    texts.iter().fold(String::new(), |all, text| all + &format!("<{tag}>{text}</{tag}>\n"))
}

/// The values as one JSON object. Within JSON, `<` stands in texts alone, where it may be written by its number: so no
/// text can end the element.
fn harmless(data: &[(&str, &str)]) -> String {
    let values: Vec<String> = data.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", values.join(",")).replace('<', "\\u003c")
}

/// The text of a file that is deployed; nothing if there is no such file, which a test excludes.
fn text(name: &str) -> &'static str {
    files().iter().find(|file| file.name == name).map_or("", |file| &file.text)
}

/// The file that a line of the page loads.
fn named(line: &str) -> Option<&str> {
    let style =
        line.strip_prefix("<link rel=\"stylesheet\" href=\"").and_then(|rest| rest.strip_suffix("\">"));
    style.or_else(|| line.strip_prefix("<script defer src=\"")?.strip_suffix("\"></script>"))
}

fn is_style(line: &str) -> bool {
    line.starts_with("<link")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_page_names_is_inside_and_allowed() {
        let page = single_page(b"rules", &[]);
        for line in PAGE.lines() {
            let Some(name) = named(line) else { continue };
            let text = if name == RULES { rules_script(b"rules") } else { text(name).to_owned() };
            assert!(!text.is_empty(), "{name} is not deployed");
            assert!(page.contains(&text), "{name}");
            assert!(page.contains(&source_hash(&text)), "{name}");
        }
        assert!(!page.contains("src=\"app/") && !page.contains("href=\"app/"));
        assert_eq!(page.matches("Content-Security-Policy").count(), 1);
    }

    #[test]
    fn a_site_can_make_the_page_from_its_parts_and_the_rules_that_it_has() {
        let script = single_script(b"rules", <[u8]>::to_vec);
        let coded = parts(b"rules").map(|part| format!("\"{}\"", base64(part.as_bytes())));
        assert_eq!(script, format!("\"use strict\";\nconst singlePage = [{}];\n", coded.join(", ")));
        let [head, scripts, end] = parts(b"rules");
        let page = [head, "{\"index\":{}}".to_owned(), scripts, base64(b"rules"), end].concat();
        assert_eq!(page, single_page(b"rules", &[("index", "{}")]));
        assert!(
            !single_script(b"other rules", <[u8]>::to_vec).contains(&coded[0]),
            "the policy names the rules"
        );
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
        assert!(page.contains(
            r#"<script type="application/json">{"index":{"name": "\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!--"}}</script>"#
        ));
    }
}
