//! The JSON API for programs.
//!
//! One table of [`Route`]s defines the router, `openapi.json` and the page of the documentation, so every route is
//! documented. The body of an answer is a `json::Shape` of `class_operations`.

mod answers;
mod caller;
mod changes;
mod document;
mod handle;
mod page;
mod problems;
mod reply;
mod route;
mod table;

pub use self::problems::ProblemReport;
pub(crate) use self::problems::as_json;
use self::route::Route;
use self::table::ROUTES;

/// Returns a router for the routes of the table.
pub(crate) fn router() -> axum::Router<std::sync::Arc<crate::app::App>> {
    ROUTES.iter().fold(axum::Router::new(), |router, route: &'static Route| {
        router.route(&format!("/{{class}}/api/{}", route.address()), handle::mounted(route))
    })
}

/// Returns the page of the documentation about all routes, in Markdown.
pub fn api_page() -> String {
    page::render(ROUTES)
}
