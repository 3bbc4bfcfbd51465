import { readCall, type StateAnswer, stateBytes, StateClient, writeCall } from '../support/state-client.js';

/** Versions of a state to write one after the other, each of which is read back. */
export interface StateRounds {
  address: string;
  path: string;
  bytes: number;
  count: number;
  /** Serial of the first. */
  from: number;
}

/** Milliseconds of each writing and each reading. */
export interface StateTimes {
  posts: number[];
  gets: number[];
}

/** Sent before and behind the calls of each version, which is made in between. */
export type StateTurn = 'busy' | 'idle';

/** A process of its own: in that of the bench the garbage of 200 MB of states is collected while the clock runs. */
process.on('message', (rounds: StateRounds) => {
  void timesOf(rounds).then((times) => process.send?.(times));
});

async function timesOf({ address, path, bytes, count, from }: StateRounds): Promise<StateTimes> {
  const client = new StateClient();
  const times: StateTimes = { posts: [], gets: [] };
  for (let serial = from; serial < from + count; serial++) {
    const sent = stateBytes({ serial, bytes, mark: `version ${serial}` });
    globalThis.gc?.();
    turn('busy');
    times.posts.push((await timed(() => client.send(address, writeCall(path, sent)))).ms);
    const read = await timed(() => client.send(address, readCall(path)));
    times.gets.push(read.ms);
    turn('idle');
    if (!read.answer.body.equals(sent)) {
      throw new Error('another state was read than was written');
    }
  }
  await client.close();
  return times;
}

const turn = (now: StateTurn): void => void process.send?.(now);

async function timed(call: () => Promise<StateAnswer>): Promise<{ ms: number; answer: StateAnswer }> {
  const began = performance.now();
  const answer = await call();
  const ms = performance.now() - began;
  if (answer.status !== 200) {
    throw new Error(`the backend answered ${answer.status} ${answer.body.toString().slice(0, 200)}`);
  }
  return { ms, answer };
}
