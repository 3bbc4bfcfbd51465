import type { CheckAnswer } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

export interface RunnerRow {
  id: number;
  name: string;
  project_id: number | null;
  active: boolean;
  public_key: string;
  token_hash: string;
}

export function findByTokenHashes(manager: EntityManager, hashes: readonly string[]): Promise<RunnerRow[]> {
  return manager.query<RunnerRow[]>(
    'select id, name, project_id, active, public_key, token_hash from runner where token_hash = any($1)',
    [hashes],
  );
}

/** Identity of a runner; `undefined` when it was removed meanwhile. */
export async function findCheckAnswer(manager: EntityManager, id: number): Promise<CheckAnswer | undefined> {
  const [found] = await manager.query<CheckAnswer[]>(
    `select runner.id as runner_id, runner.name, project.name as project, active, draining, paused_reason, tags
       from runner left join project on project.id = runner.project_id where runner.id = $1`,
    [id],
  );
  return found;
}
