;; fault: bad-pointer
;; Passes log an address outside its memory.
(module
  (import "muster" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (call $log (i32.const -1) (i32.const -1))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))
