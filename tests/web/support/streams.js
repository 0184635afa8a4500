"use strict";

/**
 * Returns `true` if a request is for a stream of news.
 *
 * @param {import("puppeteer-core").HTTPRequest} request
 */
function isStream(request) {
  return /\/(news|state)$/.test(new URL(request.url()).pathname);
}

/** Makes the page count its open streams, because not every browser reports a stream that is closed early. */
function noteStreams() {
  /** @type {EventSource[]} */
  const streams = [];
  const Native = EventSource;
  Reflect.set(
    globalThis,
    "EventSource",
    class extends Native {
      constructor(/** @type {string} */ address) {
        super(address);
        streams.push(this);
      }
    },
  );
  Reflect.set(globalThis, "openStreams", () => streams.filter(({ readyState }) => readyState !== Native.CLOSED).length);
}

/**
 * Checks that a page follows the news only while it is visible: its stream ends while its window is minimised, and
 * begins again afterwards.
 *
 * @param {import("./visit.js").Visit} visit
 */
async function followsWhileShown(visit) {
  const { page } = visit;
  const { identifier } = await page.evaluateOnNewDocument(noteStreams);
  const open = () => page.evaluate(() => /** @type {number} */ (Reflect.get(globalThis, "openStreams")()));
  await page.reload();
  await visit.until(async () => (await open()) === 1);
  const window = await page.windowId();
  await page.browser().setWindowBounds(window, { windowState: "minimized" });
  await visit.until(() => page.evaluate(() => document.hidden));
  await visit.until(async () => (await open()) === 0);
  await page.browser().setWindowBounds(window, { windowState: "normal" });
  await visit.until(async () => (await open()) === 1);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
}

/**
 * Simulates a busy reverse proxy: the page's first stream and its first two reloads fail.
 */
function failAtFirst() {
  const left = { streams: 1, pages: 2 };
  const nativeFetch = fetch;
  Reflect.set(globalThis, "fetch", (/** @type {string} */ address) =>
    left.pages-- > 0 ? Promise.resolve(new Response("", { status: 502 })) : nativeFetch(address),
  );
  const Native = EventSource;
  Reflect.set(
    globalThis,
    "EventSource",
    class extends Native {
      constructor(/** @type {string} */ address) {
        super(left.streams-- > 0 ? "/-/nothing" : address);
      }
    },
  );
}

/**
 * Checks that a page shows the news even if the service cannot be reached at first.
 *
 * @param {import("./visit.js").Visit} visit
 * @param {() => Promise<void>} haveNews creates news, and waits until the page shows them
 */
async function followsThoughItFails(visit, haveNews) {
  const { page } = visit;
  const { identifier } = await page.evaluateOnNewDocument(failAtFirst);
  await page.reload();
  await haveNews();
  await page.removeScriptToEvaluateOnNewDocument(identifier);
  visit.problems = visit.problems.filter((problem) => !/404|\/-\/nothing/.test(problem));
}

module.exports = { followsThoughItFails, followsWhileShown, isStream };
