import { setTimeout as delay } from 'node:timers/promises';

/** Checks `condition` every `intervalMs` until it holds (true) or `timeoutMs` have passed (false). */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 20,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) {
      return true;
    }
    if (performance.now() >= deadline) {
      return false;
    }
    await delay(intervalMs);
  }
}
