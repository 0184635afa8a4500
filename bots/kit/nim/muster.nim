## What every bot needs, in any game: host calls, settings, dice, clock and log.
##
## A bot imports the module of its game and has one procedure:
##
## .. code-block:: nim
##   import muster, tank_war
##
##   proc choose(view: View): uint64 = ...
##
##   play(choose)
import std/strutils

{.emit: """/*INCLUDESECTION*/
#include <stdint.h>
#define MUSTER_IMPORT(name) __attribute__((import_module("muster"), import_name(name)))
MUSTER_IMPORT("legal_actions") extern uint32_t muster_legal_actions(void *codes, uint32_t capacity);
MUSTER_IMPORT("remaining") extern int64_t muster_remaining(void);
MUSTER_IMPORT("game_remaining") extern int64_t muster_game_remaining(void);
MUSTER_IMPORT("offer") extern void muster_offer(uint64_t action);
MUSTER_IMPORT("history") extern uint32_t muster_history(void *records, uint32_t capacity);
MUSTER_IMPORT("random") extern uint64_t muster_random(void);
MUSTER_IMPORT("settings") extern uint32_t muster_settings(void *text, uint32_t capacity);
""".}

proc hostLegalActions(codes: pointer, capacity: uint32): uint32 {.importc: "muster_legal_actions", nodecl.}
proc hostRemaining(): int64 {.importc: "muster_remaining", nodecl.}
proc hostGameRemaining(): int64 {.importc: "muster_game_remaining", nodecl.}
proc hostOffer(action: uint64) {.importc: "muster_offer", nodecl.}
proc hostHistory(records: pointer, capacity: uint32): uint32 {.importc: "muster_history", nodecl.}
proc hostRandom(): uint64 {.importc: "muster_random", nodecl.}
proc hostSettings(text: pointer, capacity: uint32): uint32 {.importc: "muster_settings", nodecl.}

const
  restarted* = 1'u16 ## Flag of a view: the instance is fresh although the match is not.
  simultaneous* = 2'u16 ## Flag of a view: both seats act at once.
  uncounted* = high(uint32) ## The number of legal actions where the game does not count them.

type Record* = object ## One action of the match so far.
  code*: uint64
  ply*: uint32
  seat*: uint8
  zero: array[3, uint8]

proc legalActions*(): seq[uint64] =
  ## Your legal actions.
  result = newSeq[uint64](hostLegalActions(nil, 0))
  if result.len > 0: discard hostLegalActions(addr result[0], uint32(result.len))

proc history*(): seq[Record] =
  ## The actions of the match so far that you may know.
  result = newSeq[Record](hostHistory(nil, 0))
  if result.len > 0: discard hostHistory(addr result[0], uint32(result.len))

proc remaining*(): float = float(hostRemaining()) / 1e9
  ## Seconds of the clock left for this call: the smaller of the move's and the game's.

proc gameRemaining*(): float = float(hostGameRemaining()) / 1e9
  ## Seconds left for the game.

proc offer*(action: uint64) = hostOffer(action)
  ## The best action so far, which is played if the move's time runs out.

proc random*(): uint64 = hostRandom()
  ## 64 random bits of your seat's own stream; a replayed match has the same.

proc below*(bound: int): int = int((hostRandom() shr 32) * uint64(bound) shr 32)
  ## A random number below `bound`, which is not 0.

proc kind*(action: uint64): int = int(action shr 48)
  ## The kind of an action code; the game's module names the kinds.

proc log*(text: string) = echo text
  ## Writes a line to the log of the match, which only you can read.

proc setting*(name: string): string =
  ## The value of a setting, empty if it is not set: of `depth=4 style=bold`, `setting("style")` is `bold`.
  var text = newString(hostSettings(nil, 0))
  if text.len > 0: discard hostSettings(addr text[0], uint32(text.len))
  for word in text.split({' ', ','}):
    if word.startsWith(name & "="): return word[name.len + 1 .. ^1]

proc number*(name: string, otherwise: int): int =
  ## The whole number of a setting, or `otherwise` if it is not set or not a number.
  try: parseInt(setting(name)) except ValueError: otherwise
