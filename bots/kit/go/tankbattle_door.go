// Code made by the kit: the functions that the host calls. They call choose in bot.go.
package main

import (
	"unsafe"

	"bot/tankbattle"
)

var view tankbattle.View

//go:wasmexport muster_buffer
func musterBuffer(length uint32) uint32 {
	if uintptr(length) > unsafe.Sizeof(view) {
		panic("the view is longer than the kit knows")
	}
	return uint32(uintptr(unsafe.Pointer(&view)))
}

//go:wasmexport muster_choose
func musterChoose(uint32) uint64 { return choose(&view) }

func main() {}
