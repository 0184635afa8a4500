// Package muster has what every bot needs, in any game: host calls, settings, dice, clock and log.
package muster

import (
	"strconv"
	"strings"
	"unsafe"
)

//go:wasmimport muster legal_actions
func legalActions(codes unsafe.Pointer, capacity uint32) uint32

//go:wasmimport muster remaining
func remaining() int64

//go:wasmimport muster game_remaining
func gameRemaining() int64

//go:wasmimport muster offer
func offer(action uint64)

//go:wasmimport muster history
func history(records unsafe.Pointer, capacity uint32) uint32

//go:wasmimport muster random
func random() uint64

//go:wasmimport muster settings
func settings(text unsafe.Pointer, capacity uint32) uint32

//go:wasmimport muster log
func hostLog(text unsafe.Pointer, length uint32)

const (
	// Restarted is a flag of a view: the instance is fresh although the match is not.
	Restarted = 1
	// Simultaneous is a flag of a view: both seats act at once.
	Simultaneous = 2
	// Uncounted is the number of legal actions where the game does not count them.
	Uncounted = 0xFFFFFFFF
)

// Record is one action of the match so far.
type Record struct {
	Code uint64
	Ply  uint32
	Seat uint8
	_    [3]uint8
}

// LegalActions returns your legal actions.
func LegalActions() []uint64 {
	codes := make([]uint64, legalActions(nil, 0))
	legalActions(unsafe.Pointer(unsafe.SliceData(codes)), uint32(len(codes)))
	return codes
}

// History returns the actions of the match so far that you may know.
func History() []Record {
	records := make([]Record, history(nil, 0))
	history(unsafe.Pointer(unsafe.SliceData(records)), uint32(len(records)))
	return records
}

// Remaining returns the seconds of the clock left for this call: the smaller of the move's and the game's.
func Remaining() float64 { return float64(remaining()) / 1e9 }

// GameRemaining returns the seconds left for the game.
func GameRemaining() float64 { return float64(gameRemaining()) / 1e9 }

// Offer names the best action so far, which is played if the move's time runs out.
func Offer(action uint64) { offer(action) }

// Random returns 64 random bits of your seat's own stream; a replayed match has the same.
func Random() uint64 { return random() }

// Below returns a random number below bound, which is not 0.
func Below(bound int) int { return int((random() >> 32) * uint64(bound) >> 32) }

// Kind returns the kind of an action code; the game's package names the kinds.
func Kind(action uint64) int { return int(action >> 48) }

// Log writes a line to the log of the match, which only you can read. So does fmt.Println.
func Log(text string) {
	line := []byte(text + "\n")
	hostLog(unsafe.Pointer(unsafe.SliceData(line)), uint32(len(line)))
}

// Setting returns the value of a setting: of "depth=4 style=bold", Setting("style") is "bold".
func Setting(name string) (value string, found bool) {
	text := make([]byte, settings(nil, 0))
	settings(unsafe.Pointer(unsafe.SliceData(text)), uint32(len(text)))
	for _, word := range strings.FieldsFunc(string(text), func(letter rune) bool { return letter == ' ' || letter == ',' }) {
		if value, found := strings.CutPrefix(word, name+"="); found {
			return value, true
		}
	}
	return "", false
}

// Number returns the whole number of a setting, or otherwise if it is not set or not a number.
func Number(name string, otherwise int64) int64 {
	text, _ := Setting(name)
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return otherwise
	}
	return value
}
