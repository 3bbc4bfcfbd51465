import type { MigrationInterface, QueryRunner } from 'typeorm';

const recreate = (columns: string): string => `
  drop index task_waiting;
  create index task_waiting on task (${columns}, id) where status in ('waiting', 'confirmed');`;

/** Waiting tasks in the order of their tags: a drain visits those of the tags that its free runners have. */
export class WaitingOrder1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(recreate('tag, project_id, template_id, app'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(recreate('project_id, template_id, tag, app'));
  }
}
