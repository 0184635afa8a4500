// Package muster has what every bot needs, in any game: host calls, settings, dice, clock, log and positions.
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

// NoAction stands for the action of a seat that does not act.
const NoAction = ^uint64(0)

// Misuse is a call on positions that makes no sense.
type Misuse struct {
	// Code is -1 if positions are switched off, -2 if no question is being answered, -3 without such a
	// position, -4 if an action is not legal, is missing or one too many, -5 if a text is not a position, -6 with too
	// many positions, -7 without such a seat.
	Code int
	// Sentence says what was wrong.
	Sentence string
}

func (misuse *Misuse) Error() string { return misuse.Sentence }

// misused returns the host's word on a result below zero.
func misused(result int32) *Misuse {
	text := make([]byte, 1024)
	length := positionError(unsafe.Pointer(unsafe.SliceData(text)), uint32(len(text)))
	return &Misuse{Code: int(result), Sentence: string(text[:min(max(int(length), 0), len(text))])}
}

// Phase says who acts in a position, or how the game has ended.
type Phase int32

// IsOver returns whether the game has ended.
func (phase Phase) IsOver() bool { return phase >= 8 }

// Winner returns the seat that has won, or -1.
func (phase Phase) Winner() int { return max(int(phase)-9, -1) }

// Acts returns whether a seat acts.
func (phase Phase) Acts(seat int) bool {
	return !phase.IsOver() && (seat == 0 || seat == 1) && phase>>seat&1 == 1
}

// Position is a position that a bot makes to look ahead; it is never changed. There may be 1,024 at once: Release those
// that are done with. All of them end with the answer, so keep none for the next. What makes a position returns an
// error, a *Misuse; what asks one panics with the sentence, because only a mistake of the bot's leads there.
type Position struct{ handle int32 }

func made(handle int32) (Position, error) {
	if handle < 0 {
		return Position{}, misused(handle)
	}
	return Position{handle}, nil
}

// Here returns the position of the question. Your dice fill in what you cannot know, unless you suppose the actions
// that the opponent has hidden, in their order; those that do not fit are filled in, too.
func Here(supposed ...uint64) (Position, error) {
	return made(positionHere(unsafe.Pointer(unsafe.SliceData(supposed)), uint32(len(supposed))))
}

// ReadPosition returns a position from its text, under the rules of this match.
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

// AfterBoth returns the position after both seats have acted at once.
func (position Position) AfterBoth(first, second uint64) (Position, error) {
	return made(positionAfter(position.handle, int64(first), int64(second)))
}

// Playout returns the position after random legal plies: so many, or up to the end of the game.
func (position Position) Playout(plies int) (Position, error) {
	return made(positionPlayout(position.handle, int32(plies)))
}

// Release makes room for another position.
func (position Position) Release() { positionRelease(position.handle) }

// Phase returns who acts, or how the game has ended.
func (position Position) Phase() Phase {
	phase := positionPhase(position.handle)
	if phase < 0 {
		panic(misused(phase).Sentence)
	}
	return Phase(phase)
}

// written returns what a call writes, in units of so many values; it is called again where there is more than room for
// it.
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

// LegalActions returns the legal actions of a seat.
func (position Position) LegalActions(seat int) []uint64 {
	return written[uint64](256, 1, func(codes unsafe.Pointer, capacity uint32) int32 {
		return positionLegal(position.handle, int32(seat), codes, capacity)
	})
}

// Metrics returns the game's metrics of a seat; `Metric...` of the game's kit are their places.
func (position Position) Metrics(seat int) []int64 {
	return written[int64](8, 1, func(values unsafe.Pointer, capacity uint32) int32 {
		return positionMetrics(position.handle, int32(seat), values, capacity)
	})
}

// ViewOf returns what a seat would see, with no time on its clocks: ViewOf[tankwar.View](position, 0), never another
// type.
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

// Text returns the position as a text, which ReadPosition reads.
func (position Position) Text() string {
	return string(written[byte](1024, 1, func(text unsafe.Pointer, capacity uint32) int32 {
		return positionText(position.handle, text, capacity)
	}))
}

// Events returns what happens in a ply, a line an event; NoAction for a seat that does not act.
func (position Position) Events(first, second uint64) string {
	return string(written[byte](1024, 1, func(text unsafe.Pointer, capacity uint32) int32 {
		return positionEvents(position.handle, int64(first), int64(second), text, capacity)
	}))
}

// Child is what follows an action.
type Child struct {
	Action uint64
	// Phase says who acts after it, or how the game has ended.
	Phase Phase
	// Metrics are the game's metrics of each seat.
	Metrics [2][]int64
}

// Children returns what follows each legal action of a seat. Other is the other seat's action where both act, and
// otherwise NoAction.
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
