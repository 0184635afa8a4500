// `console`, as far as a log needs it. `write` writes one line.
(function (write) {
    "use strict";
    const DEPTH = 4;
    const ITEMS = 200;

    // A value as one line. A text inside another value is quoted.
    function show(value, depth, above) {
        if (typeof value === "string") return depth ? JSON.stringify(value) : value;
        if (typeof value === "bigint") return `${value}n`;
        if (typeof value === "function") return `[function ${value.name || "without a name"}]`;
        if (value === null || typeof value !== "object") return String(value);
        if (value instanceof Error) return depth ? String(value) : `${value}\n${value.stack}`.trimEnd();
        if (above.includes(value)) return "[circular]";
        if (depth === DEPTH) return Array.isArray(value) ? "[…]" : "{…}";
        return showMembers(value, depth + 1, [...above, value]);
    }

    function showMembers(value, depth, above) {
        const inner = (member) => show(member, depth, above);
        const pair = ([key, member]) => `${inner(key)} => ${inner(member)}`;
        if (Array.isArray(value) || ArrayBuffer.isView(value)) return list("[", Array.from(value), inner, "]");
        if (value instanceof Map) return list("Map {", [...value], pair, "}");
        if (value instanceof Set) return list("Set {", [...value], inner, "}");
        if (value instanceof Date) return String(value);
        return list("{", Object.entries(value), ([key, member]) => `${key}: ${inner(member)}`, "}");
    }

    function list(open, members, shown, close) {
        const texts = members.slice(0, ITEMS).map(shown);
        if (members.length > ITEMS) texts.push(`… ${members.length - ITEMS} more`);
        return open + texts.join(", ") + close;
    }

    const log = (...values) => write(values.map((value) => show(value, 0, [])).join(" "));
    const assert = (condition, ...values) => {
        if (!condition) log("assertion failed:", ...values);
    };
    return { log, info: log, debug: log, warn: log, error: log, assert };
})
