## Tank Battle: what a bot sees, and how it answers.
## Made from the layout in the rules' own code; do not edit.
import muster

type View* = object ## The bot's view of the position.
  abi_version*: uint32
    ## Version of this interface.
  game*: uint32
    ## The game's number.
  seat*: uint8
    ## Your seat, 0 or 1.
  seats*: uint8
    ## Number of seats, 2.
  flags*: uint16
    ## 1: restarted in the middle of a match, 2: both seats act at once.
  ply*: uint32
    ## Ply, from 0 at the start of the match.
  turn*: uint32
    ## Turn, counted by the game.
  legal_count*: uint32
    ## Number of legal actions, or 4294967295 if not counted.
  move_left*: uint64
    ## Nanoseconds left for this move: never more than what is left for the game.
  game_left*: uint64
    ## Nanoseconds left for your game.
  opponent_left*: uint64
    ## Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.
  increment*: uint64
    ## Nanoseconds added to your game's time after each move.
  zero56: array[8, uint8]
  no_progress_plies*: uint16
    ## Rule option: plies without a capture or an entry that end the game; 0 if none do.
  repetitions*: uint16
    ## Rule option: occurrences of a position that end the game; 0 if none do.
  commander_duel_in_zone*: uint8
    ## Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
    ## capture the other from there either.
  to_move*: uint8
    ## The seat to move: 0 White, 1 Black.
  occurrences*: uint16
    ## Number of occurrences of this position so far, with this one; 1 if repetitions do not count.
  quiet_plies*: uint32
    ## Successive plies without a capture and without a tank newly entering the enemy's base.
  points*: array[2, uint8]
    ## White's and Black's points if the game ended now.
  recent_count*: uint16
    ## Number of elements of `recent` in use.
  board*: array[121, uint8]
    ## The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander,
    ## 3 Black's, 4 Black's commander.
  zero201: array[1, uint8]
  recent*: array[512, uint16]
    ## The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
    ## Taken back one by one, they give the earlier positions that count for repetition.
  zero1226: array[6, uint8]

const kindMove* = 0 ## The kind of `move` actions.

proc makeMove*(`from`: SomeInteger, `to`: SomeInteger): uint64 =
  ## Moves a tank, which captures a tank on its destination.
  ## from: The square of the tank: 11 x rank + file, both from 0.
  ## to: The destination. A tank on it is captured.
  doAssert uint64(`from`) <= 120, "makeMove: from is from 0 to 120"
  doAssert uint64(`to`) <= 120, "makeMove: to is from 0 to 120"
  (uint64(0) shl 48) or ((uint64(`from`) and 127) shl 0) or ((uint64(`to`) and 127) shl 8)

proc moveFrom*(action: uint64): int = int(action shr 0 and 127)
  ## Returns `from` of a `move` action.

proc moveTo*(action: uint64): int = int(action shr 8 and 127)
  ## Returns `to` of a `move` action.

# Number of columns. A square's number is column + columns x row.
const columnCount* = 11

# Number of rows.
const rowCount* = 11

# The name of each square, for @cell and @arrow in the log.
const squareNames* = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
]

# The printed symbol for each value of the board, one character per value; a space if there is none.
const pieceSymbols* = " TCtc"

# The board at the start, under the default rules.
const startBoard* = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
]

# The printed ground of each square, one character per square.
const squareGround* = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#....."

# Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
# circle.
const metricPoints* = 0

# Index of a metric. Surviving tanks, the commander among them.
const metricTanks* = 1

# Index of a metric. Tanks in the enemy's base.
const metricInBase* = 2

# Index of a metric. Enemy tanks captured.
const metricCaptures* = 3

proc logBoard*(view: View) =
  ## Writes the board to the log.
  const
    symbols = " TCtc"
    ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#....."
    labels = " 1 2 3 4 5 6 7 8 91011"
  log("   a b c d e f g h i j k")
  for index in 0 ..< 11:
    let row = 10 - index
    var line = labels[2 * row ..< 2 * (row + 1)]
    for column in 0 ..< 11:
      let
        square = 11 * row + column
        value = int(view.board[square])
        symbol = if value < symbols.len: symbols[value] else: ' '
      line.add ' '
      line.add(if symbol == ' ': ground[square] else: symbol)
    log(line)

type Choose = proc (view: View): uint64 {.nimcall.}

var
  seen: View
  answer: Choose

proc play*(choose: Choose) = answer = choose
  ## Sets the procedure that chooses actions.

proc NimMain() {.importc, cdecl.}

proc musterBuffer(length: uint32): ptr View {.
    exportc: "muster_buffer", cdecl, codegenDecl: "__attribute__((export_name(\"muster_buffer\"))) $# $#$#".} =
  NimMain()
  doAssert length <= uint32(sizeof(View))
  addr seen

proc musterChoose(length: uint32): uint64 {.
    exportc: "muster_choose", cdecl, codegenDecl: "__attribute__((export_name(\"muster_choose\"))) $# $#$#".} =
  try: result = answer(seen)
  except:
    let error = getCurrentException()
    log(error.getStackTrace() & "Error: " & error.msg)
    quit(1)
