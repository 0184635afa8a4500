//! The common frame of all pages.

use class_model::Person;
use game::visible;
use locale::{Locale, text};
use maud::{DOCTYPE, Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use viewer::ICON;

use super::assets;
use crate::class_visit::View;

/// The frame around the content of a page.
pub(super) struct Frame<'a> {
    title: String,
    view: Option<&'a View>,
    /// The path of the service.
    path: &'a str,
    /// The event stream that triggers reloads; `None` if there is none.
    stream: Option<String>,
    /// `true` for the class's first page.
    is_home: bool,
    locale: Locale,
}

impl<'a> Frame<'a> {
    /// Returns the frame of a page of a class; the title is `None` for its first page.
    pub(super) fn new(view: &'a View, title: Option<&str>) -> Frame<'a> {
        let class = visible(&view.class.plan.name);
        let is_home = title.is_none();
        let title = title.map_or_else(|| class.clone(), |title| format!("{} · {class}", visible(title)));
        Frame { title, view: Some(view), path: &view.app.path, stream: None, is_home, locale: view.locale }
    }

    /// Returns the frame of a page that belongs to no class.
    pub(super) fn of_service(title: &str, path: &'a str) -> Frame<'a> {
        let locale = Locale::English;
        Frame { title: title.to_owned(), view: None, path, stream: None, is_home: true, locale }
    }

    pub(super) fn in_locale(self, locale: Locale) -> Frame<'a> {
        Frame { locale, ..self }
    }

    /// Reloads the page when there is news.
    pub(super) fn live(self) -> Frame<'a> {
        Frame { stream: Some("news".to_owned()), ..self }
    }

    /// Also reloads the page when the submission makes progress.
    pub(super) fn with_steps_of(self, submission: u32) -> Frame<'a> {
        Frame { stream: Some(format!("news?submission={submission}")), ..self }
    }

    pub(super) fn page(&self, content: &Markup) -> Markup {
        // Reloading the page would lose the values typed into a rejected form.
        let is_refused = self.view.is_some_and(|view| view.refused.get().is_some());
        let live = self.view.zip(self.stream.as_deref()).filter(|_| !is_refused);
        let news = live.map(|(view, stream)| view.address(stream));
        // The script may connect late, so it starts from the revision shown on the page.
        let known = live.map(|(view, _)| view.facts.news(&view.class.plan, view.reader()));
        html! {
            (DOCTYPE)
            html lang=(self.locale.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content="Muster";
                    title { @if is_refused { (text!(self.locale, "error-title", title = self.title.as_str())) } @else { (self.title) } }
                    link rel="icon" href=(ICON);
                    link rel="stylesheet" href={ (self.path) (assets::STYLE) };
                    script src={ (self.path) (assets::SCRIPT) } defer {}
                }
                body data-news=[news] data-known=[known] {
                    @if let Some(view) = self.view { (self.head(view)) } @else { header { h1 { (self.title) } } }
                    main id="content" { (content) }
                    footer {
                        p {
                            "Muster"
                            @if let Some(view) = self.view { " · " (text!(view, "footer-zone", zone = view.class.plan.zone.name())) }
                            @if let Some(view) = self.view.filter(|view| view.person.is_some()) {
                                " · " a href=(view.address("tokens")) { (text!(view, "footer-tokens")) }
                                @if view.app.mail.is_some() && view.student().is_ok() {
                                    " · " a href=(view.address("mail")) { (text!(view, "footer-mail")) }
                                }
                            }
                        }
                        @if let Some(view) = self.view.filter(|view| view.reader().is_some()) { (languages(view)) }
                    }
                }
            }
        }
    }

    fn head(&self, view: &View) -> Markup {
        let class = &view.class.plan;
        html! {
            header.service {
                div {
                    p.kicker { (class.game.title()) }
                    @if self.is_home { h1 { (visible(&class.name)) } }
                    @else { p.class { a href=(view.address("")) { (visible(&class.name)) } } }
                }
                (who(view))
            }
        }
    }
}

/// Renders the name of the signed-in user, with a button to sign out; otherwise a link to sign in.
fn who(view: &View) -> Markup {
    let Some(person) = &view.person else {
        return html! { p.who-am-i { a href=(view.address("enter")) { (text!(view, "sign-in")) } } };
    };
    html! {
        div.who-am-i {
            span { (visible(&called(view, person))) }
            @if !view.is_named { (super::button(view, &view.address("leave"), &[], &text!(view, "sign-out"))) }
        }
    }
}

/// Renders a button for each other language. Pages of staff are in English.
fn languages(view: &View) -> Markup {
    html! {
        form.languages method="post" action=(view.address("language")) aria-label=(text!(view, "footer-language")) {
            (form_mark(view))
            input type="hidden" name="page" value=(view.asked_page);
            @for locale in Locale::ALL {
                @if locale == view.locale { span lang=(locale.tag()) aria-current="true" { (locale.own_name()) } }
                @else { button type="submit" name="language" value=(locale.tag()) lang=(locale.tag()) { (locale.own_name()) } }
            }
        }
    }
}

/// Returns the name of a person, with the role of staff.
pub(super) fn called(view: &View, person: &Person) -> String {
    match person {
        Person::Student { id } => {
            view.facts.student(id).map_or_else(|| id.clone(), |student| student.name.clone())
        }
        Person::Teacher { name } => text!(view, "person-teacher", name = name.as_str()),
        Person::Assistant { name, section: None } => text!(view, "person-assistant", name = name.as_str()),
        Person::Assistant { name, section: Some(section) } => {
            text!(view, "person-assistant-of", name = name.as_str(), section = section.as_str())
        }
    }
}

/// Renders the hidden field with the mark of the session.
pub(super) fn form_mark(view: &View) -> Markup {
    html! { @if let Some(mark) = &view.mark { input type="hidden" name="mark" value=(mark); } }
}

/// The characters to encode in a part of a URL: all but the unreserved ones (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Percent-encodes a part of a URL.
pub(crate) fn in_address(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}
