import { Session } from 'node:inspector/promises';

/** How long after its call it collects, in milliseconds. */
const LATER_MS = 10_000;

/**
 * Frees once, a moment later, what the start of this process has left: V8 leaves it until the heap has grown by as much again,
 * which it never does where little happens. Stops the process for about a tenth of a second, and does not keep it alive.
 */
export function collectStartGarbage(): void {
  setTimeout(() => void collectGarbage(), LATER_MS).unref();
}

async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
