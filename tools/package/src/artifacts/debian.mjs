import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../paths.mjs';
import { run } from '../run.mjs';

const unit = path.join(root, 'deploy/systemd/switchyard-runner.service');
export const NAME = 'switchyard-runner';
export const MAINTAINER = 'Switchyard <packages@switchyard.invalid>';

/**
 * @typedef {object} DebianContent
 * @property {string} version
 * @property {string} architecture Debian's name
 * @property {string} executable
 * @property {string} nodeLicense
 * @property {number} time of all files, in seconds since 1970
 * @property {string} workDirectory
 * @property {string} out
 */

/**
 * Parts of a Debian package beside its executable.
 * @typedef {object} DebianProgram
 * @property {string} name
 * @property {string} title as in "Version 1.2.3 of the …"
 * @property {string} templates folder of `control`, `copyright` and the files of `meta`
 * @property {readonly { file: string, mode: number }[]} meta files of `DEBIAN`
 * @property {readonly { source: string, file: string, mode: number }[]} files
 */

/** Service user, configuration and state of the runner belong to its maintainer scripts. @type {DebianProgram} */
const RUNNER = {
  name: NAME,
  title: 'Switchyard runner',
  templates: path.join(root, 'tools/package/debian'),
  meta: [...['postinst', 'prerm', 'postrm'].map((file) => ({ file, mode: 0o755 })), { file: 'conffiles', mode: 0o644 }],
  files: [
    { source: unit, file: `usr/lib/systemd/system/${NAME}.service`, mode: 0o644 },
    { source: path.join(root, 'tools/package/debian/config.yaml'), file: `etc/${NAME}/config.yaml`, mode: 0o640 },
  ],
};

/**
 * Makes a Debian package.
 * @param {DebianContent} content
 * @param {DebianProgram} program
 * @returns {Promise<string>} the package
 */
export async function makeDebianPackage(content, program = RUNNER) {
  const { version, architecture, executable, time, workDirectory, out } = content;
  const { name, templates, meta, files } = program;
  const tree = path.join(workDirectory, 'debian');
  await rm(tree, { recursive: true, force: true });
  await place(executable, tree, `usr/bin/${name}`, 0o755);
  await Promise.all(files.map(({ source, file, mode }) => place(source, tree, file, mode)));
  await placeCopyright(program, content.nodeLicense, tree);
  await writeChangelog(program, tree, version, time);
  await Promise.all(meta.map(({ file, mode }) => place(path.join(templates, file), tree, `DEBIAN/${file}`, mode)));
  await writeControl(program, tree, { version, architecture, size: (await stat(executable)).size });
  const file = path.join(out, `${name}_${version}_${architecture}.deb`);
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
 * @param {DebianProgram} program
 * @param {string} nodeLicense
 * @param {string} tree
 */
async function placeCopyright({ name, templates }, nodeLicense, tree) {
  await place(path.join(templates, 'copyright'), tree, `usr/share/doc/${name}/copyright`, 0o644);
  await place(nodeLicense, tree, `usr/share/doc/${name}/LICENSE.node`, 0o644);
}

/**
 * @param {DebianProgram} program
 * @param {string} tree
 * @param {string} version
 * @param {number} time
 */
async function writeChangelog({ name, title }, tree, version, time) {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  const text = `${name} (${version}) unstable; urgency=medium

  * Version ${version} of the ${title}.

 -- ${MAINTAINER}  ${date}
`;
  const file = path.join(tree, `usr/share/doc/${name}/changelog.gz`);
  await writeFile(file, gzipSync(text, { level: 9 }), { mode: 0o644 });
}

/**
 * @param {DebianProgram} program
 * @param {string} tree
 * @param {{ version: string, architecture: string, size: number }} values
 */
async function writeControl({ templates }, tree, { version, architecture, size }) {
  const template = await readFile(path.join(templates, 'control'), 'utf8');
  const values = {
    MAINTAINER,
    VERSION: version,
    ARCHITECTURE: architecture,
    INSTALLED_SIZE: String(Math.ceil(size / 1024)),
  };
  const text = template.replace(/@([A-Z_]+)@/g, (_, name) => values[/** @type {keyof typeof values} */ (name)]);
  await mkdir(path.join(tree, 'DEBIAN'), { recursive: true, mode: 0o755 });
  await writeFile(path.join(tree, 'DEBIAN/control'), text, { mode: 0o644 });
}
