//! The same as JSON, for programs.
//!
//! Each route is a [`Route`] of one table: from it come the router, `openapi.json` and the page of the
//! documentation, so that nothing is answered that is not described. What an answer has is a `json::Shape` of `classroom`.

mod answers;
mod caller;
mod changes;
mod decisions;
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

/// The routes of the table, as a router.
pub(crate) fn router() -> axum::Router<std::sync::Arc<crate::app::App>> {
    ROUTES.iter().fold(axum::Router::new(), |router, route: &'static Route| {
        router.route(&format!("/{{class}}/api/{}", route.address()), handle::mounted(route))
    })
}

/// The page of the documentation about all routes, in Markdown.
pub fn api_page() -> String {
    page::render(ROUTES)
}
