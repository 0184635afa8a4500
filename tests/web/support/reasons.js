"use strict";

/** Requires a reason in every comment that disables a rule: `eslint-disable-next-line RULE -- REASON`. */
/** @type {Record<string, import("eslint").Rule.RuleModule>} */
const reasons = {
  "disabled-for-a-reason": {
    meta: { type: "suggestion", schema: [], messages: { silent: "Say why after ` -- `." } },
    create: (context) => ({
      Program: () => {
        for (const comment of context.sourceCode.getAllComments()) {
          const disables = /^\s*(eslint-disable|@ts-(ignore|expect-error|nocheck))/.test(comment.value);
          if (disables && !/ -- \S/.test(comment.value) && comment.loc) {
            context.report({ loc: comment.loc, messageId: "silent" });
          }
        }
      },
    }),
  },
};

module.exports = { reasons };
