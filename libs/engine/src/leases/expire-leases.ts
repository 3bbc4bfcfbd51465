import type { TaskStatus } from '@switchyard/contracts';
import { attemptAlive, fulfilled, type Settled, settlePages, settleTogether, throwFailed } from '@switchyard/database';
import { endReason } from '../life-cycle/end-reason.js';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { decideExpiry, type ExpiryDecision } from './expiry-decision.js';
import { isAway } from './presence.js';

/** Most leases read in one go. */
const BATCH = 200;

interface ExpiredAttempt {
  id: number;
  task_id: number;
  status: TaskStatus;
  attempt_number: number;
  confirmed: boolean;
  /** Attempts of the task whose lease has expired, with this one. */
  expired: number;
}

/**
 * Ends the attempts whose lease has expired and moves their tasks as {@link decideExpiry} decides. One that was
 * renewed, or whose task moved on meanwhile, is left alone. While the api is away nothing expires, because no runner
 * could have renewed.
 * @returns how many attempts were ended
 * @throws AggregateError for those that could not be, when all the others are done
 */
export async function expireLeases(engine: Engine): Promise<number> {
  if (await isAway(engine, 'api')) {
    return 0;
  }
  const settled = await settlePages(
    BATCH,
    (undone) => rows<ExpiredAttempt>(engine.dataSource, expiredQuery, [undone]),
    (expired) => expireAll(engine, expired),
  );
  throwFailed('leases that expired', settled);
  return fulfilled(settled).length;
}

const expiredQuery = `
  select attempt.id, attempt.task_id, task.status, task.attempt_number, task.decided is not null as confirmed,
         (select count(*)::int from attempt earlier
           where earlier.task_id = task.id and earlier.outcome = 'lease_expired') + 1 as expired
    from attempt join task on task.id = attempt.task_id
   where ${attemptAlive()} and attempt.lease_until < now() and attempt.id <> all($1::int[])
   order by attempt.lease_until limit ${BATCH}`;

interface Expiry {
  attempt: ExpiredAttempt;
  decision: ExpiryDecision;
}

async function expireAll(
  engine: Engine,
  expired: readonly ExpiredAttempt[],
): Promise<Settled<MovedTask | undefined>[]> {
  const expiries = expired.map((attempt) => {
    const decision = decideExpiry(attempt.status, attempt.expired, attempt.confirmed);
    return { attempt, decision };
  });
  const requeued = await requeueAll(engine, expiries);
  const ended = await endAll(engine, expiries);
  return expiries.map(({ decision }) => (decision.again ? requeued : ended).shift() as Settled<MovedTask | undefined>);
}

const GUARDS = ['task', 'from', 'attempt_number', 'attempt'] as const;
const EXPIRED = { where: 'attempt.lease_until < now()' };
const requeue = mover('requeued', GUARDS, EXPIRED);
const finish = mover('finished', GUARDS, EXPIRED);

const guardsOf = ({ id, task_id: task, status: from, attempt_number }: ExpiredAttempt) => ({
  task,
  from,
  attempt_number,
  attempt: id,
});

async function requeueAll(engine: Engine, expiries: readonly Expiry[]): Promise<Settled<MovedTask | undefined>[]> {
  const items = expiries.flatMap(({ attempt, decision }) =>
    decision.again ? [{ ...guardsOf(attempt), to: decision.to }] : [],
  );
  const settled = await settleTogether(items, (some) => requeue(engine.dataSource, some));
  announceMoves(engine, 'requeued', moved(settled), { reason: 'lease expired' });
  return settled;
}

async function endAll(engine: Engine, expiries: readonly Expiry[]): Promise<Settled<MovedTask | undefined>[]> {
  const end = { outcome: 'lease_expired', exit_code: null, origin: 'system', actor: null } as const;
  const items = expiries.flatMap(({ attempt, decision }) =>
    decision.again ? [] : [{ ...guardsOf(attempt), ...end, to: decision.to, ...endReason(decision.reason) }],
  );
  const settled = await settleTogether(items, (some) => finish(engine.dataSource, some));
  announceMoves(engine, 'finished', moved(settled), { reason: 'lease expired' });
  return settled;
}

const moved = (settled: readonly Settled<MovedTask | undefined>[]): MovedTask[] =>
  fulfilled(settled).filter((task) => task !== undefined);
