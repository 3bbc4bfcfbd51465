import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { checkHistory } from './check/check-history.js';
import type { Fault, Span } from './faults/fault.js';
import { FaultPlan } from './faults/fault-plan.js';
import { networkFaults } from './faults/network-faults.js';
import { controlPlaneFaults, realRunnerFaults } from './faults/process-faults.js';
import { simulatedRunnerDeaths, simulatedRunnerFaults } from './faults/simulated-runner-faults.js';
import { storeFaults } from './faults/store-faults.js';
import type { History, Violation } from './history/history.js';
import { readHistory } from './world/read-history.js';
import { USUAL } from './proxy/network-conditions.js';
import { Random } from './random.js';
import { settle } from './settle.js';
import { Users } from './world/users.js';
import { WebhookSender } from './world/webhooks.js';
import { World } from './world/world.js';

export interface ChaosOptions {
  queue: 'postgres' | 'redis';
  seed: number;
  /** How long things go wrong, in milliseconds. Start and settling come on top. */
  durationMs: number;
  /**
   * Also runners that die, or are away for longer than a lease lasts. Then the last tasks take a minute longer to end.
   */
  runnerLoss: boolean;
  /** Ends the run early. */
  signal: AbortSignal;
  /** Called with each fault as it begins. */
  log: (line: string) => void;
}

export interface ChaosResult {
  options: Pick<ChaosOptions, 'queue' | 'seed'>;
  /** How long faults were made, in milliseconds: shorter than requested when it was interrupted. */
  playedMs: number;
  history: History;
  violations: Violation[];
  /** Counts of the actions of people, faults and results of requests, each by name. */
  counts: { people: Record<string, number>; faults: Record<string, number>; requests: Record<string, number> };
  settledMs: number;
}

const SIZE = { apis: 2, dispatchers: 2, realRunners: 2, simulatedRunners: 12, slots: 2 } as const;
const LONGEST_TOOL_MS = { short: 4_000, long: 40_000 } as const;
/** Longer than a lease, so that some are lost. */
const BEYOND_LEASE: Span = { least: 1, most: 70 };
const WITHIN_LEASE: Span = { least: 1, most: 6 };
const SETTLE_MS = { short: 90_000, long: 240_000 } as const;

/** One run on one queue backend: a real stack, faults and people at work, then the checker. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { queue, seed, durationMs, runnerLoss, signal, log } = options;
  const random = new Random(seed);
  const length = runnerLoss ? 'long' : 'short';
  const world = await World.start({ ...SIZE, queue, random, longestToolMs: LONGEST_TOOL_MS[length] });
  try {
    const faults = new FaultPlan(faultsOf(world, runnerLoss), random.fork(), log);
    const began = Date.now();
    await play(world, faults, random.fork(), { durationMs, signal });
    const playedMs = Date.now() - began;
    log('all faults are over');
    const settledMs = await settle(world, SETTLE_MS[length], log);
    requireStores(world);
    await world.stateWriters.lookAtAll();
    const history = await readHistory(world);
    const counts = { people: world.journal.counts, faults: faults.counts, requests: { ...world.proxy.counts } };
    return { options: { queue, seed }, playedMs, history, violations: checkHistory(history), counts, settledMs };
  } finally {
    await world.close();
  }
}

function faultsOf(world: World, runnerLoss: boolean): Fault[] {
  const away = runnerLoss ? BEYOND_LEASE : WITHIN_LEASE;
  return [
    ...controlPlaneFaults(world),
    ...storeFaults(world),
    ...networkFaults(world, away),
    ...simulatedRunnerFaults(world, away),
    ...(runnerLoss ? [...realRunnerFaults(world, away), ...simulatedRunnerDeaths(world)] : []),
  ];
}

/** A store that nobody may have ended would look like broken promises. PostgreSQL shows itself: nothing settles without it. */
function requireStores({ stack: { redis } }: World): void {
  if (redis && !redis.running) {
    throw new Error('Redis has ended by itself: this run says nothing about the promises');
  }
}

async function play(
  world: World,
  faults: FaultPlan,
  random: Random,
  { durationMs, signal }: Pick<ChaosOptions, 'durationMs' | 'signal'>,
): Promise<void> {
  const ending = new AbortController();
  const over = ending.signal;
  setMaxListeners(0, over);
  const { clients, journal, projects, poisons, database, webhook, commits, stateWriters, appliers } = world;
  const countWaiting = () => waitingByTemplate(database).catch(() => null);
  const webhooks = new WebhookSender(webhook, clients, random, journal);
  const users = new Users({ clients, work: projects.work, poisons, random, journal, webhooks, countWaiting });
  world.proxy.conditions = USUAL;
  const others = [stateWriters.run(over), commits.run(random.fork(), over), appliers?.run(over)];
  const work = Promise.all([users.run(over), faults.run(over), ...others]);
  await pause(durationMs, undefined, { signal }).catch(() => undefined);
  ending.abort();
  await work;
}

async function waitingByTemplate(database: World['database']): Promise<Map<number, number>> {
  const { rows } = await database.query<{ template_id: number; n: number }>(
    `select template_id, count(*)::int as n from task where status in ('waiting', 'confirmed') group by 1`,
  );
  return new Map(rows.map(({ template_id: id, n }) => [id, n]));
}
