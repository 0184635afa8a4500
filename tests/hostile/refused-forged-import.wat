;; refused: the module imports env.clock\nthe module is fine; nothing\u{202e} else is wrong, which does not exist here
;; The name of an import has line breaks, which would be further reasons in the record of the run.
(module
  (import "env" "clock\nthe module is fine; nothing\u{202e} else is wrong" (func))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))
