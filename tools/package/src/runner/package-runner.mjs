import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../paths.mjs';
import { makeArchive } from '../artifacts/archive.mjs';
import { writeChecksums } from '../artifacts/checksums.mjs';
import { makeDebianPackage } from '../artifacts/debian.mjs';
import { makeRpmPackage } from '../artifacts/rpm.mjs';
import { bundleProgram, makeExecutable } from '../artifacts/executable.mjs';
import { emptyOutput } from '../artifacts/output-directory.mjs';
import { programSbom } from '../artifacts/sbom.mjs';
import { sourceTime } from '../artifacts/source-time.mjs';

const PROGRAM = { name: 'switchyard-runner', app: 'runner' };

/** @typedef {import('../artifacts/targets.mjs').Target} Target */
/** @typedef {import('../artifacts/targets.mjs').PlainTarget} PlainTarget */
/** @typedef {'archive' | 'debian' | 'rpm'} Kind */

/**
 * @typedef {object} PackageOptions
 * @property {string} version
 * @property {readonly (Target | PlainTarget)[]} targets
 * @property {readonly Kind[]} kinds
 * @property {string} out made when it is missing; files of an earlier run in it are removed, others are a fault
 */

/**
 * Makes the packages of the runner, with their checksums and the list of what is inside.
 * @param {PackageOptions} options
 * @param {(file: string) => void} made called with each file
 */
export async function packageRunner({ version, targets, kinds, out }, made) {
  const workDirectory = await mkdtemp(path.join(tmpdir(), 'switchyard-package-'));
  const time = sourceTime();
  try {
    await emptyOutput(out, PROGRAM.name);
    const bundle = path.join(workDirectory, 'runner.cjs');
    await bundleProgram(PROGRAM.app, version, bundle);
    /** @type {string[]} */
    const files = [];
    const add = (/** @type {string} */ file) => {
      files.push(file);
      made(file);
    };
    for (const target of targets) {
      const directory = path.join(workDirectory, target.name);
      await mkdir(directory);
      const place = { version, time, workDirectory: directory, out };
      const made = 'node' in target ? packagesOf(target, kinds, bundle, place) : plainArchiveOf(target, bundle, place);
      for (const file of await made) {
        add(file);
      }
      await rm(directory, { recursive: true });
    }
    const sbom = path.join(out, `switchyard-runner-${version}.cdx.json`);
    const nodes = targets.flatMap((target) => ('node' in target ? [target.node] : []));
    await writeFile(sbom, `${JSON.stringify(programSbom(PROGRAM, version, nodes, time), null, 2)}\n`);
    add(sbom);
    await writeChecksums(files, out);
    made(path.join(out, 'SHA256SUMS'));
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} Place
 * @property {string} version
 * @property {number} time
 * @property {string} workDirectory
 * @property {string} out
 */

/** @typedef {Place & { executable: string, nodeLicense: string }} Content */

/**
 * @param {Target} target
 * @param {readonly Kind[]} kinds
 * @param {string} bundle
 * @param {Place} place
 */
async function packagesOf(target, kinds, bundle, place) {
  const content = { ...(await makeExecutable(PROGRAM.name, target, bundle, place.workDirectory)), ...place };
  const made = [];
  if (kinds.includes('archive')) {
    made.push(await archiveOf(target, content));
  }
  if (kinds.includes('debian') && target.debian) {
    made.push(await makeDebianPackage({ ...content, architecture: target.debian }));
  }
  if (kinds.includes('rpm') && target.rpm) {
    made.push(await makeRpmPackage({ ...content, architecture: target.rpm }));
  }
  return made;
}

const CMD = '@node "%~dp0runner.cjs" %*\r\n';

/**
 * The runner as one file for the Node of the machine, with the command that starts it.
 * @param {PlainTarget} target
 * @param {string} bundle
 * @param {Place} place
 */
async function plainArchiveOf({ name }, bundle, { version, time, workDirectory, out }) {
  const zipped = name.startsWith('windows');
  const runner = path.join(workDirectory, zipped ? 'runner.cjs' : 'switchyard-runner');
  await copyFile(bundle, runner);
  await chmod(runner, 0o755);
  const command = path.join(workDirectory, 'switchyard-runner.cmd');
  await writeFile(command, CMD);
  const files = [runner, await writeExample(workDirectory), ...(zipped ? [command] : [])];
  const archive = { name: `switchyard-runner-${version}-${name}`, files, zipped, time, workDirectory, out };
  return [await makeArchive(archive)];
}

/**
 * @param {Target} target
 * @param {Content} content
 */
async function archiveOf({ name }, { version, executable, nodeLicense, time, workDirectory, out }) {
  const license = path.join(workDirectory, 'LICENSE.node');
  await copyFile(nodeLicense, license);
  const example = await writeExample(workDirectory);
  const unit = path.join(root, 'deploy/systemd/switchyard-runner.service');
  const files = [executable, license, example, ...(name.startsWith('linux') ? [unit] : [])];
  const zipped = name.startsWith('windows');
  return makeArchive({ name: `switchyard-runner-${version}-${name}`, files, zipped, time, workDirectory, out });
}

/**
 * The settings of the Debian package without its directory.
 * @param {string} workDirectory
 */
async function writeExample(workDirectory) {
  const example = path.join(workDirectory, 'config.example.yaml');
  const text = await readFile(path.join(root, 'tools/package/debian/config.yaml'), 'utf8');
  await writeFile(example, text.replace(/^(?=SWITCHYARD_)/gm, '#'));
  return example;
}
