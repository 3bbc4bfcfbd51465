import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface ChaosArguments {
  /** On each backend. */
  minutes: number;
  seed: number;
  queues: ('postgres' | 'redis')[];
}

export const USAGE = 'npm run chaos -- [--minutes <0.1–600>] [--seed <number>] [--queue postgres|redis]';

/** @throws Error that names the fault in the command line */
export function readArguments(args: string[]): ChaosArguments {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, queue: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? 5);
  if (!(minutes >= 0.1 && minutes <= 600)) {
    throw new Error('--minutes must be a number from 0.1 to 600');
  }
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Error('--seed must be a whole number');
  }
  return { minutes, seed, queues: queuesOf(values.queue) };
}

function queuesOf(queue: string | undefined): ChaosArguments['queues'] {
  switch (queue) {
    case undefined:
      return ['postgres', 'redis'];
    case 'postgres':
    case 'redis':
      return [queue];
    default:
      throw new Error('--queue must be postgres or redis');
  }
}
