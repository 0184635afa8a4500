//! The page on the output of `--json`, from the types.

use class_operations::announcement::Announcement;
use class_operations::backup::BackupReport;
use class_operations::class_text::{Adoption, NewClassReport};
use class_operations::deadlines::{ClockReport, ClosedState, ExtendedDeadline, ExtensionsReport};
use class_operations::feedback::{FeedbackReport, OwnResultsReport};
use class_operations::freezing::{Freezing, ReleasedResults};
use class_operations::grades::{GradeReport, GradesReport, TransferReport};
use class_operations::judging::scrimmage::{
    RequestReport, RequestsReport, ScrimmageReceiptReport, WaitingReport,
};
use class_operations::judging::{
    ClassCheckReport, ContenderCheckReport, GamesList, RejudgeReport, WorkReport,
};
use class_operations::ladder::SeasonReport;
use class_operations::links::{LinksReport, MadeLinks};
use class_operations::near_copies::CopiesReport;
use class_operations::privacy::{DeletionReport, StudentReport};
use class_operations::questions::{QuestionReport, QuestionsReport};
use class_operations::roster::{Participation, RosterImportReport, RosterReport, TeamReport};
use class_operations::runs::{EmbeddedModules, MatchPartReport, PlayedMatchesReport, ShownRunsReport};
use class_operations::status::{
    ClassOverviewReport, ClassReport, ClassSummaryReport, EntryReport, SubmissionReport,
};
use class_operations::submission::{ArchiveReport, IssuedReceiptReport, ProvenReceipt, SubmitReport};
use fleet::{AddedUser, FleetStatus, MadeFleet, RetiredUser};
use json::Catalogue;
use play::{CheckReport, DirectoryReport, GameCheckReport, PositionsReport};
use profile::ProfileReport;
use rating_lists::RateReport;
use runner::{CompareReport, Forecast, RunEvent, SprtReport};
use service::ProblemReport;

use crate::commands::game::GamesReport;
use crate::commands::opponents::OpponentsReport;
use crate::commands::why::WhyReport;

/// The text above the table.
const HEAD: &str = "\
# What `--json` prints

<!-- Made from the types: `MUSTER_UPDATE=1 cargo test -p cli --features network --test it docs::` updates this page. -->

A command prints one JSON object; `muster run` and `muster ladder` print one per line. The API of a
[served class](api.md) returns the same objects. The first member of every object is `version`, a number that grows when
a member is removed or changes its meaning. New members may be added at any time; ignore those that you do not know. The
exit codes are the same as without `--json`.

";

/// Renders the page in Markdown.
pub(super) fn render() -> String {
    format!("{HEAD}{}", catalogue().page())
}

/// Returns all shapes, in the order of the page.
fn catalogue() -> Catalogue {
    let catalogue = Catalogue::default()
        .with::<RunEvent<'_>>("muster run TOURNAMENT.toml --json")
        .with::<Forecast>("muster run TOURNAMENT.toml --dry-run --json")
        .with::<CheckReport>("muster check BOT --json")
        .with::<DirectoryReport>("muster check DIRECTORY --json")
        .with::<CompareReport<'_>>("muster compare GAME BOT BOT --json")
        .with::<SprtReport>("muster sprt GAME NEW OLD --json")
        .with::<RateReport<'_>>("muster rate RUN|FILE… --json")
        .with::<TransferReport<'_>>("muster report RUN --into FILE.csv --column NAME --json")
        .with::<WhyReport<'_>>("muster why RUN MATCH --json")
        .with::<PositionsReport>("muster test GAME BOT FILE --json")
        .with::<ProfileReport>("muster profile BOT --game GAME --json")
        .with::<GamesReport>("muster game list --json")
        .with::<GameCheckReport>("muster game check FILE --json")
        .with::<OpponentsReport>("muster opponents --json")
        .with::<SeasonReport<'_>>("muster ladder DIR --json")
        .with::<MadeFleet>("muster fleet init DIR --json")
        .with::<AddedUser>("muster fleet add DIR NAME --json")
        .with::<RetiredUser>("muster fleet retire DIR NAME --json")
        .with::<FleetStatus>("muster fleet status --fleet URL --creds FILE --json");
    of_class(catalogue)
}

/// Adds those of `muster class`, in the order of its help.
fn of_class(catalogue: Catalogue) -> Catalogue {
    catalogue
        .with::<NewClassReport>("muster class init DIR --json")
        .with::<RosterImportReport<'_>>("muster class roster DIR FILE --json")
        .with::<RosterReport<'_>>("muster class roster DIR --json")
        .with::<SubmitReport>("muster class submit DIR STUDENT FILE --json, muster submit FILE --to URL --json")
        .with::<ArchiveReport>("muster class submit DIR --archive FILE.zip --json")
        .with::<ClassReport<'_>>("muster class status DIR --json")
        .with::<EntryReport>(
            "muster class status DIR STUDENT --json, muster class activate DIR STUDENT SUBMISSION --json",
        )
        .with::<WorkReport<'_>>("muster class work DIR --json")
        .with::<RequestReport<'_>>("muster class work DIR --json")
        .with::<GamesList>(
            "muster class check DIR STUDENT --games REQUIREMENT --json, muster class scrimmage DIR STUDENT --show REQUEST --json",
        )
        .with::<ScrimmageReceiptReport<'_>>("muster class scrimmage DIR STUDENT --against ALIAS --json")
        .with::<RequestsReport<'_>>("muster class scrimmage DIR STUDENT --json")
        .with::<WaitingReport<'_>>("muster class scrimmage DIR --json")
        .with::<RejudgeReport<'_>>("muster class rejudge DIR --json")
        .with::<ClassCheckReport<'_>>("muster class check DIR --json")
        .with::<ContenderCheckReport<'_>>("muster class check DIR STUDENT --json")
        .with::<ProvenReceipt>("muster class check DIR --receipt RECEIPT --json")
        .with::<GradesReport<'_>>("muster class check DIR --run RUN --json")
        .with::<GradeReport<'_>>("muster class check DIR STUDENT --run RUN --json")
        .with::<Freezing>("muster class freeze DIR --json")
        .with::<ReleasedResults>("muster class release DIR --to READER --json")
        .with::<ExtendedDeadline>("muster class extend DIR STUDENT --until DATE --json")
        .with::<ExtensionsReport>("muster class extend DIR --file FILE.csv --json")
        .with::<Participation>("muster class withdraw|reinstate DIR STUDENT --json")
        .with::<ClockReport>("muster class clock DIR --json")
        .with::<Adoption>("muster class adopt DIR --json")
        .with::<Announcement>("muster class announce DIR TEXT --json")
        .with::<QuestionsReport>("muster class questions DIR --json, GET /CLASS/api/questions")
        .with::<QuestionReport>("muster class questions DIR NUMBER --json")
        .with::<MadeLinks>("muster class links DIR STUDENT… --json, muster class links DIR --all --json")
        .with::<LinksReport>("muster class links DIR --json")
        .with::<CopiesReport>("muster class copies DIR --json")
        .with::<ClosedState>("muster class close|reopen DIR --json")
        .with::<FeedbackReport<'_>>(
            "muster class feedback DIR --into FILE.csv --json, muster class feedback DIR --texts DIR --json",
        )
        .with::<EmbeddedModules>("muster class embed DIR RUN --json")
        .with::<DeletionReport<'_>>("muster class forget DIR STUDENT --json")
        .with::<BackupReport<'_>>("muster class backup DIR FILE --json, muster class restore FILE DIR --json")
        .with::<ClassSummaryReport<'_>>("GET /CLASS/api/class")
        .with::<ClassOverviewReport<'_>>("GET /CLASS/api/status")
        .with::<SubmissionReport>("GET /CLASS/api/submissions/NUMBER")
        .with::<IssuedReceiptReport>("GET /CLASS/api/submissions/NUMBER/receipt")
        .with::<TeamReport>("GET /CLASS/api/team")
        .with::<ShownRunsReport<'_>>("GET /CLASS/api/runs")
        .with::<PlayedMatchesReport<'_>>("GET /CLASS/api/students/ID/runs/RUN/matches")
        .with::<MatchPartReport<'_>>("GET /CLASS/api/students/ID/runs/RUN/matches/MATCH")
        .with::<OwnResultsReport>("GET /CLASS/api/me/results, GET /CLASS/mine.zip")
        .with::<StudentReport<'_>>("GET /CLASS/mine.zip")
        .with::<ProblemReport<'_>>("GET /CLASS/api/…")
}
