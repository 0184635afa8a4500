;; fault: bad-pointer
;; Passes history an address outside its memory.
(module
  (import "muster" "history" (func $call (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (if (i32.gt_u (i32.load (i32.const 1036)) (i32.const 0)) (then (drop (call $call (i32.const -16) (i32.const 100)))))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
