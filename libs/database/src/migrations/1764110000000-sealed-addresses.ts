import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Repository addresses with credentials get a place where the api seals them at its start. Copies of such
 * addresses and of the passwords of environments are removed from snapshots and the audit.
 */
export class SealedAddresses1764110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_repository add secret_url text;
      update task_snapshot
         set snapshot = jsonb_set(snapshot, '{repository,url}', to_jsonb(regexp_replace(regexp_replace(
               snapshot #>> '{repository,url}', '^((?:https?|git)://)[^/]*@', '\\1', 'i'), '[?#].*$', '')))
       where snapshot #>> '{repository,url}' ~* '^(https?|git)://([^/]*@|.*[?#])';
    `);
    for (const member of ['before', 'after']) {
      await runner.query(`
        update audit
           set ${member} = jsonb_set(${member}, '{password}', '"(set)"')
         where object_type = 'environment' and ${member} ->> 'password' <> '';
        update audit
           set ${member} = jsonb_set(${member}, '{git_url}', to_jsonb(regexp_replace(regexp_replace(
                 ${member} ->> 'git_url', '^((?:https?|git)://)[^/]*@', '\\1', 'i'), '[?#].*$', '')))
         where object_type = 'repository' and ${member} ->> 'git_url' ~* '^(https?|git)://([^/]*@|.*[?#])';
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_repository drop secret_url');
  }
}
