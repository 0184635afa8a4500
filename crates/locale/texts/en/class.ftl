# The public page of a class, and the sections that it shares with a student's page.
deadline = Deadline
section = Section
alias = Alias
team = Team
rules = Rules
tournaments = Tournaments
pages = Pages
class-closed-since = Closed since
class-participants = Participants
class-enter-by-link = Students sign in with their personal link from the teacher.
class-enter-by-account = Students sign in with this site's own accounts; others sign in with their personal link.

announcements = Announcements
announcements-none = No announcements.
announcements-latest = Latest
announcements-earlier = Earlier
announcements-earlier-count = { $count } earlier
announcements-feed = Feed
announcement-edited = { $at }, edited { $edited }

switch-title = Switch to { $other }?
switch-explained = This link signs you in as <b>{ $other }</b>. You are signed in as <b>{ $present }</b>.
switch-do = Sign in as { $other }
switch-stay = Stay signed in as { $present }
entrance-title = Sign in to { $class }
entrance-of = This link signs you in as <b>{ $owner }</b>. Keep it private.
entrance-of-unknown = This link signs you in. Keep it private.
entrance-link = Your personal link, from the teacher
entrance-unencrypted = This connection is not encrypted: use it only on a network that you trust.
entrance-deadline = Deadline { $at }.

start-you = You and the game
start-game = The game
start-alias = <b>{ $alias }</b>, the name that others see
start-no-team = none, you hand in alone
start-quota = Quota
start-rules-of = Rules of { $game }
start-project = Starter project
start-project-explained = A working bot with its kit and the rules. To create it in a terminal:
first-steps-rules = Read the <a>rules of { $game }</a>.
first-steps-project = Download a <a>starter project</a> in your language. It plays already.
first-steps-hand-in = Hand it in here. You see at once whether it is accepted.

ladder = Ladder
ladder-in-preparation = The ladder is being prepared. Reload this page in a moment.
ladder-failed = The ladder cannot be shown.
ladder-cycles = { $count ->
    [one] After 1 cycle; ± is half of a 95 % interval.
   *[other] After { $count } cycles; ± is half of a 95 % interval.
}
ladder-all = { $rest ->
    [0] Ratings, versions and all games
    [one] Ratings, versions and all games, with 1 more entry
   *[other] Ratings, versions and all games, with { $rest } more entries
}

live = In progress
live-played = { $stage }: { $played } of at most { $of } matches
live-standings = Standings of { $run }
sign-on-with = Sign in with { $system }
sign-on-from = From { $system }: open the link to this class in your course.
sign-on-window = This class opens in a window of its own.
sign-on-open = Open { $class }
announcement-of-section = section { $section }
