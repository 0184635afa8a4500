//! Metrics of the service: counted as events happen, in Prometheus' text format.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The classes of HTTP statuses.
const STATUSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
/// Upper bounds of the histogram of response times: in milliseconds, and in seconds as text.
const BUCKETS: [(u64, &str); 9] = [
    (5, "0.005"),
    (10, "0.01"),
    (25, "0.025"),
    (50, "0.05"),
    (100, "0.1"),
    (250, "0.25"),
    (1000, "1"),
    (5000, "5"),
    (30_000, "30"),
];

/// Counters of requests.
#[derive(Default)]
pub(crate) struct Counts {
    by_status: [AtomicU64; STATUSES.len()],
    /// Number of answers in each bucket; the last is for those slower than all bounds.
    by_time: [AtomicU64; BUCKETS.len() + 1],
    microseconds: AtomicU64,
    refused_connections: AtomicU64,
}

impl Counts {
    /// Counts a request with the status and the duration of its answer.
    pub(crate) fn answered(&self, status: u16, after: Duration) {
        let class = (usize::from(status / 100).max(1) - 1).min(STATUSES.len() - 1);
        self.by_status[class].fetch_add(1, Ordering::Relaxed);
        let time = after.as_micros() as u64;
        let bucket = BUCKETS.iter().take_while(|(most, _)| time > most * 1000).count();
        self.by_time[bucket].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(time, Ordering::Relaxed);
    }

    /// Counts a connection that was refused because too many were open.
    pub(crate) fn refused_connection(&self) {
        self.refused_connections.fetch_add(1, Ordering::Relaxed);
    }
}

/// Gauges at one moment.
pub(crate) struct Gauges {
    pub(crate) is_ready: bool,
    pub(crate) connections: usize,
    pub(crate) streams: usize,
    pub(crate) uploads: usize,
    pub(crate) classes: Vec<ClassNow>,
}

/// Gauges of a class.
pub(crate) struct ClassNow {
    pub(crate) name: String,
    /// Number of events in its record.
    pub(crate) events: i64,
    /// Number of hand-ins that wait for a verdict.
    pub(crate) verdicts: usize,
    /// Number of trial matches and requirements that wait to be played.
    pub(crate) judgements: usize,
    /// Number of requests for friendly games that wait to be played.
    pub(crate) friendly: usize,
    /// `true` if some kind of work cannot be played.
    pub(crate) is_stuck: bool,
}

/// Returns all metrics in Prometheus' text format.
pub(crate) fn text(counts: &Counts, now: &Gauges) -> String {
    let mut page = Page(String::new());
    let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
    page.begin("muster_http_requests_total", "counter", "Requests answered, by status class.");
    for (status, count) in STATUSES.iter().zip(&counts.by_status) {
        page.line("muster_http_requests_total", &[("status", status)], read(count));
    }
    let name = "muster_http_request_duration_seconds";
    page.begin(name, "histogram", "Time from the request headers to the response headers.");
    let mut up_to = 0;
    let ends = BUCKETS.iter().map(|(_, text)| *text).chain(["+Inf"]);
    for (end, count) in ends.zip(&counts.by_time) {
        up_to += read(count);
        page.line(&format!("{name}_bucket"), &[("le", end)], up_to);
    }
    let seconds = Duration::from_micros(read(&counts.microseconds)).as_secs_f64();
    page.line(&format!("{name}_sum"), &[], seconds);
    page.line(&format!("{name}_count"), &[], up_to);
    let refused = read(&counts.refused_connections);
    let name = "muster_http_connections_refused_total";
    page.single(name, "counter", "Connections refused because too many were open.", refused);
    page.single("muster_http_connections", "gauge", "Open connections.", now.connections);
    page.single("muster_news_streams", "gauge", "Open event streams.", now.streams);
    page.single("muster_uploads", "gauge", "Hand-ins being received or checked.", now.uploads);
    page.single("muster_ready", "gauge", "1 once the interpreters are compiled.", u8::from(now.is_ready));
    page.begin("muster_class_events_total", "counter", "Events in a class's record.");
    for class in &now.classes {
        page.line("muster_class_events_total", &[("class", &class.name)], class.events);
    }
    page.begin("muster_class_waiting", "gauge", "Work waiting in a class, by what it waits for.");
    for class in &now.classes {
        for (what, count) in
            [("verdict", class.verdicts), ("judging", class.judgements), ("friendly_games", class.friendly)]
        {
            page.line("muster_class_waiting", &[("class", &class.name), ("for", what)], count);
        }
    }
    page.begin("muster_class_stuck", "gauge", "1 if waiting work of a class cannot be played.");
    for class in &now.classes {
        page.line("muster_class_stuck", &[("class", &class.name)], u8::from(class.is_stuck));
    }
    page.0
}

/// A page of metrics.
struct Page(String);

impl Page {
    /// Begins a metric: its help and its type.
    fn begin(&mut self, name: &str, kind: &str, help: &str) {
        self.write(format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n"));
    }

    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> = labels.iter().map(|(label, text)| format!("{label}=\"{text}\"")).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        self.write(format_args!("{name}{labels} {value}\n"));
    }

    fn single(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.begin(name, kind, help);
        self.line(name, &[], value);
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        self.0.push_str(&text.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_their_buckets_and_those_above() {
        let counts = Counts::default();
        for (status, milliseconds) in [(200, 1), (204, 5), (303, 6), (404, 60_000), (599, 999)] {
            counts.answered(status, Duration::from_millis(milliseconds));
        }
        counts.refused_connection();
        let class = ClassNow {
            name: "ki".to_owned(),
            events: 7,
            verdicts: 1,
            judgements: 2,
            friendly: 3,
            is_stuck: true,
        };
        let now = Gauges { is_ready: false, connections: 4, streams: 5, uploads: 6, classes: vec![class] };
        let text = text(&counts, &now);
        for line in [
            "muster_http_requests_total{status=\"1xx\"} 0",
            "muster_http_requests_total{status=\"2xx\"} 2",
            "muster_http_requests_total{status=\"3xx\"} 1",
            "muster_http_requests_total{status=\"4xx\"} 1",
            "muster_http_requests_total{status=\"5xx\"} 1",
            "muster_http_request_duration_seconds_bucket{le=\"0.005\"} 2",
            "muster_http_request_duration_seconds_bucket{le=\"0.01\"} 3",
            "muster_http_request_duration_seconds_bucket{le=\"0.25\"} 3",
            "muster_http_request_duration_seconds_bucket{le=\"1\"} 4",
            "muster_http_request_duration_seconds_bucket{le=\"30\"} 4",
            "muster_http_request_duration_seconds_bucket{le=\"+Inf\"} 5",
            "muster_http_request_duration_seconds_sum 61.011",
            "muster_http_request_duration_seconds_count 5",
            "muster_http_connections_refused_total 1",
            "muster_http_connections 4",
            "muster_news_streams 5",
            "muster_uploads 6",
            "muster_ready 0",
            "muster_class_events_total{class=\"ki\"} 7",
            "muster_class_waiting{class=\"ki\",for=\"verdict\"} 1",
            "muster_class_waiting{class=\"ki\",for=\"judging\"} 2",
            "muster_class_waiting{class=\"ki\",for=\"friendly_games\"} 3",
            "muster_class_stuck{class=\"ki\"} 1",
        ] {
            assert!(text.lines().any(|own| own == line), "{line} is not in\n{text}");
        }
        // Each line belongs to a declared metric, or to a histogram with that prefix.
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            let bare = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            assert!(text.contains(&format!("# TYPE {} ", bare.unwrap_or(name))), "{line}");
        }
    }
}
