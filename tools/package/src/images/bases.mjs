import { copyFile, cp, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { debianRoot } from '../check/debian-root.mjs';
import { root } from '../paths.mjs';
import { run } from '../run.mjs';

/** Names that the Dockerfiles and the compose file expect. */
const [DEBIAN, NODE, SERVICES, POSTGRES, REDIS] = [
  'docker.io/library/debian:12.11-slim',
  'docker.io/library/node:20.20.2-bookworm-slim',
  'localhost/services',
  'docker.io/library/postgres:17.5-bookworm',
  'docker.io/library/redis:7.4.5-bookworm',
];
/** A data directory, and a server that takes connections of other hosts without a password. */
const AS_REDIS_IMAGE = `install -d -o 999 -g 999 /data
printf '#!/bin/sh\\nexec /usr/bin/redis-server "$@" --protected-mode no\\n' >/usr/local/bin/redis-server
chmod 0755 /usr/local/bin/redis-server`;

/** Where docker-compose is, below the directory. */
export const COMPOSE = 'usr/libexec/docker/cli-plugins/docker-compose';

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/17/bin';

/**
 * Makes images that stand for those of a registry: Debian by mmdebstrap, with the Node of this machine copied in, with
 * PostgreSQL 17 and with Redis. docker-compose, which comes from the same packages, is put at {@link COMPOSE}.
 * @param {(args: readonly string[]) => Promise<string>} buildah
 * @param {string} directory for what lies between
 */
export async function makeBases(buildah, directory) {
  const [debian, services] = [
    await debianRoot('bookworm', []),
    await debianRoot('trixie', ['docker-compose', 'postgresql-17', 'redis-server']),
  ];
  const node = path.join(directory, 'node');
  await copyNode(node);
  await commit(buildah, { from: 'scratch', add: [[debian, '/']], name: DEBIAN, config: ['--cmd', 'bash'] });
  await commit(buildah, { from: DEBIAN, add: [[node, '/usr/local']], name: NODE, config: ['--cmd', 'node'] });
  const entrypoint = path.join(root, 'tools/package/src/images/postgres.sh');
  const postgres = ['--entrypoint', '["/usr/local/bin/postgres.sh"]', '--volume', '/var/lib/postgresql/data'];
  await commit(buildah, { from: 'scratch', add: [[services, '/']], name: SERVICES, config: [] });
  await commit(buildah, { from: SERVICES, add: [[entrypoint, '/usr/local/bin/']], name: POSTGRES, config: postgres });
  await commit(buildah, {
    from: SERVICES,
    add: [],
    run: ['sh', '-c', AS_REDIS_IMAGE],
    name: REDIS,
    config: ['--volume', '/data', '--workingdir', '/data'],
  });
  await run('tar', ['-xf', services, '-C', directory, `./${COMPOSE}`]);
}

/**
 * @param {(args: readonly string[]) => Promise<string>} buildah
 * @param {{ from: string, add: readonly string[][], run?: readonly string[], name: string, config: readonly string[] }} image
 */
async function commit(buildah, { from, add, run: command, name, config }) {
  const container = (await buildah(['from', '--pull-never', from])).trim();
  for (const [source = '', target = ''] of add) {
    await buildah(['add', container, source, target]);
  }
  if (command) {
    await buildah(['run', container, '--', ...command]);
  }
  await buildah(['config', '--env', PATH, ...config, container]);
  await buildah(['commit', '--rm', '--quiet', container, name]);
}

/** @param {string} directory */
async function copyNode(directory) {
  const npm = path.resolve(path.dirname(process.execPath), '../lib/node_modules/npm');
  await mkdir(path.join(directory, 'bin'), { recursive: true });
  await copyFile(process.execPath, path.join(directory, 'bin/node'));
  await cp(npm, path.join(directory, 'lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(directory, 'bin/npm'));
}
