"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const http = require("node:http");
const { barriers } = require("./support/axe.js");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { says } = require("./support/steps.js");
const { Visit } = require("./support/visit.js");

/**
 * `node saves.js BROWSER ADDRESS BOT BROKEN-LINE FAILING-LINE [PICTURES]`: opens the page of `muster watch` and saves
 * the bot with a change, with a line at its end that does not parse, without that line, with a line in `choose` that
 * fails, and without that one. Prints the time from each save to its match on the page.
 */
main(async (browser, [address = "", bot = "", broken = "", failing = "", pictures = ""]) => {
  const url = new URL(address);
  const started = await browser.start();
  const visit = await Visit.inNewTab(started, url.origin);
  const look = async (/** @type {string} */ what) => {
    // Firefox's protocol cannot emulate colour schemes.
    if (pictures !== "" && browser.name === "chromium") await picture(visit, `${pictures}/${browser.name}-${what}`);
    for (const barrier of await barriers(visit.page)) assert.fail(`${what}: ${barrier}`);
  };
  await visit.resize(1440, 900);
  await visit.page.goto(address);
  await shows(visit, 1);
  await says(visit, "won");
  await fits(visit);

  const text = fs.readFileSync(bot, "utf8");
  const comment = bot.endsWith(".py") ? "#" : "//";
  await save(visit, bot, `${text}\n${comment} once more\n`, 2);
  await says(visit, "Save 2: ");
  await says(visit, "6 of 6 games");
  await look("compared");

  fs.writeFileSync(bot, `${text}\n${broken}\n`);
  await says(visit, "Save 3 is not a bot");
  await says(visit, `${bot.replace(/^.*\//, "")}:${text.split("\n").length + 1}`);
  await says(visit, "This is the match of save 2");
  await shows(visit, 2);
  await look("broken");

  await save(visit, bot, `${text}\n${comment} mended\n`, 4);
  await visit.until(() =>
    elements.one(visit.page, "#problem", (problem) => /** @type {HTMLElement} */ (problem).hidden),
  );

  await save(visit, bot, text.replace(/^(.*\bchoose\(view.*)$/m, `$1\n  ${failing}`), 5);
  await says(visit, "Save 5 failed");
  await says(visit, "after 0 plies (forfeit: exception)");
  await says(visit, "exception in choose, ");
  await says(visit, "accepted, but it failed: exception in ");
  await fits(visit);
  await look("failed");

  await save(visit, bot, `${text}\n${comment} mended again\n`, 6);
  await visit.until(() =>
    elements.one(visit.page, "#problem", (problem) => /** @type {HTMLElement} */ (problem).hidden),
  );
  await readsNothing(started, address);
  await look("mended");
  await visit.close();
});

/**
 * Saves the bot, and waits for its match.
 *
 * @param {Visit} visit
 * @param {string} bot
 * @param {string} text
 * @param {number} number
 */
async function save(visit, bot, text, number) {
  // Writes a file beside the bot and renames it over the bot, as many editors do.
  fs.writeFileSync(`${bot}.new`, text);
  const begun = Date.now();
  fs.renameSync(`${bot}.new`, bot);
  await shows(visit, number);
  console.log(`save ${number}: ${Date.now() - begun} ms to its match on the page`);
}

/**
 * Waits until the frame shows the match of a save.
 *
 * @param {Visit} visit
 * @param {number} number
 */
async function shows(visit, number) {
  await visit.until(async () => {
    // The fragment is the ply that is shown.
    const frame = visit.page.frames().find((one) => one.url().split("#")[0]?.endsWith(`/match?save=${number}`));
    const isShown = () => document.querySelector("#match:not([hidden])") !== null;
    // A frame that is still loading cannot be evaluated.
    return (await frame?.evaluate(isShown).catch(() => false)) ?? false;
  });
}

/**
 * Waits until the frame is as high as the match in it.
 *
 * @param {Visit} visit
 */
async function fits(visit) {
  await visit.until(() =>
    elements.one(
      visit.page,
      "iframe",
      (frame) => frame.clientHeight === frame.contentDocument?.documentElement.offsetHeight,
    ),
  );
}

/**
 * Checks that a page of another origin can read nothing, even with the whole address.
 *
 * @param {import("./support/profile.js").Profile} browser
 * @param {string} address
 */
async function readsNothing(browser, address) {
  const server = http.createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end("<!doctype html><title>elsewhere</title>");
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const bound = /** @type {import("node:net").AddressInfo} */ (server.address());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${bound.port}/`);
  for (const part of ["", "state?after=0", "match", "watch.js"]) {
    for (const mode of /** @type {RequestMode[]} */ (["cors", "no-cors"])) {
      const read = await page.evaluate(readFrom, `${address}${part}`, mode);
      assert.equal(read, "", `another page reads ${part} by ${mode}`);
    }
  }
  assert.equal(await page.evaluate(runsScript, `${address}watch.js`), false, "another page runs its script");
  await page.close();
  server.close();
}

/**
 * @param {string} url
 * @param {RequestMode} mode
 */
async function readFrom(url, mode) {
  try {
    const answer = await fetch(url, { mode });
    return await answer.text();
  } catch {
    return "";
  }
}

/** @param {string} url */
function runsScript(url) {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.addEventListener("load", () => resolve(true));
    script.addEventListener("error", () => resolve(false));
    script.src = url;
    document.head.append(script);
  });
}

/**
 * @param {Visit} visit
 * @param {string} name
 */
async function picture(visit, name) {
  for (const [width, scheme] of /** @type {[number, string][]} */ ([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
  ])) {
    await visit.resize(width, 900);
    await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await visit.page.screenshot({ path: `${name}-${width}-${scheme}.png`, fullPage: true });
  }
  await visit.resize(1440, 900);
}
