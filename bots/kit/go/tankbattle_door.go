// Code made by the kit: what the host calls. It asks the function choose in bot.go.
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
