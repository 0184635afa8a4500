;; fault: trap(memory-out-of-bounds)
;; Reads below address 0 while the stack that the program keeps in its memory has room.
(module
  (memory (export "memory") 1)
  (global (export "__stack_pointer") (mut i32) (i32.const 32768))
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 40960))
  (func (export "muster_choose") (param i32) (result i64) (i64.load (i32.const -1024))))
