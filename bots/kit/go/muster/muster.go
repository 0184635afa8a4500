// Package muster is the part of the kit that all games share: host calls, settings, dice, clock, log and positions.
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
	// Restarted is a flag of a view: the bot was restarted in the middle of the match.
	Restarted = 1
	// Simultaneous is a flag of a view: both seats act at once.
	Simultaneous = 2
	// Uncounted is the value of LegalCount if the game does not count legal actions.
	Uncounted = 0xFFFFFFFF
)

// Record is an action played earlier in the match.
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

// History returns the actions played so far, without hidden ones.
func History() []Record {
	records := make([]Record, history(nil, 0))
	history(unsafe.Pointer(unsafe.SliceData(records)), uint32(len(records)))
	return records
}

// Remaining returns the seconds left for this call: the smaller of the move's and the game's clock.
func Remaining() float64 { return float64(remaining()) / 1e9 }

// GameRemaining returns the seconds left for the game.
func GameRemaining() float64 { return float64(gameRemaining()) / 1e9 }

// Offer sets the best action so far, which is played if the move's time runs out.
func Offer(action uint64) { offer(action) }

// Random returns 64 random bits from your seat's stream. A replay of the match draws the same bits.
func Random() uint64 { return random() }

// Below returns a random number below bound, which must not be 0.
func Below(bound int) int { return int((random() >> 32) * uint64(bound) >> 32) }

// Kind returns the kind of an action code. The game's package names the kinds.
func Kind(action uint64) int { return int(action >> 48) }

// Log writes a line to the log of the match, which only you can read. So does fmt.Println.
func Log(text string) {
	line := []byte(text + "\n")
	hostLog(unsafe.Pointer(unsafe.SliceData(line)), uint32(len(line)))
}

// Setting returns the value of a setting: with "depth=4 style=bold", Setting("style") is "bold".
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

// Number returns a setting as an integer, or otherwise if it is not set or not an integer.
func Number(name string, otherwise int64) int64 {
	text, _ := Setting(name)
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return otherwise
	}
	return value
}

//go:wasmimport muster position_here
func positionHere(supposed unsafe.Pointer, count uint32) int32

//go:wasmimport muster position_read
func positionRead(text unsafe.Pointer, length uint32) int32

//go:wasmimport muster position_after
func positionAfter(position int32, first, second int64) int32

//go:wasmimport muster position_playout
func positionPlayout(position, plies int32) int32

//go:wasmimport muster position_release
func positionRelease(position int32) int32

//go:wasmimport muster position_phase
func positionPhase(position int32) int32

//go:wasmimport muster position_legal
func positionLegal(position, seat int32, codes unsafe.Pointer, capacity uint32) int32

//go:wasmimport muster position_metrics
func positionMetrics(position, seat int32, values unsafe.Pointer, capacity uint32) int32

//go:wasmimport muster position_view
func positionView(position, seat int32, view unsafe.Pointer, capacity uint32) int32

//go:wasmimport muster position_events
func positionEvents(position int32, first, second int64, text unsafe.Pointer, capacity uint32) int32

//go:wasmimport muster position_text
func positionText(position int32, text unsafe.Pointer, capacity uint32) int32

//go:wasmimport muster position_children
func positionChildren(position, seat int32, other int64, words unsafe.Pointer, capacity uint32) int32

//go:wasmimport muster position_error
func positionError(text unsafe.Pointer, capacity uint32) int32

// NoAction is the action of a seat that does not act.
const NoAction = ^uint64(0)

// Misuse is the error of an invalid call on positions.
type Misuse struct {
	// Code is -1 if positions are disabled, -2 if the bot is not choosing an action, -3 if there is no such
	// position, -4 if an action is illegal, missing or superfluous, -5 if a text is not a position, -6 if there are
	// too many positions, -7 if there is no such seat.
	Code int
	// Sentence is the host's message.
	Sentence string
}

func (misuse *Misuse) Error() string { return misuse.Sentence }

// misused returns the host's message about a result below zero.
func misused(result int32) *Misuse {
	text := make([]byte, 1024)
	length := positionError(unsafe.Pointer(unsafe.SliceData(text)), uint32(len(text)))
	return &Misuse{Code: int(result), Sentence: string(text[:min(max(int(length), 0), len(text))])}
}

// Phase is the phase of a position: the seats that act, or the result.
type Phase int32

// IsOver reports whether the game is over.
func (phase Phase) IsOver() bool { return phase >= 8 }

// Winner returns the winner's seat, or -1 if there is none.
func (phase Phase) Winner() int { return max(int(phase)-9, -1) }

// Acts reports whether a seat acts.
func (phase Phase) Acts(seat int) bool {
	return !phase.IsOver() && (seat == 0 || seat == 1) && phase>>seat&1 == 1
}

// Position is an immutable position for looking ahead. At most 1,024 can exist at once: Release those that you no
// longer need. All positions expire when choose returns. Functions that make a position return an error, a *Misuse.
// Methods that query one panic with its message, because only a bug in the bot can cause that.
type Position struct{ handle int32 }

func made(handle int32) (Position, error) {
	if handle < 0 {
		return Position{}, misused(handle)
	}
	return Position{handle}, nil
}

// Here returns the current position. Hidden actions of the opponent are those that you assume, in order; your dice
// replace actions that are missing or do not fit.
func Here(supposed ...uint64) (Position, error) {
	return made(positionHere(unsafe.Pointer(unsafe.SliceData(supposed)), uint32(len(supposed))))
}

// ReadPosition parses a position, under the rules of this match.
func ReadPosition(text string) (Position, error) {
	return made(positionRead(unsafe.Pointer(unsafe.StringData(text)), uint32(len(text))))
}

// After returns the position after an action of the seat that acts.
func (position Position) After(action uint64) (Position, error) {
	if position.Phase().Acts(0) {
		return position.AfterBoth(action, NoAction)
	}
	return position.AfterBoth(NoAction, action)
}

// AfterBoth returns the position after simultaneous actions of both seats.
func (position Position) AfterBoth(first, second uint64) (Position, error) {
	return made(positionAfter(position.handle, int64(first), int64(second)))
}

// Playout plays random legal plies, up to this number or the end of the game, and returns the position.
func (position Position) Playout(plies int) (Position, error) {
	return made(positionPlayout(position.handle, int32(plies)))
}

// Release releases the position, to make room for another.
func (position Position) Release() { positionRelease(position.handle) }

// Phase returns the phase: the seats that act, or the result.
func (position Position) Phase() Phase {
	phase := positionPhase(position.handle)
	if phase < 0 {
		panic(misused(phase).Sentence)
	}
	return Phase(phase)
}

// written returns the output of a call, in units of this many values. It calls again with a larger buffer if the first
// one was too small.
func written[T any](room, unit int, write func(values unsafe.Pointer, capacity uint32) int32) []T {
	for {
		values := make([]T, room*unit)
		count := write(unsafe.Pointer(unsafe.SliceData(values)), uint32(room))
		if count < 0 {
			panic(misused(count).Sentence)
		}
		if int(count) <= room {
			return values[:int(count)*unit]
		}
		room = int(count)
	}
}

// LegalActions returns a seat's legal actions.
func (position Position) LegalActions(seat int) []uint64 {
	return written[uint64](256, 1, func(codes unsafe.Pointer, capacity uint32) int32 {
		return positionLegal(position.handle, int32(seat), codes, capacity)
	})
}

// Metrics returns a seat's metrics. The constants Metric... of the game's package are their indices.
func (position Position) Metrics(seat int) []int64 {
	return written[int64](8, 1, func(values unsafe.Pointer, capacity uint32) int32 {
		return positionMetrics(position.handle, int32(seat), values, capacity)
	})
}

// ViewOf returns a seat's view, with all clocks at 0. The type must be the game's: ViewOf[tankwar.View](position,
// 0).
func ViewOf[View any](position Position, seat int) *View {
	view := new(View)
	length := positionView(position.handle, int32(seat), unsafe.Pointer(view), uint32(unsafe.Sizeof(*view)))
	if length < 0 {
		panic(misused(length).Sentence)
	}
	if uintptr(length) != unsafe.Sizeof(*view) {
		panic("this is not the view of the game that is played")
	}
	return view
}

// Text returns the position as a text that ReadPosition parses.
func (position Position) Text() string {
	return string(written[byte](1024, 1, func(text unsafe.Pointer, capacity uint32) int32 {
		return positionText(position.handle, text, capacity)
	}))
}

// Events returns the events of a ply, one per line. Pass NoAction for a seat that does not act.
func (position Position) Events(first, second uint64) string {
	return string(written[byte](1024, 1, func(text unsafe.Pointer, capacity uint32) int32 {
		return positionEvents(position.handle, int64(first), int64(second), text, capacity)
	}))
}

// Child is an action with the phase and the metrics after it.
type Child struct {
	Action uint64
	// Phase is the phase after it.
	Phase Phase
	// Metrics are the metrics of each seat.
	Metrics [2][]int64
}

// Children returns the child of each legal action of a seat. The argument other is the other seat's action if both
// act, and otherwise NoAction.
func (position Position) Children(seat int, other uint64) []Child {
	metrics := positionMetrics(position.handle, 0, nil, 0)
	if metrics < 0 {
		panic(misused(metrics).Sentence)
	}
	half, width := 2+int(metrics), 2+2*int(metrics)
	words := written[int64](256, width, func(words unsafe.Pointer, capacity uint32) int32 {
		return positionChildren(position.handle, int32(seat), int64(other), words, capacity)
	})
	children := make([]Child, len(words)/width)
	for index := range children {
		of := words[index*width : (index+1)*width]
		children[index] = Child{uint64(of[0]), Phase(of[1]), [2][]int64{of[2:half], of[half:]}}
	}
	return children
}
