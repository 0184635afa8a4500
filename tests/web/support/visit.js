"use strict";

const { pathToFileURL } = require("node:url");

const { isStream } = require("./streams.js");

/** Maximum milliseconds to wait for a page on a machine that is busy with other tests. */
const PATIENCE = 120_000;

/**
 * Logs the faults that Firefox reports only to the page: refusals by its content security policy, and missing files.
 */
function noteSilentFaults() {
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy: ${event.effectiveDirective} refused ${event.blockedURI}`);
  });
  const noteMissing = (/** @type {Event} */ { target }) => {
    const url =
      target instanceof HTMLScriptElement || target instanceof HTMLImageElement
        ? target.src
        : target instanceof HTMLLinkElement
          ? target.href
          : null;
    if (url !== null) console.error(`${url} is not there`);
  };
  addEventListener("error", noteMissing, { capture: true });
}

/** Marks the time at which the page has loaded and is no longer busy. */
function noteShown() {
  const isBusy = () => document.readyState !== "complete" || document.querySelector("[aria-busy=true]") !== null;
  const note = () => {
    if (isBusy() || performance.getEntriesByName("shown").length > 0) return;
    performance.mark("shown");
  };
  addEventListener("load", note);
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
}

/**
 * The colour schemes in which to check pages, one list for each profile. Chromium can change the scheme of an open
 * page. Firefox keeps the one that it starts with, and is checked only in the light one unless `isFull`.
 *
 * @param {import("./browsers.js").BrowserName} name
 * @param {boolean} isFull
 * @returns {[Scheme, ...Scheme[]][]}
 */
function schemesOf(name, isFull) {
  if (name === "chromium") return [["light", "dark"]];
  return isFull ? [["light"], ["dark"]] : [["light"]];
}

/** @typedef {import("./profile.js").Profile} Profile */
/** @typedef {import("./browsers.js").Scheme} Scheme */

/**
 * The finished visits of a profile. The next visit reuses a tab of theirs, because a new one costs half a second of
 * processor time.
 *
 * @type {WeakMap<Profile, Visit[]>}
 */
const over = new WeakMap();

/**
 * Returns `true` if an address belongs to a service, or to the page itself.
 *
 * @param {string} origin
 * @param {string} url
 */
function isOf(origin, url) {
  return url.startsWith(`${origin}/`) || /^(data|about):/.test(url);
}

/** @param {string} url */
function withoutFragment(url) {
  return url.replace(/#.*/, "");
}

/** An open page, with its problems and the addresses that it went to. */
class Visit {
  /** @type {string[]} */
  problems = [];

  /**
   * The addresses of all visited pages.
   *
   * @type {Set<string>}
   */
  addresses = new Set();

  /** The window's width and height in pixels; zero until they are set. */
  size = { width: 0, height: 0 };

  /** @type {Scheme | null} */
  scheme = null;

  /**
   * @param {Profile} profile
   * @param {import("puppeteer-core").Page} page
   * @param {string} [origin] the only service that the pages may contact; without it they are files
   */
  constructor(profile, page, origin) {
    this.profile = profile;
    this.page = page;
    page.on("pageerror", (error) => this.problems.push(`error: ${error instanceof Error ? error.stack : error}`));
    page.on("console", (message) => {
      if (["error", "warn", "assert"].includes(message.type())) {
        this.problems.push(`console: ${message.type()}: ${message.text()}`);
      }
    });
    page.on("request", (request) => {
      if (request.isNavigationRequest()) this.addresses.add(withoutFragment(request.url()));
      // A page from a folder or a memory stick may request only files and its own memory.
      const own = origin === undefined ? /^(file|blob|data|about):/.test(request.url()) : isOf(origin, request.url());
      if (!own) this.problems.push(`request: ${request.url()}`);
    });
    page.on("requestfailed", (request) => {
      // Leaving a page aborts its stream of news and its own request.
      const isEnded = isStream(request) || this.isAbortedPage(request);
      if (origin !== undefined && isEnded) return;
      this.problems.push(`failed (${request.failure()?.errorText}): ${request.url()}`);
    });
    page.on("dialog", (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /**
   * Returns `true` if the request was for a page and was aborted: the page was left while it reloaded itself for news,
   * or Firefox began the next page before it had recorded the end of this one. `goto` reports a page that did not load.
   *
   * @param {import("puppeteer-core").HTTPRequest} request
   */
  isAbortedPage(request) {
    return this.addresses.has(withoutFragment(request.url())) && /ABORTED/.test(request.failure()?.errorText ?? "");
  }

  /**
   * Opens a file of a site, with `fragment` after the `#`.
   *
   * @param {Profile} profile
   * @param {string} file
   * @param {{ fragment?: string, width?: number, height?: number }} [options]
   */
  static async open(profile, file, { fragment = "", width = 1440, height = 900 } = {}) {
    const visit = over.get(profile)?.pop() ?? (await Visit.inNewTab(profile));
    await visit.resize(width, height);
    await visit.go(file, fragment);
    return visit;
  }

  /**
   * Sets the size of the window. Puppeteer also sets the screen's orientation, which Firefox's extended support release
   * does not support.
   *
   * @param {number} width
   * @param {number} height
   */
  async resize(width, height) {
    if (this.size.width === width && this.size.height === height) return;
    await this.page.setViewport({ width, height }).catch((/** @type {unknown} */ error) => {
      if (!String(error).includes("setScreenOrientationOverride")) throw error;
    });
    await this.until(() => this.page.evaluate((wide) => innerWidth === wide, width));
    this.size = { width, height };
  }

  /**
   * Emulates a preferred colour scheme. Firefox's protocol cannot.
   *
   * @param {Scheme} scheme
   */
  async prefer(scheme) {
    if (this.scheme === scheme) return;
    this.scheme = scheme;
    await this.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  }

  /**
   * @param {Profile} profile
   * @param {string} [origin]
   */
  static async inNewTab(profile, origin) {
    const page = await profile.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.evaluateOnNewDocument(noteSilentFaults);
    await page.evaluateOnNewDocument(noteShown);
    return new Visit(profile, page, origin);
  }

  /**
   * Goes to a file of a site in the same tab, with `fragment` after the `#`.
   *
   * @param {string} file
   */
  async go(file, fragment = "") {
    const url = pathToFileURL(file);
    url.hash = fragment;
    await this.page.goto(url.href, { waitUntil: "load" });
  }

  /**
   * Waits until a condition holds. The interval between checks grows with the wait, because each check takes time from
   * the page.
   *
   * @param {() => boolean | Promise<boolean>} isSo
   */
  async until(isSo, patience = PATIENCE) {
    const begin = Date.now();
    while (!(await isSo())) {
      const waited = Date.now() - begin;
      if (waited > patience) throw new Error(`${this.page.url()}: timed out waiting for ${isSo}`);
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(20 + waited / 4, 200));
      });
    }
  }

  /** Waits until no part of the page is marked as busy. */
  async settled() {
    await this.until(() => this.page.evaluate(() => document.querySelector("[aria-busy=true]") === null));
  }

  /** Throws if anything went wrong since the last check. */
  check() {
    const problems = this.problems.splice(0);
    if (problems.length > 0) throw new Error(`${this.page.url()}:\n  ${problems.join("\n  ")}`);
  }

  /** Checks for the last time and leaves the page. The next visit reuses its tab. */
  async close() {
    this.check();
    await this.page.goto("about:blank");
    this.check();
    over.set(this.profile, [...(over.get(this.profile) ?? []), this]);
  }
}

module.exports = { Visit, schemesOf };
