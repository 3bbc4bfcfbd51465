import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may confirm the plans of a template. */
export class ConfirmationRules1764582100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table template add confirmation_role text not null default 'task_runner',
        add confirmation_by_other boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop confirmation_role, drop confirmation_by_other');
  }
}
