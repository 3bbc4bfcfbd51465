/** `npm run package:runner`: makes the packages of the runner for all systems, or for those that are named. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../paths.mjs';
import { packageRunner } from './package-runner.mjs';
import { plainTargets, targets } from './targets.mjs';

const all = [...targets, ...plainTargets];

/** @typedef {import('./package-runner.mjs').Kind} Kind */

/** @type {readonly Kind[]} */
const KINDS = ['archive', 'debian', 'rpm'];

const HELP = `npm run package:runner -- [options]

  --target NAME    ${all.map(({ name }) => name).join(', ')}; may be repeated; default: all
  --kind KIND      ${KINDS.join(', ')}; may be repeated; default: all
  --version TEXT   default: that of apps/runner/package.json
  --out DIRECTORY  empty, or with earlier packages, which are removed; default: tools/package/dist/runner

Needs Linux on x64, tar, gzip, npm, dpkg-deb for Debian packages, rpmbuild for RPM packages.
`;

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args */
async function main(args) {
  try {
    const options = readOptions(args);
    if (options === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    await packageRunner(options, (file) => console.log(path.relative(process.cwd(), file)));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** @param {string[]} args */
function readOptions(args) {
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
    throw new Error('The packages of the runner are made on Linux, x64');
  }
  return {
    version: readVersion(values.version),
    targets: chosen('target', values.target, all, ({ name }) => name),
    kinds: chosen('kind', values.kind, KINDS, (kind) => kind),
    out: path.resolve(root, values.out ?? 'tools/package/dist/runner'),
  };
}

/** @param {string | undefined} given */
function readVersion(given) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'apps/runner/package.json'), 'utf8'));
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
