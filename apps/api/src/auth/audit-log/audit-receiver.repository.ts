import { MOST_WAITING } from '@switchyard/contracts';
import { AuditReceiver, OutboxMessage, OutboxTarget } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** How far a receiver has come, and how its last test ended. */
export interface ReceiverProgress {
  id: number;
  waiting: number;
  waitingSince: Date | null;
  tested: Date | null;
  testError: OutboxTarget['error'];
  testStatus: number | null;
}

export const listReceivers = (manager: EntityManager): Promise<AuditReceiver[]> =>
  manager.find(AuditReceiver, { order: { name: 'ASC', id: 'ASC' } });

export const findReceiver = (manager: EntityManager, id: number): Promise<AuditReceiver | null> =>
  manager.findOneBy(AuditReceiver, { id });

/** The receiver, locked until the transaction ends. */
export const lockReceiver = (manager: EntityManager, id: number): Promise<AuditReceiver | null> =>
  manager.findOne(AuditReceiver, { where: { id }, lock: { mode: 'pessimistic_write' } });

/** Reads the index alone, and no more than is counted. */
export function receiverProgress(manager: EntityManager): Promise<ReceiverProgress[]> {
  return manager.query<ReceiverProgress[]>(
    `select receiver.id, waiting.number as waiting, oldest.at as "waitingSince",
            test.answered as tested, test.error as "testError", test.answer_status as "testStatus"
       from audit_receiver receiver
       cross join lateral (select count(*)::int as number from (
         select from audit where audit.id > receiver.position limit ${MOST_WAITING}) behind) waiting
       left join lateral (select at from audit where audit.id > receiver.position order by id limit 1) oldest on true
       left join outbox_target test on test.kind = 'audit_receiver' and test.target_id = receiver.id`,
  );
}

/** Keeps others from making a receiver at the same time, and counts those that there are. */
export async function countReceivers(manager: EntityManager): Promise<number> {
  await manager.query('lock table audit_receiver in share row exclusive mode');
  return manager.count(AuditReceiver);
}

/** A receiver that gets what is recorded from now on. */
export async function insertReceiver(
  manager: EntityManager,
  row: Pick<AuditReceiver, 'name' | 'type' | 'active' | 'host'>,
): Promise<AuditReceiver> {
  const [last] = await manager.query<{ id: number }[]>('select coalesce(max(id), 0) as id from audit');
  return manager.save(AuditReceiver, { ...row, position: last?.id ?? 0 });
}

/** It is tried at once, unless that is under way. */
export async function updateReceiver(manager: EntityManager, id: number, row: Partial<AuditReceiver>): Promise<void> {
  const nextTry = () => 'case when claim is null then now() else next_try end';
  await manager.update(AuditReceiver, { id }, { ...row, nextTry, failures: 0 });
}

export async function deleteReceiver(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(AuditReceiver, { id });
  await manager.delete(OutboxTarget, { kind: 'audit_receiver', targetId: id });
}

/** Writes a test to a receiver, which is sent also when the one before failed. */
export async function insertTest(manager: EntityManager, id: string, targetId: number): Promise<void> {
  const kind = 'audit_receiver';
  await manager.update(OutboxTarget, { kind, targetId }, { heldUntil: () => 'now()' });
  await manager.insert(OutboxMessage, { id, kind, targetId, projectId: null, payload: { event: 'test' } });
}
