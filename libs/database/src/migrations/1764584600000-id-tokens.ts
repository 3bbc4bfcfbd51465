import type { MigrationInterface, QueryRunner } from 'typeorm';

/** ID tokens of tasks: the keys that sign them, and templates whose attempts get some. */
export class IdTokens1764584600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table id_token_key (
        id text primary key,
        public_key jsonb not null,
        private_key text not null,
        signs_from timestamptz not null
      )`);
    await runner.query(`alter table template add id_tokens jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop id_tokens');
    await runner.query('drop table id_token_key');
  }
}
