## The best single action: of all actions one after which I have most, by a few random plies where many are equal.
import muster, tank_chess

proc lead(metrics: array[2, seq[int64]], me: int): int64 = metrics[me][metricValue] - metrics[1 - me][metricValue]
  ## What I have more than the other seat: the value of the pieces is their second metric.

proc afterPlies(here: Position, action: uint64, me: int): int64 =
  ## What I have more after some random plies.
  let there = here.after(action).playout(60)
  if there.phase.winner >= 0: return if there.phase.winner == me: 1000 else: -1000
  lead([there.metrics(0), there.metrics(1)], me)

proc choose(view: View): uint64 =
  let
    me = int(view.seat)
    here = Position.here
    bothAct = here.phase.acts(1 - me) # In the setup.
    children = here.children(me, if bothAct: here.legalActions(1 - me)[0] else: noAction)
  var best: seq[uint64]
  var most = low(int64)
  for child in children:
    let worth = if child.phase.winner == me: 1000'i64 else: child.metrics.lead(me)
    if worth > most: best.setLen(0)
    most = max(most, worth)
    if worth == most: best.add child.action
  result = best[below(best.len)]
  if bothAct or best.len == 1: return
  most = low(int64)
  for trial in 1 .. 8:
    let action = best[below(best.len)]
    let worth = here.afterPlies(action, me)
    if worth > most:
      most = worth
      result = action

play(choose)
