import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ApiClient } from '../../support/api-client.js';
import { createFleet, type FleetMember } from '../../support/simulated-fleet.js';
import { ADMIN, TestStack } from '../../support/stack.js';
import { hasTerraform } from '../../support/has-terraform.js';
import { createWorkspace, type StateAddress } from '../../support/state-client.js';
import { FaultProxy } from '../proxy/fault-proxy.js';
import type { Random } from '../random.js';
import { Appliers } from './appliers.js';
import { Commits } from './commits.js';
import { Journal } from './journal.js';
import { createPoisons, type Poison } from './poisons.js';
import { createSchedules } from './schedules.js';
import { StateWriters } from './state-writers.js';
import { createWebhook } from './webhooks.js';
import { createProjects, type Projects, SIMULATED_TAG, type Work } from './projects.js';
import { scriptedTools } from './scripted-tools.js';

export interface WorldOptions {
  queue: 'postgres' | 'redis';
  random: Random;
  apis: number;
  dispatchers: number;
  realRunners: number;
  simulatedRunners: number;
  /** Slots of each simulated runner. */
  slots: number;
  /** Longest time a simulated tool takes, in milliseconds. */
  longestToolMs: number;
}

/** Lets runners register themselves. */
const REGISTRATION_TOKEN = 'a-token-for-every-runner';
const WORKSPACES = ['staging', 'production'] as const;
const APPLIED_WORKSPACES = 6;
/** How long a person waits for an answer, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Everything a run of the chaos suite plays with. */
export class World {
  private constructor(
    readonly options: WorldOptions,
    readonly stack: TestStack,
    readonly proxy: FaultProxy,
    readonly projects: Projects,
    readonly poisons: readonly Poison[],
    readonly fleet: FleetMember[],
    readonly journal: Journal,
    /** People at each of the apis. */
    readonly clients: ApiClient[],
    readonly database: pg.Pool,
    /** Path of the address of an integration. */
    readonly webhook: string,
    readonly commits: Commits,
    readonly stateWriters: StateWriters,
    /** `null` = no Terraform is installed. */
    readonly appliers: Appliers | null,
  ) {}

  static async start(options: WorldOptions): Promise<World> {
    const { queue, apis, dispatchers, random, realRunners } = options;
    const proxy = await FaultProxy.start(random.fork());
    const settings = { SWITCHYARD_RUNNER_REGISTRATION_TOKEN: REGISTRATION_TOKEN };
    const kinds = { queue, apis, dispatchers, runners: realRunners, durable: true, separated: true, settings };
    const stack = await TestStack.start({ ...kinds, runnerUrl: proxy.url }).catch(async (error: unknown) => {
      await proxy.close();
      throw error;
    });
    proxy.origins = stack.addresses;
    try {
      return await World.populate(options, stack, proxy);
    } catch (error) {
      await Promise.all([stack.close(), proxy.close()]);
      throw error;
    }
  }

  private static async populate(options: WorldOptions, stack: TestStack, proxy: FaultProxy): Promise<World> {
    const clients = await Promise.all(stack.addresses.map(signedIn));
    const [client] = clients;
    if (!client) {
      throw new Error('a world needs an api');
    }
    const journal = new Journal();
    const projects = await createProjects(client);
    const database = new pg.Pool({ connectionString: stack.postgres.url, max: 3, connectionTimeoutMillis: 5_000 });
    database.on('error', () => undefined);
    const poisons = await createPoisons(client, database, { gitUrl: projects.gitUrl, tag: SIMULATED_TAG });
    await createSchedules(client, database, projects.work);
    const webhook = await createWebhook(client, projects.work);
    const commits = await Commits.create(client, database);
    const fleet = await createFleet({
      client,
      url: proxy.url,
      count: options.simulatedRunners,
      slots: options.slots,
      tag: SIMULATED_TAG,
      registrationToken: REGISTRATION_TOKEN,
      tool: scriptedTools(options.random.fork(), options.longestToolMs),
      onRun: (run) => journal.runs.push(run),
    });
    fleet.forEach(({ runner }) => runner.start());
    const states = { origins: stack.addresses, random: options.random.fork(), journal };
    const writers = new StateWriters({ ...states, workspaces: await createWorkspaces(client, projects.work) });
    const applies = { client, workspaces: APPLIED_WORKSPACES, random: options.random.fork() };
    const appliers = hasTerraform() ? await Appliers.create(applies) : null;
    const people = [journal, clients, database, webhook, commits, writers, appliers] as const;
    return new World(options, stack, proxy, projects, poisons, fleet, ...people);
  }

  /** Token of a real runner. */
  tokenOf(runner: string): string {
    return readFileSync(join(this.stack.dir, 'runners', runner, 'token'), 'utf8').trim();
  }

  async close(): Promise<void> {
    this.stack.parts.forEach((part) => part.signal('SIGCONT'));
    await Promise.all(this.fleet.map(({ runner }) => runner.stop()));
    await this.database.end().catch(() => undefined);
    await this.stack.close();
    await this.proxy.close();
    await this.projects.remove();
    await this.commits.remove();
    await this.appliers?.remove();
  }
}

async function createWorkspaces(client: ApiClient, { noisy }: Work): Promise<StateAddress[]> {
  const created = WORKSPACES.map((name) => createWorkspace(client, noisy.projectId, name));
  return Promise.all(created);
}

async function signedIn(address: string): Promise<ApiClient> {
  const client = new ApiClient(address, PATIENCE_MS);
  await client.signIn(ADMIN.login, ADMIN.password);
  return client;
}
