;; fault: trap(unreachable)
;; The function that fails has a name with line breaks, which would be further frames in the record of the match, with
;; a command to the terminal, and with a direction that turns what follows around.
(module
  (memory (export "memory") 1)
  (func $crash (@name "crash\nfunction 7 (byte 0x0)\n\1b[2J\u{202e}") unreachable)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (call $crash)
    (i64.const 1)))
