## The part of the kit that all games share: host calls, settings, dice, clock, log and positions for looking ahead.
##
## A bot imports the module of its game and defines one procedure:
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
  restarted* = 1'u16 ## Flag of a view: the bot was restarted in the middle of the match.
  simultaneous* = 2'u16 ## Flag of a view: both seats act at once.
  uncounted* = high(uint32) ## The value of `legal_count` if the game does not count legal actions.

type Record* = object ## An action played earlier in the match.
  code*: uint64
  ply*: uint32
  seat*: uint8
  zero: array[3, uint8]

proc legalActions*(): seq[uint64] =
  ## Returns your legal actions.
  result = newSeq[uint64](hostLegalActions(nil, 0))
  if result.len > 0: discard hostLegalActions(addr result[0], uint32(result.len))

proc history*(): seq[Record] =
  ## Returns the actions played so far, without hidden ones.
  result = newSeq[Record](hostHistory(nil, 0))
  if result.len > 0: discard hostHistory(addr result[0], uint32(result.len))

proc remaining*(): float = float(hostRemaining()) / 1e9
  ## Returns the seconds left for this call: the smaller of the move's and the game's clock.

proc gameRemaining*(): float = float(hostGameRemaining()) / 1e9
  ## Returns the seconds left for the game.

proc offer*(action: uint64) = hostOffer(action)
  ## Sets the best action so far, which is played if the move's time runs out.

proc random*(): uint64 = hostRandom()
  ## Returns 64 random bits from your seat's stream. A replay of the match draws the same bits.

proc below*(bound: int): int = int((hostRandom() shr 32) * uint64(bound) shr 32)
  ## Returns a random number below `bound`, which must not be 0.

proc kind*(action: uint64): int = int(action shr 48)
  ## Returns the kind of an action code. The game's module names the kinds.

proc log*(text: string) = echo text
  ## Writes a line to the match's log, which only you can read.

proc setting*(name: string): string =
  ## Returns the value of a setting, or "" if it is not set: with `depth=4 style=bold`, `setting("style")` is `bold`.
  var text = newString(hostSettings(nil, 0))
  if text.len > 0: discard hostSettings(addr text[0], uint32(text.len))
  for word in text.split({' ', ','}):
    if word.startsWith(name & "="): return word[name.len + 1 .. ^1]

proc number*(name: string, otherwise: int): int =
  ## Returns a setting as an integer, or `otherwise` if it is not set or not an integer.
  try: parseInt(setting(name)) except ValueError: otherwise

# Imported only when used: a module that makes no positions has no imports for them.
{.pragma: hostCall, codegenDecl: "__attribute__((import_module(\"muster\"), import_name(\"$2\"))) $1 $2$3".}

proc positionHere(supposed: pointer, count: uint32): int32 {.importc: "position_here", hostCall.}
proc positionRead(text: pointer, length: uint32): int32 {.importc: "position_read", hostCall.}
proc positionAfter(position: int32, first, second: int64): int32 {.importc: "position_after", hostCall.}
proc positionPlayout(position, plies: int32): int32 {.importc: "position_playout", hostCall.}
proc positionRelease(position: int32): int32 {.importc: "position_release", hostCall.}
proc positionPhase(position: int32): int32 {.importc: "position_phase", hostCall.}
proc positionLegal(position, seat: int32, codes: pointer, capacity: uint32): int32 {.
    importc: "position_legal", hostCall.}
proc positionMetrics(position, seat: int32, values: pointer, capacity: uint32): int32 {.
    importc: "position_metrics", hostCall.}
proc positionView(position, seat: int32, view: pointer, capacity: uint32): int32 {.importc: "position_view", hostCall.}
proc positionEvents(position: int32, first, second: int64, text: pointer, capacity: uint32): int32 {.
    importc: "position_events", hostCall.}
proc positionText(position: int32, text: pointer, capacity: uint32): int32 {.importc: "position_text", hostCall.}
proc positionChildren(position, seat: int32, other: int64, words: pointer, capacity: uint32): int32 {.
    importc: "position_children", hostCall.}
proc positionError(text: pointer, capacity: uint32): int32 {.importc: "position_error", hostCall.}

const noAction* = high(uint64) ## The action of a seat that does not act.

type
  Misuse* = object of ValueError ## An invalid call on positions, with the host's message.
    code*: int ## -1: positions are disabled. -2: the bot is not choosing an action. -3: no such position.
      ## -4: an action is illegal, missing or superfluous. -5: the text is not a position. -6: too many positions.
      ## -7: no such seat.
  Phase* = distinct int32 ## The phase of a position: the seats that act, or the result.
  Position* = object ## An immutable position for looking ahead. At most 1,024 can exist at once; one that goes
    ## out of scope makes room. All positions expire when `choose` returns.
    handle: int32
  Child* = object ## An action with the phase and the metrics after it.
    action*: uint64
    phase*: Phase ## The phase after it.
    metrics*: array[2, seq[int64]] ## The metrics of each seat. `metric...` of the game's kit are their indices.

proc `=copy`(to: var Position, position: Position) {.error.}

proc `=destroy`(position: var Position) =
  if position.handle != 0: discard positionRelease(position.handle)

proc told(answer: int32): int {.discardable.} =
  ## Returns the result of a call on positions. Raises `Misuse` after an invalid call.
  if answer < 0:
    var text = newString(max(positionError(nil, 0), 0))
    if text.len > 0: discard positionError(addr text[0], uint32(text.len))
    raise (ref Misuse)(code: answer, msg: text)
  answer

proc made(handle: int32): Position =
  told(handle)
  Position(handle: handle)

proc written[T](room, unit: int, write: proc (values: pointer, capacity: uint32): int32): seq[T] =
  ## Returns the output of a call, in units of this many values. Calls again with a larger buffer if necessary.
  result = newSeq[T](room * unit)
  let count = told(write(addr result[0], uint32(room)))
  result.setLen(count * unit)
  if count > room: told(write(addr result[0], uint32(count)))

proc isOver*(phase: Phase): bool = int32(phase) >= 8
  ## Returns `true` if the game is over.

proc winner*(phase: Phase): int = max(int(phase) - 9, -1)
  ## Returns the winner's seat, or -1 if there is none.

proc acts*(phase: Phase, seat: int): bool =
  ## Returns `true` if a seat acts.
  not phase.isOver and seat in 0 .. 1 and (int32(phase) shr seat and 1) == 1

proc here*(_: typedesc[Position]): Position = made(positionHere(nil, 0))
  ## Returns the current position. Hidden information is drawn with your dice.

proc hereSupposing*(_: typedesc[Position], actions: openArray[uint64]): Position =
  ## Returns the current position, assuming these hidden actions of the opponent, in order. Your dice replace actions
  ## that are missing or do not fit.
  made(positionHere(if actions.len > 0: unsafeAddr actions[0] else: nil, uint32(actions.len)))

proc read*(_: typedesc[Position], text: string): Position =
  ## Parses a position, under the rules of this match.
  made(positionRead(if text.len > 0: unsafeAddr text[0] else: nil, uint32(text.len)))

proc phase*(position: Position): Phase = Phase(told(positionPhase(position.handle)))
  ## Returns the phase: the seats that act, or the result.

proc afterBoth*(position: Position, first, second: uint64): Position =
  ## Returns the position after simultaneous actions of both seats.
  made(positionAfter(position.handle, cast[int64](first), cast[int64](second)))

proc after*(position: Position, action: uint64): Position =
  ## Returns the position after an action of the seat that acts.
  if position.phase.acts(0): position.afterBoth(action, noAction) else: position.afterBoth(noAction, action)

proc playout*(position: Position, plies: int): Position = made(positionPlayout(position.handle, int32(plies)))
  ## Plays random legal plies, up to this number or the end of the game, and returns the position.

proc legalActions*(position: Position, seat: int): seq[uint64] =
  ## Returns a seat's legal actions.
  let handle = position.handle
  written[uint64](256, 1, proc (codes: pointer, capacity: uint32): int32 =
    positionLegal(handle, int32(seat), codes, capacity))

proc metrics*(position: Position, seat: int): seq[int64] =
  ## Returns a seat's metrics. The constants `metric...` of the game's kit are their indices.
  let handle = position.handle
  written[int64](8, 1, proc (values: pointer, capacity: uint32): int32 =
    positionMetrics(handle, int32(seat), values, capacity))

proc view*[View](position: Position, _: typedesc[View], seat: int): View =
  ## Returns a seat's view, with all clocks at 0: `position.view(View, 0)`.
  let length = told(positionView(position.handle, int32(seat), addr result, uint32(sizeof(View))))
  doAssert length == sizeof(View), "this is not the view of the game that is played"

proc joined(letters: seq[char]): string =
  result = newString(letters.len)
  for index, letter in letters: result[index] = letter

proc text*(position: Position): string =
  ## Returns the position as a text that `read` parses.
  let handle = position.handle
  joined(written[char](1024, 1, proc (text: pointer, capacity: uint32): int32 = positionText(handle, text, capacity)))

proc events*(position: Position, first, second: uint64): string =
  ## Returns the events of a ply, one per line. Pass `noAction` for a seat that does not act.
  let handle = position.handle
  joined(written[char](1024, 1, proc (text: pointer, capacity: uint32): int32 =
    positionEvents(handle, cast[int64](first), cast[int64](second), text, capacity)))

proc children*(position: Position, seat: int, other = noAction): seq[Child] =
  ## Returns the child of each legal action of a seat. `other` is the other seat's action if both act.
  let
    handle = position.handle
    metrics = told(positionMetrics(handle, 0, nil, 0))
    width = 2 + 2 * metrics
    words = written[int64](256, width, proc (words: pointer, capacity: uint32): int32 =
      positionChildren(handle, int32(seat), cast[int64](other), words, capacity))
  for at in countup(0, words.len - width, width):
    let half = at + 2 + metrics
    result.add Child(action: cast[uint64](words[at]), phase: Phase(words[at + 1]),
      metrics: [words[at + 2 ..< half], words[half ..< at + width]])
