import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../paths.mjs';
import { run } from '../run.mjs';

const templates = path.join(root, 'tools/package/debian');
const unit = path.join(root, 'deploy/systemd/switchyard-runner.service');
const SCRIPTS = ['postinst', 'prerm', 'postrm'];
export const NAME = 'switchyard-runner';
export const MAINTAINER = 'Switchyard <packages@switchyard.invalid>';

/**
 * Makes the Debian package of the runner. Service user, configuration and state belong to its maintainer scripts.
 * @param {object} content
 * @param {string} content.version
 * @param {string} content.architecture Debian's name
 * @param {string} content.executable
 * @param {string} content.nodeLicense
 * @param {number} content.time of all files, in seconds since 1970
 * @param {string} content.workDirectory
 * @param {string} content.out
 * @returns {Promise<string>} the package
 */
export async function makeDebianPackage({ version, architecture, executable, nodeLicense, time, workDirectory, out }) {
  const tree = path.join(workDirectory, 'debian');
  await rm(tree, { recursive: true, force: true });
  await place(executable, tree, `usr/bin/${NAME}`, 0o755);
  await place(unit, tree, `usr/lib/systemd/system/${NAME}.service`, 0o644);
  await place(path.join(templates, 'config.yaml'), tree, `etc/${NAME}/config.yaml`, 0o640);
  await placeCopyright(nodeLicense, tree);
  await writeChangelog(tree, version, time);
  await Promise.all(SCRIPTS.map((name) => place(path.join(templates, name), tree, `DEBIAN/${name}`, 0o755)));
  await place(path.join(templates, 'conffiles'), tree, 'DEBIAN/conffiles', 0o644);
  await writeControl(tree, { version, architecture, size: (await stat(executable)).size });
  const file = path.join(out, `${NAME}_${version}_${architecture}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', tree, file], { env });
  return file;
}

/**
 * Copies a file into the tree of a package.
 * @param {string} source
 * @param {string} tree
 * @param {string} file
 * @param {number} mode
 */
export async function place(source, tree, file, mode) {
  const target = path.join(tree, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
  await copyFile(source, target);
  await chmod(target, mode);
}

/**
 * @param {string} nodeLicense
 * @param {string} tree
 */
async function placeCopyright(nodeLicense, tree) {
  await place(path.join(templates, 'copyright'), tree, `usr/share/doc/${NAME}/copyright`, 0o644);
  await place(nodeLicense, tree, `usr/share/doc/${NAME}/LICENSE.node`, 0o644);
}

/**
 * @param {string} tree
 * @param {string} version
 * @param {number} time
 */
async function writeChangelog(tree, version, time) {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  const text = `${NAME} (${version}) unstable; urgency=medium

  * Version ${version} of the Switchyard runner.

 -- ${MAINTAINER}  ${date}
`;
  const file = path.join(tree, `usr/share/doc/${NAME}/changelog.gz`);
  await writeFile(file, gzipSync(text, { level: 9 }), { mode: 0o644 });
}

/**
 * @param {string} tree
 * @param {{ version: string, architecture: string, size: number }} values
 */
async function writeControl(tree, { version, architecture, size }) {
  const template = await readFile(path.join(templates, 'control'), 'utf8');
  const values = {
    MAINTAINER,
    VERSION: version,
    ARCHITECTURE: architecture,
    INSTALLED_SIZE: String(Math.ceil(size / 1024)),
  };
  const text = template.replace(/@([A-Z_]+)@/g, (_, name) => values[/** @type {keyof typeof values} */ (name)]);
  await writeFile(path.join(tree, 'DEBIAN/control'), text, { mode: 0o644 });
}
