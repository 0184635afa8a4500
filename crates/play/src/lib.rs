//! Plays jobs on this machine, in threads of this process and its sandbox.
//!
//! On a single machine, [`LocalValidator`] and [`LocalThreads`] implement the traits of `job`: the first admits
//! modules, the second plays them. The crate also plays outside of any schedule: trial matches, matches with a person
//! or a native program, matches stepped through ply by ply, and single questions to a bot.
//!
//! In reading order: [`Contestant`], [`MatchSetup`]; [`LocalValidator`], [`JobRunner`], [`LocalThreads`], [`Pipeline`];
//! [`Workbench`], [`ReportingWorkbench`], [`Trials`], [`other_games`], [`StartCost`], [`CheckPlan`], [`CheckReport`];
//! [`OneAnswer`], [`play_between`], [`NativePlayer`], [`PositionTest`], [`Profiling`], [`MatchViewer`], [`Retrace`],
//! [`ReferenceQuestion`], [`MistakesReport`], [`CallLine`], [`DecisiveBlowReport`], [`TrialCommands`], [`moves_in_words`];
//! [`engine_fingerprint`]; [`GameFiles`], [`GameCheck`], [`GameCheckReport`].

mod call_command;
mod check;
mod decided;
mod engine;
mod game_check;
mod game_detection;
mod game_files;
mod job_runner;
mod local_threads;
mod local_workbench;
mod match_viewer;
mod mistakes_report;
mod move_summary;
mod native;
mod position_test;
mod profiling;
mod reference;
mod reporting_workbench;
mod retrace;
mod setup;
mod single_question;
mod spending;
mod start_cost;
mod trial_commands;
mod trials;
mod validator;
mod workbench;

pub use call_command::CallLine;
pub use check::{
    BotOfDirectory, BotStanding, CheckPlan, CheckReport, DirectoryReport, TriedBot, modules_below,
    sizes_and_caps,
};
pub use decided::DecisiveBlowReport;
pub use engine::{advice_on_engine, build_fingerprint, engine_fingerprint};
pub use game_check::{GameCheck, GameCheckReport, GameFacts, GameFinding, WhereFound};
pub use game_detection::{may_be_another, other_games, other_games_at};
pub use game_files::{CallUsage, GameFiles, OpenGame, OperationUsage, RulesModule, word_for};
pub use job_runner::{JobError, JobRunner, Modules};
pub use local_threads::{LocalThreads, Pipeline, PlayJob};
pub use match_viewer::{MatchViewer, ViewedPly};
pub use mistakes_report::MistakesReport;
pub use move_summary::moves_in_words;
pub use native::{NativeCommand, NativePlayer, end_programs};
pub use position_test::{
    FileProblem, PositionReport, PositionResult, PositionTest, PositionsReport, TestedPosition,
    read as read_position_tests, seat_named,
};
pub use profiling::{Profiled, Profiling};
pub use reference::ReferenceQuestion;
pub use reporting_workbench::{ReportingWorkbench, TrialsSoFar};
pub use retrace::{LastAnswer, Retrace, RetraceEnd, RetraceError, RetraceSummary};
pub use setup::{Contestant, MatchSetup, Source, play_between};
pub use single_question::OneAnswer;
pub use spending::Spending;
pub use start_cost::StartCost;
pub use trial_commands::TrialCommands;
pub use trials::{Defeat, FailedTrial, MatchRank, TellingMatch, Trials};
pub use validator::{LocalValidator, SharedModules};
pub use workbench::{CheckedModule, RetraceQuestion, Workbench};
