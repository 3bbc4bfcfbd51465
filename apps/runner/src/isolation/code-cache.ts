import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOST_WORD } from './host-word.js';

/** Argument that makes the loader leave its compiled code behind when it ends. */
const WRITE_CACHE = 'write-code-cache';

/**
 * Runs the program from its compiled code, which saves a third of its start. The program is ASCII, so that it can be read
 * as it is; code that was compiled by another Node is ignored.
 */
const loader = (script: string): string => `'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { Module, createRequire } = require('node:module');
const { Script } = require('node:vm');
const filename = require('node:path').join(__dirname, ${JSON.stringify(script)});
const cache = filename + '.cache';
const read = () => {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
};
const text = Module.wrap(readFileSync(filename, 'latin1').replace(/^#!/, '//'));
const script = new Script(text, { filename, cachedData: read() });
if (process.argv[3] === '${WRITE_CACHE}') {
  process.on('exit', () => writeFileSync(cache, script.createCachedData(), { mode: 0o644 }));
}
const own = { exports: {} };
script.runInThisContext()(own.exports, createRequire(filename), own, filename, __dirname);
`;

/** Copies a script to a directory of root's with its compiled code. @returns what is to be run in its place */
export async function installScript(script: string, dir: string, node: readonly string[]): Promise<string> {
  const name = path.basename(script);
  const files = { [name]: escapeNonAscii(await readFile(script, 'utf8')), 'host.cjs': loader(name) };
  for (const [file, text] of Object.entries(files)) {
    await writeFile(path.join(dir, file), text);
    await chmod(path.join(dir, file), 0o644);
  }
  const host = path.join(dir, 'host.cjs');
  await compile([...node, host]);
  await chmod(path.join(dir, `${name}.cache`), 0o644).catch(() => undefined);
  return host;
}

/** Means the same in strings, expressions, names and comments. */
const escapeNonAscii = (text: string): string =>
  text.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Without compiled code the program starts more slowly, that is all. */
async function compile([file = '', ...args]: readonly string[]): Promise<void> {
  const stdio = ['ignore', 'ignore', 'ignore', 'ignore'] as const;
  const child = spawn(file, [...args, HOST_WORD, WRITE_CACHE], { cwd: '/tmp', stdio: [...stdio] });
  await once(child, 'exit').catch(() => undefined);
}
