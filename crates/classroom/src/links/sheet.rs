//! Personal links on paper: a page to print and cut, with a code for phones each.

use explain::{Error, Kind};
use game::visible;
use maud::{DOCTYPE, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;
use viewer::{ICON, STYLE};

use super::MadeLinks;

const OWN_STYLE: &str = include_str!("sheet.css");

/// The page of a class of this name. It loads nothing and nothing in it runs.
///
/// # Errors
/// If an address is too long for a code.
pub fn links_sheet(class: &str, made: &MadeLinks) -> Result<String, Error> {
    let style = format!("{STYLE}{OWN_STYLE}");
    let policy = format!(
        "default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        viewer::source_hash(&style)
    );
    let title = format!("Personal links · {}", visible(class));
    let codes: Result<Vec<String>, Error> = made.links.iter().map(|link| code(&link.address)).collect();
    let codes = codes?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="generator" content="Muster";
                title { (title) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(&style)) }
            }
            body { main {
                h1 { (title) }
                p.once { "Whoever has a link can act for whom it is: hand them out one by one, and delete this page. The links are kept nowhere else." }
                ul.cards {
                    @for (link, code) in made.links.iter().zip(&codes) {
                        li {
                            div.code { (PreEscaped(code)) }
                            div {
                                p.kicker { (visible(class)) }
                                p.name { (visible(&link.name)) }
                                p.soft { (visible(&link.id)) @if let Some(section) = &link.section { ", section " (visible(section)) } }
                                p.address { a href=(link.address) { (link.address) } }
                            }
                        }
                    }
                }
            } }
        }
    };
    Ok(page.into_string() + "\n")
}

/// An address as a code that phones read.
fn code(address: &str) -> Result<String, Error> {
    let code = QrCode::new(address.as_bytes())
        .map_err(|error| Error::new(Kind::Input, format!("the address {address} makes no code: {error}")))?;
    let svg = code.render::<svg::Color<'_>>().min_dimensions(120, 120).build();
    // What a document of its own begins with.
    Ok(svg.split_once("?>").map_or(svg.clone(), |(_, svg)| svg.to_owned()))
}
