import type { TaskStatus } from '@switchyard/contracts';
import type { DataSource } from 'typeorm';
import { isRefused } from '../batch/faults.js';
import { fulfilled, settleTogether } from '../batch/settle.js';
import { storableText } from '../storable-text.js';
import type { OutboxResult } from './outbox-message.entity.js';

/** A message that this process, and no other one, tries to send. */
export interface ClaimedMessage {
  id: string;
  deliveryId: string;
  runnerId: number;
  payload: Record<string, unknown>;
  /** This try included. */
  tries: number;
  ageSeconds: number;
  webhook: string;
  /** Ciphertext. */
  webhookSecret: string | null;
  /** What the task of the message is now; null when it is gone. */
  taskStatus: TaskStatus | null;
}

export interface Claim {
  /** Runners that are left out. */
  busy: readonly number[];
  /** Most messages. */
  limit: number;
  /** Seconds after which a claim whose end nobody heard of is void. */
  holdSeconds: number;
}

/**
 * Claims messages that are due, one of a runner, the runner first that waited longest for an answer. A message that
 * another process claims at the same time is passed over, and so is one whose row the server refuses to change.
 */
export async function claimMessages(source: DataSource, wanted: Claim): Promise<ClaimedMessage[]> {
  try {
    return await claimOf(source, wanted, null);
  } catch (error) {
    if (!isRefused(error)) {
      throw error;
    }
    return claimApart(source, wanted);
  }
}

/** @param only runners whose messages are claimed; null = all */
async function claimOf(
  source: DataSource,
  { busy, limit, holdSeconds }: Claim,
  only: readonly number[] | null,
): Promise<ClaimedMessage[]> {
  const [claimed] = await source.query<[ClaimedMessage[], number]>(claim, [busy, limit, holdSeconds, only]);
  return claimed;
}

async function claimApart(source: DataSource, wanted: Claim): Promise<ClaimedMessage[]> {
  const due = await source.query<{ id: number }[]>(waitingRunners, [wanted.busy, wanted.limit]);
  const settled = await settleTogether(due, async (runners) => {
    const ids = runners.map(({ id }) => id);
    const byRunner = new Map((await claimOf(source, wanted, ids)).map((each) => [each.runnerId, each]));
    return ids.map((id) => byRunner.get(id));
  });
  return fulfilled(settled).filter((message) => message !== undefined);
}

/** At random, so that those whose messages can never be claimed do not keep the others from it. */
const waitingRunners = `
  select runner.id from runner
   where runner.webhook <> '' and runner.id <> all($1::int[])
     and exists (select from outbox where runner_id = runner.id and done is null and due <= now())
   order by random() limit $2`;

const claim = `
  with next as (
    select message.id from runner cross join lateral (
      select id from outbox where runner_id = runner.id and done is null and due <= now()
       order by due, id limit 1 for update skip locked) message
     where runner.webhook <> '' and runner.id <> all($1::int[]) and ($4::int[] is null or runner.id = any($4::int[]))
     order by runner.webhook_answered nulls first limit $2)
  update outbox set due = now() + make_interval(secs => $3), tries = tries + 1
    from next, runner where outbox.id = next.id and runner.id = outbox.runner_id
  returning outbox.id, delivery_id as "deliveryId", runner_id as "runnerId", payload, tries,
            extract(epoch from now() - outbox.created)::float8 as "ageSeconds", webhook, webhook_secret as "webhookSecret",
            (select status from task where id = case when payload ->> 'task_id' ~ '^[0-9]{1,9}$' then (payload ->> 'task_id')::int end)
              as "taskStatus"`;

/** How a try ended. */
export interface TryEnd {
  /** What is shown at the runner: HTTP status, null = none, and what was wrong. Absent when nobody was called. */
  answer?: { status: number | null; error: string | null };
  next: OutboxResult | { retrySeconds: number };
}

/** Stores the end of a try and shows its answer at the runner. Nothing happens when the claim was void by now. */
export async function endTry(
  source: DataSource,
  { id, tries }: Pick<ClaimedMessage, 'id' | 'tries'>,
  { answer, next }: TryEnd,
): Promise<void> {
  const result = typeof next === 'string' ? next : null;
  const retrySeconds = typeof next === 'string' ? 0 : next.retrySeconds;
  await source.query(end, [
    ...[id, tries, result, retrySeconds, answer !== undefined],
    ...[answer?.status ?? null, storableText(answer?.error ?? '') || null],
  ]);
}

const end = `
  with ended as (
    update outbox set done = case when $3::text is not null then now() end, result = $3,
        due = now() + make_interval(secs => $4)
      where id = $1 and tries = $2 and done is null returning runner_id)
  update runner set webhook_answered = date_trunc('milliseconds', now()), webhook_status = $6::int, webhook_error = $7::text
    from ended where runner.id = ended.runner_id and $5::boolean`;

/** Days that messages which came to an end are kept, and those that nobody asks for any more. */
const KEEP_DAYS = 7;

/** @returns how many messages were removed */
export async function deleteOldMessages(source: DataSource): Promise<number> {
  const [, ended] = await source.query<[unknown, number]>(
    `delete from outbox where done < now() - make_interval(days => ${KEEP_DAYS})`,
  );
  const [, forgotten] = await source.query<[unknown, number]>(
    `delete from outbox where done is null and created < now() - make_interval(days => ${KEEP_DAYS})`,
  );
  return ended + forgotten;
}
