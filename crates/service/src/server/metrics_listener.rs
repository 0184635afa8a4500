//! The listener for metrics, separate from the one for browsers.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use class_model::{tasks, waiting};
use class_operations::now;
use tokio::sync::Semaphore;

use super::connections::Accepting;
use crate::allowed_hosts::AllowedHosts;
use crate::app::{App, CONNECTIONS, ServedClass};
use crate::class_visit::blocking;
use crate::metrics::{self, ClassNow, Gauges};
use crate::problem::Problem;
use crate::request_checks::guard_figures;

/// Maximum number of open connections.
const READERS: usize = 16;

/// Serves the metrics. Rejects requests for hosts other than `hosts`.
pub(super) fn accepting(app: &Arc<App>, hosts: Option<AllowedHosts>) -> Accepting {
    let router = Router::new()
        .route("/metrics", get(figures))
        .layer(from_fn_with_state(hosts, guard_figures))
        .with_state(Arc::clone(app));
    Accepting { router, free: Arc::new(Semaphore::new(READERS)), most_per_address: None, tls: None }
}

async fn figures(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let text = blocking(move || {
        let classes: Result<Vec<ClassNow>, Problem> = app.classes().map(|class| class_now(class)).collect();
        let now = Gauges {
            is_ready: app.readiness.awaited().is_none(),
            connections: CONNECTIONS - app.connections.available_permits(),
            streams: app.followers.count(),
            uploads: app.handing_in.count(),
            classes: classes?,
        };
        Ok(metrics::text(&app.counts, &now))
    });
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text.await?).into_response())
}

fn class_now(place: &ServedClass) -> Result<ClassNow, Problem> {
    let (class, _) = place.current();
    let facts = class.facts()?;
    Ok(ClassNow {
        name: place.name.clone(),
        events: facts.news(&class.plan, None),
        verdicts: facts.undecided().count(),
        judgements: tasks(&class.plan, &facts).len(),
        friendly: waiting(&facts, now(&facts)).len(),
        is_stuck: !place.stuck().is_empty(),
    })
}
