import type { EntityManager } from 'typeorm';
import { builtVersion } from '../../tasks/built-version.js';

const incomingQuery = `select ${builtVersion('$1::int')} as version`;

/** The version of the nearest build behind the task that a deploy takes over. */
export async function findIncomingVersion(manager: EntityManager, buildTaskId: number): Promise<string | null> {
  const [found] = await manager.query<{ version: string | null }[]>(incomingQuery, [buildTaskId]);
  return found?.version ?? null;
}
