import type { AuditRecord, DeliveryErrorCode } from '@switchyard/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditReceiver } from './audit-receiver.entity.js';

/** A receiver that this process, and no other one, delivers to. */
export interface ClaimedReceiver extends Pick<
  AuditReceiver,
  'id' | 'type' | 'secret' | 'position' | 'batch' | 'batchEnd' | 'failures'
> {
  claim: string;
}

/** Seconds after which a claim expires whose end was never stored. */
const HOLD = `now() + interval '60 seconds'`;
/** Most receivers at once. */
const MOST = 10;

/**
 * Claims the active receivers that are due and behind.
 * @param settled id of the audit below which nothing can appear any more
 */
export async function claimReceivers(source: DataSource, settled: string): Promise<ClaimedReceiver[]> {
  const [claimed] = await source.query<[ClaimedReceiver[], number]>(
    `update audit_receiver set claim = gen_random_uuid(), next_try = ${HOLD}
      where id in (select id from audit_receiver where active and next_try <= now() and position < $1::bigint
                    order by next_try limit ${MOST} for update skip locked)
     returning id, type, secret, position, batch, batch_end as "batchEnd", failures, claim`,
    [settled],
  );
  return claimed;
}

/** Records behind a position up to an id, in the order of their ids. */
export async function readBatch(
  manager: EntityManager,
  { after, upTo, limit }: { after: number; upTo: string; limit: number },
): Promise<AuditRecord[]> {
  const rows = await manager.query<(Omit<AuditRecord, 'at'> & { at: Date })[]>(
    `select id, at, user_id, username, ip, user_agent, action, object_type, object_id, project_id, before, after, outcome
       from audit where id > $1 and id <= $2::bigint order by id limit $3`,
    [after, upTo, limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Names the batch that is tried now. @returns false when the claim was lost */
export const beginBatch = (
  source: DataSource,
  { id, claim }: Pick<ClaimedReceiver, 'id' | 'claim'>,
  { batch, end }: { batch: string; end: number },
): Promise<boolean> => changed(source, 'batch = $3, batch_end = $4', [id, claim, batch, end]);

/**
 * Everything up to a position is delivered, or was nothing.
 * @param delivered whether there was something
 * @returns false when the claim was lost
 */
export const endBatch = (
  source: DataSource,
  { id, claim }: Pick<ClaimedReceiver, 'id' | 'claim'>,
  { position, delivered }: { position: string; delivered: boolean },
): Promise<boolean> =>
  changed(
    source,
    `position = least($3::bigint, 2147483647), batch = null, batch_end = null, next_try = ${HOLD},
     delivered = case when $4::boolean then now() else delivered end,
     failures = case when $4 then 0 else failures end, failed = case when $4 then null else failed end,
     answer_status = case when $4 then null else answer_status end, error = case when $4 then null else error end`,
    [id, claim, position, delivered],
  );

/** A try failed; nothing is sent for so many seconds. */
export async function failBatch(
  source: DataSource,
  { id, claim }: Pick<ClaimedReceiver, 'id' | 'claim'>,
  { status, error, seconds }: { status: number | null; error: DeliveryErrorCode; seconds: number },
): Promise<void> {
  await changed(
    source,
    `claim = null, failures = least(failures + 1, 1000), failed = now(), answer_status = $3, error = $4,
     next_try = now() + make_interval(secs => $5)`,
    [id, claim, status, error, seconds],
  );
}

/** Gives a claim back: what is left is due at once. */
export async function releaseReceiver(
  source: DataSource,
  { id, claim }: Pick<ClaimedReceiver, 'id' | 'claim'>,
): Promise<void> {
  await changed(source, 'claim = null, next_try = now()', [id, claim]);
}

async function changed(source: DataSource, change: string, parameters: unknown[]): Promise<boolean> {
  const [, count] = await source.query<[unknown, number]>(
    `update audit_receiver set ${change} where id = $1 and claim = $2`,
    parameters,
  );
  return count > 0;
}
