"use strict";

console.error("an error is logged");
console.warn("a warning is logged");
setTimeout(() => {
  throw new Error("an error is thrown");
});
void Promise.reject(new Error("a promise is rejected"));
alert("a dialog is opened");
