## A bot for $title. It looks one move ahead: $plan.
##
## Ideas: expect the opponent's best answer (`after`, `children`); play random games to the end (`playout`); look at the
## view.
import muster, $name

const won = 1_000_000_000'i64

proc lead(child: Child, seat: int): int64 =
  ## Returns a seat's lead after a move.
  let winner = child.phase.winner
  if winner >= 0: (if winner == seat: won else: -won)
  elif child.phase.isOver: 0'i64
  else: $lead{child.metrics[seat][0] - child.metrics[1 - seat][0]}

proc choose(view: View): uint64 =
  let
    actions = legalActions()
    start = below(actions.len)
    seat = int(view.seat)
  offer(actions[start]) # Is played if the time runs out.
  let here = Position.here()
  var other = noAction
  if (view.flags and simultaneous) != 0:
    let answers = here.legalActions(1 - seat)
    other = answers[below(answers.len)]
  let children = here.children(seat, other)
  var best = start
  # Of equally good moves, the bot plays the first one after a random index.
  for step in 1 ..< children.len:
    let next = (start + step) mod children.len
    if lead(children[next], seat) > lead(children[best], seat): best = next
  echo "ply ", view.ply, ": move ", best, " of ", actions.len # Goes to the match's log.
  actions[best]

play(choose)
