"use strict";

const { connect, launch } = require("./browsers.js");

/**
 * @typedef {import("puppeteer-core").Browser} PuppeteerBrowser
 * @typedef {import("puppeteer-core").BrowserContext} BrowserContext
 */

/**
 * A fresh profile of a browser: of the one that all tests share, if `MUSTER_BROWSER` has its address, or else of one
 * that is started for this profile and ends with it.
 */
class Profile {
  /** @type {Profile[]} */
  #others = [];

  /**
   * @param {PuppeteerBrowser} browser
   * @param {BrowserContext} context
   * @param {() => Promise<void>} end
   */
  constructor(browser, context, end) {
    this.browser = browser;
    this.context = context;
    this.end = end;
  }

  /**
   * Begins a profile. The shared browser has the light scheme only.
   *
   * @param {import("./browsers.js").BrowserName} name
   * @param {import("./browsers.js").Scheme} scheme
   */
  static async begin(name, scheme) {
    const address = process.env.MUSTER_BROWSER;
    if (address === undefined || scheme !== "light") {
      const browser = await launch(name, scheme);
      return new Profile(browser, browser.defaultBrowserContext(), () => browser.close());
    }
    const browser = await connect(name, address);
    const context = await browser.createBrowserContext();
    return new Profile(browser, context, async () => {
      await context.close();
      await browser.disconnect();
    });
  }

  newPage() {
    return this.context.newPage();
  }

  /** Another profile of the same browser, which is closed together with this one. */
  async another() {
    const context = await this.browser.createBrowserContext();
    const other = new Profile(this.browser, context, () => context.close());
    this.#others.push(other);
    return other;
  }

  async close() {
    for (const other of this.#others) await other.close();
    await this.end();
  }
}

module.exports = { Profile };
