import type { TaskStatus } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** The target as it is now. */
export interface Hook {
  /** Place of the delivery in the request, from 1 on. */
  n: number;
  webhook: string;
  /** Ciphertext. */
  secret: string | null;
  /** Status of the task that the payload is about; null when it is gone. */
  taskStatus: TaskStatus | null;
}

const hooksOf = `
  select wanted.n::int as n, runner.webhook, runner.webhook_secret as secret,
         (select status from task where id = case when payload ->> 'task_id' ~ '^[0-9]{1,9}$' then (payload ->> 'task_id')::int end)
           as "taskStatus"
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join delivery on delivery.id = wanted.id
    join runner on runner.id = delivery.target_id and runner.webhook <> ''`;

/** The targets of these deliveries; those whose runner or webhook is gone are missing. */
export function findHooks(manager: EntityManager, deliveryIds: readonly string[]): Promise<Hook[]> {
  return manager.query<Hook[]>(hooksOf, [deliveryIds]);
}
