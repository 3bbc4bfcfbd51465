import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../paths.mjs';
import { makeArchive } from './archive.mjs';
import { writeChecksums } from './checksums.mjs';
import { makeDebianPackage } from './debian.mjs';
import { bundleRunner, makeExecutable } from './executable.mjs';
import { emptyOutput } from './output-directory.mjs';
import { runnerSbom } from './sbom.mjs';

/** @typedef {import('./targets.mjs').Target} Target */
/** @typedef {'archive' | 'debian'} Kind */

/**
 * @typedef {object} PackageOptions
 * @property {string} version
 * @property {readonly Target[]} targets
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
    await emptyOutput(out);
    const bundle = path.join(workDirectory, 'runner.cjs');
    await bundleRunner(version, bundle);
    /** @type {string[]} */
    const files = [];
    const add = (/** @type {string} */ file) => {
      files.push(file);
      made(file);
    };
    for (const target of targets) {
      const directory = path.join(workDirectory, target.name);
      const parts = await makeExecutable(target, bundle, directory);
      const content = { ...parts, version, time, workDirectory: directory, out };
      for (const file of await packagesOf(target, kinds, content)) {
        add(file);
      }
      await rm(directory, { recursive: true });
    }
    const sbom = path.join(out, `switchyard-runner-${version}.cdx.json`);
    const nodes = targets.map(({ node }) => node);
    await writeFile(sbom, `${JSON.stringify(runnerSbom(version, nodes, time), null, 2)}\n`);
    add(sbom);
    await writeChecksums(files, out);
    made(path.join(out, 'SHA256SUMS'));
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} Content
 * @property {string} version
 * @property {number} time
 * @property {string} executable
 * @property {string} nodeLicense
 * @property {string} workDirectory
 * @property {string} out
 */

/**
 * @param {Target} target
 * @param {readonly Kind[]} kinds
 * @param {Content} content
 */
async function packagesOf(target, kinds, content) {
  const made = [];
  if (kinds.includes('archive')) {
    made.push(await archiveOf(target, content));
  }
  if (kinds.includes('debian') && target.debian) {
    made.push(await makeDebianPackage({ ...content, architecture: target.debian }));
  }
  return made;
}

/**
 * @param {Target} target
 * @param {Content} content
 */
async function archiveOf({ name }, { version, executable, nodeLicense, time, workDirectory, out }) {
  const license = path.join(workDirectory, 'LICENSE.node');
  await copyFile(nodeLicense, license);
  const example = path.join(workDirectory, 'config.example.yaml');
  await writeFile(example, exampleOf(await readFile(path.join(root, 'tools/package/debian/config.yaml'), 'utf8')));
  const unit = path.join(root, 'deploy/systemd/switchyard-runner.service');
  const files = [executable, license, example, ...(name.startsWith('linux') ? [unit] : [])];
  const zipped = name.startsWith('windows');
  return makeArchive({ name: `switchyard-runner-${version}-${name}`, files, zipped, time, workDirectory, out });
}

/**
 * The settings of the Debian package without its directory.
 * @param {string} text
 */
function exampleOf(text) {
  return text.replace(/^(?=SWITCHYARD_)/gm, '#');
}

/** Time of the last commit, so that the same sources make the same packages; `SOURCE_DATE_EPOCH` wins. */
function sourceTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const text = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return Number(text);
}
