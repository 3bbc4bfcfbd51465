import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Branches and files whose pushes start an integration. */
export class PushPatterns1764582410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table integration add branches text[] not null default '{}',
        add paths text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table integration drop branches, drop paths');
  }
}
