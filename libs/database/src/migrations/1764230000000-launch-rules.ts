import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which variables a launch may set, and what of a launch was left out. Tasks that wait keep what they were given. */
export class LaunchRules1764230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table template add variable_patterns jsonb not null default '[]';
      alter table task
        add ignored jsonb not null default '[]',
        add trusted_variables boolean not null default true;
      alter table task alter trusted_variables set default false;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table task drop trusted_variables, drop ignored;
      alter table template drop variable_patterns;`);
  }
}
