"use strict";

const { barriers } = require("./support/axe.js");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { choose, fill, follow, handIn, says, send, value } = require("./support/steps.js");
const { followsThoughItFails, followsWhileShown } = require("./support/streams.js");
const { Visit } = require("./support/visit.js");

/** @typedef {import("./support/visit.js").Visit} Somebody */

/**
 * Clicks the link to a page of the class, and waits for that page.
 *
 * @param {Somebody} visit
 * @param {string} title
 */
async function turnTo({ page }, title) {
  const link = (/** @type {string} */ wanted) =>
    [...document.querySelectorAll("nav a")].find(({ textContent }) => textContent?.includes(wanted));
  await Promise.all([page.waitForNavigation({ waitUntil: "load" }), elements.clickFound(page, link, title)]);
}

/**
 * `node serving.js BROWSER STUDENT-LINK TEACHER-LINK BOT BROKEN ROSTER`: a student enters, hands in bots and follows
 * the teacher's announcements, and the teacher visits every page. No page may have an accessibility barrier. In
 * Chromium a student also enters, hands in and signs out without scripts.
 */
main(async (browser, [student, teacher, bot, broken, roster]) => {
  const origin = new URL(student).origin;
  const started = await browser.start();
  /** @type {string[]} */
  const found = [];
  const someone = async () => Visit.inNewTab(await started.another(), origin);
  const look = async (/** @type {Somebody} */ visit, /** @type {string} */ what) => {
    for (const width of [360, 1440]) {
      await visit.resize(width, 900);
      const isWide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isWide) found.push(`${what} ${width}: it is wider than the window`);
      for (const barrier of await barriers(visit.page)) found.push(`${what} ${width}: ${barrier}`);
    }
  };

  const one = await someone();
  await one.page.goto(student);
  await look(one, "entrance");
  await follow(one, "button.main");
  await says(one, "Not yet");
  await handIn(one, broken);
  await says(one, "refused");
  await look(one, "refused");
  await follow(one, "header a");
  await handIn(one, bot);
  await says(one, "accepted");
  await follow(one, "header a");
  await says(one, "requirements met");
  await look(one, "student");

  const two = await someone();
  await two.page.goto(teacher);
  await follow(two, "button.main");
  await look(two, "teacher");
  await elements.type(two.page, "#text", "The hall is open");
  await send(two, "#text");
  // A hidden page does not follow news.
  await one.page.bringToFront();
  await says(one, "The hall is open");
  await followsWhileShown(one);
  await followsThoughItFails(one, async () => {
    await two.page.bringToFront();
    await elements.type(two.page, "#text", "The hall is closed");
    await send(two, "#text");
    await one.page.bringToFront();
    await says(one, "The hall is closed");
  });
  await two.page.bringToFront();
  await follow(two, "tbody th a");
  await look(two, "student, as the teacher sees them");
  await fill(two, "input[name=until]", "2000-01-01T10:00");
  await send(two, "input[name=until]");
  await says(two, "earlier than the deadline");
  if ((await value(two, "input[name=until]")) !== "2000-01-01T10:00") throw new Error("what was typed is lost");
  await look(two, "refused form");
  // Chromium logs the status of each refused request.
  two.problems = two.problems.filter((problem) => !problem.includes("status of 400"));
  for (const title of ["Roster", "Grades", "Rulings", "Re-judging", "Similarity", "History"]) {
    await turnTo(two, title);
    await look(two, title);
  }
  await turnTo(two, "Similarity");
  await send(two, "button.main");
  await says(two, "1 compared");
  await look(two, "near copies");
  await two.page.goBack();
  await turnTo(two, "Roster");
  await choose(two, "#file", roster);
  await send(two, "#file");
  await says(two, "1 new, 0 changed, 0 unchanged");
  await look(two, "roster, as it would be");
  await send(two, "button.main");
  await says(two, "Import");
  one.check();
  two.check();

  if (browser.name === "chromium") {
    const plain = await someone();
    await plain.page.setJavaScriptEnabled(false);
    await plain.page.goto(student);
    await follow(plain, "button.main");
    await handIn(plain, bot);
    await follow(plain, "header a");
    // By keyboard only: the first link or button of the page signs out.
    await plain.page.keyboard.press("Tab");
    await Promise.all([plain.page.waitForNavigation(), plain.page.keyboard.press("Enter")]);
    if (!(await plain.page.content()).includes("Sign in")) throw new Error("the session has not ended");
  }
  if (found.length > 0) throw new Error(`${found.length} barriers:\n  ${found.join("\n  ")}`);
});
