"use strict";

/** Bytes that are written as text, because a page from a folder can load nothing but scripts. */
const packed = (() => {
  /**
   * The bytes that a text holds, gzipped, in base64.
   * @param {string} text
   * @returns {Promise<ArrayBuffer>}
   */
  function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  /**
   * The bytes of a text of hexadecimal digits.
   * @param {string} digits
   */
  function hex(digits) {
    return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  }

  return { unpack, hex };
})();
