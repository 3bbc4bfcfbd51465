import type { Client } from 'pg';
import { type HistorySize, resourceStatements } from './history-resources.js';
import { closingStatements, taskStatements } from './history-statements.js';

/** Tasks of one batch. */
const BATCH = 50_000;

/**
 * Fills a migrated database with a history of tasks and all that belongs to them, in the proportions of real ones: attempts, stages,
 * hosts, snapshots, activities, audit records, deliveries, runs of schedules, messages, and what the control plane still keeps of its events.
 * @param database superuser, because foreign keys are not checked meanwhile
 * @param progress called with the number of tasks so far
 */
export async function fillHistory(
  database: Pick<Client, 'query'>,
  size: HistorySize,
  progress: (tasks: number) => void = () => undefined,
): Promise<void> {
  await database.query('set session_replication_role = replica');
  for (const statement of resourceStatements(size)) {
    await database.query(statement);
  }
  for (let from = 1; from <= size.tasks; from += BATCH) {
    const to = Math.min(size.tasks, from + BATCH - 1);
    for (const statement of taskStatements(size)) {
      await database.query(statement, [from, to]);
    }
    progress(to);
  }
  for (const statement of closingStatements) {
    await database.query(statement);
  }
  await database.query('reset session_replication_role');
  await database.query('vacuum analyze');
}
