## A bot for The Tank War. It looks one move ahead: each of its tanks that may move is tried in thought, and the one
## that would hit most and be hit least moves.
##
## Ideas: look at what the other tanks hit, too; expect the enemy's own best move; save the tanks once you lead.
import tank_war

const reach = [2, 1, 4] ## At which distance a tank hits, squared: A diagonally, B straight, C two boxes away.

proc rowOf(seat, steps: int): int =
  ## Seat 0 drives down from row 0, seat 1 up from row 5.
  if seat == 0: steps else: 5 - steps

proc valueOf(view: View, tank: int): int =
  ## What a tank of mine would hit one box ahead, less what would hit it there.
  let
    me = int(view.seat)
    enemy = 1 - me
    steps = int(view.advanced[6 * me + tank]) + 1
    row = rowOf(me, steps)
    column = int(view.column[6 * me + tank])
  result = -steps # The tanks advance in line, the hindmost first,
  if int(view.owner[6 * row + column]) == enemy: result += 3 # unless there is a box to take.
  for other in 0 .. 5:
    let itsSteps = int(view.advanced[6 * enemy + other])
    if itsSteps < 0: continue # Destroyed.
    let
      rows = row - rowOf(enemy, itsSteps)
      columns = column - int(view.column[6 * enemy + other])
      distance = rows * rows + columns * columns
    if distance == reach[tank mod 3]: result += 10 # I would hit it,
    if distance == reach[other mod 3]: result -= 10 # and it me.

proc choose(view: View): uint64 =
  var best = -1
  for tank in 0 .. 5:
    let mayMove = (view.movable[view.seat] shr tank and 1) == 1
    if mayMove and (best < 0 or valueOf(view, tank) > valueOf(view, best)): best = tank
  echo "round ", view.rounds, ": tank ", best, ", worth ", valueOf(view, best) # To the match's log.
  makeMove(best)

play(choose)
