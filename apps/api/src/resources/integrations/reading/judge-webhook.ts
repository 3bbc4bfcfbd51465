import { type Problem, problem } from '@switchyard/contracts';
import type { PushedCommit } from '@switchyard/engine';
import { BudgetSpent, type WorkBudget } from '../../../platform/workers/work-budget.js';
import { type CommentDelivery, commentDelivery } from './comment-delivery.js';
import { type NamedDelivery, namedDelivery } from './delivery-facts.js';
import { idleWebhook } from './idle-webhook.js';
import { type PullDelivery, pullDelivery } from './pull-delivery.js';
import { pushedCommit } from './pushed-commit.js';
import { type ReadByAll, readWebhook } from './read-webhook.js';
import { SenderProof } from './sender-proof.js';
import { keptPayload, type WebhookPayload, webhookPayload } from './webhook-payload.js';
import type { ReaderRules } from './webhook-rules.js';

/** A webhook and those whom it may concern. */
export interface WebhookJob {
  headers: ReadonlyMap<string, string>;
  /** The bytes as they came, whose sender must prove itself; or the text that people try, or that was kept. */
  body: Uint8Array | string;
  /** Or their JSON. */
  readers: readonly ReaderRules[] | string;
  /** Whether values are extracted also where a matcher does not hold. */
  isNeeded: boolean;
}

/** Judgement of a webhook. */
export interface JudgedWebhook extends ReadByAll {
  /** Those, by their places, whose sender proved itself; readings are theirs. */
  proved: number[];
  /** Why the body cannot be read; `null` = it can. */
  problem: Problem | null;
  /** Why it starts nothing whatever matches; `null` = it may. */
  idle: Problem | null;
  /** The newest commit of a push; `null` = it names none. */
  commit: PushedCommit | null;
  /** The pull request that it is about; `null` = about none. */
  pull: PullDelivery | null;
  /** The comment at a pull request that it is about. */
  comment: CommentDelivery | null;
  named: NamedDelivery;
}

/** Answer and log entry of a webhook that exceeds its budget. */
export const HEAVY = problem('webhook_heavy');

/**
 * Judges a webhook: who knows its sender, what its body is, what matchers and values make of it. A body is parsed for senders alone
 * who proved themselves.
 * @throws BudgetSpent
 */
export function judgeWebhook({ headers, body, isNeeded, ...job }: WebhookJob, budget: WorkBudget): JudgedWebhook {
  const readers = typeof job.readers === 'string' ? (JSON.parse(job.readers) as ReaderRules[]) : job.readers;
  if (typeof body === 'string') {
    const payload = keptPayload(headers, body, budget);
    const proved = readers.map((_, index) => index);
    const facts = factsOf(payload);
    return { proved, ...facts, ...readWebhook(readers, payload, isNeeded, facts, budget) };
  }
  const proof = new SenderProof(headers, body, budget);
  proof.requireBudget(readers.map(({ lock }) => lock));
  const proved = [...readers.keys()].filter((index) => proof.holds((readers[index] as ReaderRules).lock));
  const known = readers.filter((_, index) => proved.includes(index));
  return known.length === 0
    ? { ...NOTHING, ...factsOf({ headers, document: undefined, problem: null }), proved }
    : {
        ...whatIsRead(headers, () => readFor(known, webhookPayload(headers, body, budget), isNeeded, budget), budget),
        proved,
      };
}

const NOTHING: ReadByAll = { readings: [], texts: [] };

type Read = Pick<WebhookPayload, 'headers' | 'document' | 'problem'>;

function factsOf({ headers, document, problem: fault }: Read): Omit<JudgedWebhook, 'proved' | keyof ReadByAll> {
  const named = namedDelivery(headers, document);
  return {
    problem: fault,
    idle: idleWebhook({ headers, document }),
    commit: pushedCommit(document),
    pull: pullDelivery(document, named.event),
    comment: commentDelivery(document, named.event),
    named,
  };
}

/** An unreadable body starts nothing. */
const readFor = (
  readers: readonly ReaderRules[],
  payload: WebhookPayload,
  isNeeded: boolean,
  budget: WorkBudget,
): Omit<JudgedWebhook, 'proved'> => {
  const facts = factsOf(payload);
  return {
    ...facts,
    ...(payload.problem === null ? readWebhook(readers, payload, isNeeded, facts, budget) : NOTHING),
  };
};

/** Too much work is a fault of the body where nothing else is left to try: who sent it is known by then. */
function whatIsRead(
  headers: ReadonlyMap<string, string>,
  read: () => Omit<JudgedWebhook, 'proved'>,
  { isLast }: WorkBudget,
): Omit<JudgedWebhook, 'proved'> {
  try {
    return read();
  } catch (error) {
    if (isLast && error instanceof BudgetSpent) {
      return { ...NOTHING, ...factsOf({ headers, document: undefined, problem: HEAVY }) };
    }
    throw error;
  }
}
