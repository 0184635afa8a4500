/** Bytes encoded as text, because a page opened from a folder can load nothing but scripts. */

/**
 * Decodes base64.
 * @param {string} text
 */
export function bytes(text) {
  const letters = atob(text);
  const found = new Uint8Array(letters.length);
  // Faster than `Uint8Array.from`, which matters for the rules.
  for (let at = 0; at < letters.length; at++) found[at] = letters.charCodeAt(at);
  return found;
}

/**
 * Decodes base64 and decompresses the gzip data.
 * @param {string} text
 * @returns {Promise<ArrayBuffer>}
 */
export function unpack(text) {
  return new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * Encodes bytes as base64.
 * @param {Uint8Array} data
 */
export const base64 = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));

/**
 * Compresses a text by gzip, and encodes it as base64.
 * @param {string} text
 */
export async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return base64(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/**
 * Decodes hexadecimal digits.
 * @param {string} digits
 */
export function hex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
