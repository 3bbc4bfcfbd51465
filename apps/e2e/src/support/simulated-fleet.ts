import type { RunnerWithSecrets } from '@switchyard/contracts';
import {
  HttpClient,
  newRunnerKeys,
  registerRunner,
  type SimulatedIdentity,
  SimulatedRunner,
  type SimulatedRunnerOptions,
} from '@switchyard/testing';
import type { ApiClient } from './api-client.js';

const APPS = [
  { id: 'bash', version: '5.2' },
  { id: 'terraform', version: '1.11' },
];
/** Runners that are created at the same time. */
const AT_ONCE = 16;

export interface FleetOptions extends Pick<SimulatedRunnerOptions, 'tool' | 'onRun'> {
  /** The administrator who creates the runners. */
  client: ApiClient;
  /** Where the runners call. */
  url: string;
  count: number;
  /** Slots of each runner. */
  slots: number;
  tag: string;
  /** With it the first runner registers itself. */
  registrationToken?: string;
}

/** A simulated runner that can be distinguished on the wire. */
export interface FleetMember {
  runner: SimulatedRunner;
  token: string;
}

/**
 * Creates simulated runners, which begin to work when they are started. Every second one has its limit from people, the
 * others report it themselves.
 */
export async function createFleet(options: FleetOptions): Promise<FleetMember[]> {
  const http = new HttpClient();
  const members: FleetMember[] = [];
  for (let first = 0; first < options.count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, options.count - first) }, (_, i) => first + i);
    members.push(...(await Promise.all(numbers.map((number) => createMember(options, number, http)))));
  }
  return members;
}

async function createMember(options: FleetOptions, number: number, http: HttpClient): Promise<FleetMember> {
  const { url, tool, onRun, slots } = options;
  const reportsLimit = number % 2 === 0;
  const identity = await createIdentity(options, number, reportsLimit ? 0 : slots);
  const limit = { maxParallelTasks: reportsLimit ? slots : 0 };
  const runner = new SimulatedRunner({ url, identity, apps: APPS, tool, http, ...limit, ...(onRun ? { onRun } : {}) });
  return { runner, token: identity.token };
}

async function createIdentity(
  { client, tag, registrationToken }: FleetOptions,
  number: number,
  maxParallelTasks: number,
): Promise<SimulatedIdentity> {
  const name = `sim-${number + 1}`;
  if (number === 0 && registrationToken !== undefined) {
    return registerRunner({ url: client.address, registrationToken, name, tags: [tag], maxParallelTasks });
  }
  const { publicKey, secretKey } = newRunnerKeys();
  const { token } = await client.call<RunnerWithSecrets>('POST', '/runners', {
    name,
    tags: [tag],
    public_key: publicKey,
    max_parallel_tasks: maxParallelTasks,
    active: true,
  });
  return { name, token, secretKey };
}
