// Muster's calls of the author's functions: requests are read, values are checked and encoded, and calls are answered.
import { ACTS, actions, Grid, isSeat, Move, Result, RulesError, short } from "./muster_rules.js";

// Maximum number of actions. In a code, it is the number of an outcome of chance.
const KINDS = 31;
// The number of an action is above the lower 48 bits of a code.
const PAYLOAD = 2 ** 48;

// ---- Values ----

/** The value that `encode` encoded last, as it is when it is read again: with members in order and nothing shared. */
let copied;
/** The texts of lists of integers among the copies. */
const integerTexts = new Map();

/** The canonical JSON of a value, and its copy in `copied`; undefined if a state cannot have it. */
function encode(value, depth = 0) {
    if (depth > 100) return undefined;
    copied = value;
    if (typeof value === "number") {
        copied += 0; // Minus zero is read again as zero.
        return Number.isSafeInteger(value) ? `${copied}` : undefined;
    }
    if (typeof value === "string") return JSON.stringify(value);
    if (value === null || typeof value === "boolean") return `${value}`;
    if (typeof value !== "object") return undefined;
    if (Array.isArray(value)) return encodeList(value, depth);
    if (!isPlain(value)) return undefined;
    const copy = {};
    let text = "";
    for (const key of Object.keys(value).sort()) {
        const member = encode(value[key], depth + 1);
        if (member === undefined) return undefined;
        text += `${text ? "," : "{"}${JSON.stringify(key)}:${member}`;
        if (key === "__proto__") Object.defineProperty(copy, key, { value: copied, writable: true, enumerable: true, configurable: true });
        else copy[key] = copied;
    }
    copied = copy;
    return text ? `${text}}` : "{}";
}

function encodeList(list, depth) {
    const text = integers(list);
    if (text !== undefined) {
        // A list with minus zero or a negative number is read again.
        copied = list.length < 10_000 && 1 / Math.min.apply(null, list) > 0 ? [...list] : JSON.parse(`[${text}]`);
        integerTexts.set(copied, text);
        return `[${text}]`;
    }
    const items = [], copies = [];
    for (const item of list) {
        const text = encode(item, depth + 1);
        if (text === undefined) return undefined;
        items.push(text);
        copies.push(copied);
    }
    copied = copies;
    return `[${items.join(",")}]`;
}

/** The integers of a list, with commas between; undefined if it has other values. `every` skips holes. */
const integers = (list) => (list.every(Number.isSafeInteger) && !list.includes(undefined) ? list.join(",") : undefined);

function isPlain(value) {
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
}

/** The first value of a kind that a state cannot have, with its path and advice; undefined if every value is allowed. */
function unfit(value, path, depth = 0) {
    if (depth > 100) return `${path.slice(0, 20)}... is nested more than 100 deep, or contains itself`;
    if (value === null || typeof value === "boolean" || typeof value === "string" || Number.isSafeInteger(value)) return undefined;
    if (Array.isArray(value)) {
        for (let at = 0; at < value.length; at++) {
            const found = unfit(value[at], `${path}[${at}]`, depth + 1);
            if (found) return found;
        }
        return undefined;
    }
    if (typeof value === "object" && isPlain(value)) {
        for (const key of Object.keys(value)) {
            const found = unfit(value[key], /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`, depth + 1);
            if (found) return found;
        }
        return undefined;
    }
    return `${path} is ${short(value)}: ${instead(value)}`;
}

function instead(value) {
    if (Number.isInteger(value)) return "integers must lie between -2**53 and 2**53";
    if (typeof value === "number") return "floats are not allowed, use integers";
    if (typeof value === "bigint") return "BigInts are not allowed, use integers below 2**53";
    if (value instanceof Set) return "sets are not allowed: use a sorted array";
    if (value instanceof Map) return "maps are not allowed: use a plain object";
    if (ArrayBuffer.isView(value)) return "typed arrays are not allowed: use Array.from(...)";
    if (value instanceof Move) return "moves are not allowed: keep their parts, or their code";
    if (value === undefined) return "leave the property out, or use null";
    return "a state has integers, texts, booleans, null, arrays and plain objects";
}

/** Dice, determined by the key of an imagined position: Chris Doty-Humphrey's sfc32. */
class Dice {
    #words;

    constructor(key) {
        this.#words = [0, 8, 16, 24].map((at) => parseInt(key.slice(at, at + 8), 16) | 0);
        for (let round = 0; round < 12; round++) this.#next();
    }

    #next() {
        const [a, b, c, counter] = this.#words;
        const result = (a + b + counter) | 0;
        this.#words = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + result) | 0, (counter + 1) | 0];
        return result >>> 0;
    }

    /** A number from 0 to `bound - 1`. */
    below(bound) {
        return ((this.#next() & 0xfffff) * 2 ** 32 + this.#next()) % bound;
    }

    /** One of the values. */
    choice(values) {
        return values[this.below(values.length)];
    }

    /** The values in a random order, as a new array. */
    shuffle(values) {
        const mixed = [...values];
        for (let last = mixed.length - 1; last > 0; last--) {
            const other = this.below(last + 1);
            [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
        }
        return mixed;
    }
}

// ---- The author's functions ----

const REQUIRED = {
    start: "export function start(options) { ... }",
    turn: "export function turn(state) { ... }",
    legal: "export function legal(state, seat) { ... }",
    apply: "export function apply(state, moves) { ... }",
};
const OPTIONAL = ["measure", "score", "show", "events", "scene", "text", "read", "mirror", "imagine"];
const EXAMPLES = {
    title: '"Connect Four"', seats: '["Red", "Yellow"]', maxPlies: "42", view: '{ board: u8(42, "Description.") }',
};

let author, file, lines, fields, declaration;
let options = {}, metricCount = 0;

/** Throws an error that is reported at the author's function. */
function fault(name, said) {
    const error = new RulesError(said);
    error.stack = `    at ${name} (${file}:${lines[name] ?? 1}:1)\n`;
    throw error;
}

/** Reads the author's module, and returns the function that answers Muster's calls. */
export function serve(given) {
    ({ author, file, lines } = given);
    for (const name of [...Object.keys(REQUIRED), ...OPTIONAL]) {
        if (author[name] === undefined && REQUIRED[name]) fault(name, `the file exports no function \`${name}\`: write \`${REQUIRED[name]}\``);
        if (author[name] !== undefined && typeof author[name] !== "function") fault(name, `\`${name}\` is not a function`);
    }
    for (const [name, example] of Object.entries(EXAMPLES)) {
        if (author[name] === undefined) fault(name, `the file exports no \`${name}\`: write \`export const ${name} = ${example};\``);
    }
    declare(given.about, given.usesChance);
    const { position: Position } = given;
    return () => {
        const request = Position.here().text.split("\n");
        try {
            const answer = answers[request[0]](request[1], request[2], request[3], request.slice(4, 8), request[8]);
            Position.read(answer.join("\n"));
        } catch (error) {
            tidy(error);
            throw error;
        }
        return 0;
    };
}

/** Leaves our own frames out of an error's trace, if others remain. */
function tidy(error) {
    if (!(error instanceof Error) || typeof error.stack !== "string") return;
    const frames = error.stack.split("\n").filter((frame) => frame && !frame.includes("muster_rules"));
    if (frames.length) error.stack = `${frames.join("\n")}\n`;
}

function declare(about, usesChance) {
    const made = Object.entries(author);
    for (const [name, value] of made) {
        if (actions.includes(value) && !value.kind) value.kind = name;
    }
    actions.forEach((one, kind) => {
        if (!one.kind) fault("action", `the action with the notation ${short(one.declaration.notation)} is not exported: write \`export const\` before it`);
        one.base = kind * PAYLOAD;
    });
    if (!actions.length) fault("action", 'the file declares no action: write `export const drop = action({ notation: "{column}", parts: { column: [0, 6, "Column."] } });`');
    if (actions.length > KINDS) fault("action", `the file declares ${actions.length} actions, and a game has at most ${KINDS}`);
    fields = Object.entries(author.view);
    for (const [name, one] of fields) {
        if (!one?.high) fault("view", `\`${name}\` of view is ${short(one)}: write u8(count, "description")`);
    }
    options = Object.fromEntries((author.options ?? []).map((one) => [one.name, one]));
    const metrics = author.metrics ?? [];
    metricCount = metrics.length;
    if (metricCount && !author.measure) fault("metrics", "metrics are declared, and there is no function `measure`: write `export function measure(state, seat)`");
    declaration = {
        ...(author.name === undefined ? {} : { name: author.name }),
        title: author.title,
        about: author.about ?? about,
        seats: author.seats,
        max_plies: author.maxPlies,
        options: Object.values(options),
        metrics,
        actions: actions.map((one) => ({ name: one.kind, ...one.declaration })),
        view: fields.map(([name, { kind, count, about: text }]) => ({ name, kind, count, about: text })),
        grids: made.flatMap(([, value]) => value).filter((value) => value instanceof Grid),
        has: OPTIONAL.filter((name) => author[name]).map((name) => (name === "measure" ? "metrics" : name)),
        chance: usesChance,
    };
}

// ---- Muster's calls ----

function stateOf(parts) {
    const state = JSON.parse(parts[0]), own0 = parts[1], own1 = parts[2];
    if (own0 || own1) state.own = [own0 ? JSON.parse(own0) : null, own1 ? JSON.parse(own1) : null];
    if (parts[3]) state.hidden = JSON.parse(parts[3]);
    return state;
}

/** The state without the parts hidden from a seat. */
function seenBy(seat, [publicPart, own0, own1]) {
    return stateOf([publicPart, seat ? "" : own0, seat ? own1 : "", ""]);
}

/** The state as a seat sees it, or the whole state if the call has no seat. */
const viewed = (seat, parts) => (seat === "-" ? stateOf(parts) : seenBy(Number(seat), parts));

/** The parts of a state as texts: public, own of each seat, hidden. */
function split(state, by) {
    if (state === null || typeof state !== "object" || Array.isArray(state) || !isPlain(state)) {
        const ending = state === undefined ? ", as a function does that ends without `return`" : "";
        fault(by, `${by} returned ${short(state)}${ending}: return the state, an object`);
    }
    let shared = state, own0 = "", own1 = "", hiddenPart = "";
    if (state.own !== undefined || state.hidden !== undefined) {
        const { own, hidden, ...rest } = state;
        shared = rest;
        if (own !== undefined) {
            if (!Array.isArray(own) || own.length !== 2) fault(by, `state.own is ${short(own)}: it must be an array with a part for each seat`);
            [own0, own1] = own.map((part) => encode(part));
        }
        if (hidden !== undefined) hiddenPart = encode(hidden);
    }
    const parts = [encode(shared), own0, own1, hiddenPart];
    if (parts.includes(undefined)) fault(by, unfit(state, "state") ?? "the state has a value that cannot be kept");
    return parts;
}

/** The fields of a position. */
function position(state, by) {
    const parts = split(state, by);
    // The author's functions receive a state as it is when it is read again, the same in every later call.
    const whole = parts[1] || parts[2] || parts[3] ? stateOf(parts) : copied;
    let result = author.turn(whole);
    if (isSeat(result)) result = ACTS[result];
    if (!(result instanceof Result)) {
        fault("turn", `turn returned ${short(result)}: return a seat (0 or 1), BOTH, chance(...), win(...) or draw(...)`);
    }
    const answer = [result.phase, parts[0], parts[1], parts[2], parts[3], "", "", "", "", ""];
    const acting = result.phase.startsWith("act") ? Number(result.phase[4]) : 0;
    for (let seat = 0; seat < 2; seat++) {
        if (!((acting >> seat) & 1)) continue;
        const seen = parts[1] || parts[2] || parts[3] ? seenBy(seat, parts) : whole;
        answer[5 + seat] = legal(seen, seat);
        answer[7 + seat] = show(seen, seat);
    }
    if (metricCount) answer[9] = `${measure(whole, 0)} ${measure(whole, 1)}`;
    return answer;
}

function legal(seen, seat) {
    const moves = author.legal(seen, seat);
    if (!Array.isArray(moves)) fault("legal", `legal returned ${short(moves)}: return an array of moves`);
    // `every` skips holes.
    if (!moves.every(isMove, Move) || moves.includes(undefined)) {
        const wrong = [...moves].find((move) => !(move instanceof Move));
        fault("legal", `legal lists ${short(wrong)}, which is not a move: make moves with actions, as in ${example()}`);
    }
    return moves.join(" ");
}

/** Returns `true` if a value is of the class `this`. */
const isMove = Function.prototype[Symbol.hasInstance];

const example = () => `${actions[0].kind}(${actions[0].layout.map((part) => part.min).join(", ")})`;

function measure(state, seat) {
    const given = author.measure(state, seat);
    let values = given;
    if (typeof values === "number") values = [values];
    if (!Array.isArray(values) || values.length !== metricCount || !values.every(Number.isSafeInteger)) {
        values = Array.isArray(values) && values.length === metricCount ? values.map(Number) : [NaN];
        if (!values.every(Number.isSafeInteger)) fault("measure", `measure returned ${short(given)}: return an array of ${metricCount} integers, in the order of metrics`);
    }
    return values.join(" ");
}

function show(seen, seat) {
    const values = author.show ? author.show(seen, seat) : seen;
    const by = author.show ? "show" : "turn";
    if (values === null || typeof values !== "object") {
        fault(by, `show returned ${short(values)}: return an object with a value for each field of view`);
    }
    const shown = [];
    for (const [name, one] of fields) {
        let value = values[name];
        if (one.count === 1 && !Array.isArray(value)) value = [value];
        if (!Array.isArray(value) || value.length !== one.count) fault(by, unfitView(name, one, values));
        // Booleans are 0 and 1.
        const text = (author.show ? undefined : integerTexts.get(value)) ?? integers(value) ?? integers(value = value.map((number) => (typeof number === "boolean" ? Number(number) : number)));
        if (text === undefined || Math.min.apply(null, value) < one.low || Math.max.apply(null, value) > one.high) {
            fault(by, unfitView(name, one, values));
        }
        shown.push(text);
    }
    return shown.join(",");
}

/** The mistake in a field of a view. */
function unfitView(name, one, values) {
    const value = values[name];
    if (value === undefined) return `the view has no \`${name}\`: show must return it, or the state must have it`;
    if (one.count > 1 && (!Array.isArray(value) || value.length !== one.count)) {
        return `\`${name}\` of the view is ${short(value)}: it must be an array of ${one.count} integers`;
    }
    const list = Array.isArray(value) ? value : [value];
    const isFit = (number) => (Number.isInteger(number) && number >= one.low && number <= one.high) || typeof number === "boolean";
    const at = list.findIndex((number) => !isFit(number));
    const place = one.count > 1 ? `${name}[${at}]` : name;
    return `\`${place}\` of the view is ${short(list[at])}: it must be an integer from ${one.low} to ${one.high}`;
}

function movesOf(codes) {
    const moves = [], words = codes.split(" ");
    for (let seat = 0; seat < 2; seat++) {
        if (words[seat] === "-") continue;
        const code = Number(words[seat]), kind = Math.floor(code / PAYLOAD);
        if (kind === KINDS) {
            // Bits 32 and 33 say which seats may know the outcome.
            moves.chance = code % 2 ** 32;
            continue;
        }
        const move = moves[seat] = new Move(actions[kind].kind, code);
        for (const { name, min, place, size } of actions[kind].layout) move[name] = (Math.floor((code % PAYLOAD) / place) % size) + min;
    }
    return moves;
}

function settings(text) {
    const values = {};
    for (const word of text ? text.split(" ") : []) {
        const [name, value] = word.split("=");
        values[name] = options[name].choices ? value : "flag" in options[name] ? value === "true" : Number(value);
    }
    return values;
}

function describe() {
    const first = (one) => one.default ?? (one.choices ? one.choices[0] : one.flag ?? one.min);
    const defaults = Object.fromEntries(Object.values(options).map((one) => [one.name, first(one)]));
    const parts = split(author.start(defaults), "start");
    const secrets = parts.slice(1).some(Boolean) || actions.some((one) => one.declaration.secret);
    return [JSON.stringify({ ...declaration, secrets })];
}

function events(seat, moves, parts) {
    const told = author.events(viewed(seat, parts), movesOf(moves));
    if (!Array.isArray(told)) fault("events", `events returned ${short(told)}: return an array of texts or of event(...)`);
    return told.map((one) => {
        const made = typeof one === "string" ? { text: one } : one;
        if (typeof made?.text !== "string") fault("events", `events lists ${short(one)}: it must be a text or event(...)`);
        return JSON.stringify(made);
    });
}

function scene(seat, parts) {
    const shapes = author.scene(viewed(seat, parts));
    const wrong = Array.isArray(shapes) ? unfit(shapes, "shapes") : "it must be an array of shapes, such as rect(...)";
    if (wrong) fault("scene", `scene returned ${short(shapes)}: ${wrong}`);
    return [encode(shapes)];
}

function score(parts) {
    const result = author.score(stateOf(parts));
    if (!(result instanceof Result) || !result.outcome) fault("score", `score returned ${short(result)}: return win(seat) or draw()`);
    return [result.outcome];
}

function text(seat, parts) {
    const written = author.text(viewed(seat, parts));
    if (typeof written !== "string" || written.includes("\n")) fault("text", `text returned ${short(written)}: return a text of one line`);
    return [written];
}

function read(written) {
    let state;
    try {
        state = author.read(written);
    } catch (error) {
        if (error instanceof RangeError || error instanceof SyntaxError) return [`error: ${error.message.replace(/\s+/g, " ")}`];
        throw error;
    }
    return position(state, "read");
}

function imagine(seat, parts, key) {
    const imagined = author.imagine(seenBy(seat, parts), seat, new Dice(key));
    if (imagined && typeof imagined === "object" && !Array.isArray(imagined) && (imagined.own || imagined.hidden)) {
        return position(imagined, "imagine");
    }
    const state = seenBy(seat, parts);
    state.own ??= [null, null];
    state.own[1 - seat] = imagined;
    return position(state, "imagine");
}

const answers = {
    describe,
    start: (seat, moves, given) => position(author.start(settings(given)), "start"),
    apply: (seat, moves, given, parts) => position(author.apply(stateOf(parts), movesOf(moves)), "apply"),
    show: (seat, moves, given, parts) => [show(viewed(seat, parts), Number(seat))],
    events: (seat, moves, given, parts) => events(seat, moves, parts),
    scene: (seat, moves, given, parts) => scene(seat, parts),
    score: (seat, moves, given, parts) => score(parts),
    text: (seat, moves, given, parts) => text(seat, parts),
    read: (seat, moves, given, parts, written) => read(written),
    mirror: (seat, moves, given, parts) => position(author.mirror(stateOf(parts)), "mirror"),
    imagine: (seat, moves, given, parts, key) => imagine(Number(seat), parts, key),
};
