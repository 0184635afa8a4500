"use strict";

const { pathToFileURL } = require("node:url");

const { isStream } = require("./streams.js");

/** Milliseconds that a page has for what it is waited for, on a machine that is busy with other tests. */
const PATIENCE = 120_000;

/** Logs what both browsers tell the page, and Firefox nobody else: a refusal by its policy, and a missing file. */
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

/** Marks the time at which the page has shown what it was asked for. */
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
 * The colour schemes in which pages are looked at, a list for each profile: Chromium changes the scheme of a page that
 * is open, Firefox has one that it starts with, and light alone if not in full.
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
 * The visits of a profile that are over: whoever comes next takes one's tab, because a new one costs half a second of
 * processor time.
 *
 * @type {WeakMap<Profile, Visit[]>}
 */
const over = new WeakMap();

/**
 * Whether an address is of a service, or of nothing outside the page.
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

/** A page that is opened from a file, with all that went wrong in it and all that it asked for. */
class Visit {
  /** @type {string[]} */
  problems = [];

  /**
   * The addresses of all pages that were gone to.
   *
   * @type {Set<string>}
   */
  addresses = new Set();

  /** The window's width and height in pixels, once they are set. */
  size = { width: 0, height: 0 };

  /** @type {Scheme | null} */
  scheme = null;

  /**
   * @param {Profile} profile
   * @param {import("puppeteer-core").Page} page
   * @param {string} [origin] of a service, beyond which its pages ask for nothing; without it they are files
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
      // A folder, a memory stick: a page asks for nothing that is not in its own folder or in its own memory.
      const own = origin === undefined ? /^(file|blob|data|about):/.test(request.url()) : isOf(origin, request.url());
      if (!own) this.problems.push(`request: ${request.url()}`);
    });
    page.on("requestfailed", (request) => {
      // Leaving a page ends the stream of its news and the page's own request.
      const isEnded = isStream(request) || this.isAbortedPage(request);
      if (origin !== undefined && isEnded) return;
      const kind = request.isNavigationRequest() ? "page" : request.resourceType();
      this.problems.push(`failed (${kind}, ${request.failure()?.errorText}): ${request.url()}`);
    });
    page.on("dialog", (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /**
   * Returns whether the request was for a page and was aborted: the page loaded itself again for its news and was left,
   * or Firefox began the next page before it had recorded the end of this one. `goto` reports a page that did not load.
   *
   * @param {import("puppeteer-core").HTTPRequest} request
   */
  isAbortedPage(request) {
    return this.addresses.has(withoutFragment(request.url())) && /ABORTED/.test(request.failure()?.errorText ?? "");
  }

  /**
   * Opens a file of a site, `fragment` being what stands after the `#`.
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
   * Gives the page a window of this size. Puppeteer says besides how the screen is turned, which Firefox's extended
   * support release does not understand.
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
   * Lets the page think that the reader prefers a colour scheme. Firefox's protocol cannot.
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
   * Goes to a file of a site in the same tab, `fragment` being what stands after the `#`.
   *
   * @param {string} file
   */
  async go(file, fragment = "") {
    const url = pathToFileURL(file);
    url.hash = fragment;
    await this.page.goto(url.href, { waitUntil: "load" });
  }

  /**
   * Waits until something is so, which the page's own events bring about. The longer it takes, the more rarely is it
   * looked at, because that costs the page some of the time in which it could come about.
   *
   * @param {() => boolean | Promise<boolean>} isSo
   */
  async until(isSo, patience = PATIENCE) {
    const begin = Date.now();
    while (!(await isSo())) {
      const waited = Date.now() - begin;
      if (waited > patience) throw new Error(`${this.page.url()}: waited in vain for ${isSo}`);
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(20 + waited / 4, 200));
      });
    }
  }

  /** Waits until the page has shown what it was asked for: while it has not, a part of it says that it is busy. */
  async settled() {
    await this.until(() => this.page.evaluate(() => document.querySelector("[aria-busy=true]") === null));
  }

  /** Throws if anything went wrong since the last time. */
  check() {
    const problems = this.problems.splice(0);
    if (problems.length > 0) throw new Error(`${this.page.url()}:\n  ${problems.join("\n  ")}`);
  }

  /** Checks for the last time and leaves the page; its tab is for the next visit. */
  async close() {
    this.check();
    await this.page.goto("about:blank");
    this.check();
    over.set(this.profile, [...(over.get(this.profile) ?? []), this]);
  }
}

module.exports = { Visit, schemesOf };
