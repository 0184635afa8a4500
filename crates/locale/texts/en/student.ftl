# A student's first page: answers at a glance, the form to hand in, versions, results, friendly games.
yes = Yes
no = No
not-yet = Not yet
none = None
none-such = none
received = Received
file = File
results = Results
submission = Submission { $number }
submission-heading = Submission
tournament = Tournament
matches = Matches
place = Place
place-of = { $place } of { $of }
grade = Grade
own-data = <a>Download all data about you</a> as a zip archive.

in-question = Am I in?
in-last-refused = <a>submission { $number }</a> was refused
in-last-undecided = <a>submission { $number }</a> was undecided
in-last-waits = <a>submission { $number }</a> is not checked yet
in-not-taken = <a>files from the course system</a> were not taken
in-paused = paused: { $failed } of { $games } games failed
in-paused-unseen = paused: it failed too often
in-choose-another = choose another version
in-enters = submission { $number } enters the next tournament as { $alias }
in-fails = Yes, but it fails
in-frozen = as far as results are shown: they are frozen since { $since }
in-nothing = no bot has been handed in

not-taken-title = Not taken from the course system
not-taken-whole = The hand-in
not-taken-received = { $files }, received { $at }:
not-taken-checked = { $files }, checked on { $at }:
not-taken-remedy = Fix this, then <a>hand in here</a> or in the course system.

version-question = Which version counts?
version-latest = your latest accepted version
version-chosen = chosen on { $at }
version-late = { $days ->
    [one] uses 1 late day
   *[other] uses { $days } late days
}

good-question = How good is it?
good-hidden = Not shown
good-hidden-why = results are visible to the teacher only
good-frozen = results are frozen since { $since }
good-none = No results yet
good-untried = trial matches have not been played yet
good-unknown = Not known yet
good-fails = It fails
good-plays = It plays
good-met = { $met } of { $of } requirements met
good-waiting = waiting to be played

next-question = What next?
next-nothing = Nothing
next-closed = the class is closed
next-withdrawn = hand-ins are not accepted from withdrawn students
next-late = hand-ins no longer count
next-begin = begin with a <a>starter project</a>
next-choose = Choose another version
next-or-fix = or fix this one and <a>hand in again</a>
next-fix = Fix it and hand in again
next-wait = Wait for the verdict
next-meet = Meet the requirement “{ $name }”
next-meet-several = Meet { $count } requirements
next-improve = Improve it

deadline-extended = { $at } (extended)
deadline-of-section = { $at } (section { $section })
deadline-late-days = with late days { $at }
deadline-closed = Closed
deadline-since = since { $at }
deadline-passed = Passed
deadline-quota = submissions: { $left }

queue-validation = Verdict and trial matches
queue-requirements = Requirement games
queue-before = { $count ->
    [0] you are next
   *[other] { $count } ahead of you
}
queue-time = done in about { $time }

hand-in = Hand in
hand-in-closed = The class is closed: hand-ins are no longer accepted.
hand-in-withdrawn = You were withdrawn on { $at } and can no longer hand in. If this is a mistake, ask your teacher.
hand-in-late = The deadline has passed: what you hand in is kept but does not count unless you get an extension.
hand-in-file = Your bot: { $languages }. With a script, also choose the files that it imports, or a zip archive of all of them.
hand-in-sending = Uploading your bot. The next page shows its progress.

versions = Submissions
versions-number = No.
versions-verdict = Verdict
versions-plays = Plays
versions-active = { $verdict }, <b>active</b>
versions-choose = Choose
versions-chosen = Later submissions do not become active by themselves.
versions-use-latest = Use the latest accepted one again
versions-earlier = Earlier submissions
versions-earlier-count = { $count } earlier

results-of-active = Submission { $number }, active
trials-waiting = Trial matches are waiting to be played.
badge-met = met
badge-missed = not met
badge-waiting = waiting
badge-games = The games
badge-stale = (the requirement has changed since)

friendly = Friendly games
friendly-ungraded = Practice only, not graded.
friendly-against = Against
friendly-choose = choose
friendly-team = { $alias } (team)
friendly-count = Games
friendly-request = Request games

own-failed = Your result cannot be shown.
own-feedback = Feedback
own-how = how it came about
own-how-title = How it came about
own-place = Your place
own-place-and-grade = Your place and grade
own-played = Played with
own-played-with = <a>Submission { $number }</a>, received { $at }; late days used: { $days }
own-worst = Worst loss
own-notes = Notes
