# Lists of matches and games, and a match.
match = Match { $key }
match-heading = Match
match-opponent = Against
result = Result
why = Why
seat = Seat
plies = Plies
game = Game
games = Games
replay = Replay
page-previous = Previous
page-next = Next
page-of = page { $page } of { $pages }

matches-of = Matches of { $alias }
matches-summary = { $failed ->
    [0] In <a>{ $run }</a>: { $won } won, { $drawn } drawn, { $lost } lost.
   *[other] In <a>{ $run }</a>: { $won } won, { $drawn } drawn, { $lost } lost, { $failed } of them by a fault.
}
matches-which = Which matches
matches-all = All ({ $count })
matches-lost = Lost ({ $count })
matches-failed = Lost by a fault ({ $count })
matches-none = No matches.
matches-count = { $count ->
    [one] 1 match
   *[other] { $count } matches
}
matches-failed-count = { $count } lost by a fault

match-back = Matches of { $alias } in { $run }
match-title = Match { $key }: { $result } against { $opponent }
match-ending = { $plies ->
    [one] As { $seat }, { $ending } after 1 ply.
   *[other] As { $seat }, { $ending } after { $plies } plies.
}
match-score = Score: { $score }.
match-decided = Decided by { $ply }: { $event }.
match-annulled = (annulled)
match-annulled-explained = A ruling annulled it: it does not count.
match-replay-explained = Shows the board and the bot's log at every ply. Requires JavaScript.
match-failed = The bot failed: { $fault }
match-failed-at = At { $ply }, in the position <code>{ $position }</code>.
match-opponent-failed = The opponent failed: { $fault }, { $meaning }.
match-ply = ply { $ply }
match-unknown-ply = unknown ply
log = Log
log-empty = The bot logged nothing.
log-earlier = { $bytes } earlier bytes are not shown.
log-dropped = { $bytes } bytes exceeded the log limit and were not kept.
log-full = Full log
again = Play it again
again-explained = Save { $record } and { $module } in the same folder. The command asks the bot for the same moves as here; you can also try another bot:
again-rules = <code>game.wasm</code>, the rules of the game, is in every starter project.
evidence = Evidence
evidence-explained = { $file } proves the moves and the result of the match, and the module, settings, log and fault of this bot only. To verify it:

games-of-requirement = Submission { $number }: { $requirement }
games-of-request = Friendly games { $number }
games-opponent = opponent
games-version = version
games-watch = The moves of the first lost games are kept: watch their replays.
games-watch-one = Watch game { $game }
games-watch-short = Watch
games-of-others = You do not have the opponent's module: only the teacher, who has both, can play the other games again.
games-of-earlier-rules = The rules of the game have changed since these games.
games-command = A command plays any game again, exactly, with the same version of <code>muster</code>; <code>--save game.html</code> saves its replay with both bots' logs.
games-command-short = Command
games-save-module = Save the module in the same folder: { $module }.
games-save-some-module = Save the module in the same folder.
games-copy = (a copy)
