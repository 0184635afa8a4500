## A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
## drives towards the enemy's base.
##
## Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.
import muster, tank_battle

proc wayToGo(seat, square: int): int =
  ## Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black.
  let (file, rank) = if seat == 0: (0, 10) else: (10, 0)
  max(abs(square mod 11 - file), abs(square div 11 - rank))

proc valueOf(view: View, action: uint64): int =
  let seat = int(view.seat)
  result = wayToGo(seat, moveFrom(action)) - wayToGo(seat, moveTo(action))
  case view.board[moveTo(action)]
  of 0: discard # An empty square.
  of 2, 4: result += 30 # The enemy's commander.
  else: result += 20 # Another enemy tank.

proc choose(view: View): uint64 =
  let actions = legalActions()
  result = actions[0]
  for action in actions:
    if valueOf(view, action) > valueOf(view, result): result = action
  echo actions.len, " moves, the best is worth ", valueOf(view, result) # Goes to the match's log.

play(choose)
