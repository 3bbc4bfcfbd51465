import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type JudgedWebhook,
  judgeWebhook,
  type WebhookJob,
} from '../../resources/integrations/reading/judge-webhook.js';
import { ownFile } from '../../own-file.js';
import { BoundedWork, type BoundedWorkOptions } from './bounded-work.js';
import { BudgetSpent } from './work-budget.js';
import { WorkersBusy } from './worker-pool.js';

type Webhooks = BoundedWork<WebhookJob, JudgedWebhook>;

const LIMITS = { steps: 100_000_000, kept: 10_000_000 };
const OPTIONS: BoundedWorkOptions = {
  file: ownFile('resources/integrations/reading/webhook-thread.js'),
  threads: 2,
  memoryMib: 128,
  maxWaiting: 2,
  maxWaitingOfKey: 1,
  waitMs: 10_000,
  // Long enough for a busy machine, on which threads stand back: none of these specs is about it.
  limitMs: 120_000,
  here: { steps: 1_000, kept: 1_000 },
  away: LIMITS,
};

let work: Webhooks;
const start = (options: Partial<BoundedWorkOptions> = {}): Webhooks =>
  (work = new BoundedWork(judgeWebhook, { ...OPTIONS, ...options }));
afterEach(() => work.close());

/** Searched a thousand times. */
const jobOf = (text: string): WebhookJob => ({
  headers: new Map(),
  body: JSON.stringify(text),
  isNeeded: true,
  readers: [
    {
      lock: { row: { authMethod: '', authHeader: '', hmacAlgorithm: 'sha1', hmacPrefix: '' }, secret: null },
      conditions: Array.from({ length: 1_000 }, (_, n) => ({
        place: { part: 'body', dataType: 'string', key: '' },
        method: 'contains',
        value: `a${n}b`,
        isOfPush: false,
      })),
      push: { branches: [], paths: [], takesPulls: false },
      values: [],
    },
  ],
});
const run = (job: WebhookJob, key = 'k', sent = () => ({ job })): Promise<JudgedWebhook> =>
  work.run({ key, small: job, sent });
const heavy = jobOf('a'.repeat(20_000));

describe(BoundedWork.name, () => {
  it('should do what is small at once, and anything else in a thread', async () => {
    start({ here: { steps: 100_000, kept: 2_000 } });
    const nowhere = (): never => {
      throw new Error('sent to a thread');
    };
    expect((await run(jobOf(''), 'k', nowhere)).readings).toHaveLength(1);
    await expect(run(heavy, 'k', nowhere)).rejects.toThrow('sent to a thread');
    expect((await run(heavy)).readings).toHaveLength(1);
  });

  it('should refuse what takes more than a thread may give, and go on with the next', async () => {
    start({ away: { steps: 1_000_000, kept: 1_000_000 } });
    await expect(run(heavy)).rejects.toThrow(BudgetSpent);
    expect((await run(jobOf('a'.repeat(100)))).readings).toHaveLength(1);
  });

  it('should keep the thread that serves requests free', async () => {
    start({ away: { steps: 1e10, kept: 1e8 } });
    await run(heavy);
    const job = jobOf('a'.repeat(150_000));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    await run(job);
    const took = performance.now() - began;
    delay.disable();
    expect(took).toBeGreaterThan(100);
    expect(delay.max / 1e6).toBeLessThan(took / 2);
  });

  it('should let so many wait and no more, and nobody take all threads', async () => {
    start();
    const mine = await Promise.allSettled(['a', 'a', 'a'].map((key) => run(heavy, key)));
    const reasons = mine.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : null));
    expect(reasons).toEqual([null, null, expect.any(WorkersBusy)]);
    const all = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((key) => run(heavy, key)));
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('should end a wait that takes too long', async () => {
    start({ threads: 1, waitMs: 1, away: { steps: 1e10, kept: 1e8 } });
    const long = run(jobOf('a'.repeat(150_000)), 'a');
    await expect(run(heavy, 'a')).rejects.toThrow(WorkersBusy);
    await expect(run(heavy, 'b')).rejects.toThrow(WorkersBusy);
    expect((await long).readings).toHaveLength(1);
  });
});
