import type pg from 'pg';
import { OVERLAP_POLICIES } from '@switchyard/contracts';
import type { ApiClient } from '../../support/api-client.js';
import type { Work } from './projects.js';

/** Schedules of each policy. */
const EACH = 4;

/**
 * Schedules that run every minute, so that even a short run has due times while everything goes wrong. The first of
 * each policy is due at once.
 */
export async function createSchedules(client: ApiClient, database: pg.Pool, { noisy }: Work): Promise<void> {
  for (const overlap_policy of OVERLAP_POLICIES) {
    for (let i = 0; i < EACH; i++) {
      await client.create(`/project/${noisy.projectId}/schedules`, {
        name: `${overlap_policy} ${i}`,
        template_id: noisy.templateId,
        cron_format: '* * * * *',
        active: true,
        overlap_policy,
        missed_policy: i % 2 === 0 ? 'run_once' : 'skip',
      });
    }
  }
  await database.query(`update schedule set next_due = date_trunc('minute', now())`);
}
