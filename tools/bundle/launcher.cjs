/** Runs the bundle beside it with the code that the build compiled, which another Node or another size of its heap leaves unused. */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const { constants, Script } = require('node:vm');

const filename = __filename.replace(/\.js$/, '.bundle.js');
const cache = `${filename}.cache`;
const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), {
  filename,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const own = { exports: {} };
script.runInThisContext()(own.exports, createRequire(filename), own, filename, __dirname);
