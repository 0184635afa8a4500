"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { barriers, findings, rulesFor } = require("./support/axe.js");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { choose, enter, fill, says, send } = require("./support/steps.js");
const { Visit, schemesOf } = require("./support/visit.js");

/**
 * The data of the test: the address of a class, personal links by name, and files for the forms.
 *
 * @typedef {object} Made
 * @property {string} url
 * @property {{ [who: string]: string }} links
 * @property {{ roster: string; noRoster: string; gradebook: string; linkSheet: string }} files
 */

/** @typedef {import("./support/visit.js").Visit} Somebody */

/** Number of pages to visit of each kind, such as pages of students. */
const OF_A_KIND = process.env.MUSTER_FULL || process.env.MUSTER_PICTURES ? 2 : 1;

/**
 * The kind of page at an address. Parts with a digit are replaced, since they name one of many.
 *
 * @param {string} url
 */
function kindOf(url) {
  const { pathname, search } = new URL(url);
  return pathname.replace(/[^/]*\d[^/]*/g, "*") + search.replace(/=[^&]*/g, "");
}

/**
 * The pages of the class that a page links to, without files and calls of the API.
 *
 * @param {Somebody} visit
 * @param {string} home
 */
async function linksOf({ page }, home) {
  const all = await elements.all(page, "a[href]", (links) =>
    links.flatMap((link) => (link instanceof HTMLAnchorElement && !link.hasAttribute("download") ? [link.href] : [])),
  );
  const isPage = (/** @type {string} */ url) => {
    const inside = url.slice(home.length);
    return url.startsWith(home) && !/^api\/|\.(zip|xml|csv)$|\/(file|module)$/.test(inside);
  };
  return all.map((url) => url.replace(/#.*/, "")).filter(isPage);
}

/** Visits the class as each kind of user. */
class Tour {
  /**
   * @param {import("./support/profile.js").Profile} profile
   * @param {Made} made
   * @param {(name: string, visit: Somebody) => Promise<void>} look
   */
  constructor(profile, made, look) {
    this.profile = profile;
    this.made = made;
    this.look = look;
    /** @type {Set<string>} */
    this.seenReports = new Set();
  }

  /**
   * Opens the class in a new browser profile, and signs in if `who` has a personal link.
   *
   * @param {string} who
   */
  async someone(who) {
    const visit = await Visit.inNewTab(await this.profile.another(), new URL(this.made.url).origin);
    if (this.made.links[who] === undefined) await visit.page.goto(this.made.url);
    else await enter(visit, this.made.links[who]);
    return visit;
  }

  /**
   * Visits every kind of page that links lead a user to, and the pages `more`. Follows no links within a run's report.
   *
   * @param {string} who
   * @param {string[]} more
   */
  async everyPageOf(who, ...more) {
    const visit = await this.someone(who);
    const waiting = [this.made.url, ...more.map((place) => this.made.url + place)];
    const [known, kinds] = [new Set(waiting), /** @type {Map<string, number>} */ (new Map())];
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const isReport = url.includes("/runs/");
      if (isReport && this.seenReports.has(url)) continue;
      if (isReport) this.seenReports.add(url);
      await visit.page.goto(url);
      const place = decodeURIComponent(url.slice(this.made.url.length)).replace(/[^\w.]+/g, "-");
      await this.look(`${who}-${place || "home"}`, visit);
      if (isReport) continue;
      for (const next of await linksOf(visit, this.made.url)) {
        const count = kinds.get(kindOf(next)) ?? 0;
        if (known.has(next) || count >= OF_A_KIND) continue;
        known.add(next);
        kinds.set(kindOf(next), count + 1);
        waiting.push(next);
      }
    }
    await this.leave(visit);
  }

  /** Pages that answer a form: refusals, previews, and links and tokens that are shown once. */
  async formsOfTheTeacher() {
    const { url, files } = this.made;
    const teacher = await this.someone("teacher");
    const go = (/** @type {string} */ place) => teacher.page.goto(url + place);
    await fill(teacher, "#text", "x".repeat(10_001));
    await send(teacher, "#text");
    await this.look("teacher-form-announcement-refused", teacher);
    await go("staff/roster");
    await choose(teacher, "#file", files.noRoster);
    await send(teacher, "#file");
    await this.look("teacher-form-roster-refused", teacher);
    await go("staff/roster");
    await choose(teacher, "#file", files.roster);
    await send(teacher, "#file");
    await this.look("teacher-form-roster-preview", teacher);
    await go("staff/grades/herbstpokal");
    await choose(teacher, "#file", files.gradebook);
    await fill(teacher, "input[name=column]", "Nothing");
    await send(teacher, "#file");
    await this.look("teacher-form-grades-refused", teacher);
    await fill(teacher, "input[name=column]", "Bot");
    await send(teacher, "#file");
    await this.look("teacher-form-grades-preview", teacher);
    await go("staff/rulings/herbstpokal/new?about=entrant&entrant=3&to=disqualify");
    await fill(teacher, "input[name=reason]", " ");
    await send(teacher, "input[name=reason]");
    await this.look("teacher-form-ruling-refused", teacher);
    await fill(teacher, "input[name=reason]", "had <b>two</b> accounts");
    await send(teacher, "input[name=reason]");
    await this.look("teacher-form-ruling-made", teacher);
    await go("students/1005");
    await fill(teacher, "input[name=until]", "2000-01-01T10:00");
    await send(teacher, "input[name=until]");
    await this.look("teacher-form-time-refused", teacher);
    await send(teacher, "#link form button");
    await this.look("teacher-form-link-question", teacher);
    await send(teacher, "form[action$='staff/links'] button");
    await this.look("teacher-form-link-made", teacher);
    await go("staff/copies");
    await send(teacher, "button.main");
    await this.look("teacher-form-copies", teacher);
    await go("tokens");
    await fill(teacher, "input[name=days]", "1000");
    await send(teacher, "input[name=days]");
    await this.look("teacher-form-token-refused", teacher);
    await fill(teacher, "input[name=name]", "laptop <b>");
    await fill(teacher, "input[name=days]", "90");
    await send(teacher, "input[name=days]");
    await this.look("teacher-form-token-made", teacher);
    await go("tokens");
    await this.look("teacher-form-tokens", teacher);
    await this.leave(teacher);
  }

  async formsOfOthers() {
    const nobody = await this.someone("anybody");
    await nobody.page.goto(`${this.made.url}enter`);
    await fill(nobody, "#link", "nonsense");
    await send(nobody, "#link");
    await this.look("anybody-form-link-refused", nobody);
    await nobody.page.goto(this.made.links.student);
    await this.look("anybody-form-entrance", nobody);
    await this.leave(nobody);
    const student = await this.someone("student");
    await fill(student, "input[name=games]", "3");
    await send(student, "input[name=games]");
    await this.look("student-form-games-refused", student);
    await send(student, "#bot");
    await this.look("student-form-nothing-chosen", student);
    await this.leave(student);
  }

  /** Pages while the class is frozen, while it is closed, and while a tournament runs. */
  async decisions() {
    const teacher = await this.someone("teacher");
    const student = await this.someone("student");
    const decide = async (/** @type {string} */ to) => {
      await teacher.page.bringToFront();
      await teacher.page.goto(this.made.url);
      await send(teacher, `input[name=to][value=${to}]`);
    };
    const seen = async (/** @type {string} */ what) => {
      await this.look(`teacher-${what}`, teacher);
      await student.page.bringToFront();
      await student.page.goto(this.made.url);
      await this.look(`student-${what}`, student);
    };
    await decide("freeze");
    await seen("frozen");
    await decide("release-participants");
    await decide("release-all");
    await decide("close");
    await seen("closed");
    await decide("reopen");
    await teacher.page.bringToFront();
    await send(teacher, "#orders input[value=liga]");
    await teacher.until(() => elements.count(teacher.page, "#live tbody tr").then((found) => found > 0));
    await seen("playing");
    await teacher.page.bringToFront();
    await teacher.page.goto(this.made.url);
    await send(teacher, "form[action$='/stop'] button");
    await says(teacher, "stopped on");
    await this.leave(teacher);
    await this.leave(student);
  }

  /** The sheet of personal links, which is a file. */
  async sheet() {
    const visit = await Visit.open(this.profile, this.made.files.linkSheet);
    await this.look("sheet-of-links", visit);
    await visit.close();
  }

  /** Visits the pages of all users. A short tour follows links only as a student and as the teacher. */
  async all(isShort = false) {
    if (!isShort) {
      await this.everyPageOf("anybody", "nothing", "staff/roster");
      await this.everyPageOf("scripter");
      await this.everyPageOf("late");
      await this.everyPageOf("newcomer");
      await this.everyPageOf("assistant", "staff/history");
    }
    await this.everyPageOf("student", "staff/roster", "submissions/999");
    await this.everyPageOf("teacher", "students/1002", "students/1003", "students/1004", "students/1028", "students/0");
    await this.formsOfOthers();
    await this.formsOfTheTeacher();
    await this.decisions();
    await this.sheet();
  }

  /** @param {Somebody} visit */
  async leave(visit) {
    // Chromium logs the status of each refused request.
    visit.problems = visit.problems.filter((problem) => !/status of 4\d\d/.test(problem));
    visit.check();
    await visit.page.close();
  }
}

/**
 * `node every_page.js BROWSER MADE [FOLDER]`: visits every kind of page of a served class, as each kind of user, and
 * checks that none has an accessibility barrier or is wider than its window. Unless MUSTER_FULL is set, it checks every
 * third page in dark mode, for colours only, and every third in a narrow window, for everything but colours. Firefox,
 * which has the same styles, then visits only the pages of a student and of the teacher, and checks them for width and
 * errors. With FOLDER it saves pictures there instead of checking for barriers.
 */
main(async (browser, [made, folder]) => {
  const isWhole = Boolean(process.env.MUSTER_FULL) || folder !== undefined;
  const isShort = browser.name === "firefox" && !isWhole;
  /** @type {string[]} */
  const found = [];
  let looked = 0;
  for (const schemes of schemesOf(browser.name, !isShort)) {
    const started = await browser.start(schemes[0]);
    const tour = new Tour(started, JSON.parse(fs.readFileSync(made, "utf8")), async (name, visit) => {
      const turn = looked++ % 3;
      for (const scheme of schemes) {
        if (scheme === "dark" && !isWhole && turn !== 1) continue;
        if (schemes.length > 1) await visit.prefer(scheme);
        const some = isShort ? [360] : scheme === "dark" ? [1440] : [360, 1440];
        const widths = folder === undefined ? some : [390, 768, 1440];
        for (const width of visit.size.width === widths.at(-1) ? [...widths].reverse() : widths) {
          await visit.resize(width, 900);
          await visit.settled();
          if (folder !== undefined) {
            await visit.page.screenshot({ path: path.join(folder, `${name}-${width}-${scheme}.png`), fullPage: true });
          }
          const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wide > 0) found.push(`${name} ${width}: it is ${wide} pixels wider than the window`);
          if (folder !== undefined || isShort) continue;
          if (width < 600 && !isWhole && turn !== 2) continue;
          // The pages of a report have a test of their own.
          const isReport = visit.page.url().includes("/runs/");
          const rules = rulesFor(scheme, width);
          const all = isReport ? await barriers(visit.page, rules) : await findings(visit.page, rules);
          for (const one of all) found.push(`${name} ${scheme} ${width}: ${one}`);
        }
      }
    });
    await tour.all(isShort);
  }
  if (found.length > 0) throw new Error(`${found.length} barriers:\n  ${found.join("\n  ")}`);
});
