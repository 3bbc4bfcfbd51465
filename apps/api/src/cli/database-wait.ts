import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { UsageError } from './terminal.js';

const PAUSE_MS = 500;

/** Codes of Node and PostgreSQL for a server that is not there, not there yet, or only starting. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03']);

const Seconds = z.coerce.number().int().min(0).max(3600);

/** @param text of `--wait`, in seconds; absent = 0. @throws UsageError */
export function waitSeconds(text: string | undefined): number {
  const seconds = Seconds.safeParse(text ?? '0');
  if (!seconds.success) {
    throw new UsageError('--wait takes seconds, 0 to 3600');
  }
  return seconds.data;
}

/** Opens the database, again and again for so many seconds while its server is away. */
export async function openWithin<T>(seconds: number, open: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isAway(error) || performance.now() >= deadline) {
        throw error;
      }
    }
    await setTimeout(PAUSE_MS);
  }
}

function isAway(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && AWAY.has(String(error.code));
}
