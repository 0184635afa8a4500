"use strict";

const fs = require("node:fs");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { choose, enter, fill, follow, handIn, says, send, text } = require("./support/steps.js");
const { Visit } = require("./support/visit.js");

/**
 * The link to the first-run page, and the files that users of the class have.
 *
 * @typedef {object} Made
 * @property {string} link
 * @property {number} students
 * @property {{ roster: string; archive: string; gradebook: string }} files
 * @property {{ id: string; bots: string[] }[]} own the bots that students hand in by themselves
 * @property {{ id: string; bot: string }} forgotten a bot that the teacher got by mail
 */

/** Maximum milliseconds for the service to check bots or play matches on a busy machine. */
const PLAYED = 600_000;

/** A term in the browser. Its steps are those of docs/teachers/term.md. */
class Term {
  /**
   * @param {import("./support/profile.js").Profile} profile
   * @param {Made} made
   * @param {Visit} teacher
   */
  constructor(profile, made, teacher) {
    this.profile = profile;
    this.made = made;
    this.teacher = teacher;
    this.home = `${new URL(made.link).origin}/ki/`;
    /** @type {Map<string, string>} */
    this.links = new Map();
  }

  /** @param {string} id */
  async student(id) {
    const student = await Visit.inNewTab(await this.profile.another(), new URL(this.home).origin);
    await enter(student, this.links.get(id) ?? "");
    return student;
  }

  /** @param {string} place */
  async open(place) {
    await this.teacher.page.goto(this.home + place);
  }

  /**
   * Sends a form by its button, since buttons carry decisions.
   *
   * @param {string} button
   */
  async press(button) {
    await follow(this.teacher, button);
  }

  async makeTheClass() {
    const { page } = this.teacher;
    await page.goto(this.made.link);
    await fill(this.teacher, "input[name=name]", "Tank War");
    await elements.select(page, "select[name=game]", "tank-war");
    await fill(this.teacher, "input[name=zone]", "Europe/Berlin");
    await fill(this.teacher, "input[name=deadline]", "2099-12-01T23:59");
    await fill(this.teacher, "input[name=per-day]", "10");
    await fill(this.teacher, "input[name=teacher]", "Turing");
    await choose(this.teacher, "input[name=file]", this.made.files.roster);
    await send(this.teacher, "input[name=name]");
    await says(this.teacher, `The class has ${this.made.students} students.`);
    await follow(this.teacher, "main a.main");
  }

  async setARequirement() {
    await this.open("staff/settings");
    const requirement = '\n[[requirement]]\nname = "plays"\nagainst = "builtin:random"\npercent = 1\ngames = 2\n';
    const before = await elements.one(this.teacher.page, "#class-text", (field) => {
      return /** @type {HTMLTextAreaElement} */ (field).value;
    });
    await fill(this.teacher, "#class-text", before + requirement);
    await send(this.teacher, "#class-text");
    await says(this.teacher, "Preview of the settings");
    await this.press("button[value=save]");
    await says(this.teacher, "Saved.");
  }

  async makeLinks() {
    await this.open("staff/links");
    await this.press("form:has(input[name=to][value=missing]) button");
    const found = await elements.all(this.teacher.page, "a[href*='/enter/']", (links) =>
      links.map((link) => [
        link.closest("tr, li, article, section, div")?.textContent ?? "",
        /** @type {HTMLAnchorElement} */ (link).href,
      ]),
    );
    for (const [who, link] of found) {
      const id = /(\d{4}), section/.exec(who)?.[1];
      if (id !== undefined) this.links.set(id, link);
    }
    if (this.links.size !== this.made.students) throw new Error(`there are ${this.links.size} links: ${found[0]}`);
  }

  async announce() {
    await this.open("");
    await fill(this.teacher, "#text", "The cup is played on Friday.");
    await send(this.teacher, "#text");
    await says(this.teacher, "The cup is played on Friday.");
  }

  async importTheArchive() {
    await this.open("staff/imports");
    await choose(this.teacher, "#archive", this.made.files.archive);
    await elements.one(this.teacher.page, "input[name=by-name]", (box) => {
      /** @type {HTMLInputElement} */ (box).checked = true;
    });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
    await fill(this.teacher, "input[name=received]", yesterday);
    await send(this.teacher, "#archive");
    await says(this.teacher, `${this.made.students - this.made.own.length - 1} new`);
    await this.press("form:has(input[name=do][value=import]) button");
    await says(this.teacher, "Import complete", PLAYED);
  }

  async studentsHandIn() {
    for (const { id, bots } of this.made.own) {
      const student = await this.student(id);
      for (const bot of bots) {
        await handIn(student, bot);
        const expected = bot.includes("broken") ? "refused" : "accepted";
        await says(student, `: ${expected}`, PLAYED);
        await student.page.goto(this.home);
      }
      await says(student, "Am I in?");
      student.check();
      await student.page.close();
    }
  }

  async handInForAStudent() {
    const { id, bot } = this.made.forgotten;
    await this.open(`students/${id}`);
    await choose(this.teacher, "#bot", bot);
    await send(this.teacher, "#bot");
    await says(this.teacher, "accepted", PLAYED);
  }

  async giveMoreTime() {
    await this.open(`students/${this.made.forgotten.id}`);
    await fill(this.teacher, "input[name=until]", "2099-12-08T23:59");
    await send(this.teacher, "input[name=until]");
    await says(this.teacher, "2099-12-08");
  }

  async playACup() {
    await this.open("staff/tournaments/new?format=round-robin");
    await fill(this.teacher, "input[name=name]", "cup");
    await fill(this.teacher, "input[name=title]", "Cup");
    await send(this.teacher, "input[name=name]");
    await says(this.teacher, "At most");
    await this.press("button[value=save]");
    await this.press("form[action$=orders] button");
    await this.open("");
    await this.teacher.until(async () => {
      const count = await elements.count(this.teacher.page, "#runs a, a[href$='staff/grades/cup']");
      return count > 0;
    }, PLAYED);
  }

  async disqualify() {
    await this.open("staff/rulings/cup/new?about=entrant&entrant=1&to=disqualify");
    await fill(this.teacher, "input[name=reason]", "The bot was copied.");
    await send(this.teacher, "input[name=reason]");
    await says(this.teacher, "The bot was copied.");
  }

  async transferGrades() {
    await this.open("staff/grades/cup");
    await choose(this.teacher, "#file", this.made.files.gradebook);
    await fill(this.teacher, "input[name=column]", "Bot");
    await send(this.teacher, "#file");
    await says(this.teacher, "Canvas");
    const graded = await elements.one(this.teacher.page, "main form", async (form) => {
      const found = /** @type {HTMLFormElement} */ (form);
      return (await fetch(found.action, { method: "POST", body: new FormData(found) })).text();
    });
    const rows = graded.split("\n").filter((row) => /^S,\d+,\d+,,,\d+(\.\d+)?,/.test(row));
    // The disqualified student has none.
    if (rows.length !== this.made.students - 1) throw new Error(`${rows.length} rows have a grade:\n${graded}`);
  }

  async releaseAfterAFreeze() {
    for (const to of ["freeze", "release-participants"]) {
      await this.open("");
      await send(this.teacher, `input[name=to][value=${to}]`);
    }
    const student = await this.student(this.made.own[0].id);
    await says(student, "how it came about");
    await follow(student, "#runs td a[href$='#result']");
    await says(student, "Your place and grade");
    student.check();
    await student.page.close();
  }

  async backUp() {
    await this.open("staff/backup");
    await this.press("main form button");
    await says(this.teacher, "Download the backup");
  }

  async readTheHistory() {
    await this.open("staff/history");
    const shown = await text(this.teacher);
    for (const expected of ["Turing, teacher", "disqualified"]) {
      if (!shown.includes(expected)) throw new Error(`the history lacks ${expected}:\n${shown}`);
    }
  }
}

/** `node term.js BROWSER MADE`: a term from the first-run page to grades, in the browser alone. */
main(async (browser, [file]) => {
  const made = /** @type {Made} */ (JSON.parse(fs.readFileSync(file, "utf8")));
  const profile = await browser.start();
  const teacher = await Visit.inNewTab(await profile.another(), new URL(made.link).origin);
  const term = new Term(profile, made, teacher);
  const steps = [
    term.makeTheClass,
    term.setARequirement,
    term.makeLinks,
    term.announce,
    term.importTheArchive,
    term.studentsHandIn,
    term.handInForAStudent,
    term.giveMoreTime,
    term.playACup,
    term.disqualify,
    term.releaseAfterAFreeze,
    term.transferGrades,
    term.backUp,
    term.readTheHistory,
  ];
  for (const step of steps) {
    try {
      await step.call(term);
    } catch (error) {
      throw new Error(`${step.name}, at ${teacher.page.url()}:\n${await text(teacher)}`, { cause: error });
    }
  }
  teacher.check();
});
