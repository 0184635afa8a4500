## A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
## the enemy's Command tank.
##
## Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.
import muster, tank_chess

const worth = [100, 1, 2, 3, 4, 5] ## The value of hitting a piece, by kind: K L M H D O.

proc wayToGo(view: View, square: int): int =
  ## Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank.
  let
    command = int(view.square[if view.seat == 0: 14 else: 0]) # Each side's piece 0 is its Command tank.
    files = abs(square mod 16 - command mod 16)
    ranks = abs(square div 16 - command div 16)
  4 * min([files, ranks, abs(files - ranks)]) + max(files, ranks)

proc valueOf(view: View, action: uint64): int =
  ## Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first.
  case kind(action)
  of kindShoot:
    let target = view.board[shootTarget(action)] - 1
    worth[view.kind[target]] * shootDistance(action)
  of kindMove:
    wayToGo(view, moveFrom(action)) - wayToGo(view, moveTo(action))
  else: 0

proc choose(view: View): uint64 =
  let actions = legalActions()
  if view.phase == 0: return actions[below(actions.len)]
  result = actions[0]
  for action in actions:
    if valueOf(view, action) > valueOf(view, result): result = action
  echo actions.len, " actions, the best is worth ", valueOf(view, result) # Goes to the match's log.

play(choose)
