import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  API_NODE_OPTIONS,
  type DedicatedPostgres,
  eventually,
  freePort,
  startNginx,
  startRedis,
  type TestNginx,
  type TestRedis,
} from '@switchyard/testing';
import { ApiClient } from './api-client.js';
import { holdAnswersOf, requireConformance } from './held-answers.js';
import { Part, root } from './part.js';
import {
  ownDatabase,
  pooledDatabase,
  replicatedDatabase,
  sharedDatabase,
  type StackDatabase,
} from './stack-database.js';

const run = promisify(execFile);

type Settings = Record<string, string>;

export interface StackOptions {
  queue?: 'postgres' | 'redis';
  apis?: number;
  dispatchers?: number;
  runners?: number;
  /** Where the runners find the control plane. Default: the apis in turn. */
  runnerUrl?: string;
  /** Under root each task runs as a user id of its own, as `npm start` has it; its `/tmp` is its own then. Default: no. */
  separated?: boolean;
  /** A PostgreSQL server of its own, to be restarted or measured. Default: a database on the one that tests share. */
  ownServer?: boolean;
  /** As `ownServer`; what is committed survives a kill of it. */
  durable?: boolean;
  /** A PostgreSQL server with a standby, whose address names both. */
  replicated?: boolean;
  /** All reach the apis by an nginx in front of them. */
  balanced?: boolean;
  /** The path below which that nginx has them, such as `/switchyard`; it is the public address then. Default: its root. */
  base?: string;
  /** Api and dispatcher reach PostgreSQL by PgBouncer, which keeps sessions. */
  pooled?: boolean;
  /** Built checkout that every part is started from at first. Default: this one. */
  release?: string;
  /** Further settings of the runners. */
  runnerSettings?: Settings;
  /** Further settings of api and dispatcher; they may depend on the address of the first api. */
  settings?: Settings | ((address: string) => Settings);
}

interface Setup {
  runners: { name: string; dir: string }[];
}

export const ADMIN = { login: 'admin', password: 'correct-horse-battery' } as const;

/** Log line of a server about such a promise. */
const UNHANDLED = /^.*A rejected promise was not handled.*$/gm;

/**
 * The real stack on loopback: a database of its own, built api, dispatcher and runner processes. Every part can be
 * killed and started again by itself. Call `close` in `afterAll`.
 */
export class TestStack {
  private constructor(
    readonly dir: string,
    readonly postgres: StackDatabase,
    readonly redis: TestRedis | null,
    readonly apis: Part[],
    readonly dispatchers: Part[],
    readonly runners: Part[],
    readonly addresses: string[],
    private readonly balancer: TestNginx | null,
  ) {}

  static async start(options: StackOptions = {}): Promise<TestStack> {
    const { apis = 1, dispatchers = 1, runners = 1, settings = {}, release = root } = options;
    const separated = options.separated === true && process.getuid?.() === 0;
    const dir = await mkdtemp(join(tmpdir(), 'switchyard-e2e-'));
    const ports = await Promise.all(Array.from({ length: apis }, () => freePort()));
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    await chmod(dir, separated ? 0o711 : 0o700);
    const { postgres, redis, balancer } = await servicesFor(options, ports);
    const runnerUrl = options.runnerUrl ?? balancer?.address;
    const env = {
      SWITCHYARD_DATABASE_URL: postgres.url,
      SWITCHYARD_DATA_DIR: dir,
      SWITCHYARD_ADMIN_LOGIN: ADMIN.login,
      SWITCHYARD_ADMIN_PASSWORD: ADMIN.password,
      SWITCHYARD_ADMIN_EMAIL: 'admin@example.com',
      ...(redis ? { SWITCHYARD_QUEUE_URL: redis.url } : {}),
      ...settingsBelow(options.base, balancer),
      ...settingsAt(settings, addresses[0] ?? ''),
    };
    const setup = await setUp(release, env, join(dir, 'runners'), runners);
    await mkdir(join(dir, 'logs'));
    const part = (name: string, command: ConstructorParameters<typeof Part>[1], more: Settings = {}): Part =>
      new Part(name, command, { ...env, ...more }, join(dir, 'logs'));
    const stack = new TestStack(
      dir,
      postgres,
      redis,
      ports.map((port, i) =>
        part(
          `api-${i}`,
          { options: API_NODE_OPTIONS, program: 'apps/api/dist/main.js' },
          { SWITCHYARD_PORT: String(port) },
        ),
      ),
      Array.from({ length: dispatchers }, (_, i) =>
        part(`dispatcher-${i}`, { program: 'apps/dispatcher/dist/main.js' }),
      ),
      setup.runners.map((runner, i) =>
        runnerPart(runner, runnerUrl ?? addresses[i % addresses.length] ?? '', {
          dir,
          separated,
          settings: options.runnerSettings,
        }),
      ),
      addresses,
      balancer,
    );
    stack.parts.forEach((each) => {
      each.release = release;
      each.start();
    });
    await Promise.all(addresses.map((_, api) => stack.untilReady(api)));
    if (release === root) {
      await holdAnswersOf(addresses);
    }
    return stack;
  }

  get parts(): Part[] {
    return [...this.apis, ...this.dispatchers, ...this.runners];
  }

  /** The server of a stack that was started with `ownServer` or `durable`. */
  get postgresServer(): DedicatedPostgres {
    if (!this.postgres.server) {
      throw new Error('This stack shares its PostgreSQL server; start it with `ownServer`.');
    }
    return this.postgres.server;
  }

  /** Of nginx where there is one, else of the first api. */
  get address(): string {
    return this.balancer?.address ?? this.addresses[0] ?? '';
  }

  /** A client signed in as the administrator. @param api to reach; default: whichever `address` leads to */
  async admin(api?: number): Promise<ApiClient> {
    const client = new ApiClient(api === undefined ? this.address : (this.addresses[api] ?? ''));
    await client.signIn(ADMIN.login, ADMIN.password);
    return client;
  }

  async untilReady(api = 0): Promise<void> {
    await eventually(async () => (await fetch(`${this.addresses[api]}/api/health`)).status === 200);
  }

  /** Ends everything. @throws when a server met a rejected promise that nothing handles, or an answer does not fit the OpenAPI document */
  async close(): Promise<void> {
    await Promise.all(this.runners.map((each) => each.stop()));
    const servers = [...this.apis, ...this.dispatchers];
    await Promise.all(servers.map((each) => each.stop()));
    await Promise.all([this.postgres.remove(), this.redis?.remove(), this.balancer?.remove()]);
    const unhandled = servers.flatMap((each) => each.output().match(UNHANDLED) ?? []);
    if (!process.env.KEEP_E2E) {
      await rm(this.dir, { recursive: true, force: true });
    }
    if (unhandled.length > 0) {
      throw new Error(`A rejected promise was not handled:\n${unhandled.join('\n')}`);
    }
    await requireConformance();
  }
}

/** Of servers that are reached by a path of nginx. */
const settingsBelow = (base: string | undefined, balancer: TestNginx | null): Settings =>
  base && balancer ? { SWITCHYARD_WEB_HOST: balancer.address, SWITCHYARD_TRUST_PROXY: '1' } : {};

const settingsAt = (settings: NonNullable<StackOptions['settings']>, address: string): Settings =>
  typeof settings === 'function' ? settings(address) : settings;

interface Services {
  postgres: StackDatabase;
  redis: TestRedis | null;
  balancer: TestNginx | null;
}

/** @param ports of the apis */
async function servicesFor(options: StackOptions, ports: readonly number[]): Promise<Services> {
  const [postgres, redis, balancer] = await Promise.all([
    databaseFor(options),
    options.queue === 'redis' ? startRedis() : null,
    options.balanced ? startNginx(ports, options.base) : null,
  ]);
  return { postgres, redis, balancer };
}

async function databaseFor({ ownServer, durable = false, pooled, replicated }: StackOptions): Promise<StackDatabase> {
  if (replicated) {
    return replicatedDatabase();
  }
  const database = await (ownServer || durable ? ownDatabase(durable) : sharedDatabase());
  return pooled ? pooledDatabase(database) : database;
}

async function setUp(release: string, env: Settings, runnerDir: string, runners: number): Promise<Setup> {
  const args = [
    join(release, 'apps/api/dist/cli.js'),
    'setup',
    '--runner-dir',
    runnerDir,
    '--runners',
    String(runners),
  ];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as Setup;
}

function runnerPart(
  runner: Setup['runners'][number],
  address: string,
  { dir, separated, settings = {} }: { dir: string; separated: boolean; settings?: Settings | undefined },
): Part {
  const env = {
    ...(separated ? { SWITCHYARD_RUNNER_RUN_AS: freshRange() } : {}),
    SWITCHYARD_RUNNER_URL: address,
    SWITCHYARD_RUNNER_NAME: runner.name,
    SWITCHYARD_RUNNER_TOKEN_FILE: join(runner.dir, 'token'),
    SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: join(runner.dir, 'key.pem'),
    SWITCHYARD_RUNNER_WORK_DIR: join(dir, 'work', runner.name),
    SWITCHYARD_RUNNER_STOP_GRACE: '8',
  };
  return new Part(
    runner.name,
    { program: 'apps/runner/dist/runner.cjs', args: ['start'] },
    { ...env, ...settings },
    join(dir, 'logs'),
  );
}

const IDS = 64;
let ranges = 0;

/** User ids that no other runner of this machine has: a runner ends whatever runs as one of its own. */
function freshRange(): string {
  const first = 20_000_000 + ((process.pid % 65_536) * 64 + (ranges++ % 64)) * IDS;
  return `${first}-${first + IDS - 1}`;
}
