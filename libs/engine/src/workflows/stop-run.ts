import type { Engine } from '../ports.js';
import type { AlsoStored } from './held-run.js';
import { settleQueues } from './settle-queues.js';
import { type RunStop, stopOne } from './stop-one.js';

/**
 * Stops a run: nothing of it starts any more, nobody is asked any more, and each task that lives is stopped. The run ends with the last of
 * them. A sweep stops those that are left when this ends halfway.
 * @throws NotFoundError
 * @throws RunRefusedError when it has ended
 */
export async function stopRun(engine: Engine, stop: RunStop, also?: AlsoStored): Promise<void> {
  await stopOne(engine, stop, also);
  await settleQueues(engine);
}
