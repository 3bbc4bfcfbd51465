import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MAX_TRIED_BODY } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import {
  MAX_WAITING_WEBHOOKS,
  MAX_WAITING_WEBHOOKS_OF_NETWORK,
  SMALL_WEBHOOK_BYTES,
  WEBHOOK_HERE,
  WEBHOOK_LIMITS,
  WEBHOOK_MS,
  WEBHOOK_THREAD_MIB,
  WEBHOOK_THREADS,
  WEBHOOK_WAIT_MS,
} from '../../../platform/bounds.js';
import { ownFile } from '../../../own-file.js';
import { BoundedWork, movable, type SentJob } from '../../../platform/workers/bounded-work.js';
import { BudgetSpent } from '../../../platform/workers/work-budget.js';
import { JobEnded, WorkersBusy } from '../../../platform/workers/worker-pool.js';
import { TooManyWebhooks } from './webhook-rate.js';
import { HEAVY, type JudgedWebhook, judgeWebhook, type WebhookJob } from './judge-webhook.js';
import type { WebhookRules } from './webhook-rules.js';

/** A webhook takes more work than one may. */
export class HeavyWebhook extends UserError {
  constructor() {
    super(413, HEAVY);
  }
}

/** A webhook to judge. */
export interface AskedWebhook extends Omit<WebhookJob, 'readers'> {
  plan: WebhookRules;
  /** Whose work it is. */
  key: string;
}

/** Judges the webhooks of all senders: small ones at once, others in threads, each within bounds of work, time and memory. */
@Injectable()
export class WebhookReader implements OnApplicationShutdown {
  private readonly work = new BoundedWork<WebhookJob, JudgedWebhook>(judgeWebhook, {
    file: ownFile('resources/integrations/reading/webhook-thread.js'),
    threads: WEBHOOK_THREADS,
    memoryMib: WEBHOOK_THREAD_MIB,
    maxWaiting: MAX_WAITING_WEBHOOKS,
    maxWaitingOfKey: MAX_WAITING_WEBHOOKS_OF_NETWORK,
    waitMs: WEBHOOK_WAIT_MS,
    limitMs: WEBHOOK_MS,
    here: WEBHOOK_HERE,
    away: WEBHOOK_LIMITS,
  });

  onApplicationShutdown(): Promise<void> {
    return this.work.close();
  }

  /** @throws HeavyWebhook 413, TooManyWebhooks 429 */
  judge({ plan, key, ...webhook }: AskedWebhook): Promise<JudgedWebhook> {
    const isSmall = webhook.body.length <= SMALL_WEBHOOK_BYTES;
    const small = isSmall ? { ...webhook, readers: plan.readers } : null;
    return this.work.run({ key, small, sent: () => sent(webhook, plan) }).catch(refuse);
  }
}

/** A body that is too large to be kept is moved, a smaller one copied. */
function sent(webhook: Omit<WebhookJob, 'readers'>, plan: WebhookRules): SentJob<WebhookJob> {
  const job = { ...webhook, readers: plan.text };
  if (typeof job.body === 'string') {
    return { job };
  }
  const body = job.body.length > MAX_TRIED_BODY ? movable(job.body) : new Uint8Array(job.body);
  return { job: { ...job, body }, transfer: [body.buffer] };
}

function refuse(error: unknown): never {
  if (error instanceof BudgetSpent || error instanceof JobEnded) {
    throw new HeavyWebhook();
  }
  if (error instanceof WorkersBusy) {
    throw new TooManyWebhooks(Math.ceil(WEBHOOK_WAIT_MS / 1_000));
  }
  throw error;
}
