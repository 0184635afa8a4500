//! A match as one self-contained HTML file.

use crate::rules::{AFTER_MODULE, BEFORE_MODULE};
use crate::{base64, files, rules_script, source_hash};

/// The template of the page.
const PAGE: &str = include_str!("../app/match.html");
/// The script of the page.
const VIEWER: &str = "app/muster.js";

/// Returns the page of a match with styles, scripts, rules and data inside, to be shared as one file.
///
/// `data` are the values that the page reads, as JSON, each with its name.
pub fn single_page(gzipped_rules: &[u8], data: &[(&str, &str)]) -> String {
    let [to_data, to_rules, to_viewer, to_end] = parts(gzipped_rules);
    let [_, viewer, _] = viewer();
    [to_data, harmless(data), to_rules, base64(gzipped_rules), to_viewer, viewer.to_owned(), to_end].concat()
}

/// Returns the text of `app/single.js`, from which a page of a site makes [`single_page`]: `const singlePage = ["…",
/// …];`, the text before the data, before the rules' module, before the viewer's function and after it, each compressed
/// by `gzip`. The module and the function are in the site's page, too.
pub fn single_script(gzipped_rules: &[u8], mut gzip: impl FnMut(&[u8]) -> Vec<u8>) -> String {
    let parts = parts(gzipped_rules).map(|part| format!("\"{}\"", base64(&gzip(part.as_bytes()))));
    format!("\"use strict\";\nconst singlePage = [{}];\n", parts.join(", "))
}

/// Returns the text before the data, before the rules' module, before the viewer's function, and after it.
fn parts(gzipped_rules: &[u8]) -> [String; 4] {
    let (markup, styles) = markup();
    let head = format!("{}{}<title>", policy(&styles, gzipped_rules), elements("style", &styles));
    let markup = markup.replacen("<title>", &head, 1).replacen("<body>", "<body class=\"single\">", 1);
    let (before, after) = markup.split_once("</body>").unwrap_or((&markup, ""));
    let [before_viewer, _, after_viewer] = viewer();
    [
        format!("{before}<script type=\"application/json\">"),
        format!("</script>\n<script>{BEFORE_MODULE}"),
        format!("{AFTER_MODULE}</script>\n<script>{before_viewer}"),
        format!("{after_viewer}</script>\n</body>{after}"),
    ]
}

/// Returns the script of the page, split into the text before its function, the function, and the text after it.
fn viewer() -> [&'static str; 3] {
    let script = text(VIEWER);
    let begin = script.find("function muster()").unwrap_or_default();
    let end = script.rfind('}').map_or(begin, |last| last + 1);
    [&script[..begin], &script[begin..end], &script[end..]]
}

/// Returns the page without its policy and without the lines that load styles and scripts, and the styles.
fn markup() -> (String, Vec<&'static str>) {
    let mut markup = String::new();
    let mut styles = Vec::new();
    for line in PAGE.lines() {
        match named(line) {
            Some(name) if is_style(line) => styles.push(text(name)),
            Some(_) => {}
            None if line.starts_with("<meta http-equiv=") => {}
            None => {
                markup.push_str(line);
                markup.push('\n');
            }
        }
    }
    (markup, styles)
}

/// Returns a policy that allows exactly the content of the page.
fn policy(styles: &[&str], gzipped_rules: &[u8]) -> String {
    let styles: Vec<String> = styles.iter().map(|text| source_hash(text)).collect();
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {} {} \
         'wasm-unsafe-eval'; style-src {}; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'\">\n",
        source_hash(&rules_script(gzipped_rules)),
        source_hash(text(VIEWER)),
        styles.join(" ")
    )
}

/// Returns texts as elements.
fn elements(tag: &str, texts: &[&str]) -> String {
    let elements: Vec<String> = texts.iter().map(|text| format!("<{tag}>{text}</{tag}>\n")).collect();
    elements.concat()
}

/// Returns the values as one JSON object. In JSON, `<` appears only in texts, where it can be escaped, so no text can
/// end the element.
fn harmless(data: &[(&str, &str)]) -> String {
    let values: Vec<String> = data.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", values.join(",")).replace('<', "\\u003c")
}

/// Returns the text of a deployed file; empty if there is no such file, which a test excludes.
fn text(name: &str) -> &'static str {
    files().iter().find(|file| file.name == name).map_or("", |file| file.text)
}

/// Returns the file that a line of the page loads; `None` if it loads none.
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

    /// The script of the rules.
    const RULES: &str = "app/rules.js";

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
    fn a_site_can_make_the_page_from_its_parts_and_what_it_has() {
        let script = single_script(b"rules", <[u8]>::to_vec);
        let coded = parts(b"rules").map(|part| format!("\"{}\"", base64(part.as_bytes())));
        assert_eq!(script, format!("\"use strict\";\nconst singlePage = [{}];\n", coded.join(", ")));
        let [to_data, to_rules, to_viewer, to_end] = parts(b"rules");
        let [before, function, after] = viewer();
        assert!(function.starts_with("function muster(){") && function.ends_with('}'));
        assert_eq!([before, function, after].concat(), text(VIEWER));
        let (data, rules) = ("{\"index\":{}}".to_owned(), base64(b"rules"));
        let page = [to_data, data, to_rules, rules, to_viewer, function.to_owned(), to_end].concat();
        assert_eq!(page, single_page(b"rules", &[("index", "{}")]));
        assert!(
            !single_script(b"other rules", <[u8]>::to_vec).contains(&coded[0]),
            "the policy names the rules"
        );
    }

    #[test]
    fn the_page_loads_two_scripts() {
        let loaded: Vec<&str> = PAGE.lines().filter(|line| !is_style(line)).filter_map(named).collect();
        assert_eq!(loaded, [RULES, VIEWER]);
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
