import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of the audit by action, address and outcome. */
export class AuditFilters1764583300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index audit_action on audit (action, at, id);
      create index audit_ip on audit (ip, at, id);
      create index audit_trouble on audit (outcome, at, id) where outcome <> 'done'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_action; drop index audit_ip; drop index audit_trouble');
  }
}
