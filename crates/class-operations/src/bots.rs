//! Files of bots, and bots that a command names.

mod bot_file;
mod named_bot;

pub use self::bot_file::{is_module, read_bot, unread_bot};
pub use self::named_bot::{
    BotArgument, BotWithModule, WHAT_PLAYS, named_bot, named_module, refuse_script, shown_name,
    two_candidates,
};
