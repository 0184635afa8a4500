;; refused: imports muster.log as memory; its type is func (i32, i32) -> ()
;; Imports a memory under the name of a host call.
(module
  (import "muster" "log" (memory 1))
  (export "memory" (memory 0))
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
