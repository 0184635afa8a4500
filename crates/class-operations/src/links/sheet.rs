//! Personal links on paper: a page to print and cut, with a QR code for each link.

use explain::{Error, Kind};
use game::visible;
use maud::{PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;

use super::MadeLinks;
use crate::private_page::private_page;

const OWN_STYLE: &str = include_str!("sheet.css");

/// Returns the page for a class with this name.
///
/// # Errors
/// If an address is too long for a QR code.
pub fn links_sheet(class: &str, made: &MadeLinks) -> Result<String, Error> {
    let title = format!("Personal links · {}", visible(class));
    let codes: Result<Vec<String>, Error> = made.links.iter().map(|link| code(&link.address)).collect();
    let codes = codes?;
    let content = html! {
        h1 { (title) }
        p.once { "Anyone who has a link can act for its owner: hand them out one by one, and delete this page. The links are stored nowhere else." }
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
    };
    Ok(private_page(&title, OWN_STYLE, &content))
}

/// Returns a QR code of an address, as SVG.
fn code(address: &str) -> Result<String, Error> {
    let code = QrCode::new(address.as_bytes()).map_err(|error| {
        Error::new(Kind::Input, format!("cannot make a QR code for the address {address}: {error}"))
    })?;
    let svg = code.render::<svg::Color<'_>>().min_dimensions(120, 120).build();
    // Strips the XML declaration.
    Ok(svg.split_once("?>").map_or(svg.clone(), |(_, svg)| svg.to_owned()))
}
