"use strict";

const fs = require("node:fs");
const path = require("node:path");
const puppeteer = require("puppeteer-core");

/**
 * @typedef {"chromium" | "firefox"} BrowserName
 * @typedef {"light" | "dark"} Scheme
 */

/**
 * The names that each goes by, on Debian, Fedora and macOS. First Chromium without the windows around its pages, which
 * takes a third less processor time; its command on Debian's path is a script that cannot be ended.
 */
const programs = {
  chromium: [
    "chrome-headless-shell",
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
  firefox: ["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"],
};

/**
 * The full path of a program, or `null` if it is not installed.
 *
 * @param {string} program
 */
function located(program) {
  const folders = path.isAbsolute(program) ? [""] : (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file));
  return found ?? null;
}

/**
 * The first of a browser's programs that is installed, or `null`.
 *
 * @param {BrowserName} name
 */
function installed(name) {
  return programs[name].map(located).find((file) => file !== null) ?? null;
}

/**
 * As root, which a container's tests are, Chromium runs only without its own sandbox. One process for all pages, since
 * each more costs half a second of processor time.
 */
const chromiumArguments = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-component-update",
  "--disable-sync",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
];

/**
 * Firefox asks its maker for nothing, draws as little as anybody sees, and has a colour scheme.
 *
 * @param {Scheme} scheme
 */
function firefoxPreferences(scheme) {
  return {
    "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
    "app.normandy.enabled": false,
    // Nobody sees most of the sixty frames a second, and each is drawn without a graphics card.
    "layout.frame_rate": 15,
    "browser.region.network.url": "",
    "datareporting.policy.dataSubmissionEnabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
  };
}

/** A machine that is busy with other tests may take long for anything; what does not come at all fails all the same. */
const patience = { timeout: 180_000, protocolTimeout: 600_000 };

const common = {
  defaultViewport: { width: 1440, height: 900 },
  // A service's certificate is made for a test, and of no authority.
  acceptInsecureCerts: true,
};

/**
 * Starts a browser with a profile of its own, which is gone with it.
 *
 * @param {BrowserName} name
 * @param {Scheme} scheme
 * @returns {Promise<puppeteer.Browser>}
 */
async function launch(name, scheme = "light") {
  const executablePath = installed(name);
  if (executablePath === null) throw new Error(`${name} is not installed; tests/install installs it`);
  const started = { ...common, ...patience, executablePath, headless: true };
  if (name === "firefox") {
    const extraPrefsFirefox = firefoxPreferences(scheme);
    return puppeteer.launch({ ...started, browser: "firefox", protocol: "webDriverBiDi", extraPrefsFirefox });
  }
  const dark = scheme === "dark" ? ["--blink-settings=preferredColorScheme=0"] : [];
  return puppeteer.launch({ ...started, browser: "chrome", args: [...chromiumArguments, ...dark] });
}

/**
 * Connects to a browser that runs already.
 *
 * @param {BrowserName} name
 * @param {string} browserWSEndpoint
 */
function connect(name, browserWSEndpoint) {
  const protocol = name === "firefox" ? "webDriverBiDi" : "cdp";
  const { protocolTimeout } = patience;
  return puppeteer.connect({ ...common, protocolTimeout, protocol, browserWSEndpoint });
}

module.exports = { connect, installed, launch };
