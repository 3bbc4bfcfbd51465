/** `npm start`, `npm test` and friends: prepares a bare checkout with Node's own modules alone, then does the command. */
import './bootstrap/check-node.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './bootstrap/build.mjs';
import { checkGit } from './bootstrap/check-git.mjs';
import { checkSettings, printStartHelp } from './bootstrap/check-settings.mjs';
import { ensureDependencies } from './bootstrap/dependencies.mjs';
import { buildDocs, buildDocsBeside } from './bootstrap/docs.mjs';
import { environment, root } from './bootstrap/paths.mjs';
import { builtRelease } from './bootstrap/release.mjs';
import { fail, run } from './bootstrap/run.mjs';

/**
 * Commands by name; each takes the arguments that follow it.
 * @type {Record<string, (args: string[]) => void | Promise<void>>}
 */
const commands = {
  async start(args) {
    checkSettings(args);
    printStartHelp(args);
    checkGit();
    ensureDependencies();
    ensureBuild();
    buildDocsBeside();
    await runModule('tools/stack/dist/main.js', args);
  },
  user: (args) => runAtServer('user', args),
  subscription: (args) => runAtServer('subscription', args),
  bucket: (args) => runAtServer('bucket', args),
  'task-directories': (args) => runAtServer('task-directories', args),
  doctor: (args) => runAtServer('doctor', args),
  backup: (args) => runAtServer('backup', args),
  restore: (args) => runAtServer('restore', args),
  async test(args) {
    checkSettings();
    await checkRequest(args);
    ensureDependencies();
    Object.assign(process.env, environment);
    await runModule('tools/test/src/main.mjs', args);
  },
  build() {
    ensureDependencies();
    ensureBuild();
  },
  docs() {
    ensureDependencies();
    ensureBuild();
    buildDocs();
  },
  async 'package:runner'(args) {
    ensureDependencies();
    await runModule('tools/package/src/runner/main.mjs', args);
  },
  async 'package:cli'(args) {
    ensureDependencies();
    await runModule('tools/package/src/cli/main.mjs', args);
  },
  async 'check:images'(args) {
    ensureDependencies();
    ensureBuild();
    await runModule('tools/package/src/images/main.mjs', args);
  },
  async 'check:containers'(args) {
    ensureDependencies();
    ensureBuild();
    await runModule('tools/package/src/containers/main.mjs', args);
  },
  async 'check:units'(args) {
    ensureDependencies();
    ensureBuild();
    await runModule('tools/package/src/units/main.mjs', args);
  },
  async 'check:chart'(args) {
    ensureDependencies();
    ensureBuild();
    await runModule('tools/package/src/chart/main.mjs', args);
  },
  bench(args) {
    checkSettings();
    checkGit();
    ensureDependencies();
    ensureBuild();
    run('pnpm', ['--filter', '@switchyard/e2e', 'run', 'bench', ...args]);
  },
  async chaos(args) {
    checkSettings();
    checkGit();
    ensureDependencies();
    ensureBuild();
    await runModule('apps/e2e/dist/chaos/main.js', args);
  },
  async upgrade([name = 'HEAD^', ...args]) {
    checkSettings();
    checkGit();
    ensureDependencies();
    ensureBuild();
    const { commit, directory } = builtRelease(name);
    await runModule('apps/e2e/dist/upgrade/main.js', ['--from', directory, '--name', commit.slice(0, 8), ...args]);
  },
  async fuzz(args) {
    checkSettings();
    checkGit();
    ensureDependencies();
    ensureBuild();
    await runModule('apps/e2e/dist/fuzz/main.js', args);
  },
  async pictures(args) {
    checkSettings();
    checkGit();
    ensureDependencies();
    ensureBuild();
    await runModule('apps/e2e/dist/pictures/main.js', args);
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  fail(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}.`);
}
await command(args);

/**
 * Ends when `npm test` is to run what there is not.
 * @param {string[]} testArguments
 */
async function checkRequest(testArguments) {
  const { readRequest } = await import('./test/src/request.mjs');
  const request = readRequest(testArguments);
  if ('fault' in request) {
    fail(request.fault);
  }
}

/**
 * Runs a command for people at the server.
 * @param {string} name
 * @param {string[]} commandArgs
 */
async function runAtServer(name, commandArgs) {
  checkSettings();
  ensureDependencies();
  ensureBuild();
  await runModule(`tools/stack/dist/${name}.js`, commandArgs);
}

/**
 * Runs another program in this very process, so that signals need no forwarding.
 * @param {string} file
 * @param {string[]} moduleArgs
 */
async function runModule(file, moduleArgs) {
  const absolute = path.join(root, file);
  process.argv = [process.execPath, absolute, ...moduleArgs];
  await import(pathToFileURL(absolute).href);
}
