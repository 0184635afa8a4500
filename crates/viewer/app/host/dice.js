/** A seat's random stream: the rules' own dice, in an instance of the rules' module that does nothing else. */

/** Numbers that are drawn at a time. */
const drawn = 512;

/**
 * @param {WebAssembly.Module} rules
 * @param {Uint8Array} key of 32 bytes
 * @param {number} [skipped] numbers of the stream that were drawn before
 */
export const open = (rules, key, skipped = 0) => {
  const { exports } = new WebAssembly.Instance(rules);
  const call = (/** @type {string} */ name, /** @type {number[]} */ ...values) =>
    /** @type {WasmCall} */ (exports[name])(...values);
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  const request = Number(call("rules_request", key.length));
  new Uint8Array(memory.buffer).set(key, request);
  const handle = Number(call("rules_open_dice"));
  if (handle === -1) throw new Error("these are no dice");
  let left = new DataView(new ArrayBuffer(0));
  let at = 0;
  let count = 0;

  const refill = () => {
    if (call("rules_dice", handle, drawn * 8) !== 0) throw new Error("the dice failed");
    const reply = Number(call("rules_reply"));
    left = new DataView(memory.buffer.slice(reply, reply + drawn * 8));
    at = 0;
  };

  /** The next number of 64 bits. */
  const bits = () => {
    if (at === left.byteLength) refill();
    at += 8;
    count += 1;
    return left.getBigUint64(at - 8, true);
  };
  for (let index = 0; index < skipped; index++) bits();
  return { bits, count: () => count };
};
