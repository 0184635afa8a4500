;; fault: out-of-memory
;; Grows a table until it is refused, and then gives up.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (table $t 1 funcref)
  (func (export "muster_choose") (param i32) (result i64)
    (loop $again
      (br_if $again (i32.ne (table.grow $t (ref.null func) (i32.const 1000)) (i32.const -1))))
    (unreachable)))
