"use strict";

const fs = require("node:fs");
const path = require("node:path");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { choose, enter, fill, follow, says, send, text } = require("./support/steps.js");
const { Visit } = require("./support/visit.js");

/**
 * A class, its teacher, and the bots that its students hand in.
 *
 * @typedef {object} Course
 * @property {string} url
 * @property {string} teacher a personal link
 * @property {{ link: string; isLate: boolean; drops: { files: string[]; answer: string }[] }[]} students
 * @property {string} gradebook
 */

/** @typedef {import("./support/visit.js").Visit} Somebody */

/** Maximum milliseconds for the service to build a bot or play matches on a busy machine. */
const PLAYED = 600_000;

/**
 * Drops files on the form as a user would: drags them over it, releases them, and waits for the next page.
 *
 * @param {Somebody} visit
 * @param {string[]} files
 */
async function drop({ page }, files) {
  const held = files.map((file) => ({ name: path.basename(file), bytes: fs.readFileSync(file).toString("base64") }));
  await Promise.all([
    page.waitForNavigation({ waitUntil: "load" }),
    page.evaluate((all) => {
      const dataTransfer = new DataTransfer();
      for (const { name, bytes } of all) {
        const decoded = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([decoded], name));
      }
      const form = document.querySelector("form.drop");
      for (const kind of ["dragover", "drop"]) {
        form?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      }
    }, held),
  ]);
}

/**
 * Presses Tab until an element that matches `what` has the focus. Fails if an element on the way shows no focus.
 *
 * @param {Somebody} visit
 * @param {string} what
 */
async function tabTo({ page }, what) {
  for (let count = 0; count < 200; count++) {
    await page.keyboard.press("Tab");
    const [isThere, isSeen] = await page.evaluate((selector) => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return [false, true];
      return [focused.matches(selector), getComputedStyle(focused).outlineStyle !== "none"];
    }, what);
    if (!isSeen) throw new Error(`${page.url()}: on the way to ${what} something has the focus, and is not seen`);
    if (isThere) return;
  }
  throw new Error(`${page.url()}: ${what} is not reached by Tab`);
}

/**
 * Presses Enter and waits for the page that loads.
 *
 * @param {Somebody} visit
 */
async function press({ page }) {
  await Promise.all([page.waitForNavigation({ waitUntil: "load" }), page.keyboard.press("Enter")]);
}

/** The people of a course, each with a separate browser profile. */
class People {
  /**
   * @param {import("./support/profile.js").Profile} profile
   * @param {Course} course
   */
  constructor(profile, course) {
    this.profile = profile;
    this.course = course;
  }

  async someone() {
    return Visit.inNewTab(await this.profile.another(), new URL(this.course.url).origin);
  }

  /**
   * A student who has never seen the class opens the link, drops each bot and gets its answer, with no other steps.
   *
   * @param {Course["students"][number]} student
   */
  async handsIn({ link, drops, isLate }) {
    const visit = await this.someone();
    await enter(visit, link);
    for (const { files, answer } of drops) {
      await drop(visit, files);
      await says(visit, `: ${answer}`, PLAYED);
      if (files !== drops.at(-1)?.files) await follow(visit, "main a[href$='#hand-in']");
    }
    if (isLate) await says(visit, "too late");
    await visit.page.goto(this.course.url);
    await says(visit, isLate ? "Nothing" : "Am I in?");
    return visit;
  }

  /**
   * The teacher starts the cup, and a student sees the standings change on a page that does not reload.
   *
   * @param {Somebody} teacher
   * @param {Somebody} student
   */
  async watch(teacher, student) {
    await teacher.page.bringToFront();
    await teacher.page.goto(this.course.url);
    await student.page.bringToFront();
    await student.page.evaluate(() => {
      document.documentElement.dataset.loaded = "once";
    });
    await teacher.page.evaluate(() => {
      const form = document.querySelector("#orders input[value=cup]")?.closest("form");
      const body = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (form))));
      return fetch(/** @type {HTMLFormElement} */ (form).action, { method: "POST", body }).then(({ ok }) => ok);
    });
    const standings = () =>
      student.page.evaluate(() => document.querySelector("#live tbody")?.textContent ?? "").catch(() => "");
    /** @type {Set<string>} */
    const seen = new Set();
    await student.until(async () => {
      const now = await standings();
      if (now !== "") seen.add(now);
      return seen.size > 2;
    }, PLAYED);
    const loaded = await student.page.evaluate(() => document.documentElement.dataset.loaded);
    if (loaded !== "once") throw new Error("the page was loaded again");
    // The run is listed once it is complete.
    await student.until(() => elements.count(student.page, "#runs a").then((found) => found > 0), PLAYED);
  }

  /**
   * The teacher freezes the results and releases them again.
   *
   * @param {Somebody} teacher
   * @param {Somebody} student
   */
  async freeze(teacher, student) {
    const decide = async (/** @type {string} */ to) => {
      await teacher.page.bringToFront();
      await teacher.page.goto(this.course.url);
      await send(teacher, `input[name=to][value=${to}]`);
      await student.page.bringToFront();
    };
    await decide("freeze");
    await says(student, "results are frozen since");
    await decide("release-participants");
    await student.until(async () => !(await text(student)).includes("results are frozen since"));
    await decide("release-all");
  }

  /**
   * The teacher writes the grades into the course system's gradebook.
   *
   * @param {Somebody} teacher
   */
  async grade(teacher) {
    await teacher.page.bringToFront();
    await teacher.page.goto(`${this.course.url}staff/grades/cup`);
    await choose(teacher, "#file", this.course.gradebook);
    await fill(teacher, "input[name=column]", "Bot");
    await send(teacher, "#file");
    await says(teacher, "Canvas");
    const graded = await elements.one(teacher.page, "main form", async (form) => {
      const found = /** @type {HTMLFormElement} */ (form);
      return (await fetch(found.action, { method: "POST", body: new FormData(found) })).text();
    });
    const grades = graded.split("\n").filter((row) => /^S,\d+,\d+,,,\d+(\.\d+)?,/.test(row));
    const players = this.course.students.filter(
      ({ drops, isLate }) => !isLate && drops.some(({ answer }) => answer === "accepted"),
    );
    if (grades.length !== players.length) throw new Error(`${players.length} have played:\n${graded}`);
  }

  /**
   * A student on a phone, without scripts and without a mouse, hands in a bot, and reads their status and the
   * standings.
   *
   * @param {Course["students"][number]} student
   */
  async byKeyboard({ link, drops }) {
    const visit = await this.someone();
    const { page } = visit;
    await visit.resize(360, 800);
    await page.setJavaScriptEnabled(false);
    await page.goto(link);
    await tabTo(visit, "button.main");
    await press(visit);
    await tabTo(visit, "#bot");
    // The dialog that a click would open belongs to the browser.
    await choose(visit, "#bot", drops[0].files[0]);
    await tabTo(visit, ".drop button");
    await press(visit);
    // Without scripts, the student reloads the page to see the progress.
    await visit.until(async () => {
      const shown = await text(visit);
      if (shown.includes(": accepted")) return true;
      if (shown.includes(": refused")) throw new Error(shown);
      await page.reload();
      return false;
    }, PLAYED);
    await tabTo(visit, "header a");
    await press(visit);
    if (!(await text(visit)).includes("Am I in?\nYes")) throw new Error("the student is not in");
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isWide) throw new Error("the page is wider than the window");
    await tabTo(visit, "#runs a");
    await press(visit);
    if (!(await text(visit)).includes("Standings")) throw new Error("there are no standings");
    await page.close();
  }
}

/** `node course.js BROWSER COURSE`: a term, from hand-ins to grades, as its students and the teacher see it. */
main(async (browser, [file]) => {
  const course = /** @type {Course} */ (JSON.parse(fs.readFileSync(file, "utf8")));
  const people = new People(await browser.start(), course);
  const [first, ...others] = course.students;
  const watching = await people.handsIn(first);
  for (const student of others) {
    const visit = await people.handsIn(student);
    visit.check();
    await visit.page.close();
  }
  const teacher = await people.someone();
  await enter(teacher, course.teacher);
  await people.watch(teacher, watching);
  await people.freeze(teacher, watching);
  await people.grade(teacher);
  watching.check();
  teacher.check();
  if (browser.name === "chromium") await people.byKeyboard(first);
});
