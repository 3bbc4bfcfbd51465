import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { note } from '../check/proofs.mjs';
import { imageCacheDirectory, root } from '../paths.mjs';
import { makeBases } from './bases.mjs';
import { buildah } from './engine.mjs';

export const IMAGES = ['api', 'dispatcher', 'runner', 'console'];

/**
 * Builds all Dockerfiles, unchanged, into the storage of the directory. The images are of the OCI format, which holds
 * no health checks: those that count must stand in the compose file.
 * @param {string} directory
 */
export async function buildImages(directory) {
  await mkdir(imageCacheDirectory, { recursive: true });
  const build = (/** @type {readonly string[]} */ args) => buildah(directory, imageCacheDirectory, args);
  await makeBases(build, directory);
  note('base images made');
  const volumes = await registryAccess(directory);
  for (const name of IMAGES) {
    const file = path.join(root, 'docker', `${name}.Dockerfile`);
    const options = ['--format', 'oci', '--pull-never', '--network', 'host', '--file', file];
    await build(['build', '--quiet', ...options, ...volumes, '--tag', `docker.io/switchyard/${name}:0.1.0`, root]);
    note(`${name} built`);
  }
}

/**
 * How this machine reaches the npm registry, as volumes that are part of no image.
 * @param {string} directory
 */
async function registryAccess(directory) {
  const authorities = '/etc/ssl/certs/ca-certificates.crt';
  if (!existsSync(authorities)) {
    return [];
  }
  const npmrc = path.join(directory, 'npmrc');
  const registry = process.env.npm_config_registry;
  await writeFile(npmrc, `cafile=/run/authorities.crt\n${registry ? `registry=${registry}\n` : ''}`);
  return ['--volume', `${npmrc}:/root/.npmrc:ro`, '--volume', `${authorities}:/run/authorities.crt:ro`];
}
