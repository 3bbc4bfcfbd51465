import type { ForgeRepository, TaskStatus } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** The repository of a message as it is now. */
export interface Reported extends ForgeRepository {
  /** Place of the message in the request, from 1 on. */
  n: number;
  keyId: number;
  /** Ciphertext of the key; null = it holds none here. */
  secret: string | null;
  /** Status of the task; null when it is gone. */
  status: TaskStatus | null;
}

const reported = `
  select wanted.n::int as n, repository.git_url, repository.forge, repository.web_url, key.id as "keyId",
         case when key.vault_reference is null then key.secret end as secret,
         (select status from task where id = (payload -> 'task' ->> 'id')::int) as status
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join outbox_message on outbox_message.id = wanted.id
    join git_repository repository on repository.id = outbox_message.target_id
    join access_key key on key.id = repository.status_key_id`;

/** The repositories of these messages; those that are gone, or have no key for it any more, are missing. */
export function findReported(manager: EntityManager, messageIds: readonly string[]): Promise<Reported[]> {
  return manager.query<Reported[]>(reported, [messageIds]);
}
