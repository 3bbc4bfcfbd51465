import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import { postgresBinary } from './binaries.js';
import { takeOwnership, type RunAs } from './run-as.js';

/** The only role of the embedded server, and the name of the database the stack uses. */
export const databaseName = 'switchyard';

/** Where the parts of an embedded server lie inside its data directory. */
export function clusterPaths(dataDir: string) {
  return {
    /** PostgreSQL's own directory (PGDATA). */
    cluster: join(dataDir, 'cluster'),
    /** The role's password, readable by its owner alone. */
    password: join(dataDir, 'password'),
    log: join(dataDir, 'postgres.log'),
    /** Holds the Unix socket; closed to all but the user of the server. */
    socket: join(dataDir, 'socket'),
  };
}

/**
 * Creates the cluster when there is none. It is made beside its place and moved there whole, so that a creation cut
 * short leaves nothing that looks like a cluster.
 */
export async function ensureCluster(dataDir: string, runAs: RunAs, fast: boolean): Promise<void> {
  const { cluster } = clusterPaths(dataDir);
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    takeOwnership(cluster, runAs);
    return;
  }
  const unfinished = join(dataDir, 'cluster.new');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  takeOwnership(unfinished, runAs);
  await initdb(unfinished, dataDir, runAs, fast);
  renameSync(unfinished, cluster);
}

/** The role's password, made at the first call. */
export function clusterPassword(dataDir: string): string {
  const { password } = clusterPaths(dataDir);
  if (!existsSync(password)) {
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  }
  return readFileSync(password, 'utf8').trim();
}

async function initdb(directory: string, dataDir: string, runAs: RunAs, fast: boolean): Promise<void> {
  const passwordFile = join(dataDir, 'password.initdb');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, clusterPassword(dataDir), { mode: 0o600 });
  if (runAs.owner !== undefined) {
    chownSync(passwordFile, runAs.owner, runAs.owner);
  }
  const args = ['-D', directory, '-U', databaseName, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions', ...(fast ? ['--no-sync'] : []));
  try {
    await runToEnd([...runAs.prefix, postgresBinary('initdb'), ...args], runAs);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function runToEnd([command = '', ...args]: string[], { identity }: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...identity, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new StartError(`PostgreSQL could not create its data directory: ${output.trim()}`)),
    );
  });
}
