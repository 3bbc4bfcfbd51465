import { type IntegrationDelivery as WireDelivery, SHOWN_DELIVERIES } from '@switchyard/contracts';
import { IntegrationDelivery } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Delivery as a list shows it: whether it is kept instead of the request, and the code of its task. */
export type ShownDelivery = Omit<IntegrationDelivery, 'request' | 'approvedBy'> & {
  isKept: boolean;
  approver: string | null;
} & Pick<WireDelivery, 'code'>;

const SHOWN = `
  select d.id, d.integration_id as "integrationId", d.received, d.sender, d.event, d.webhook_key as "webhookKey",
         d.searched, d.redelivered, d.result, d.task_id as "taskId", d.problem, d.reading, d.size,
         d.pull_request as "pullRequest", d.approved, (select name from "user" where id = d.approved_by) as approver,
         d.request is not null as "isKept",
         case when t.id is not null
              then json_build_object('git_branch', t.git_branch, 'commit_hash', t.commit_hash) end as code
    from integration_delivery d
    join integration i on i.id = d.integration_id
    left join task t on t.id = d.task_id and t.project_id = i.project_id`;

/** The newest deliveries of an integration, newest first. */
export const findDeliveries = (manager: EntityManager, integrationId: number): Promise<ShownDelivery[]> =>
  manager.query<ShownDelivery[]>(`${SHOWN} where d.integration_id = $1 order by d.received desc, d.id limit $2`, [
    integrationId,
    SHOWN_DELIVERIES,
  ]);

export const findDelivery = async (
  manager: EntityManager,
  integrationId: number,
  id: string,
): Promise<ShownDelivery | undefined> =>
  (await manager.query<ShownDelivery[]>(`${SHOWN} where d.integration_id = $1 and d.id = $2`, [integrationId, id]))[0];

export const findWebhook = (
  manager: EntityManager,
  integrationId: number,
  id: string,
): Promise<IntegrationDelivery | null> => manager.findOneBy(IntegrationDelivery, { integrationId, id });

/** Notes who approved a webhook that waits for that. @returns false when it does not, or not any more */
export async function takeApproval(manager: EntityManager, id: string, userId: number): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    `update integration_delivery set approved = now(), approved_by = $2
      where id = $1 and result = 'awaiting_approval' and approved is null`,
    [id, userId],
  );
  return count > 0;
}

/** Lets a webhook wait for approval again. */
export async function withdrawApproval(manager: EntityManager, id: string): Promise<void> {
  await manager.update(IntegrationDelivery, { id }, { approved: null, approvedBy: null });
}

/** Stores what became of webhooks. */
export async function insertDeliveries(manager: EntityManager, rows: readonly IntegrationDelivery[]): Promise<void> {
  await manager.insert(IntegrationDelivery, [...rows]);
}
