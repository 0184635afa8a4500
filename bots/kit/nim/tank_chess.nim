## Tank Chess: what a bot sees, and how it answers.
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
  phase*: uint8
    ## 0 setup, 1 firing, 2 moving, 3 game over.
  mover*: uint8
    ## The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
  pieces_per_side*: uint8
    ## Rule option pieces: 14 full, 10 basic.
  min_range*: uint8
    ## Rule option min_range: minimum distance of a shot, except a mortar's.
  side_edge*: uint8
    ## Rule option side_edge: 0 eliminates, 1 blocks the choice.
  command_first_file*: uint8
    ## Rule option command_files: the first, 0 is file a.
  command_last_file*: uint8
    ## Rule option command_files: the last, 0 is file a.
  placed*: uint8
    ## Number of placements by each seat.
  no_elimination_turns*: uint16
    ## Rule option no_elimination_turns: twice as many quiet turns draw the game.
  quiet_turns*: uint16
    ## Consecutive turns of both seats before this one without an elimination.
  occurrences*: uint8
    ## Number of occurrences of the position at the start of this turn; the third is a draw.
  elimination*: uint8
    ## 1 if a piece was eliminated in this turn.
  group*: uint16
    ## The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
    ## first move.
  targets*: array[14, uint16]
    ## For each piece of the mover: its valid targets at the start of the turn, bit j for the other
    ## seat's piece j.
  kind*: array[28, uint8]
    ## White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
  square*: array[28, uint8]
    ## The square of each piece: 16 x rank + file, both from 0.
  facing*: array[28, uint8]
    ## The facing of each piece: 0 to 7 clockwise from north.
  state*: array[28, uint8]
    ## Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
    ## moved, 16 in the group that moves. If 0, its square and facing mean nothing.
  board*: array[256, uint8]
    ## By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
  zero476: array[4, uint8]

const kindPlace* = 0 ## The kind of `place` actions.

proc makePlace*(`square`: SomeInteger, `piece`: SomeInteger, `facing`: SomeInteger): uint64 =
  ## Places the next piece in the setup.
  ## square: The square to place it on.
  ## piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
  ## facing: Its facing: 0 to 7 clockwise from north.
  doAssert uint64(`square`) <= 255, "makePlace: square is from 0 to 255"
  doAssert uint64(`piece`) <= 5, "makePlace: piece is from 0 to 5"
  doAssert uint64(`facing`) <= 7, "makePlace: facing is from 0 to 7"
  (uint64(0) shl 48) or ((uint64(`square`) and 255) shl 0) or ((uint64(`piece`) and 255) shl 8) or ((uint64(`facing`) and 255) shl 16)

proc placeSquare*(action: uint64): int = int(action shr 0 and 255)
  ## Returns `square` of a `place` action.

proc placePiece*(action: uint64): int = int(action shr 8 and 255)
  ## Returns `piece` of a `place` action.

proc placeFacing*(action: uint64): int = int(action shr 16 and 255)
  ## Returns `facing` of a `place` action.

const kindShoot* = 1 ## The kind of `shoot` actions.

proc makeShoot*(`firer`: SomeInteger, `target`: SomeInteger, `retreat`: SomeInteger, `distance`: SomeInteger): uint64 =
  ## Fires at an enemy.
  ## firer: The square of the piece that fires.
  ## target: The square of the enemy.
  ## retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
  ## distance: Gun minus armour of the side that is hit; 0 for no effect.
  doAssert uint64(`firer`) <= 255, "makeShoot: firer is from 0 to 255"
  doAssert uint64(`target`) <= 255, "makeShoot: target is from 0 to 255"
  doAssert uint64(`retreat`) <= 6, "makeShoot: retreat is from 0 to 6"
  doAssert uint64(`distance`) <= 5, "makeShoot: distance is from 0 to 5"
  (uint64(1) shl 48) or ((uint64(`firer`) and 255) shl 0) or ((uint64(`target`) and 255) shl 8) or ((uint64(`retreat`) and 15) shl 16) or ((uint64(`distance`) and 15) shl 20)

proc shootFirer*(action: uint64): int = int(action shr 0 and 255)
  ## Returns `firer` of a `shoot` action.

proc shootTarget*(action: uint64): int = int(action shr 8 and 255)
  ## Returns `target` of a `shoot` action.

proc shootRetreat*(action: uint64): int = int(action shr 16 and 15)
  ## Returns `retreat` of a `shoot` action.

proc shootDistance*(action: uint64): int = int(action shr 20 and 15)
  ## Returns `distance` of a `shoot` action.

const kindEndFiring* = 2 ## The kind of `end_firing` actions.

proc makeEndFiring*(): uint64 =
  ## Ends the fire phase.
  (uint64(2) shl 48)

const kindMove* = 3 ## The kind of `move` actions.

proc makeMove*(`from`: SomeInteger, `to`: SomeInteger, `facing`: SomeInteger): uint64 =
  ## Moves a piece.
  ## from: The square of the piece.
  ## to: The destination.
  ## facing: Its facing at the end: 0 to 7 clockwise from north.
  doAssert uint64(`from`) <= 255, "makeMove: from is from 0 to 255"
  doAssert uint64(`to`) <= 255, "makeMove: to is from 0 to 255"
  doAssert uint64(`facing`) <= 7, "makeMove: facing is from 0 to 7"
  (uint64(3) shl 48) or ((uint64(`from`) and 255) shl 0) or ((uint64(`to`) and 255) shl 8) or ((uint64(`facing`) and 255) shl 16)

proc moveFrom*(action: uint64): int = int(action shr 0 and 255)
  ## Returns `from` of a `move` action.

proc moveTo*(action: uint64): int = int(action shr 8 and 255)
  ## Returns `to` of a `move` action.

proc moveFacing*(action: uint64): int = int(action shr 16 and 255)
  ## Returns `facing` of a `move` action.

const kindEndTurn* = 4 ## The kind of `end_turn` actions.

proc makeEndTurn*(): uint64 =
  ## Ends the turn.
  (uint64(4) shl 48)

# Number of columns. A square's number is column + columns x row.
const columnCount* = 16

# Number of rows.
const rowCount* = 16

# The name of each square, for @cell and @arrow in the log.
const squareNames* = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4", "m4", "n4", "o4", "p4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5", "m5", "n5", "o5", "p5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6", "p6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9", "l9", "m9", "n9", "o9", "p9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10", "l10", "m10",
    "n10", "o10", "p10", "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11",
    "k11", "l11", "m11", "n11", "o11", "p11", "a12", "b12", "c12", "d12", "e12", "f12", "g12",
    "h12", "i12", "j12", "k12", "l12", "m12", "n12", "o12", "p12", "a13", "b13", "c13", "d13",
    "e13", "f13", "g13", "h13", "i13", "j13", "k13", "l13", "m13", "n13", "o13", "p13", "a14",
    "b14", "c14", "d14", "e14", "f14", "g14", "h14", "i14", "j14", "k14", "l14", "m14", "n14",
    "o14", "p14", "a15", "b15", "c15", "d15", "e15", "f15", "g15", "h15", "i15", "j15", "k15",
    "l15", "m15", "n15", "o15", "p15", "a16", "b16", "c16", "d16", "e16", "f16", "g16", "h16",
    "i16", "j16", "k16", "l16", "m16", "n16", "o16", "p16",
]

# The printed symbol for each value of the board, one character per value; a space if there is none.
const pieceSymbols* = " KLLLLMMMHHDDOOkllllmmmhhddoo"

# The board at the start, under the default rules.
const startBoard* = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 255,
    255, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0,
    0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
]

# The printed ground of each square, one character per square.
const squareGround* = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##.........................."

# The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.
const kindLetters* = "KLMHDO"

# Maximum number of steps of a piece of each kind.
const kindSpeeds* = [
    0, 5, 4, 3, 4, 3,
]

# The gun of each kind.
const kindGuns* = [
    1, 1, 2, 3, 4, 5,
]

# The armour of each kind: front, side and rear of the first one, then of the next.
const kindArmour* = [
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
]

# The directions that a piece can face, clockwise.
const directionNames* = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
]

# The change of the column by a step in each direction.
const directionColumns* = [
    0, 1, 1, 1, 0, -1, -1, -1,
]

# The change of the row by a step in each direction.
const directionRows* = [
    1, 1, 0, -1, -1, -1, 0, 1,
]

# Index of a metric. Surviving pieces.
const metricPieces* = 0

# Index of a metric. Sum of the guns of the surviving pieces.
const metricValue* = 1

# Index of a metric. Enemy pieces eliminated.
const metricEliminated* = 2

proc logBoard*(view: View) =
  ## Writes the board to the log.
  const
    symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo"
    ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##.........................."
    labels = " 1 2 3 4 5 6 7 8 910111213141516"
  log("   a b c d e f g h i j k l m n o p")
  for index in 0 ..< 16:
    let row = 15 - index
    var line = labels[2 * row ..< 2 * (row + 1)]
    for column in 0 ..< 16:
      let
        square = 16 * row + column
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
