## The Tank War: what a bot sees, and how it answers.
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
  layout*: uint8
    ## Rule option: 0 a-inside, 1 a-outside.
  blocked*: uint8
    ## Rule option: 0 illegal, 1 wasted.
  c_blocked_by_tanks*: uint8
    ## Rule option: 0 false, 1 true.
  max_rounds*: uint8
    ## Maximum number of rounds: 54, or 200 with wasted moves.
  rounds*: uint8
    ## Rounds played.
  movable*: array[2, uint8]
    ## By seat: bit t is set if tank t may be named now.
  tanks*: array[2, uint8]
    ## By seat: number of living tanks.
  boxes*: array[2, uint8]
    ## By seat: number of boxes held.
  advanced*: array[12, int8]
    ## By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.
  column*: array[12, uint8]
    ## By seat and tank: the column of its track, 0 to 5.
  owner*: array[36, uint8]
    ## By box: the seat that holds it.
  tank*: array[36, uint8]
    ## By box: 6 * seat + tank of the tank on it; 255 if none.
  zero171: array[5, uint8]

const kindMove* = 0 ## The kind of `move` actions.

proc makeMove*(`tank`: SomeInteger): uint64 =
  ## Names one of your movable tanks, which moves one box forward.
  ## tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
  doAssert uint64(`tank`) <= 5, "makeMove: tank is from 0 to 5"
  (uint64(0) shl 48) or ((uint64(`tank`) and 7) shl 0)

proc moveTank*(action: uint64): int = int(action shr 0 and 7)
  ## Returns `tank` of a `move` action.

# Number of columns. A square's number is column + columns x row.
const columnCount* = 6

# Number of rows.
const rowCount* = 6

# The name of each square, for @cell and @arrow in the log.
const squareNames* = [
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
]

# The printed symbol for each value of the board, one character per value; a space if there is none.
const pieceSymbols* = "ABCABCabcabc"

# The board at the start, under the default rules.
const startBoard* = [
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
]

# The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.
const hitDistances* = [
    2, 1, 4,
]

# Index of a metric. Own tanks that survived, 0 to 6.
const metricTanks* = 0

# Index of a metric. Boxes held at the end, 0 to 36.
const metricBoxes* = 1

# Index of a metric. Enemy tanks that did not survive, 0 to 6.
const metricDestroyed* = 2

proc logBoard*(view: View) =
  ## Writes the board to the log.
  const
    symbols = "ABCABCabcabc"
    ground = "ud"
    labels = "012345"
  log("  0 1 2 3 4 5")
  for index in 0 ..< 6:
    let row = index
    var line = labels[1 * row ..< 1 * (row + 1)]
    for column in 0 ..< 6:
      let
        square = 6 * row + column
        value = int(view.tank[square])
        symbol = if value < symbols.len: symbols[value] else: ' '
      line.add ' '
      line.add(if symbol == ' ': ground[int(view.owner[square])] else: symbol)
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
