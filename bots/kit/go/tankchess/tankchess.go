// Package tankchess has Tank Chess: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.
package tankchess

import (
	"unsafe"

	"bot/muster"
)

// View is the bot's view of the position.
type View struct {
	// Version of this interface.
	AbiVersion uint32
	// The game's number.
	Game uint32
	// Your seat, 0 or 1.
	Seat uint8
	// Number of seats, 2.
	Seats uint8
	// 1: restarted in the middle of a match, 2: both seats act at once.
	Flags uint16
	// Ply, from 0 at the start of the match.
	Ply uint32
	// Turn, counted by the game.
	Turn uint32
	// Number of legal actions, or 4294967295 if not counted.
	LegalCount uint32
	// Nanoseconds left for this move: never more than what is left for the game.
	MoveLeft uint64
	// Nanoseconds left for your game.
	GameLeft uint64
	// Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.
	OpponentLeft uint64
	// Nanoseconds added to your game's time after each move.
	Increment uint64
	_ [8]uint8
	// 0 setup, 1 firing, 2 moving, 3 game over.
	Phase uint8
	// The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
	Mover uint8
	// Rule option pieces: 14 full, 10 basic.
	PiecesPerSide uint8
	// Rule option min_range: minimum distance of a shot, except a mortar's.
	MinRange uint8
	// Rule option side_edge: 0 eliminates, 1 blocks the choice.
	SideEdge uint8
	// Rule option command_files: the first, 0 is file a.
	CommandFirstFile uint8
	// Rule option command_files: the last, 0 is file a.
	CommandLastFile uint8
	// Number of placements by each seat.
	Placed uint8
	// Rule option no_elimination_turns: twice as many quiet turns draw the game.
	NoEliminationTurns uint16
	// Consecutive turns of both seats before this one without an elimination.
	QuietTurns uint16
	// Number of occurrences of the position at the start of this turn; the third is a draw.
	Occurrences uint8
	// 1 if a piece was eliminated in this turn.
	Elimination uint8
	// The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
	// first move.
	Group uint16
	// For each piece of the mover: its valid targets at the start of the turn, bit j for the other
	// seat's piece j.
	Targets [14]uint16
	// White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
	Kind [28]uint8
	// The square of each piece: 16 x rank + file, both from 0.
	Square [28]uint8
	// The facing of each piece: 0 to 7 clockwise from north.
	Facing [28]uint8
	// Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
	// moved, 16 in the group that moves. If 0, its square and facing mean nothing.
	State [28]uint8
	// By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
	Board [256]uint8
	_ [4]uint8
}

// These declarations compile only if each field is where the host writes it.
var (
	_ = [1]int{}[unsafe.Offsetof(View{}.AbiVersion)-0]
	_ = [1]int{}[unsafe.Offsetof(View{}.Game)-4]
	_ = [1]int{}[unsafe.Offsetof(View{}.Seat)-8]
	_ = [1]int{}[unsafe.Offsetof(View{}.Seats)-9]
	_ = [1]int{}[unsafe.Offsetof(View{}.Flags)-10]
	_ = [1]int{}[unsafe.Offsetof(View{}.Ply)-12]
	_ = [1]int{}[unsafe.Offsetof(View{}.Turn)-16]
	_ = [1]int{}[unsafe.Offsetof(View{}.LegalCount)-20]
	_ = [1]int{}[unsafe.Offsetof(View{}.MoveLeft)-24]
	_ = [1]int{}[unsafe.Offsetof(View{}.GameLeft)-32]
	_ = [1]int{}[unsafe.Offsetof(View{}.OpponentLeft)-40]
	_ = [1]int{}[unsafe.Offsetof(View{}.Increment)-48]
	_ = [1]int{}[unsafe.Offsetof(View{}.Phase)-64]
	_ = [1]int{}[unsafe.Offsetof(View{}.Mover)-65]
	_ = [1]int{}[unsafe.Offsetof(View{}.PiecesPerSide)-66]
	_ = [1]int{}[unsafe.Offsetof(View{}.MinRange)-67]
	_ = [1]int{}[unsafe.Offsetof(View{}.SideEdge)-68]
	_ = [1]int{}[unsafe.Offsetof(View{}.CommandFirstFile)-69]
	_ = [1]int{}[unsafe.Offsetof(View{}.CommandLastFile)-70]
	_ = [1]int{}[unsafe.Offsetof(View{}.Placed)-71]
	_ = [1]int{}[unsafe.Offsetof(View{}.NoEliminationTurns)-72]
	_ = [1]int{}[unsafe.Offsetof(View{}.QuietTurns)-74]
	_ = [1]int{}[unsafe.Offsetof(View{}.Occurrences)-76]
	_ = [1]int{}[unsafe.Offsetof(View{}.Elimination)-77]
	_ = [1]int{}[unsafe.Offsetof(View{}.Group)-78]
	_ = [1]int{}[unsafe.Offsetof(View{}.Targets)-80]
	_ = [1]int{}[unsafe.Offsetof(View{}.Kind)-108]
	_ = [1]int{}[unsafe.Offsetof(View{}.Square)-136]
	_ = [1]int{}[unsafe.Offsetof(View{}.Facing)-164]
	_ = [1]int{}[unsafe.Offsetof(View{}.State)-192]
	_ = [1]int{}[unsafe.Offsetof(View{}.Board)-220]
	_ = [1]int{}[unsafe.Sizeof(View{})-480]
)

// KindPlace is the kind of `place` actions.
const KindPlace = 0

// Place returns the code of the action `place`.
// Places the next piece in the setup.
// square: The square to place it on.
// piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
// facing: Its facing: 0 to 7 clockwise from north.
func Place(square, piece, facing uint64) uint64 {
	if square > 255 {
		panic("Place: square is from 0 to 255")
	}
	if piece > 5 {
		panic("Place: piece is from 0 to 5")
	}
	if facing > 7 {
		panic("Place: facing is from 0 to 7")
	}
	return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16
}

// PlaceSquare returns `square` of a `place` action.
func PlaceSquare(action uint64) int { return int(action & 255) }

// PlacePiece returns `piece` of a `place` action.
func PlacePiece(action uint64) int { return int(action >> 8 & 255) }

// PlaceFacing returns `facing` of a `place` action.
func PlaceFacing(action uint64) int { return int(action >> 16 & 255) }

// KindShoot is the kind of `shoot` actions.
const KindShoot = 1

// Shoot returns the code of the action `shoot`.
// Fires at an enemy.
// firer: The square of the piece that fires.
// target: The square of the enemy.
// retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
// distance: Gun minus armour of the side that is hit; 0 for no effect.
func Shoot(firer, target, retreat, distance uint64) uint64 {
	if firer > 255 {
		panic("Shoot: firer is from 0 to 255")
	}
	if target > 255 {
		panic("Shoot: target is from 0 to 255")
	}
	if retreat > 6 {
		panic("Shoot: retreat is from 0 to 6")
	}
	if distance > 5 {
		panic("Shoot: distance is from 0 to 5")
	}
	return 281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20
}

// ShootFirer returns `firer` of a `shoot` action.
func ShootFirer(action uint64) int { return int(action & 255) }

// ShootTarget returns `target` of a `shoot` action.
func ShootTarget(action uint64) int { return int(action >> 8 & 255) }

// ShootRetreat returns `retreat` of a `shoot` action.
func ShootRetreat(action uint64) int { return int(action >> 16 & 15) }

// ShootDistance returns `distance` of a `shoot` action.
func ShootDistance(action uint64) int { return int(action >> 20 & 15) }

// KindEndFiring is the kind of `end_firing` actions.
const KindEndFiring = 2

// EndFiring returns the code of the action `end_firing`.
// Ends the fire phase.
func EndFiring() uint64 {
	return 562949953421312
}

// KindMove is the kind of `move` actions.
const KindMove = 3

// Move returns the code of the action `move`.
// Moves a piece.
// from: The square of the piece.
// to: The destination.
// facing: Its facing at the end: 0 to 7 clockwise from north.
func Move(from, to, facing uint64) uint64 {
	if from > 255 {
		panic("Move: from is from 0 to 255")
	}
	if to > 255 {
		panic("Move: to is from 0 to 255")
	}
	if facing > 7 {
		panic("Move: facing is from 0 to 7")
	}
	return 844424930131968 | (from & 255) | (to & 255) << 8 | (facing & 255) << 16
}

// MoveFrom returns `from` of a `move` action.
func MoveFrom(action uint64) int { return int(action & 255) }

// MoveTo returns `to` of a `move` action.
func MoveTo(action uint64) int { return int(action >> 8 & 255) }

// MoveFacing returns `facing` of a `move` action.
func MoveFacing(action uint64) int { return int(action >> 16 & 255) }

// KindEndTurn is the kind of `end_turn` actions.
const KindEndTurn = 4

// EndTurn returns the code of the action `end_turn`.
// Ends the turn.
func EndTurn() uint64 {
	return 1125899906842624
}

// Number of columns. A square's number is column + columns x row.
const ColumnCount = 16

// Number of rows.
const RowCount = 16

// The name of each square, for @cell and @arrow in the log.
var SquareNames = [...]string{
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
}

// The printed symbol for each value of the board, one character per value; a space if there is
// none.
const PieceSymbols = " KLLLLMMMHHDDOOkllllmmmhhddoo"

// The board at the start, under the default rules.
var StartBoard = [...]int{
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
}

// The printed ground of each square, one character per square.
const SquareGround = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##.........................."

// The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.
const KindLetters = "KLMHDO"

// Maximum number of steps of a piece of each kind.
var KindSpeeds = [...]int{
	0, 5, 4, 3, 4, 3,
}

// The gun of each kind.
var KindGuns = [...]int{
	1, 1, 2, 3, 4, 5,
}

// The armour of each kind: front, side and rear of the first one, then of the next.
var KindArmour = [...]int{
	1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
}

// The directions that a piece can face, clockwise.
var DirectionNames = [...]string{
	"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
}

// The change of the column by a step in each direction.
var DirectionColumns = [...]int{
	0, 1, 1, 1, 0, -1, -1, -1,
}

// The change of the row by a step in each direction.
var DirectionRows = [...]int{
	1, 1, 0, -1, -1, -1, 0, 1,
}

// Index of a metric. Surviving pieces.
const MetricPieces = 0

// Index of a metric. Sum of the guns of the surviving pieces.
const MetricValue = 1

// Index of a metric. Enemy pieces eliminated.
const MetricEliminated = 2

// LogBoard writes the board to the log.
func LogBoard(view *View) {
	const symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo"
	const ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##.........................."
	const labels = " 1 2 3 4 5 6 7 8 910111213141516"
	muster.Log("   a b c d e f g h i j k l m n o p")
	for index := 0; index < 16; index++ {
		row := 15 - index
		line := []byte(labels[2*row : 2*(row+1)])
		for column := 0; column < 16; column++ {
			square, symbol := 16*row+column, byte(' ')
			if value := int(view.Board[square]); value < len(symbols) {
				symbol = symbols[value]
			}
			if symbol == ' ' {
				symbol = ground[square]
			}
			line = append(line, ' ', symbol)
		}
		muster.Log(string(line))
	}
}
