/** Usage: compile.cjs BUNDLE. Runs a bundle and leaves beside it the code that was compiled meanwhile, for the launcher. */
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const path = require('node:path');
const { constants, Script } = require('node:vm');

const [filename = ''] = process.argv.splice(2, 1);
const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), {
  filename,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
process.on('exit', () => writeFileSync(`${filename}.cache`, script.createCachedData()));
const own = { exports: {} };
script.runInThisContext()(own.exports, createRequire(filename), own, filename, path.dirname(filename));
