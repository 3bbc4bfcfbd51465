import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes } from './create-indexes.js';

/** Indexes for statements that read the whole of a table that grows: retention of counts, and people who are deleted. */
export class GrowthIndexes1764583880000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexes(runner, [
      { name: 'task_day_day', on: 'task_day (day)' },
      { name: 'task_decided_by', on: 'task (decided_by) where decided_by is not null' },
      { name: 'task_stopped_by', on: 'task (stopped_by) where stopped_by is not null' },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index task_day_day, task_decided_by, task_stopped_by');
  }
}
