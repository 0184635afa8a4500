"use strict";

const js = require("@eslint/js");
const { reasons } = require("./support/reasons.js");

/** Members that insert text into a page as markup, which would run a hostile name as code. */
const markup = ["innerHTML", "outerHTML", "insertAdjacentHTML", "createContextualFragment", "setHTMLUnsafe"];

/** Globals that reach beyond the folder that a page was opened from. */
const network = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "RTCPeerConnection", "importScripts"];

const everywhere = {
  ...js.configs.recommended.rules,
  // The TypeScript compiler reports undefined names.
  "no-undef": "off",
  strict: ["error", "global"],
  eqeqeq: "error",
  curly: ["error", "multi-line"],
  "prefer-const": "error",
  "no-var": "error",
  "no-shadow": ["error", { hoist: "never" }],
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-implicit-coercion": "error",
  "no-param-reassign": "error",
  "no-return-assign": "error",
  "no-self-compare": "error",
  "no-sequences": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unused-expressions": "error",
  "no-useless-return": "error",
  "array-callback-return": "error",
  "default-case-last": "error",
  "object-shorthand": "error",
  "prefer-arrow-callback": "error",
  camelcase: ["error", { properties: "never" }],
  "max-len": ["error", { code: 120, ignoreUrls: true }],
  "muster/disabled-for-a-reason": "error",
};

module.exports = [
  { linterOptions: { reportUnusedDisableDirectives: "error" }, plugins: { muster: { rules: reasons } } },
  {
    files: ["**/viewer/app/**/*.js", "**/report/src/page/*.js"],
    languageOptions: { sourceType: "module", ecmaVersion: 2022 },
    rules: {
      ...everywhere,
      "no-console": "error",
      "max-lines": ["error", 400],
      "no-restricted-globals": ["error", ...network],
      "no-restricted-properties": [
        "error",
        ...markup.map((property) => ({ property, message: "Names are hostile: set textContent." })),
        { object: "document", property: "write", message: "Names are hostile: set textContent." },
        { property: "cssText", message: "Set one property, or a class." },
        { property: "sendBeacon", message: "The viewer reaches no network." },
      ],
    },
  },
  {
    // These are parts of pages, not modules.
    files: ["**/report/src/page/*.js"],
    languageOptions: { sourceType: "script", ecmaVersion: 2022 },
  },
  {
    // These scripts send requests to the program that serves them.
    files: ["**/service/app/*.js", "**/watch/page/*.js"],
    languageOptions: { sourceType: "script", ecmaVersion: 2022 },
    rules: { ...everywhere, "no-console": "error", "max-lines": ["error", 400] },
  },
  {
    files: ["**/tests/web/**/*.js"],
    languageOptions: { sourceType: "commonjs", ecmaVersion: 2022 },
    rules: everywhere,
  },
];
