;; fault: out-of-memory
;; Asks for more memory than an address can name, and trusts that it got it.
(module
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (drop (memory.grow (i32.const 65536)))
    (i64.load (i32.const 65536))))
