import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../paths.mjs';
import { run } from '../run.mjs';
import { MAINTAINER, NAME, place } from './debian.mjs';

const unit = path.join(root, 'deploy/systemd/switchyard-runner.service');

/**
 * Makes the RPM package of the runner. Service user and service belong to the scripts of its spec file.
 * @param {object} content
 * @param {string} content.version
 * @param {string} content.architecture RPM's name
 * @param {string} content.executable
 * @param {string} content.nodeLicense
 * @param {number} content.time of all files, in seconds since 1970
 * @param {string} content.workDirectory
 * @param {string} content.out
 * @returns {Promise<string>} the package
 */
export async function makeRpmPackage({ version, architecture, executable, nodeLicense, time, workDirectory, out }) {
  const work = path.join(workDirectory, 'rpm');
  await rm(work, { recursive: true, force: true });
  const tree = path.join(work, 'tree');
  await place(executable, tree, `usr/bin/${NAME}`, 0o755);
  await place(unit, tree, `usr/lib/systemd/system/${NAME}.service`, 0o644);
  await place(path.join(root, 'tools/package/debian/config.yaml'), tree, `etc/${NAME}/config.yaml`, 0o640);
  await place(nodeLicense, tree, `usr/share/licenses/${NAME}/LICENSE.node`, 0o644);
  await place(path.join(root, 'tools/package/debian/copyright'), tree, `usr/share/licenses/${NAME}/copyright`, 0o644);
  await mkdir(path.join(tree, 'var/lib', NAME), { recursive: true });
  const spec = path.join(work, `${NAME}.spec`);
  await writeSpec(spec, { VERSION: version, MAINTAINER, TREE: tree });
  await run('rpmbuild', ['-bb', '--quiet', '--target', `${architecture}-linux`, ...stable(work), spec], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
  });
  const name = `${NAME}-${version}-1.${architecture}.rpm`;
  const file = path.join(out, name);
  await rename(path.join(work, 'RPMS', architecture, name), file).catch(() => {
    throw new Error(`rpmbuild has not made ${name}`);
  });
  return file;
}

/**
 * Settings by which the same files make the same package.
 * @param {string} work
 */
function stable(work) {
  const macros = {
    _topdir: work,
    _buildhost: 'localhost',
    _binary_payload: 'w6.gzdio',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
  };
  return Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
}

/**
 * @param {string} file
 * @param {Record<string, string>} values
 */
async function writeSpec(file, values) {
  const template = await readFile(path.join(root, 'tools/package/rpm', path.basename(file)), 'utf8');
  await writeFile(
    file,
    template.replace(/@([A-Z]+)@/g, (_, name) => values[name] ?? ''),
  );
}
