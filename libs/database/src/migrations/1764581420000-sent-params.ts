import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Turns parameters that were not sent into none, instead of the defaults that stood for them. */
export class SentParams1764581420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table template alter column task_params drop not null, alter column task_params drop default',
    );
    await runner.query(`update template set task_params = null where task_params = '{}'`);
    for (const table of ['schedule', 'integration']) {
      await runner.query(
        `update ${table} set task_params = '{}' where task_params = '{"params": {}, "message": "", "environment": "{}"}'`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update template set task_params = '{}' where task_params is null`);
    await runner.query(
      `alter table template alter column task_params set not null, alter column task_params set default '{}'`,
    );
  }
}
