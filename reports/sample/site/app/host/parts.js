"use strict";
const workerParts = (() => {
const texts = [];
const define = (name, make) => {
texts.push(`const ${name} = (${make})();`);
return make();
};
const text = () => ['"use strict";', ...texts, "botWorker.serve();"].join("\n");
return { define, text };
})();
