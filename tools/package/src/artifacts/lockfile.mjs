import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const Dependencies = z.record(z.string(), z.object({ version: z.string() })).default({});
const Lockfile = z.object({
  importers: z.record(z.string(), z.object({ dependencies: Dependencies })),
  packages: z.record(z.string(), z.object({ resolution: z.object({ integrity: z.string().optional() }) })),
  snapshots: z.record(z.string(), z.object({ dependencies: z.record(z.string(), z.string()).default({}) })),
});

/**
 * A package that a project brings along.
 * @typedef {object} LockedPackage
 * @property {string} name
 * @property {string} version
 * @property {string | null} integrity as the registry returns it; `null` for a package of the workspace
 * @property {string[]} dependencies keys of packages
 */

/**
 * Everything that a project of the workspace needs to run, over all steps. Optional packages, and those
 * for development only, are left out.
 * @param {string} text of a `pnpm-lock.yaml`, lockfile version 9
 * @param {string} importer directory of the project, such as `apps/runner`
 * @param {(directory: string) => { name: string, version: string }} manifest of a project of the workspace
 * @returns {Map<string, LockedPackage>} by `name@version`; the project itself comes first
 */
export function runtimePackages(text, importer, manifest) {
  const lockfile = Lockfile.parse(parse(text));
  /** @type {Map<string, LockedPackage>} */
  const found = new Map();

  /** @param {string} directory */
  const addProject = (directory) => {
    const { name, version } = manifest(directory);
    const dependencies = lockfile.importers[directory]?.dependencies ?? {};
    add({ name, version, integrity: null }, () =>
      Object.entries(dependencies).map(([dependency, { version: locked }]) =>
        locked.startsWith('link:')
          ? addProject(path.posix.join(directory, locked.slice('link:'.length)))
          : addPackage(dependency, locked),
      ),
    );
    return `${name}@${version}`;
  };

  /**
   * @param {string} name
   * @param {string} locked version, with the packages it was matched to in parentheses
   */
  const addPackage = (name, locked) => {
    const version = locked.replace(/\(.*$/, '');
    const integrity = lockfile.packages[`${name}@${version}`]?.resolution.integrity ?? null;
    add({ name, version, integrity }, () =>
      Object.entries(lockfile.snapshots[`${name}@${locked}`]?.dependencies ?? {}).map((each) => addPackage(...each)),
    );
    return `${name}@${version}`;
  };

  /**
   * @param {Omit<LockedPackage, 'dependencies'>} locked
   * @param {() => string[]} dependencies
   */
  const add = (locked, dependencies) => {
    const key = `${locked.name}@${locked.version}`;
    if (!found.has(key)) {
      const entry = { ...locked, dependencies: /** @type {string[]} */ ([]) };
      found.set(key, entry);
      entry.dependencies = dependencies().sort();
    }
  };

  addProject(importer);
  return found;
}
