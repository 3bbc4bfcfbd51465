import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../run.mjs';
import { zip } from './zip.mjs';

/**
 * Packs files into `<name>.zip` or `<name>.tar.gz`, below one directory of that name. The same files make the same
 * archive, independent of who packs them and when.
 * @param {object} content
 * @param {string} content.name
 * @param {readonly string[]} content.files
 * @param {boolean} content.zipped
 * @param {number} content.time of all files, in seconds since 1970
 * @param {string} content.workDirectory
 * @param {string} content.out
 * @returns {Promise<string>} the archive
 */
export async function makeArchive({ name, files, zipped, time, workDirectory, out }) {
  const directory = path.join(workDirectory, name);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await Promise.all(files.map((file) => copyFile(file, path.join(directory, path.basename(file)))));
  return zipped ? makeZip(directory, time, out) : makeTarball(directory, time, out);
}

/**
 * @param {string} directory
 * @param {number} time
 * @param {string} out
 */
async function makeTarball(directory, time, out) {
  const file = path.join(out, `${path.basename(directory)}.tar.gz`);
  const stable = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`, '--mode=u+rw,go=rX'];
  const compress = ['--use-compress-program', 'gzip -n -6'];
  await run('tar', [...stable, ...compress, '-cf', file, '-C', path.dirname(directory), path.basename(directory)]);
  return file;
}

/**
 * @param {string} directory
 * @param {number} time
 * @param {string} out
 */
async function makeZip(directory, time, out) {
  const names = (await readdir(directory)).sort();
  const entries = names.map(async (name) => {
    const file = path.join(directory, name);
    const executable = ((await stat(file)).mode & 0o100) !== 0;
    return { name: `${path.basename(directory)}/${name}`, body: await readFile(file), executable };
  });
  const file = path.join(out, `${path.basename(directory)}.zip`);
  await writeFile(file, zip(await Promise.all(entries), new Date(time * 1000)));
  return file;
}
