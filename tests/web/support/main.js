"use strict";

const { installed } = require("./browsers.js");
const { Profile } = require("./profile.js");

/** Exit code of a script whose browser is not installed; its test is then skipped. */
const SKIPPED = 77;

/** A browser that a test may start several times. `close` ends all its profiles. */
class Browser {
  /** @type {Map<import("./browsers.js").Scheme, Profile>} */
  #running = new Map();

  /** @param {import("./browsers.js").BrowserName} name */
  constructor(name) {
    this.name = name;
  }

  /** @param {import("./browsers.js").Scheme} [scheme] */
  async start(scheme = "light") {
    const first = this.#running.get(scheme);
    if (first !== undefined) return first.another();
    const profile = await Profile.begin(this.name, scheme);
    this.#running.set(scheme, profile);
    return profile;
  }

  async close() {
    for (const profile of this.#running.values()) await profile.close();
  }
}

/**
 * Does the work of a script that is called as `node SCRIPT chromium|firefox ARGUMENT…`.
 *
 * @param {(browser: Browser, args: string[]) => Promise<void>} work
 */
function main(work) {
  void run(work);
}

/** @param {(browser: Browser, args: string[]) => Promise<void>} work */
async function run(work) {
  const [name, ...args] = process.argv.slice(2);
  if (name !== "chromium" && name !== "firefox") throw new Error(`${name} is neither chromium nor firefox`);
  if (installed(name) === null) {
    console.error(`there is no ${name}`);
    process.exitCode = SKIPPED;
    return;
  }
  const browser = new Browser(name);
  try {
    await work(browser, args);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await browser.close();
}

module.exports = { main };
