;; fault: bad-pointer
;; Passes fd_write an address outside its memory.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $call (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (drop (call $call (i32.const 1) (i32.const -4) (i32.const 2) (i32.const 0)))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
