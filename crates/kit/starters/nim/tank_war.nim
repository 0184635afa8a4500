## A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
## most and be hit least.
##
## Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.
import tank_war

const reach = [2, 1, 4] ## The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.

proc rowOf(seat, steps: int): int =
  ## Seat 0 drives down from row 0, seat 1 up from row 5.
  if seat == 0: steps else: 5 - steps

proc valueOf(view: View, tank: int): int =
  ## Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there.
  let
    me = int(view.seat)
    enemy = 1 - me
    steps = int(view.advanced[6 * me + tank]) + 1
    row = rowOf(me, steps)
    column = int(view.column[6 * me + tank])
  result = -steps # Prefer the tank that has advanced least.
  if int(view.owner[6 * row + column]) == enemy: result += 3 # Prefer taking a box.
  for other in 0 .. 5:
    let itsSteps = int(view.advanced[6 * enemy + other])
    if itsSteps < 0: continue # Destroyed.
    let
      rows = row - rowOf(enemy, itsSteps)
      columns = column - int(view.column[6 * enemy + other])
      distance = rows * rows + columns * columns
    if distance == reach[tank mod 3]: result += 10 # My tank hits the enemy.
    if distance == reach[other mod 3]: result -= 10 # The enemy hits my tank.

proc choose(view: View): uint64 =
  var best = -1
  for tank in 0 .. 5:
    let mayMove = (view.movable[view.seat] shr tank and 1) == 1
    if mayMove and (best < 0 or valueOf(view, tank) > valueOf(view, best)): best = tank
  echo "round ", view.rounds, ": tank ", best, ", worth ", valueOf(view, best) # Goes to the match's log.
  makeMove(best)

play(choose)
