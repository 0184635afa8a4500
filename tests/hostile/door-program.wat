;; refused: a program with _start
;; A program that reads and prints lines.
(module
  (memory (export "memory") 1)
  (func (export "_start")))
