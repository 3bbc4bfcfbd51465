import { spawnSync } from 'node:child_process';
import { copyFile, cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { reduceMap } from './places.mjs';
import { plugins } from './plugins.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const launcher = path.join(import.meta.dirname, 'launcher.cjs');
const compiler = path.join(import.meta.dirname, 'compile.cjs');
/** EX_CONFIG of sysexits.h: how a server ends that finds no settings. */
const WRONG_CONFIGURATION = 78;

/**
 * @typedef {object} App
 * @property {string} directory
 * @property {Record<string, string[]>} programs sources in `src` without extension, and the options of Node that each is run with
 * @property {string[]} [threads] sources of worker threads below `src`, without extension
 * @property {string[]} [folders] of the checkout, whose JSON files are copied into `dist`
 * @property {string[]} [external] packages that stay outside
 */

/**
 * Bundles each program of an app with all that it imports: `dist/<program>.js` runs `<program>.bundle.js`. To every module
 * in it `import.meta.url` is the address of the bundle, so that files are found as from the root of `src`.
 * @param {App} app
 */
export async function bundleApp({ directory, programs, threads = [], folders = [], external = [] }) {
  const dist = path.join(directory, 'dist');
  const entryOf = (/** @type {string} */ name, out = name) => ({ in: path.join(directory, 'src', `${name}.ts`), out });
  const names = Object.keys(programs);
  await rm(dist, { recursive: true, force: true });
  await bundle(
    dist,
    [...names.map((name) => entryOf(name, `${name}.bundle`)), ...threads.map((name) => entryOf(name))],
    external,
  );
  await writeFile(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  for (const folder of folders) {
    const filter = (/** @type {string} */ file) => ['', '.json'].includes(path.extname(file));
    await cp(path.join(root, folder), path.join(dist, path.basename(folder)), { recursive: true, filter });
  }
  for (const [name, options] of Object.entries(programs)) {
    await copyFile(launcher, path.join(dist, `${name}.js`));
    await reduceMap(path.join(dist, `${name}.bundle.js`));
    compile(path.join(dist, `${name}.bundle.js`), options);
  }
}

/**
 * @param {string} outdir
 * @param {{ in: string, out: string }[]} entryPoints
 * @param {string[]} external
 */
function bundle(outdir, entryPoints, external) {
  return build({
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Code of the cache cannot import, as long as Node drops its script: what is imported late is required late.
    supported: { 'dynamic-import': false },
    conditions: ['@switchyard/source'],
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: `'use strict';\nconst bundleUrl = require('node:url').pathToFileURL(__filename).href;` },
    external,
    plugins,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/**
 * Runs a program without settings, with which it ends as soon as everything is loaded, and keeps the code that was compiled.
 * @param {string} file
 * @param {string[]} options of Node
 */
function compile(file, options) {
  const { status, stderr } = spawnSync(process.execPath, [...options, compiler, file], { env: {}, encoding: 'utf8' });
  if (status !== 0 && status !== WRONG_CONFIGURATION) {
    throw new Error(`${file} could not be loaded: ${stderr}`);
  }
}
