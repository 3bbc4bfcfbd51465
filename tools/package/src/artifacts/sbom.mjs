import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { runtimePackages } from './lockfile.mjs';

/** @typedef {import('./lockfile.mjs').LockedPackage} LockedPackage */
/** @typedef {import('./targets.mjs').NodePackage} NodePackage */

/**
 * Contents of a program, as CycloneDX 1.6: the packages of the lockfile and the Node that carries them.
 * @param {{ name: string, app: string }} program `app` = its folder below `apps`
 * @param {string} version of the program
 * @param {readonly NodePackage[]} nodes
 * @param {number} time of the document, in seconds since 1970
 */
export function programSbom({ name, app }, version, nodes, time) {
  const lockfile = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const [program, ...packages] = runtimePackages(lockfile, `apps/${app}`, manifest).values();
  const own = { type: 'application', name, version, 'bom-ref': name };
  const platforms = nodes.map((node) => ({ ...library({ ...node, name: node.package }), type: 'platform' }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: new Date(time * 1000).toISOString(), component: own },
    components: [...packages.map(library), ...platforms],
    dependencies: [
      { ref: own['bom-ref'], dependsOn: [...(program?.dependencies ?? []).map(purlOf), ...platforms.map(refOf)] },
      ...packages.map((locked) => ({ ref: purl(locked), dependsOn: locked.dependencies.map(purlOf) })),
      ...platforms.map((platform) => ({ ref: refOf(platform), dependsOn: [] })),
    ],
  };
}

/** @param {string} directory */
function manifest(directory) {
  return JSON.parse(readFileSync(path.join(root, directory, 'package.json'), 'utf8'));
}

/** @param {{ name: string, version: string, integrity: string | null }} locked */
function library(locked) {
  const { name, version, integrity } = locked;
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    ...(group ? { group } : {}),
    name: short ?? name,
    version,
    'bom-ref': purl(locked),
    purl: purl(locked),
    ...(integrity ? { hashes: [{ alg: 'SHA-512', content: hex(integrity) }] } : {}),
  };
}

/** @param {string} integrity */
function hex(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

/** @param {{ name: string, version: string }} locked */
function purl({ name, version }) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** @param {string} key `name@version` */
function purlOf(key) {
  const at = key.lastIndexOf('@');
  return purl({ name: key.slice(0, at), version: key.slice(at + 1) });
}

/** @param {{ 'bom-ref': string }} component */
function refOf(component) {
  return component['bom-ref'];
}
