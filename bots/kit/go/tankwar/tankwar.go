// Package tankwar has The Tank War: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.
package tankwar

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
	// Rule option: 0 a-inside, 1 a-outside.
	Layout uint8
	// Rule option: 0 illegal, 1 wasted.
	Blocked uint8
	// Rule option: 0 false, 1 true.
	CBlockedByTanks uint8
	// Maximum number of rounds: 54, or 200 with wasted moves.
	MaxRounds uint8
	// Rounds played.
	Rounds uint8
	// By seat: bit t is set if tank t may be named now.
	Movable [2]uint8
	// By seat: number of living tanks.
	Tanks [2]uint8
	// By seat: number of boxes held.
	Boxes [2]uint8
	// By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.
	Advanced [12]int8
	// By seat and tank: the column of its track, 0 to 5.
	Column [12]uint8
	// By box: the seat that holds it.
	Owner [36]uint8
	// By box: 6 * seat + tank of the tank on it; 255 if none.
	Tank [36]uint8
	_ [5]uint8
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
	_ = [1]int{}[unsafe.Offsetof(View{}.Layout)-64]
	_ = [1]int{}[unsafe.Offsetof(View{}.Blocked)-65]
	_ = [1]int{}[unsafe.Offsetof(View{}.CBlockedByTanks)-66]
	_ = [1]int{}[unsafe.Offsetof(View{}.MaxRounds)-67]
	_ = [1]int{}[unsafe.Offsetof(View{}.Rounds)-68]
	_ = [1]int{}[unsafe.Offsetof(View{}.Movable)-69]
	_ = [1]int{}[unsafe.Offsetof(View{}.Tanks)-71]
	_ = [1]int{}[unsafe.Offsetof(View{}.Boxes)-73]
	_ = [1]int{}[unsafe.Offsetof(View{}.Advanced)-75]
	_ = [1]int{}[unsafe.Offsetof(View{}.Column)-87]
	_ = [1]int{}[unsafe.Offsetof(View{}.Owner)-99]
	_ = [1]int{}[unsafe.Offsetof(View{}.Tank)-135]
	_ = [1]int{}[unsafe.Sizeof(View{})-176]
)

// KindMove is the kind of `move` actions.
const KindMove = 0

// Move returns the code of the action `move`.
// Names one of your movable tanks, which moves one box forward.
// tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
func Move(tank uint64) uint64 {
	if tank > 5 {
		panic("Move: tank is from 0 to 5")
	}
	return tank & 7
}

// MoveTank returns `tank` of a `move` action.
func MoveTank(action uint64) int { return int(action & 7) }

// Number of columns. A square's number is column + columns x row.
const ColumnCount = 6

// Number of rows.
const RowCount = 6

// The name of each square, for @cell and @arrow in the log.
var SquareNames = [...]string{
	"00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
	"42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
	"25", "35", "45", "55",
}

// The printed symbol for each value of the board, one character per value; a space if there is
// none.
const PieceSymbols = "ABCABCabcabc"

// The board at the start, under the default rules.
var StartBoard = [...]int{
	5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
}

// The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.
var HitDistances = [...]int{
	2, 1, 4,
}

// Index of a metric. Own tanks that survived, 0 to 6.
const MetricTanks = 0

// Index of a metric. Boxes held at the end, 0 to 36.
const MetricBoxes = 1

// Index of a metric. Enemy tanks that did not survive, 0 to 6.
const MetricDestroyed = 2

// LogBoard writes the board to the log.
func LogBoard(view *View) {
	const symbols = "ABCABCabcabc"
	const ground = "ud"
	const labels = "012345"
	muster.Log("  0 1 2 3 4 5")
	for index := 0; index < 6; index++ {
		row := index
		line := []byte(labels[1*row : 1*(row+1)])
		for column := 0; column < 6; column++ {
			square, symbol := 6*row+column, byte(' ')
			if value := int(view.Tank[square]); value < len(symbols) {
				symbol = symbols[value]
			}
			if symbol == ' ' {
				symbol = ground[int(view.Owner[square])]
			}
			line = append(line, ' ', symbol)
		}
		muster.Log(string(line))
	}
}
