import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes } from './create-indexes.js';

/** Pages of the audit by action, address and outcome. */
export class AuditFilters1764583300000 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexes(runner, [
      { name: 'audit_action', on: 'audit (action, at, id)' },
      { name: 'audit_ip', on: 'audit (ip, at, id)' },
      { name: 'audit_trouble', on: `audit (outcome, at, id) where outcome <> 'done'` },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_action; drop index audit_ip; drop index audit_trouble');
  }
}
