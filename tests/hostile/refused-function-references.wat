;; refused: typed function references
;; A typed function reference.
(module
  (type $f (func))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64) (i64.const 1))
  (func (param (ref $f)) (call_ref $f (local.get 0))))
