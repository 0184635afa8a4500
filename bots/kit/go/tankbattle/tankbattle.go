// Package tankbattle has Tank Battle: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.
package tankbattle

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
	// Rule option: plies without a capture or an entry that end the game; 0 if none do.
	NoProgressPlies uint16
	// Rule option: occurrences of a position that end the game; 0 if none do.
	Repetitions uint16
	// Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
	// capture the other from there either.
	CommanderDuelInZone uint8
	// The seat to move: 0 White, 1 Black.
	ToMove uint8
	// Number of occurrences of this position so far, with this one; 1 if repetitions do not count.
	Occurrences uint16
	// Successive plies without a capture and without a tank newly entering the enemy's base.
	QuietPlies uint32
	// White's and Black's points if the game ended now.
	Points [2]uint8
	// Number of elements of `recent` in use.
	RecentCount uint16
	// The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander, 3
	// Black's, 4 Black's commander.
	Board [121]uint8
	_ [1]uint8
	// The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
	// Taken back one by one, they give the earlier positions that count for repetition.
	Recent [512]uint16
	_ [6]uint8
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
	_ = [1]int{}[unsafe.Offsetof(View{}.NoProgressPlies)-64]
	_ = [1]int{}[unsafe.Offsetof(View{}.Repetitions)-66]
	_ = [1]int{}[unsafe.Offsetof(View{}.CommanderDuelInZone)-68]
	_ = [1]int{}[unsafe.Offsetof(View{}.ToMove)-69]
	_ = [1]int{}[unsafe.Offsetof(View{}.Occurrences)-70]
	_ = [1]int{}[unsafe.Offsetof(View{}.QuietPlies)-72]
	_ = [1]int{}[unsafe.Offsetof(View{}.Points)-76]
	_ = [1]int{}[unsafe.Offsetof(View{}.RecentCount)-78]
	_ = [1]int{}[unsafe.Offsetof(View{}.Board)-80]
	_ = [1]int{}[unsafe.Offsetof(View{}.Recent)-202]
	_ = [1]int{}[unsafe.Sizeof(View{})-1232]
)

// KindMove is the kind of `move` actions.
const KindMove = 0

// Move returns the code of the action `move`.
// Moves a tank, which captures a tank on its destination.
// from: The square of the tank: 11 x rank + file, both from 0.
// to: The destination. A tank on it is captured.
func Move(from, to uint64) uint64 {
	if from > 120 {
		panic("Move: from is from 0 to 120")
	}
	if to > 120 {
		panic("Move: to is from 0 to 120")
	}
	return (from & 127) | (to & 127) << 8
}

// MoveFrom returns `from` of a `move` action.
func MoveFrom(action uint64) int { return int(action & 127) }

// MoveTo returns `to` of a `move` action.
func MoveTo(action uint64) int { return int(action >> 8 & 127) }

// Number of columns. A square's number is column + columns x row.
const ColumnCount = 11

// Number of rows.
const RowCount = 11

// The name of each square, for @cell and @arrow in the log.
var SquareNames = [...]string{
	"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
	"f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
	"k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
	"e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
	"j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
	"d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
	"i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
	"a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
}

// The printed symbol for each value of the board, one character per value; a space if there is
// none.
const PieceSymbols = " TCtc"

// The board at the start, under the default rules.
var StartBoard = [...]int{
	0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
	1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
	0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
}

// The printed ground of each square, one character per square.
const SquareGround = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#....."

// Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
// circle.
const MetricPoints = 0

// Index of a metric. Surviving tanks, the commander among them.
const MetricTanks = 1

// Index of a metric. Tanks in the enemy's base.
const MetricInBase = 2

// Index of a metric. Enemy tanks captured.
const MetricCaptures = 3

// LogBoard writes the board to the log.
func LogBoard(view *View) {
	const symbols = " TCtc"
	const ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#....."
	const labels = " 1 2 3 4 5 6 7 8 91011"
	muster.Log("   a b c d e f g h i j k")
	for index := 0; index < 11; index++ {
		row := 10 - index
		line := []byte(labels[2*row : 2*(row+1)])
		for column := 0; column < 11; column++ {
			square, symbol := 11*row+column, byte(' ')
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
