"use strict";

const fs = require("node:fs");
const path = require("node:path");
const puppeteer = require("puppeteer-core");

/**
 * @typedef {"chromium" | "firefox"} BrowserName
 * @typedef {"light" | "dark"} Scheme
 */

/**
 * The names of each browser on Debian, Fedora and macOS. Headless Chromium comes first, because it takes a third less
 * processor time; its command on Debian's path is a script that cannot be killed.
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
 * Chromium runs as root, as in a container, only without its own sandbox. All pages share one process, since each
 * additional one costs half a second of processor time.
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
 * Preferences that keep Firefox from contacting Mozilla, let it draw as little as possible and set its colour scheme.
 *
 * @param {Scheme} scheme
 */
function firefoxPreferences(scheme) {
  return {
    "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
    "app.normandy.enabled": false,
    // Most of the sixty frames a second are of no use, and each is drawn without a graphics card.
    "layout.frame_rate": 15,
    "browser.region.network.url": "",
    "datareporting.policy.dataSubmissionEnabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
  };
}

/** Timeouts that allow for a machine that is busy with other tests. */
const patience = { timeout: 180_000, protocolTimeout: 600_000 };

const common = {
  defaultViewport: { width: 1440, height: 900 },
  // A test makes the certificate of its service, so no authority has signed it.
  acceptInsecureCerts: true,
};

/**
 * Starts a browser with a temporary profile.
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
 * Connects to a running browser.
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
