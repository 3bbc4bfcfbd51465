import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../paths.mjs';
import { makeArchive } from '../artifacts/archive.mjs';
import { writeChecksums } from '../artifacts/checksums.mjs';
import { makeDebianPackage } from '../artifacts/debian.mjs';
import { bundleProgram, makeExecutable } from '../artifacts/executable.mjs';
import { emptyOutput } from '../artifacts/output-directory.mjs';
import { programSbom } from '../artifacts/sbom.mjs';
import { sourceTime } from '../artifacts/source-time.mjs';
import { run } from '../run.mjs';

/** @typedef {import('../artifacts/targets.mjs').Target} Target */
/** @typedef {import('../artifacts/targets.mjs').PlainTarget} PlainTarget */
/** @typedef {'archive' | 'debian' | 'npm'} Kind */

const PROGRAM = { name: 'switchyard', app: 'cli' };

/** @type {import('../artifacts/debian.mjs').DebianProgram} */
const DEBIAN = {
  name: PROGRAM.name,
  title: 'Switchyard command line',
  templates: path.join(root, 'tools/package/debian-cli'),
  meta: [],
  files: [],
};

/**
 * @typedef {object} PackageOptions
 * @property {string} version
 * @property {readonly (Target | PlainTarget)[]} targets
 * @property {readonly Kind[]} kinds
 * @property {string} out made when it is missing; files of an earlier run in it are removed, others are a fault
 */

/**
 * Makes the packages of the command line, with their checksums and the list of what is inside.
 * @param {PackageOptions} options
 * @param {(file: string) => void} made called with each file
 */
export async function packageCli({ version, targets, kinds, out }, made) {
  const workDirectory = await mkdtemp(path.join(tmpdir(), 'switchyard-package-'));
  try {
    await emptyOutput(out, PROGRAM.name);
    const bundle = path.join(workDirectory, 'switchyard.cjs');
    await bundleProgram(PROGRAM.app, version, bundle);
    const place = { version, time: sourceTime(), out };
    const files = kinds.includes('npm')
      ? [await npmPackageOf(bundle, version, path.join(workDirectory, 'npm'), out)]
      : [];
    for (const target of targets) {
      const directory = path.join(workDirectory, target.name);
      await mkdir(directory);
      files.push(...(await packagesOf(target, kinds, bundle, { ...place, workDirectory: directory })));
      await rm(directory, { recursive: true });
    }
    files.push(await writeSbom(targets, place));
    await writeChecksums(files, out);
    [...files, path.join(out, 'SHA256SUMS')].forEach(made);
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/** @typedef {{ version: string, time: number, out: string }} Place */

/**
 * @param {Target | PlainTarget} target
 * @param {readonly Kind[]} kinds
 * @param {string} bundle
 * @param {Place & { workDirectory: string }} place
 */
async function packagesOf(target, kinds, bundle, place) {
  if (!('node' in target)) {
    return kinds.includes('archive') ? [await archiveOf(target, await plainFiles(target, bundle, place), place)] : [];
  }
  const content = await makeExecutable(PROGRAM.name, target, bundle, place.workDirectory);
  const license = path.join(place.workDirectory, 'LICENSE.node');
  await copyFile(content.nodeLicense, license);
  return [
    ...(kinds.includes('archive') ? [await archiveOf(target, [content.executable, license], place)] : []),
    ...(kinds.includes('debian') && target.debian
      ? [await makeDebianPackage({ ...content, ...place, architecture: target.debian }, DEBIAN)]
      : []),
  ];
}

/**
 * @param {PlainTarget} target
 * @param {readonly string[]} files
 * @param {Place & { workDirectory: string }} place
 */
const archiveOf = ({ name }, files, { version, time, workDirectory, out }) =>
  makeArchive({
    name: `${PROGRAM.name}-${version}-${name}`,
    files,
    zipped: name.startsWith('windows'),
    time,
    workDirectory,
    out,
  });

/**
 * One file for the Node of the machine, with the command that starts it.
 * @param {PlainTarget} target
 * @param {string} bundle
 * @param {{ workDirectory: string }} place
 */
async function plainFiles({ name }, bundle, { workDirectory }) {
  const isWindows = name.startsWith('windows');
  const program = path.join(workDirectory, isWindows ? 'switchyard.cjs' : PROGRAM.name);
  await copyFile(bundle, program);
  await chmod(program, 0o755);
  const command = path.join(workDirectory, 'switchyard.cmd');
  await writeFile(command, '@node "%~dp0switchyard.cjs" %*\r\n');
  return [program, ...(isWindows ? [command] : [])];
}

/**
 * The package for `npm install --global`.
 * @param {string} bundle
 * @param {string} version
 * @param {string} directory
 * @param {string} out
 */
async function npmPackageOf(bundle, version, directory, out) {
  await mkdir(directory);
  await copyFile(bundle, path.join(directory, 'switchyard.cjs'));
  const manifest = {
    name: '@switchyard/cli',
    version: version.replace(/[+~]/g, '-'),
    description: 'The command line of Switchyard',
    license: 'UNLICENSED',
    bin: { [PROGRAM.name]: 'switchyard.cjs' },
    engines: { node: '>=20' },
  };
  await writeFile(path.join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await run('npm', ['pack', '--silent', '--pack-destination', out, directory]);
  return path.join(out, `switchyard-cli-${manifest.version}.tgz`);
}

/**
 * @param {readonly (Target | PlainTarget)[]} targets
 * @param {Place} place
 */
async function writeSbom(targets, { version, time, out }) {
  const nodes = targets.flatMap((target) => ('node' in target ? [target.node] : []));
  const file = path.join(out, `${PROGRAM.name}-${version}.cdx.json`);
  await writeFile(file, `${JSON.stringify(programSbom(PROGRAM, version, nodes, time), null, 2)}\n`);
  return file;
}
