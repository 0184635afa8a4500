// The rules of a game as a file: declarations, moves, results of `turn`, events and scenes. `muster_rules.calls.js` answers
// Muster's calls, and is the only one to import the names of the list at the end.

class RulesError extends Error {
    get name() { return "RulesError"; }
}

// ---- Declarations ----

const actions = [];

/** A move: its `kind`, the name of its action, its `code`, and each part of the action as a property. */
class Move {
    constructor(kind, code) {
        this.kind = kind;
        this.code = code;
    }

    /** The code, so that a list of moves is joined at once. */
    toString() {
        return this.code;
    }
}

/** Declares an action: its notation with `{part}` for each part, and each part as `[smallest, largest, "description"]`. */
export function action({ notation, parts = {}, secret = false, about = "" } = {}) {
    const layout = [], declared = [];
    let place = 1;
    for (const [name, part] of Object.entries(parts)) {
        if (!Array.isArray(part) || !Number.isSafeInteger(part[0]) || !Number.isSafeInteger(part[1]) || part[0] > part[1]) {
            throw new RulesError(`part \`${name}\` is ${short(part)}: write ${name}: [smallest, largest, "description"]`);
        }
        const [min, max, words = "", labels] = part;
        const size = 2 ** (max > min ? Math.floor(Math.log2(max - min)) + 1 : 0);
        layout.push({ name, min, max, place, size });
        declared.push({ name, min, max, about: words, ...(labels ? { labels } : {}) });
        place *= size;
    }
    const put = (move, part, value) => {
        if (!(value >= part.min && value <= part.max && Number.isInteger(value))) {
            throw new RulesError(`\`${part.name}\` of \`${made.kind}\` is ${short(value)}: it must be an integer from ${part.min} to ${part.max}`);
        }
        move.code += (value - part.min) * part.place;
        move[part.name] = value;
    };
    const many = function (...values) {
        if (values.length !== layout.length) {
            throw new RulesError(`\`${made.kind}\` has the parts ${names(layout)}: give a value for each of them`);
        }
        if (made.base < 0) throw new RulesError("an action is used before the game has begun: use it inside the functions of the rules");
        const move = new Move(made.kind, made.base);
        layout.forEach((part, at) => put(move, part, values[at]));
        return move;
    };
    // Most actions have one part, and long lists of them are made at each ply.
    const { name, min, max } = layout[0] ?? {};
    const one = function (value, second) {
        if (value !== (value | 0) || value < min || value > max || one.base < 0 || second !== undefined) {
            return many(...[value, second].filter((given) => given !== undefined));
        }
        const move = new Move(one.kind, one.base + value - min);
        move[name] = value;
        return move;
    };
    const made = layout.length === 1 ? one : many;
    made.kind = "";
    made.base = -1;
    made.layout = layout;
    made.declaration = { notation, about, secret: Boolean(secret), parts: declared };
    actions.push(made);
    return made;
}

/** Declares a metric, a number that the game keeps for each seat. */
export const metric = (name, about = "") => ({ name, about });

/** Declares an option: `{ choices }` or `{ min, max }`, with an optional `default`, or `{ flag }` with its default. */
export const option = (name, about = "", kind = {}) => ({ name, about, ...kind });

const field = (kind, low, high) => (count = 1, about = "") =>
    typeof count === "string" ? { kind, low, high, count: 1, about: count } : { kind, low, high, count, about };

/** Declares a view field of integers from 0 to 255. */
export const u8 = field("u8", 0, 255);
/** Declares a view field of integers from -128 to 127. */
export const i8 = field("i8", -128, 127);
/** Declares a view field of integers from 0 to 65,535. */
export const u16 = field("u16", 0, 65_535);
/** Declares a view field of integers from 0 to 4,294,967,295. */
export const u32 = field("u32", 0, 2 ** 32 - 1);

class Grid {}

/** Declares a board that shows a view field, with a label for each column and each row. */
export function grid(name, { columns, rows, pieces, click, pick, tones }) {
    const shown = Object.entries(pieces).map(([value, [seat, symbol, title]]) => [value, { seat, symbol, name: title }]);
    const made = { field: name, columns, rows: [...rows], pieces: Object.fromEntries(shown), click, pick, tones };
    return Object.assign(new Grid(), JSON.parse(JSON.stringify(made)));
}

// ---- Results of `turn` and `score` ----

class Result {
    constructor(phase, outcome) {
        this.phase = phase;
        this.outcome = outcome;
    }
}

const ACTS = [new Result("act 1"), new Result("act 2")];
/** Both seats act at the same time. */
export const BOTH = new Result("act 3");

const isSeat = (value) => value === 0 || value === 1;

/** The game is over: the seat has won. */
export function win(seat, reason = "") {
    if (!isSeat(seat)) throw new RulesError(`win(${short(seat)}): the seat must be 0 or 1`);
    return new Result(`win ${seat} ${words(reason)}`, `win ${seat}`);
}

/** The game is over in a draw. */
export const draw = (reason = "") => new Result(`draw ${words(reason)}`, "draw");

/** Chance decides: `apply` receives `moves.chance`, a number from 0 to `outcomes - 1`, all equally likely. */
export function chance(outcomes, { to = BOTH } = {}) {
    if (!Number.isInteger(outcomes) || outcomes < 1 || outcomes > 100_000) {
        throw new RulesError(`chance(${short(outcomes)}): the number of outcomes must be an integer from 1 to 100000`);
    }
    if (to !== BOTH && to !== null && !isSeat(to)) throw new RulesError(`chance to ${short(to)}: it must be a seat, BOTH or null`);
    return new Result(`chance ${outcomes} ${to === BOTH ? 3 : to === null ? 0 : 1 << to}`);
}

function words(reason) {
    if (typeof reason !== "string" || reason.includes("\n")) throw new RulesError(`the reason ${short(reason)} must be a text of one line`);
    return reason || "by the rules";
}

// ---- Events and scenes ----

/** An event, with a mark on the board: `{ move: [from, to] }`, `{ shot: [from, to] }` or `{ loss: square }`. */
export const event = (text, mark) => (mark ? { text, mark } : { text });

function shape(id, form, numbers, text, { seat = null, name = "", action: move = null } = {}) {
    return { id, [form]: numbers, text, name, ...(seat === null ? {} : { seat }), ...(move === null ? {} : { action: move.code }) };
}

/** A rectangle of a scene. A shape of the same `id` in the next position is the same thing, moved. */
export const rect = (id, left, top, width, height, text = "", more) => shape(id, "rect", [left, top, width, height], text, more);
/** A circle of a scene. */
export const circle = (id, x, y, radius, text = "", more) => shape(id, "circle", [x, y, radius], text, more);
/** A line of a scene. */
export const line = (id, x1, y1, x2, y2, more) => shape(id, "line", [x1, y1, x2, y2], "", more);
/** A text of a scene, centred at a point. */
export const label = (id, x, y, text, more) => shape(id, "at", [x, y], text, more);

// ---- Texts of errors ----

function short(value) {
    let text;
    try {
        if (typeof value === "string") text = JSON.stringify(value);
        else if (typeof value === "bigint") text = `${value}n`;
        else if (typeof value === "function") text = actions.includes(value) ? `the action ${value.kind}` : `the function ${value.name}`;
        else if (value instanceof Set) text = `Set {${[...value].join(", ")}}`;
        else if (value && typeof value === "object" && !(value instanceof Map)) text = JSON.stringify(value);
        else text = String(value instanceof Map ? "a Map" : value);
    } catch {
        text = "an object";
    }
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

const names = (parts) => parts.map((part) => `\`${part.name}\``).join(", ") || "none";

export { ACTS, actions, Grid, isSeat, Move, Result, RulesError, short };
