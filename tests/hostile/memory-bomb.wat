;; fault: out-of-memory
;; Grows its memory until it is refused, and then gives up.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (loop $again
      (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    (unreachable)))
