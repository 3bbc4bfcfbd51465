import { emptyQueue } from '../../support/empty-queue.js';
import { processTree } from '../../support/processes.js';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

interface Store {
  readonly pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** Restarts, kills and pauses of PostgreSQL and Redis, and the queue emptied. */
export function storeFaults({ stack }: Pick<World, 'stack'>): Fault[] {
  return [
    ...outages('PostgreSQL', stack.postgresServer),
    ...(stack.redis ? outages('Redis', stack.redis) : []),
    {
      name: 'queue emptied',
      weight: 2,
      lasts: { least: 0, most: 0.1 },
      target: () => 'queue',
      begin: () => emptyQueue(stack),
      recover: () => undefined,
    },
  ];
}

function outages(name: string, store: Store): Fault[] {
  const common = { weight: 1, lasts: { least: 0.1, most: 4 }, target: () => name };
  return [
    { ...common, name: `${name} restarted`, begin: () => store.stop(), recover: () => store.restart() },
    { ...common, name: `kill -9 ${name}`, begin: () => store.kill(), recover: () => store.restart() },
    {
      ...common,
      name: `SIGSTOP ${name}`,
      lasts: { least: 0.3, most: 8 },
      begin: () => signalAll(store.pid, 'SIGSTOP'),
      recover: () => signalAll(store.pid, 'SIGCONT'),
    },
  ];
}

/** The server and what it has started. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  for (const each of processTree(pid)) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
