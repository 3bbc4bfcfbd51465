import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { plainTargets, targets } from './artifacts/targets.mjs';

const all = [...targets, ...plainTargets];

/**
 * A command that makes packages.
 * @template {string} K
 * @typedef {object} PackageCommand
 * @property {string} name of its npm script
 * @property {string} app folder below `apps`, whose version the packages have
 * @property {readonly K[]} kinds
 * @property {string} needs programs that it takes
 */

/**
 * Runs a command that makes packages.
 * @template {string} K
 * @param {PackageCommand<K>} command
 * @param {string[]} args
 * @param {(options: { version: string, targets: readonly (typeof all)[number][], kinds: readonly K[], out: string }) => Promise<void>} make
 * @returns {Promise<number>} exit code
 */
export async function runPackageCommand(command, args, make) {
  try {
    const options = readOptions(command, args);
    if (options === 'help') {
      process.stdout.write(helpOf(command));
      return 0;
    }
    await make(options);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** @param {PackageCommand<string>} command */
const helpOf = ({ name, app, kinds, needs }) => `npm run ${name} -- [options]

  --target NAME    ${all.map((target) => target.name).join(', ')}; may be repeated; default: all
  --kind KIND      ${kinds.join(', ')}; may be repeated; default: all
  --version TEXT   default: that of apps/${app}/package.json
  --out DIRECTORY  empty, or with earlier packages, which are removed; default: tools/package/dist/${app}

Needs Linux on x64, tar, gzip, npm, ${needs}.
`;

/**
 * @template {string} K
 * @param {PackageCommand<K>} command
 * @param {string[]} args
 */
function readOptions({ app, kinds }, args) {
  const several = /** @type {const} */ ({ type: 'string', multiple: true });
  const { values } = parseArgs({
    args,
    options: {
      target: several,
      kind: several,
      version: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    return 'help';
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Packages are made on Linux, x64');
  }
  return {
    version: readVersion(app, values.version),
    targets: chosen('target', values.target, all, ({ name }) => name),
    kinds: chosen('kind', values.kind, kinds, (kind) => kind),
    out: path.resolve(root, values.out ?? `tools/package/dist/${app}`),
  };
}

/**
 * @param {string} app
 * @param {string | undefined} given
 */
function readVersion(app, given) {
  const manifest = JSON.parse(readFileSync(path.join(root, `apps/${app}/package.json`), 'utf8'));
  const version = given ?? manifest.version;
  if (!/^\d+\.\d+\.\d+([.+~][0-9A-Za-z.+~]+)?$/.test(version)) {
    throw new Error(`"${version}" is no version that Debian knows, such as 1.2.3`);
  }
  return version;
}

/**
 * @template T
 * @param {string} what
 * @param {readonly string[] | undefined} names
 * @param {readonly T[]} all
 * @param {(each: T) => string} nameOf
 */
function chosen(what, names, all, nameOf) {
  const unknown = names?.find((name) => !all.some((each) => nameOf(each) === name));
  if (unknown !== undefined) {
    throw new Error(`There is no ${what} "${unknown}", but ${all.map(nameOf).join(', ')}`);
  }
  return names ? all.filter((each) => names.includes(nameOf(each))) : all;
}
