## The kernels of the table of speeds, so often as the setting `times` says.
import std/algorithm
import muster, tank_battle

var wall: array[256, bool]

proc next(seed: var uint32): uint32 =
  seed = (seed * 1103 + 12345) and 0xFFFF
  seed

proc add(): uint32 =
  for step in 0'u32 ..< 1_000_000'u32: result = (result + (result shr 3) + step) and 0xFFFFFF

proc flood(): uint32 =
  var seen: array[256, bool]
  var stack = @[0]
  seen[0] = true
  while stack.len > 0:
    let square = stack.pop
    let (file, rank) = (square mod 16, square div 16)
    inc result
    for other in [
      if file > 0: square - 1 else: -1,
      if file < 15: square + 1 else: -1,
      if rank > 0: square - 16 else: -1,
      if rank < 15: square + 16 else: -1,
    ]:
      if other < 0 or wall[other] or seen[other]: continue
      seen[other] = true
      stack.add other

proc sorted(first: uint32): uint32 =
  var seed = first
  var numbers: seq[uint32]
  for at in 1 .. 100: numbers.add next(seed)
  numbers.sort
  numbers[50]

proc node(here: Position, action: uint64): uint32 =
  let child = here.after(action)
  uint32(child.metrics(0)[0] - child.metrics(1)[0] + 1000)

proc choose(view: View): uint64 =
  let (kernel, times) = (number("kernel", 0), number("times", 0))
  let here = Position.here
  let actions = legalActions()
  var seed = 5'u32
  var sum = 0'u32
  for square in 1 .. 255: wall[square] = next(seed) shr 14 == 0
  for run in 0 ..< times:
    let found = case kernel
      of 0: add()
      of 1: flood()
      of 2: sorted(uint32(run))
      else: node(here, actions[run mod actions.len])
    sum = (sum + found) and 0xFFFFFF
  echo sum
  actions[0]

play(choose)
