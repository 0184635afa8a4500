;; plays
;; Logs a gigabyte in its fifty moves: 50 x 328 x 65,536 bytes.
(module
  (import "muster" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (local $n i32)
    (loop $again
      (call $log (i32.const 0) (i32.const 65536))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $n) (i32.const 328))))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
