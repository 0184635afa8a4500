//! Use cases on a class, as functions from values to values.
//!
//! [`OpenClass`] is an opened class folder. Each use case is a function of it that returns its result, which includes
//! [`Warning`]s for the user. JSON output is a `json::Shape` beside the function. Nothing here prints, reads arguments
//! or checks for a terminal.
//!
//! Hand-ins are validated and played through a `job::Validator` and a `job::Executor` that the caller passes in, so a
//! process without wasm can hold a class.
//!
//! In reading order: [`FirstText`], [`create`], [`OpenClass`], [`Warning`]; [`import_roster`], [`RosterReport`];
//! [`announce`]; [`close`], [`reopen`]; [`freeze`], [`release`], [`seen`]; [`adopt`]; [`status`], [`StatusFilter`],
//! [`Condition`], [`ContenderStatus`], [`NextStep`], [`words`]; [`submit`], [`receive_files`], [`submit_archive`];
//! [`activate`], [`extend`], [`withdraw`], [`reinstate`]; [`Judge`], [`work`], [`check_class`], [`GamesList`],
//! [`badges`]; [`preview_rejudgement`], [`apply_rejudgement`], [`outdated_results`]; [`request_scrimmage`],
//! [`requests`]; [`engine_warning`]; [`near_copies`], [`copies_page`]; [`make_links`], [`links_sheet`]; [`history`];
//! [`GradedRun`], [`GradeOrigins`], [`transfer_grades`], [`export_grades`]; [`back_up`], [`restore`];
//! [`embed_modules`]; [`export_student`], [`preview_deletion`], [`delete_student`]; [`read_tournament`], [`Lineup`],
//! [`TournamentRun`], [`find_run_entrant`], [`check_release`], [`make_class_ruling`]; [`Ladder`], [`CycleTournament`],
//! [`SeasonTable`].

mod activation;
mod adoption;
mod announcement;
mod backup;
pub mod badges;
mod bot_file;
mod class_status;
mod clock;
mod closing;
mod contender_status;
mod creation;
mod deletion;
mod embedding;
mod export;
mod extension;
mod feedback;
mod freezing;
mod graded_run;
mod grades;
mod hand_in_languages;
mod history;
mod judging;
mod kits;
mod ladder;
mod links;
mod named_bot;
mod near_copies;
mod next_step;
mod open_class;
mod orders;
mod participation;
mod pause;
mod private_page;
mod receipt;
pub mod requests;
mod roster;
mod run_entrants;
mod run_part;
mod scrimmage;
mod student_export;
mod submission;
mod text_change;
mod tournaments;
mod transfer;
mod utc;
mod validation;
mod version_check;
mod warming;
mod warning;
pub mod words;

pub use activation::{Activation, activate};
pub use adoption::{Adoption, CountingVersion, DisplacedVersion, TextDifference, adopt, preview_adoption};
pub use announcement::{Announcement, announce};
pub use backup::{BackupReport, BackupSummary, RestoredClass, RestoredRuns, back_up, restore};
pub use bot_file::{is_module, read_bot, unread_bot};
pub use class_status::{
    ClassOverviewReport, ClassReport, ClassStatus, ClassSummaryReport, Holder, SectionStatus, SharedFile,
    StatusFilter, class_summary, status,
};
pub use clock::{
    ClockChange, ClockReport, EventsAhead, check_clock, clock_warning, confirm_clock, correct_clock,
};
pub use closing::{ClosedState, close, reopen};
pub use contender_status::{Condition, ContenderStatus, EntryReport, SubmissionReport, must_be_accepted};
pub use creation::{FirstText, NewClassReport, create};
pub use deletion::{
    Deletion, DeletionReport, DeletionRequest, EarlierBackup, InBackup, MissingRun, ReachedRun, StudentData,
    delete_student, preview_deletion,
};
pub use embedding::{EmbeddedModules, embed_modules};
pub use export::{GradeExport, export_grades};
pub use extension::{ExtendedDeadline, ExtensionReport, ExtensionRequest, extend};
pub use feedback::{
    FeedbackColumn, FeedbackInto, FeedbackReport, FeedbackRequest, StudentFeedback, comment_on, feedback,
    feedback_archive, feedback_texts,
};
pub use freezing::{Freezing, Release, freeze, release, seen};
pub use graded_run::GradedRun;
pub use grades::{GradeOrigin, GradeOrigins, GradeReport, GradesReport, PlayedVersion};
pub use history::{History, HistoryEvent, HistoryFilter, history};
pub use judging::{
    GamesList, Judge, ListedGame, Opponents, OutdatedResult, QueuePlace, RejudgeReport, RejudgementState,
    RejudgementSummary, TrialProgress, WorkEvent, WorkKind, WorkReport, WorkResult, WorkResultKind,
    applicable_previews, apply_rejudgement, count_waiting, lock, outdated_results, preview_rejudgement,
    queue_places, work,
};
pub use ladder::{
    CycleError, CycleOrder, CycleTournament, Ladder, NextCycle, SeasonReport, SeasonTable, ShownLadder,
    cycle_at, cycle_runs, shown_ladder,
};
pub use links::{
    LinkReport, LinksFor, LinksReport, MadeLink, MadeLinks, links_sheet, list_links, make_links, revoke_link,
};
pub use named_bot::{
    BotArgument, BotWithModule, WHAT_PLAYS, named_bot, named_module, refuse_script, shown_name,
    two_candidates,
};
pub use near_copies::{
    ComparedFunction, ComparedVersion, CopiesReport, GivenFile, LARGEST_GIVEN, Languages, Lines,
    SimilarFunctions, SimilarPair, SimilarPassage, UncomparedVersion, copies_page, near_copies,
};
pub use next_step::NextStep;
pub use open_class::{OpenClass, OpenError, engine_warning, find_contender, find_student, now, read_plan};
pub use orders::{
    ClassTournament, OrderProgress, TournamentState, carry_out, class_tournaments, order_cycle,
    order_matches_of_ruling, order_rejudgement, order_tournament, rule, stop_order,
};
pub use participation::{Participation, reinstate, withdraw};
pub use receipt::{IssuedReceiptReport, ReceiptReport, SubmissionReceipt, check_receipt, submission_receipt};
pub use report::ProgressPicture;
pub use roster::{
    RosterFile, RosterImport, RosterImportReport, RosterReport, import_previewed_roster, import_roster,
    preview_roster,
};
pub use run_entrants::{entered_version, find_run_entrant};
pub use run_part::{
    LoggedPly, MatchCounts, MatchFilter, MatchLog, MatchPart, MatchPartReport, MatchResult, PlayedMatch,
    PlayedMatches, PlayedMatchesReport, RunPart, count_matches,
};
pub use scrimmage::{
    RequestsReport, ScrimmageOpponent, ScrimmageReceipt, ScrimmageReceiptReport, ScrimmageRequest,
    WaitingReport, games_of_request, request_scrimmage,
};
pub use student_export::{StudentReport, export_student};
pub use submission::{
    Archive, ArchiveEntry, ArchiveReport, ArchiveSummary, LARGEST_ARCHIVE, Receipt, Received, Refusals,
    RefusedEntry, StepState, StepsNow, SubmissionStep, SubmitAnswer, SubmitReport, SubmitSummary,
    SubmittedFile, SubmittedSource, UploadedFile, Worksheet, decide_received, preview_archive, receive_files,
    submission_steps, submit, submit_archive, submit_files,
};
pub use tournaments::{
    ClassRuling, CompleteRun, Lineup, PlayError, ShownRun, ShownRunsReport, StandingsColumn, StandingsTable,
    TournamentEntry, TournamentError, TournamentRun, check_release, check_release_in, count_student_lines,
    default_run_folder, explain_report, find_class_run, forget_student, is_complete, listed,
    make_class_ruling, make_ruling, must_be_tournament, note_ruling, open_run, open_tournament,
    read_tournament, read_tournament_plan, refuse_changes, refuse_withheld, rulings_of, run_identity,
    run_pictures, shown_runs,
};
pub use transfer::{
    GradeTransfer, RowsBy, SheetFile, TransferPlan, TransferReport, cautions_words, cell_words,
    transfer_grades,
};
pub use validation::LARGEST_SOURCE;
pub use version_check::{
    BadgeCheck, ClassCheck, ClassCheckReport, ContenderCheck, ContenderCheckReport, JudgedGames,
    VersionCheck, check_class, check_contender, judged_games,
};
pub use warming::{script_languages, warm_up};
pub use warning::Warning;
