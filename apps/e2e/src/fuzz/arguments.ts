import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface FuzzArguments {
  requests: number;
  seed: number;
}

export const USAGE = 'npm run fuzz -- [--requests <1–1000000>] [--seed <number>]';

/** @throws Error that names the fault in the command line */
export function readArguments(args: string[]): FuzzArguments {
  const { values } = parseArgs({ args, options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  const requests = Number(values.requests ?? 20_000);
  if (!Number.isInteger(requests) || requests < 1 || requests > 1_000_000) {
    throw new Error('--requests must be a whole number from 1 to 1000000');
  }
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Error('--seed must be a whole number');
  }
  return { requests, seed };
}
