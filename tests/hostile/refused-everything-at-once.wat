;; refused: imports env.clock, which does not exist here
;; Several mistakes at once: each is named.
(module
  (import "env" "clock" (func (result i64)))
  (memory (export "memory") 2000)
  (memory 1)
  (func $f (export "muster_choose") (return_call $f)))
