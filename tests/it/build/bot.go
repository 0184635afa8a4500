// Plays the first legal action, and prints what needs the library: a clock, a map, and the collector of garbage.
package main

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"
)

//go:wasmimport muster legal_actions
func legalActions(codes unsafe.Pointer, capacity uint32) uint32

var (
	view  [1024]uint64
	asked = map[string]int{}
)

//go:wasmexport muster_buffer
func musterBuffer(uint32) uint32 { return uint32(uintptr(unsafe.Pointer(&view))) }

//go:wasmexport muster_choose
func musterChoose(uint32) uint64 {
	codes := make([]uint64, legalActions(nil, 0))
	legalActions(unsafe.Pointer(unsafe.SliceData(codes)), uint32(len(codes)))
	asked["asked"]++
	runtime.GC()
	fmt.Println("question", asked["asked"], "in", time.Now().UTC().Year())
	return codes[0]
}

func main() {}
