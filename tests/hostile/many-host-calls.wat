;; fault: timeout
;; Calls the host as often as it can.
(module
  (import "muster" "random" (func $random (result i64)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (loop $again
      (drop (call $random))
      (br $again))
    (unreachable)))
