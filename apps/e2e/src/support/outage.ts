import { setTimeout as pause } from 'node:timers/promises';
import type { TestStack } from './stack.js';

/** When an apply meets an outage: before it has begun to make anything, while it does, or when it saves what it made. */
export type OutageMoment = 'start' | 'middle' | 'last';

export interface Outage {
  /** A database needs a stack with a server of its own. */
  part: 'api' | 'database';
  /** How long it lasts after what happens in it, in milliseconds. */
  ms: number;
}

/** Takes a part of the control plane away while something happens, and brings it back. */
export async function outage(stack: TestStack, { part, ms }: Outage, during: () => Promise<unknown>): Promise<void> {
  const [api] = stack.apis;
  await (part === 'api' ? api?.kill() : stack.postgresServer.stop());
  try {
    await during();
    await pause(ms);
  } finally {
    await (part === 'api' ? api?.start() : stack.postgresServer.restart());
    await stack.untilReady();
  }
}
