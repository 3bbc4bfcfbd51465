import type { EntityManager } from 'typeorm';

/** A registration token that may be used. */
export interface TokenRow {
  id: number;
  project_id: number | null;
  name: string;
  tags: string[];
  /** The runner that it is for; `null` = a new one. */
  runner_id: number | null;
}

/** The runner that was registered with this token and key a moment ago and was not seen since. */
export async function findRepetition(
  manager: EntityManager,
  tokenHash: string,
  publicKey: string,
): Promise<{ id: number; name: string } | null> {
  const [row] = await manager.query<{ id: number; name: string }[]>(
    `select runner.id, runner.name from runner_registration_token t join runner on runner.id = t.runner_id
      where t.token_hash = $1 and t.used > now() - interval '10 min' and runner.public_key = $2
        and coalesce(runner.touched < t.used, true)`,
    [tokenHash, publicKey],
  );
  return row ?? null;
}

/** The token, locked, and its project before it, as the deletion of a project takes them; `undefined` when it is over. */
export async function lockToken(manager: EntityManager, tokenHash: string): Promise<TokenRow | undefined> {
  await manager.query(
    `select 1 from project
      where id = (select project_id from runner_registration_token where token_hash = $1) for key share`,
    [tokenHash],
  );
  const [row] = await manager.query<TokenRow[]>(
    `select id, project_id, name, tags, runner_id from runner_registration_token
      where token_hash = $1 and used is null and expires > now() for update`,
    [tokenHash],
  );
  return row;
}

/** Uses the token up; who made it counts as maker of the runner. */
export async function useToken(manager: EntityManager, id: number, runnerId: number): Promise<void> {
  await manager.query(`delete from access_grant where kind = 'runner' and object_id = $1`, [String(runnerId)]);
  await manager.query(
    `update access_grant set kind = 'runner', object_id = $2 where kind = 'registration_token' and object_id = $1`,
    [String(id), String(runnerId)],
  );
  await manager.query('update runner_registration_token set used = now(), runner_id = $2 where id = $1', [
    id,
    runnerId,
  ]);
}
