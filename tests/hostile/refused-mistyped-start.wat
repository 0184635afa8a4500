;; refused: the module exports _start as func () -> i32; it must be func () -> ()
;; A program whose entry has another type.
(module
  (memory (export "memory") 1)
  (func (export "_start") (result i32) (i32.const 0)))
