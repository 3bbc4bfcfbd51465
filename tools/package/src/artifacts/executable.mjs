import { chmod, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { run } from '../run.mjs';
import { signAdHoc } from './mach-o-signature.mjs';
import { unpackNode } from './node-binary.mjs';
import { hostNodes } from './targets.mjs';

/** @typedef {import('./targets.mjs').Target} Target */

/** Mark of a Node binary that can take a blob (Node's manual, single executable applications). */
const SENTINEL = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const require = createRequire(import.meta.url);
const postject = path.join(path.dirname(require.resolve('postject')), 'cli.js');

/**
 * Bundles a program into one file.
 * @param {string} app its folder below `apps`
 * @param {string} version what `--version` prints
 * @param {string} file
 */
export async function bundleProgram(app, version, file) {
  await run(process.execPath, [`apps/${app}/build.mjs`, file, '--version', version]);
}

/**
 * Makes a Node single executable of a program's bundle.
 * @param {string} name of the program
 * @param {Target} target
 * @param {string} bundle
 * @param {string} workDirectory for what lies between; must be of this target alone
 * @returns {Promise<{ executable: string, nodeLicense: string }>} files in the work directory
 */
export async function makeExecutable(name, target, bundle, workDirectory) {
  await mkdir(workDirectory, { recursive: true });
  const host = path.join(workDirectory, 'host');
  const hostNode = hostNodeOf(target);
  await unpackNode(hostNode, host, [hostNode.file, 'LICENSE']);
  const blob = await makeBlob(path.join(host, 'package', hostNode.file), bundle, workDirectory);
  if (target.node !== hostNode) {
    await unpackNode(target.node, workDirectory, [target.node.file]);
  }
  const executable = path.join(workDirectory, target.name.startsWith('windows') ? `${name}.exe` : name);
  await rename(path.join(target.node === hostNode ? host : workDirectory, 'package', target.node.file), executable);
  const segment = isMac(target) ? ['--macho-segment-name', 'NODE_SEA'] : [];
  await run(process.execPath, [postject, executable, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', SENTINEL, ...segment]);
  if (isMac(target)) {
    await signAdHoc(executable, name);
  }
  await chmod(executable, 0o755);
  return { executable, nodeLicense: path.join(host, 'package/LICENSE') };
}

/** @param {Target} target */
function isMac({ name }) {
  return name.startsWith('darwin');
}

/** @param {Target} target */
function hostNodeOf({ name, node }) {
  const found = hostNodes.find(({ version }) => version === node.version);
  if (!found) {
    throw new Error(`There is no Node ${node.version} that makes the blob of ${name}`);
  }
  return found;
}

/**
 * The blob holds neither a snapshot nor compiled code, so that one made here suits another system. It holds the name of
 * its source as it is given, which therefore is a relative one.
 * @param {string} node of the version that will read the blob
 * @param {string} bundle
 * @param {string} workDirectory
 */
async function makeBlob(node, bundle, workDirectory) {
  const [main, output, settings] = [path.basename(bundle), 'sea.blob', 'sea.json'];
  await copyFile(bundle, path.join(workDirectory, main));
  await writeFile(
    path.join(workDirectory, settings),
    JSON.stringify({ main, output, disableExperimentalSEAWarning: true }),
  );
  await run(node, ['--experimental-sea-config', settings], { cwd: workDirectory });
  return path.join(workDirectory, output);
}
