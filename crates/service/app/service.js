// The scripted parts of the pages: dropped files and live updates.
"use strict";

/** Delay before news is loaded, in milliseconds. It merges changes, and spreads the requests of many pages. */
const SOON = { least: 300, within: 1200 };

/** Delay before a retry, in milliseconds. It doubles after each failure. */
const AGAIN = { first: 1000, most: 60_000 };

/** @param {number} failures number of consecutive failures */
function pauseAfter(failures) {
  return Math.min(AGAIN.first * 2 ** (failures - 1), AGAIN.most) * (0.5 + Math.random() / 2);
}

/**
 * Lets the form of a hand-in accept dropped files, and show that they are being sent.
 *
 * @param {HTMLFormElement} form
 */
function takeFiles(form) {
  const field = form.querySelector("input[type=file]");
  const button = form.querySelector("button");
  const progress = form.querySelector(".progress");
  if (!(field instanceof HTMLInputElement) || button === null || progress === null) return;
  const mark = (/** @type {DragEvent} */ event, /** @type {boolean} */ isOver) => {
    event.preventDefault();
    form.classList.toggle("over", isOver);
  };
  form.addEventListener("dragover", (event) => mark(event, true));
  form.addEventListener("dragleave", (event) => mark(event, false));
  form.addEventListener("drop", (event) => {
    mark(event, false);
    const files = event.dataTransfer?.files;
    if (files === undefined || files.length === 0) return;
    field.files = files;
    form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    button.disabled = true;
    progress.textContent = progress.getAttribute("data-sending");
  });
  // A student who returns to the page can hand in again.
  addEventListener("pageshow", () => {
    button.disabled = false;
    progress.textContent = "";
  });
}

/** When the page was shown, and the interval at which the time left is shown anew, in milliseconds. */
const left = { since: Date.now(), every: 20_000 };

/**
 * Formats a time as the service does, in the language of the page: "20 minutes", "3 hours", "5 days".
 *
 * @param {number} time in milliseconds
 */
function about(time) {
  const minutes = Math.max(Math.ceil(Math.floor(time / 1000) / 60), 1);
  const [count, unit] =
    minutes < 120
      ? [minutes, "minute"]
      : minutes < 2880
        ? [Math.ceil(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  const format = { style: /** @type {const} */ ("unit"), unit, unitDisplay: /** @type {const} */ ("long") };
  return new Intl.NumberFormat(document.documentElement.lang, format).format(count);
}

/** Shows the time left until each deadline of the page. */
function showTimeLeft() {
  for (const place of document.querySelectorAll("[data-left]")) {
    const rest = Number(place.getAttribute("data-left")) - (Date.now() - left.since);
    const words = place.getAttribute(rest > 0 ? "data-words" : "data-passed") ?? "";
    place.textContent = words.replace("{}", about(rest));
  }
}

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLInputElement && field.type === "file") return (field.files?.length ?? 0) > 0;
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    return field.value !== field.defaultValue;
  }
  return false;
}

/** Returns `true` if the reader is typing or has entered something that must not be lost. */
function isInUse() {
  const fields = [...document.querySelectorAll("#content :is(input, select, textarea):not([type=hidden])")];
  return fields.some((field) => field === document.activeElement || isChanged(field));
}

/**
 * Reloads the content of the page. Returns `false` if it has to be tried again, because the reader is using the page.
 * Throws if the service, or a reverse proxy in front of it, is temporarily unavailable.
 */
async function renew() {
  if (isInUse()) return false;
  const response = await fetch(location.href);
  const canRetry = response.status >= 500 || response.status === 429 || response.status === 408;
  if (canRetry) throw new Error(response.statusText);
  // Any other error stands until the next change.
  if (!response.ok) return true;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [old, content] = [document.getElementById("content"), page.getElementById("content")];
  if (old === null || content === null || isInUse()) return false;
  old.replaceWith(content);
  start();
  return true;
}

/**
 * A run in progress.
 *
 * @typedef {object} LiveRun
 * @property {string} name
 * @property {string} stage
 * @property {number} played
 * @property {number} of
 * @property {{ head: { title: string; number: boolean }[]; rows: string[][] } | null} standings
 * @property {Picture[]} pictures
 */

/**
 * A bracket or a curve. The service has escaped all text from users.
 *
 * @typedef {{ title: string; html: string }} Picture
 */

/**
 * Shows the progress of runs. Returns `true` if the page shows exactly these runs.
 *
 * @param {LiveRun[]} runs
 */
function showRuns(runs) {
  const shown = new Map(
    [...document.querySelectorAll("[data-run]")].map((one) => [one.getAttribute("data-run") ?? "", one]),
  );
  for (const run of runs) {
    const place = shown.get(run.name);
    if (place === undefined) return false;
    for (const [part, text] of [
      [".stage", run.stage],
      [".played", String(run.played)],
      [".of", String(run.of)],
    ]) {
      const field = place.querySelector(part);
      if (field !== null) field.textContent = text;
    }
    const old = place.querySelector("table");
    if (run.standings !== null && old !== null) {
      const table = tableOf(run.standings);
      // The service wrote the headings in the language of the page.
      if (old.tHead?.rows[0]?.cells.length === run.standings.head.length) table.tHead?.replaceWith(old.tHead);
      old.replaceWith(table);
    }
    const pictures = place.querySelector(".pictures");
    if (pictures !== null) showPictures(pictures, run.pictures);
  }
  return shown.size === runs.length;
}

/**
 * Replaces the pictures. One with the same title is replaced within its frame, which keeps its scroll position.
 *
 * @param {Element} place
 * @param {Picture[]} pictures
 */
function showPictures(place, pictures) {
  const old = new Map([...place.children].map((one) => [one.querySelector("h4")?.textContent ?? "", one]));
  const shown = pictures.map(({ title, html }) => {
    const parsed = new DOMParser().parseFromString(html, "text/html").body;
    const [before, after] = [old.get(title), parsed.querySelector("svg")];
    const drawing = before?.querySelector("svg");
    if (before !== undefined && after !== null && drawing) {
      if (drawing.outerHTML !== after.outerHTML) drawing.replaceWith(after);
      return before;
    }
    const heading = document.createElement("h4");
    heading.textContent = title;
    const picture = document.createElement("div");
    picture.append(heading, ...parsed.childNodes);
    return picture;
  });
  if (shown.some((one, at) => place.children[at] !== one) || shown.length !== place.children.length) {
    place.replaceChildren(...shown);
  }
}

/** @param {NonNullable<LiveRun["standings"]>} standings */
function tableOf({ head, rows }) {
  const table = document.createElement("table");
  const first = table.createTHead().insertRow();
  for (const { title, number } of head) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    cell.classList.toggle("n", number);
    first.append(cell);
  }
  const body = table.createTBody();
  for (const texts of rows) {
    const row = body.insertRow();
    texts.forEach((text, column) => {
      const cell = row.insertCell();
      cell.textContent = text;
      cell.classList.toggle("n", head[column]?.number ?? false);
    });
  }
  return table;
}

/**
 * Follows the service's news while the page is visible.
 *
 * @param {string} address
 */
function follow(address) {
  /** @type {EventSource | null} */
  let source = null;
  let known = document.body.dataset.known ?? null;
  let waiting = 0;
  let within = SOON.within;
  const failures = { pages: 0, streams: 0 };
  /** @param {number} pause */
  const renewAfter = (pause) => {
    // The reload that is already scheduled covers later news.
    if (waiting !== 0) return;
    waiting = setTimeout(() => {
      waiting = 0;
      renew().then(
        (isDone) => {
          failures.pages = 0;
          if (!isDone) renewSoon();
        },
        // Each change is announced only once, so a failed reload is retried.
        () => renewAfter(pauseAfter(++failures.pages)),
      );
    }, pause);
  };
  const renewSoon = () => renewAfter(SOON.least + Math.random() * within);
  const close = () => {
    source?.close();
    source = null;
  };
  const look = () => {
    if (document.hidden) {
      close();
    } else if (source === null) {
      source = new EventSource(address);
      source.addEventListener("news", ({ data, lastEventId }) => {
        ({ within } = JSON.parse(data));
        if (known !== null && known !== lastEventId) renewSoon();
        known = lastEventId;
      });
      source.addEventListener("step", renewSoon);
      source.addEventListener("live", ({ data }) => {
        if (!showRuns(JSON.parse(data).runs)) renewSoon();
      });
      source.addEventListener("open", () => {
        failures.streams = 0;
      });
      // A browser reconnects by itself, unless the response was not a stream.
      source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        close();
        setTimeout(look, pauseAfter(++failures.streams));
      });
    }
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  // Closes the stream when the reader leaves the page. If the page stays, as for a download, it is opened again.
  addEventListener("beforeunload", () => {
    close();
    setTimeout(look, 1000);
  });
  look();
}

function start() {
  left.since = Date.now();
  for (const form of document.querySelectorAll("form.drop")) {
    if (form instanceof HTMLFormElement) takeFiles(form);
  }
}

start();
setInterval(showTimeLeft, left.every);
if (document.body.dataset.news !== undefined) follow(document.body.dataset.news);
