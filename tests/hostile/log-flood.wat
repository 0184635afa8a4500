;; plays
;; Logs a gigabyte.
(module
  (import "muster" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (local $n i32)
    (if (i32.gt_u (i32.load (i32.const 1036)) (i32.const 0)) (then (return (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1))))))
    (loop $again
      (call $log (i32.const 0) (i32.const 10000))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $n) (i32.const 1000))))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
