import { waitUntil } from '@switchyard/concurrency';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../process/free-port.js';
import { isSameProcess, processIdentity } from '../process/process-info.js';
import { clusterPassword, clusterPaths, databaseName, ensureCluster } from './cluster.js';
import {
  launchPostmaster,
  PostmasterExit,
  settledPostmaster,
  signalAndWait,
  stopPostmaster,
  type PostmasterStart,
} from './postmaster.js';
import type { PostmasterPid } from './postmaster-pid.js';
import { chooseRunAs, type RunAs, takeOwnership } from './run-as.js';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster, its password and its log; created when it is missing. */
  dataDir: string;
  /** The port on 127.0.0.1, also a part of the name of the Unix socket. 0 or absent: a free one, which may differ at the next start. */
  port?: number;
  /** Takes no TCP: reached by a Unix socket that other users of the machine cannot, where the system has such. */
  hidden?: boolean;
  /** Trades safety against a power cut for speed: for data that a test throws away. */
  fast?: boolean;
  /** Further server settings; they win over the defaults here. */
  settings?: Record<string, string>;
}

/** A running server. */
export interface EmbeddedPostgres {
  /** Address of its database `switchyard`, role and password included. */
  url: string;
  port: number;
  /** The process id of the postmaster. */
  pid: number;
  /** True when the server ran before the call. */
  adopted: boolean;
  /** Fulfilled as soon as the server is gone, however it ended. Waiting keeps the process alive. */
  exited(): Promise<void>;
  /** Fast shutdown: sessions are cut, committed data is written. */
  stop(): Promise<void>;
  /** SIGKILL to the postmaster, as a crash would do. The next start recovers. */
  kill(): Promise<void>;
}

/** One machine reads its small database by itself and replicates nothing: no processes wait for that. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  io_method: 'sync',
  max_logical_replication_workers: '0',
};

/** The replicas of one stack; room for more takes memory from the start. */
const stackSettings = { max_connections: '100' };

/** Tests: what a crash would lose does not matter, and tables of a few rows are read without processes beside the session. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_parallel_workers_per_gather: '0',
};

/** Starts PostgreSQL on a data directory, or adopts the server that already runs there. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = realpathSync(options.dataDir);
  const { cluster } = clusterPaths(dataDir);
  const running = existsSync(cluster) ? await settledPostmaster(cluster) : undefined;
  const postmaster = running ?? (await startServer(dataDir, options));
  const url = serverUrl(dataDir, postmaster);
  await ensureDatabase(url);
  return handle(postmaster, url, running !== undefined);
}

function handle({ pid, port }: PostmasterPid, url: string, adopted: boolean): EmbeddedPostgres {
  const postmaster = { pid, identity: processIdentity(pid) };
  return {
    url,
    port,
    pid,
    adopted,
    async exited() {
      await waitUntil(() => !isSameProcess(postmaster), Infinity, 200);
    },
    stop: () => stopPostmaster(postmaster),
    async kill() {
      await signalAndWait(postmaster, 'SIGKILL', 10_000);
    },
  };
}

async function startServer(dataDir: string, options: EmbeddedPostgresOptions): Promise<PostmasterPid> {
  const { fast = false, hidden = false, port = 0, settings = {} } = options;
  const { cluster, log } = clusterPaths(dataDir);
  const runAs = chooseRunAs(dataDir);
  await ensureCluster(dataDir, runAs, fast);
  return launchWithRetries(port, {
    cluster,
    log,
    runAs,
    settings: {
      ...defaultSettings,
      ...(hidden ? { ...stackSettings, ...socketSettings(dataDir, runAs) } : {}),
      ...(fast ? fastSettings : {}),
      ...settings,
    },
  });
}

/** Tries again when the free port was lost to another program, or a killed server is still going away. */
async function launchWithRetries(port: number, start: Omit<PostmasterStart, 'port'>): Promise<PostmasterPid> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      return await launchPostmaster({ ...start, port: port || (await freePort()) });
    } catch (error) {
      const passing = error instanceof PostmasterExit && (error.stillDraining || (error.portTaken && port === 0));
      if (!passing || performance.now() > deadline) {
        throw error;
      }
      await delay(100);
    }
  }
}

/** Longest name of a Unix socket, in bytes. */
const longestSocketName = 103;

/** Nothing where the name would be too long or the system has no such sockets: TCP requires the password too. */
function socketSettings(dataDir: string, runAs: RunAs): Record<string, string> {
  const { socket } = clusterPaths(dataDir);
  if (process.platform === 'win32' || Buffer.byteLength(join(socket, '.s.PGSQL.65535')) > longestSocketName) {
    return {};
  }
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  takeOwnership(socket, runAs);
  return { listen_addresses: '', unix_socket_directories: socket, unix_socket_permissions: '0700' };
}

function serverUrl(dataDir: string, { port, socketDir }: PostmasterPid): string {
  const host = socketDir === '' ? '127.0.0.1' : encodeURIComponent(socketDir);
  return `postgres://${databaseName}:${clusterPassword(dataDir)}@${host}:${port}/${databaseName}`;
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) {
      await client.query(`create database ${databaseName}`);
    }
  } finally {
    await client.end();
  }
}
