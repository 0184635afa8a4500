/** Bytes that are written as text, because a page from a folder can load nothing but scripts. */

/**
 * The bytes of a text in base64.
 * @param {string} text
 */
export function bytes(text) {
  const letters = atob(text);
  const found = new Uint8Array(letters.length);
  // Faster than `Uint8Array.from`: the rules are a long text.
  for (let at = 0; at < letters.length; at++) found[at] = letters.charCodeAt(at);
  return found;
}

/**
 * The bytes of a text in base64, gzipped there.
 * @param {string} text
 * @returns {Promise<ArrayBuffer>}
 */
export function unpack(text) {
  return new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * The bytes of a text of hexadecimal digits.
 * @param {string} digits
 */
export function hex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
