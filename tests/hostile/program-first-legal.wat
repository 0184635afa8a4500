;; plays
;; Asks for the legal moves and plays the first of them.
(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 2)
  (data (i32.const 16) "legal\n")
  ;; Reads up to 60,000 bytes to 1024 and returns their number.
  (func $read (result i32)
    (i32.store (i32.const 0) (i32.const 1024))
    (i32.store (i32.const 4) (i32.const 60000))
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.load (i32.const 8)))
  (func $print (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (local $at i32)
    (local $end i32)
    (loop $again
      ;; A question ends with `move?` and a line break; before that there may be the opening.
      (local.set $end (i32.add (i32.const 1024) (call $read)))
      (if (i32.eq (i32.load8_u (i32.sub (local.get $end) (i32.const 2))) (i32.const 63))
        (then
          (call $print (i32.const 16) (i32.const 6))
          ;; `legal: ` and the moves: the first ends with a space or with the line.
          (drop (call $read))
          (local.set $at (i32.const 1031))
          (loop $word
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $word (i32.gt_u (i32.load8_u (local.get $at)) (i32.const 32))))
          (i32.store8 (local.get $at) (i32.const 10))
          (call $print (i32.const 1031) (i32.sub (local.get $at) (i32.const 1030)))))
      (br $again))))
