;; plays
;; Logs bytes that are not UTF-8, NUL, and sequences that move a terminal's cursor.
(module
  (import "muster" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (data (i32.const 0) "\ff\fe\00\1b[2J\1b[31m\c0\80<b>")
  (func (export "muster_choose") (param i32) (result i64)
    (call $log (i32.const 0) (i32.const 16))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
