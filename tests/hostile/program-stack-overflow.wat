;; fault: trap(stack-overflow)
;; Recursion until the stack that the program keeps in its memory passes address 0, as compilers lay it out
;; with --stack-first.
(module
  (memory (export "memory") 1)
  (global $pointer (export "__stack_pointer") (mut i32) (i32.const 32768))
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 40960))
  (func $deeper (param i64) (result i64) (local $frame i32)
    (global.set $pointer (local.tee $frame (i32.sub (global.get $pointer) (i32.const 1024))))
    (i64.store (local.get $frame) (local.get 0))
    (i64.add (call $deeper (i64.add (local.get 0) (i64.const 1))) (i64.load (local.get $frame))))
  (func (export "muster_choose") (param i32) (result i64)
    (call $deeper (i64.const 1))))
