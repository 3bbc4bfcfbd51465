import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { TestStack } from '../support/stack.js';
import { lockCall, type StateClient, unlockCall } from '../support/state-client.js';
import type { Row } from './report.js';

const WARM_UP = 200;
const PAIRS = 2_000;
const CLIENTS = 4;
const TARGET = 200;

/** The state of one workspace, through its HTTP backend. */
export interface StateBench {
  stack: TestStack;
  client: StateClient;
  path: string;
}

interface Played {
  refused: number;
  /** Most clients that held the lock at once. */
  most: number;
  perSecond: number;
}

/** Some clients that compete for the lock of one workspace, each of which gives it back at once. */
export async function measureLocks(bench: StateBench): Promise<Row> {
  await play(bench, WARM_UP);
  const { refused, most, perSecond } = await play(bench, PAIRS);
  return {
    what: `lock and unlock of one workspace, ${CLIENTS} clients compete (n = ${PAIRS.toLocaleString('en')})`,
    measured: `${perSecond.toFixed(0)} pairs/s, ${refused.toLocaleString('en')} refused, holders at once: ${most}`,
    target: `≥ ${TARGET}/s, one holder`,
    met: perSecond >= TARGET && most === 1,
  };
}

async function play(bench: StateBench, wanted: number): Promise<Played> {
  let [pairs, refused, held, most] = [0, 0, 0, 0];
  const work = async (): Promise<void> => {
    while (pairs < wanted) {
      const id = randomUUID();
      if (await isTaken(bench, id)) {
        most = Math.max(most, ++held);
        // Lets an answer to somebody else come in.
        await turn();
        held--;
        await giveBack(bench, id);
        pairs++;
      } else {
        refused++;
      }
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return { refused, most, perSecond: pairs / ((performance.now() - began) / 1_000) };
}

async function isTaken({ stack: { address }, client, path }: StateBench, id: string): Promise<boolean> {
  const { status } = await client.send(address, lockCall(path, id));
  if (status !== 200 && status !== 423) {
    throw new Error(`a lock was answered ${status}`);
  }
  return status === 200;
}

async function giveBack({ stack: { address }, client, path }: StateBench, id: string): Promise<void> {
  const { status } = await client.send(address, unlockCall(path, id));
  if (status !== 200) {
    throw new Error(`an unlock was answered ${status}`);
  }
}
