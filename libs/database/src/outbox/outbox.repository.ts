import type { DeliveryErrorCode, DeliveryKind } from '@switchyard/contracts';
import type { DataSource } from 'typeorm';
import { isRefused } from '../batch/faults.js';
import { fulfilled, settleTogether } from '../batch/settle.js';
import { OutboxMessage } from './outbox-message.entity.js';

/** A message that this process, and no other one, tries to send. */
export interface ClaimedMessage extends Pick<OutboxMessage, 'id' | 'kind' | 'targetId' | 'projectId' | 'payload'> {
  /** Fencing token of this try. */
  claim: string;
  /** This try included. */
  tries: number;
  /** The time to send it is over: this is its last try. */
  isExpired: boolean;
  /** Tries in a row before this one that found the target unavailable. */
  targetFailures: number;
}

export interface ClaimOptions {
  /** Kinds that are claimed, each with the most tries at once to one target. */
  parallel: ReadonlyMap<DeliveryKind, number>;
  /** Most messages. */
  limit: number;
  /** Seconds after which a claim expires whose end was never stored. */
  holdSeconds: number;
}

/**
 * Claims messages that are due, as many of a target as its kind allows at once, the target first that waited longest
 * for an answer. A message that another process claims at the same time is passed over, and so is one whose row the
 * server refuses to change. Processes that claim in the same moment may exceed the number for one target by one each.
 */
export async function claimMessages(source: DataSource, options: ClaimOptions): Promise<ClaimedMessage[]> {
  try {
    return await claimOf(source, options, null);
  } catch (error) {
    if (!isRefused(error)) {
      throw error;
    }
    return claimApart(source, options);
  }
}

interface TargetKey {
  kind: DeliveryKind;
  targetId: number;
}

/** @param only targets whose messages are claimed; null = all */
async function claimOf(
  source: DataSource,
  { parallel, limit, holdSeconds }: ClaimOptions,
  only: readonly TargetKey[] | null,
): Promise<ClaimedMessage[]> {
  const [claimed] = await source.query<[ClaimedMessage[], number]>(claimStatement, [
    [...parallel.keys()],
    [...parallel.values()],
    limit,
    holdSeconds,
    only?.map(({ kind }) => kind) ?? null,
    only?.map(({ targetId }) => targetId) ?? null,
  ]);
  return claimed;
}

async function claimApart(source: DataSource, options: ClaimOptions): Promise<ClaimedMessage[]> {
  const { parallel, limit } = options;
  const due = await source.query<TargetKey[]>(dueTargets, [[...parallel.keys()], [...parallel.values()], limit]);
  const settled = await settleTogether(due, async (targets) => {
    const claimed = await claimOf(source, options, targets);
    return targets.map((target) =>
      claimed.filter(({ kind, targetId }) => kind === target.kind && targetId === target.targetId),
    );
  });
  return fulfilled(settled).flat();
}

/** Targets that have something to be sent, are not held back and have a free place. Reads one index entry a target. */
const READY_TARGETS = `
  recursive target as (
    (select kind, target_id from outbox_message where ended is null order by kind, target_id limit 1)
    union all
    select following.kind, following.target_id from target cross join lateral (
      select kind, target_id from outbox_message where ended is null and (kind, target_id) > (target.kind, target.target_id)
       order by kind, target_id limit 1) following),
  ready as (
    select target.kind, target.target_id, state.answered, coalesce(state.failures, 0) as failures,
           allowed.parallel - (select count(*) from outbox_message under_way
             where under_way.kind = target.kind and under_way.target_id = target.target_id
               and status = 'sending' and next_try > now()) as free
      from target join unnest($1::text[], $2::int[]) as allowed(kind, parallel) on allowed.kind = target.kind
      left join outbox_target state on state.kind = target.kind and state.target_id = target.target_id
     where state.held_until is null or state.held_until <= now())`;

/** At random, so that those whose messages can never be claimed do not keep the others from it. */
const dueTargets = `
  with ${READY_TARGETS}
  select kind, target_id as "targetId" from ready
   where free > 0 and exists (select from outbox_message where outbox_message.kind = ready.kind
     and outbox_message.target_id = ready.target_id and ended is null and next_try <= now())
   order by random() limit $3`;

/** Hours in which a message must be accepted. Older messages are given up. */
const LIFE_START = `now() - interval '24 hours'`;

const claimStatement = `
  with ${READY_TARGETS},
  due as (
    select waiting.id, ready.failures from ready cross join lateral (
      select id from outbox_message where outbox_message.kind = ready.kind and outbox_message.target_id = ready.target_id
         and ended is null and next_try <= now()
       order by next_try, id limit greatest(ready.free, 0) for update skip locked) waiting
     where $5::text[] is null or (ready.kind, ready.target_id) in (select * from unnest($5::text[], $6::int[]))
     order by ready.answered nulls first limit $3)
  update outbox_message set status = 'sending', claim = gen_random_uuid(), next_try = now() + make_interval(secs => $4),
      tries = tries + 1
    from due where outbox_message.id = due.id
  returning outbox_message.id, kind, target_id as "targetId", project_id as "projectId", payload, claim, tries, since <= ${LIFE_START} as "isExpired",
            due.failures as "targetFailures"`;

/** How a try ended. */
export interface TryEnd {
  result: 'delivered' | 'dead' | { retrySeconds: number };
  /** HTTP status; null = no answer. */
  status: number | null;
  error: DeliveryErrorCode | null;
  /**
   * State of the target as the try showed it: `available`, `unavailable` for so many seconds, during which nothing else is sent
   * to it, or `unknown` when it was not called.
   */
  target: 'available' | 'unknown' | { unavailableSeconds: number };
}

/**
 * Stores the end of a try, and at its target what it showed of that.
 * @returns false when the claim had expired and the message was claimed again or ended
 */
export async function endTry(
  source: DataSource,
  { id, claim }: Pick<ClaimedMessage, 'id' | 'claim'>,
  { result, status, error, target }: TryEnd,
): Promise<boolean> {
  const isOver = typeof result === 'string';
  const [stored] = await source.query<{ ended: boolean }[]>(endStatement, [
    id,
    claim,
    isOver ? result : 'pending',
    isOver ? 0 : result.retrySeconds,
    status,
    error,
    target !== 'unknown',
    typeof target === 'string' ? null : target.unavailableSeconds,
  ]);
  return stored?.ended === true;
}

const endStatement = `
  with ended as (
    update outbox_message set status = $3, claim = null, answer_status = $5, error = $6,
        ended = case when $3 <> 'pending' then now() end, next_try = now() + make_interval(secs => $4)
     where id = $1 and claim = $2 returning kind, target_id),
  target as (
    insert into outbox_target as state (kind, target_id, failures, held_until, answered, answer_status, error)
      select kind, target_id, case when $8::float8 is null then 0 else 1 end,
             now() + make_interval(secs => coalesce($8::float8, 0)), date_trunc('milliseconds', now()), $5::int, $6::text
        from ended where $7::boolean
    on conflict (kind, target_id) do update set
      failures = case when $8::float8 is null then 0 else least(state.failures + 1, 1000) end,
      held_until = excluded.held_until, answered = excluded.answered, answer_status = excluded.answer_status,
      error = excluded.error)
  select exists (select from ended) as ended`;

/** Gives back a claim whose try did not happen: the message is due at once. */
export async function releaseClaim(source: DataSource, { id, claim }: ClaimedMessage): Promise<void> {
  await source.query(
    `update outbox_message set status = 'pending', claim = null, next_try = now(), tries = tries - 1
      where id = $1 and claim = $2`,
    [id, claim],
  );
}

/** The message with this id that is for a target, or that people of a project see. */
export function findMessage(
  source: DataSource,
  id: string,
  of: TargetKey | { projectId: number },
): Promise<OutboxMessage | null> {
  return source.manager.findOneBy(OutboxMessage, { id, ...of });
}

/** The latest messages to a target, the newest first. */
export function latestMessages(source: DataSource, target: TargetKey, limit: number): Promise<OutboxMessage[]> {
  return source.manager.find(OutboxMessage, {
    where: { ...target },
    order: { created: 'DESC', id: 'ASC' },
    take: limit,
  });
}

/** The latest messages that people of a project see, the newest first. */
export function projectMessages(source: DataSource, projectId: number, limit: number): Promise<OutboxMessage[]> {
  return source.manager.find(OutboxMessage, {
    where: { projectId },
    order: { created: 'DESC', id: 'ASC' },
    take: limit,
  });
}

/**
 * Makes a dead message due at once, with all its tries, also when its target is held back.
 * @returns false when the target has no such message that is dead
 */
export async function sendAgain(source: DataSource, { kind, targetId }: TargetKey, id: string): Promise<boolean> {
  const [stored] = await source.query<{ revived: boolean }[]>(
    `with revived as (
       update outbox_message set status = 'pending', tries = 0, ended = null, next_try = now(),
           since = now()
        where id = $1 and kind = $2 and target_id = $3 and status = 'dead' returning kind, target_id),
     released as (
       update outbox_target set held_until = now() from revived
        where outbox_target.kind = revived.kind and outbox_target.target_id = revived.target_id)
     select exists (select from revived) as revived`,
    [id, kind, targetId],
  );
  return stored?.revived === true;
}

/**
 * Ends every message that is to be sent, because another installation may have sent it.
 * @returns how many
 */
export async function endOpenMessages(on: Pick<DataSource, 'query'>): Promise<number> {
  const [, ended] = await on.query<[unknown, number]>(
    `update outbox_message set status = 'dead', ended = now(), claim = null, error = 'outdated' where ended is null`,
  );
  return ended;
}

/** Days for which messages that ended are kept, and what is known of targets that nothing is sent to any more. */
const KEEP_DAYS = 7;
const KEEP_TARGET_DAYS = 90;

/**
 * Ends messages whose time was over an hour ago, because their targets were held back, and removes what ended long ago.
 * @returns how many were removed
 */
export async function retireMessages(source: DataSource): Promise<number> {
  await source.query(
    `update outbox_message set status = 'dead', ended = now(), claim = null, error = coalesce(error, 'expired')
      where ended is null and since <= ${LIFE_START} - interval '1 hour' and (status = 'pending' or next_try <= now())`,
  );
  await source.query(`delete from outbox_target where answered < now() - make_interval(days => ${KEEP_TARGET_DAYS})`);
  const [, removed] = await source.query<[unknown, number]>(
    `delete from outbox_message where ended < now() - make_interval(days => ${KEEP_DAYS})`,
  );
  return removed;
}
