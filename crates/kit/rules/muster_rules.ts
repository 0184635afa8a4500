// The rules of a game as a module, in AssemblyScript. The reference is docs/games/reference.md of Muster.
//
// An author writes game.ts, with the declaration as JSON and a class State, and compiles game_door.ts.

/** The codes of a ply; -1 for a seat that does not act. An outcome of chance is in `chance` instead, else it is -1. */
export class Ply {
  first: i64 = -1;
  second: i64 = -1;
  chance: i64 = -1;

  /** The code of a seat's move; -1 if it does not act. */
  code(seat: i32): i64 {
    return seat ? this.second : this.first;
  }
}

/** Makes a code. Parts lie in the payload from bit 0 in order, each as wide as its range needs, less its minimum. */
export function makeMove(kind: u32, payload: u64): u64 {
  return ((<u64>kind) << 48) | payload;
}
export function kindOf(code: u64): u32 {
  return <u32>(code >> 48);
}
export function payloadOf(code: u64): u64 {
  return code & 0xffff_ffff_ffff;
}

/** Results of `turn`. */
export function act(seat: i32): string {
  return seat ? "act 2" : "act 1";
}
export const BOTH = "act 3";
export function win(seat: i32, reason: string): string {
  return `win ${seat} ${reason}`;
}
export function draw(reason: string): string {
  return `draw ${reason}`;
}
/** Chance decides. The bits of `seenBy` are the seats that may know the outcome: 3 is both. */
export function chance(outcomes: u32, seenBy: u32): string {
  return `chance ${outcomes} ${seenBy}`;
}

/** Bytes that grow. */
export class Bytes {
  private bytes: Uint8Array = new Uint8Array(1024);
  length: i32 = 0;

  private room(count: i32): usize {
    if (this.length + count > this.bytes.length) {
      const grown = new Uint8Array(2 * (this.length + count));
      memory.copy(grown.dataStart, this.bytes.dataStart, this.length);
      this.bytes = grown;
    }
    this.length += count;
    return this.bytes.dataStart + this.length - count;
  }

  get start(): usize {
    return this.bytes.dataStart;
  }
  put<T>(value: T): void {
    store<T>(this.room(sizeof<T>()), value);
  }
  putAll(values: StaticArray<u8>): void {
    memory.copy(this.room(values.length), changetype<usize>(values), values.length);
  }
  putText(text: string): void {
    const bytes = Uint8Array.wrap(String.UTF8.encode(text));
    memory.copy(this.room(bytes.length), bytes.dataStart, bytes.length);
  }
  /** Begins a field; `finish` takes what this returns. */
  begin(): i32 {
    this.put<u32>(0);
    return this.length;
  }
  finish(begun: i32): void {
    store<u32>(this.start + begun - 4, this.length - begun);
  }
}

/** A text as JSON. */
function quoted(text: string): string {
  return '"' + text.replaceAll("\\", "\\\\").replaceAll('"', '\\"') + '"';
}

/** Receives events. */
export class Events {
  constructor(private answer: Bytes) {}

  /** Adds an event, with a mark on the board as JSON: `{"move": [from, to]}`, `{"shot": [from, to]}` or `{"loss": at}`. */
  push(text: string, mark: string = ""): void {
    putText(this.answer, `{"text":${quoted(text)}${mark.length ? `,"mark":${mark}` : ""}}`);
  }
}

/**
 * Receives the shapes of a scene. A shape with the same `id` in the next position is the same thing. `name` is for screen
 * readers, `seat` the seat in whose colour the shape is filled, `action` the move that a click makes; -1 for none.
 */
export class Shapes {
  json: string = "";

  rect(
    id: string, left: i32, top: i32, width: i32, height: i32,
    text: string = "", name: string = "", seat: i32 = -1, action: i64 = -1,
  ): void {
    this.push(`"rect":[${left},${top},${width},${height}]`, id, text, name, seat, action);
  }
  circle(
    id: string, x: i32, y: i32, radius: i32,
    text: string = "", name: string = "", seat: i32 = -1, action: i64 = -1,
  ): void {
    this.push(`"circle":[${x},${y},${radius}]`, id, text, name, seat, action);
  }
  line(id: string, x1: i32, y1: i32, x2: i32, y2: i32, name: string = "", seat: i32 = -1): void {
    this.push(`"line":[${x1},${y1},${x2},${y2}]`, id, "", name, seat, -1);
  }
  /** Adds a text, centred at a point. */
  label(id: string, x: i32, y: i32, text: string, name: string = "", seat: i32 = -1, action: i64 = -1): void {
    this.push(`"at":[${x},${y}]`, id, text, name, seat, action);
  }

  private push(form: string, id: string, text: string, name: string, seat: i32, action: i64): void {
    if (this.json.length) this.json += ",";
    this.json += `{"id":${quoted(id)},${form},"text":${quoted(text)},"name":${quoted(name)}`;
    if (seat >= 0) this.json += `,"seat":${seat}`;
    if (action >= 0) this.json += `,"action":${action}`;
    this.json += "}";
  }
}

/** A field of a request. */
export class Field {
  constructor(public at: usize, public length: i32) {}

  text(): string {
    return String.UTF8.decodeUnsafe(this.at, this.length);
  }
  /** The bytes; zeros if the host left the field out. */
  bytes(length: i32): StaticArray<u8> {
    const bytes = new StaticArray<u8>(length);
    if (this.length == length) memory.copy(changetype<usize>(bytes), this.at, length);
    return bytes;
  }
}

/** Dice that the key of an imagined position determines: SplitMix64 of Steele, Lea and Flood. */
export class Dice {
  private state: u64;

  constructor(key: string) {
    this.state = U64.parseInt(key.substr(0, 16), 16);
  }

  /** A number below the bound. */
  below(bound: u32): u32 {
    this.state += 0x9e3779b97f4a7c15;
    let mixed = (this.state ^ (this.state >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return <u32>((mixed ^ (mixed >> 31)) % bound);
  }
}

/** The value of an option as text; empty if there is none. */
export function optionText(options: string, name: string): string {
  const words = options.split(" ");
  for (let at = 0; at < words.length; at++) {
    if (words[at].startsWith(name + "=")) return words[at].substr(name.length + 1);
  }
  return "";
}

/**
 * The rules of a game. A state is bytes: `shared`, an `own` part for each seat, and `hidden`. Functions for a seat see the
 * other seat's part, and what is hidden, as zeros.
 */
export abstract class Rules {
  shared: StaticArray<u8> = new StaticArray<u8>(0);
  own: StaticArray<StaticArray<u8>> = [new StaticArray<u8>(0), new StaticArray<u8>(0)];
  hidden: StaticArray<u8> = new StaticArray<u8>(0);

  /** The declaration as JSON. Its `has` lists the optional functions that are written. */
  abstract declaration(): string;
  /** Bytes of each part of the state. */
  abstract sharedBytes(): i32;
  ownBytes(): i32 {
    return 0;
  }
  hiddenBytes(): i32 {
    return 0;
  }
  abstract start(options: string): void;
  abstract turn(): string;
  abstract legal(seat: i32, moves: Bytes): void;
  abstract apply(ply: Ply): void;
  /** Writes the fields of the view in their order, each aligned to its elements. */
  abstract show(seat: i32, view: Bytes): void;
  metrics(seat: i32, values: Bytes): void {}
  score(): string {
    return "draw";
  }
  events(ply: Ply, events: Events): void {}
  imagine(seat: i32, dice: Dice): void {}
  /** Exchanges the seats; all moves keep their codes. The declaration has `text` and `read`, too. */
  mirror(): void {}
  scene(shapes: Shapes): void {}
  /** The position as one line; by default the bytes of the state as hexadecimal digits. */
  text(): string {
    let text = "";
    for (let part = 0; part < 4; part++) {
      const bytes = this.part(part);
      for (let at = 0; at < bytes.length; at++) text += (256 + <u32>bytes[at]).toString(16).substr(1);
    }
    return text;
  }
  /** Fills in a state of zeros from a text. Returns the mistake in the text; nothing if it has none. */
  read(options: string, text: string): string {
    let digits = 0;
    for (let part = 0; part < 4; part++) {
      const bytes = this.part(part);
      for (let at = 0; at < bytes.length; at++, digits += 2) {
        const byte = parseInt(text.substr(digits, 2), 16);
        if (isNaN(byte)) return "a text has two hexadecimal digits for each byte of the state";
        bytes[at] = <u8>byte;
      }
    }
    return digits == text.length ? "" : "the text is too long";
  }

  private part(index: i32): StaticArray<u8> {
    return index == 0 ? this.shared : index == 3 ? this.hidden : this.own[index - 1];
  }
}

const REQUEST: u32 = 16 << 10;
const room = memory.data(16384, 8);

/** The room for a request. */
export function buffer(length: u32): usize {
  assert(length <= REQUEST, "the request is too long");
  return room;
}

function forget(rules: Rules, seat: i32): void {
  rules.own[1 - seat] = new StaticArray<u8>(rules.ownBytes());
  rules.hidden = new StaticArray<u8>(rules.hiddenBytes());
}

function putField(answer: Bytes, bytes: StaticArray<u8>): void {
  const begun = answer.begin();
  answer.putAll(bytes);
  answer.finish(begun);
}

function putText(answer: Bytes, text: string): void {
  const begun = answer.begin();
  answer.putText(text);
  answer.finish(begun);
}

function readPly(codes: string): Ply {
  const words = codes.split(" "), ply = new Ply();
  if (words[0] != "-") ply.first = I64.parseInt(words[0]);
  if (words[1] != "-") ply.second = I64.parseInt(words[1]);
  if (ply.first >= 0 && kindOf(ply.first) == 31) {
    // Bits 32 and 33 say which seats may know the outcome.
    ply.chance = ply.first & 0xffff_ffff;
    ply.first = -1;
  }
  return ply;
}

function putPosition(rules: Rules, answer: Bytes): void {
  const turn = rules.turn();
  const acting = turn.startsWith("act ") ? I32.parseInt(turn.substr(4)) : 0;
  const own = [rules.own[0], rules.own[1]], hidden = rules.hidden;
  putText(answer, turn);
  putField(answer, rules.shared);
  putField(answer, own[0]);
  putField(answer, own[1]);
  putField(answer, hidden);
  for (let call = 0; call < 4; call++) {
    const seat = call & 1, begun = answer.begin();
    if ((acting >> seat) & 1) {
      forget(rules, seat);
      if (call < 2) rules.legal(seat, answer);
      else rules.show(seat, answer);
      rules.own[0] = own[0];
      rules.own[1] = own[1];
      rules.hidden = hidden;
    }
    answer.finish(begun);
  }
  const begun = answer.begin();
  rules.metrics(0, answer);
  rules.metrics(1, answer);
  answer.finish(begun);
}

/** Answers a request. */
export function answer(rules: Rules): u64 {
  const fields: Field[] = [];
  for (let field = 0, at = room; field < 9; field++) {
    fields.push(new Field(at + 4, load<u32>(at)));
    at += 4 + load<u32>(at);
  }
  const op = fields[0].text(), viewer = fields[1].text(), told = new Bytes();
  rules.shared = fields[4].bytes(rules.sharedBytes());
  rules.own[0] = fields[5].bytes(rules.ownBytes());
  rules.own[1] = fields[6].bytes(rules.ownBytes());
  rules.hidden = fields[7].bytes(rules.hiddenBytes());
  const seat = viewer == "1" ? 1 : 0;
  if (viewer != "-") forget(rules, seat);
  if (op == "describe") {
    putText(told, rules.declaration());
  } else if (op == "start") {
    rules.start(fields[3].text());
    putPosition(rules, told);
  } else if (op == "apply") {
    rules.apply(readPly(fields[2].text()));
    putPosition(rules, told);
  } else if (op == "show") {
    const begun = told.begin();
    rules.show(seat, told);
    told.finish(begun);
  } else if (op == "score") {
    putText(told, rules.score());
  } else if (op == "events") {
    rules.events(readPly(fields[2].text()), new Events(told));
  } else if (op == "mirror") {
    rules.mirror();
    putPosition(rules, told);
  } else if (op == "scene") {
    const shapes = new Shapes();
    rules.scene(shapes);
    putText(told, `[${shapes.json}]`);
  } else if (op == "text") {
    putText(told, rules.text());
  } else if (op == "read") {
    const mistake = rules.read(fields[3].text(), fields[8].text());
    if (mistake.length) putText(told, `error: ${mistake}`);
    else putPosition(rules, told);
  } else if (op == "imagine") {
    rules.imagine(seat, new Dice(fields[8].text()));
    putPosition(rules, told);
  } else {
    unreachable();
  }
  return (<u64>told.start) | ((<u64>told.length) << 32);
}
