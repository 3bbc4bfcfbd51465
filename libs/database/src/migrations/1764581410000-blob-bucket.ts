import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The place of this installation in a bucket. An installation that is there already may have keys at the root of its bucket,
 * and processes of the version before may run beside this one for a while.
 */
export class BlobBucket1764581410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table blob_bucket (
        id int primary key default 1 check (id = 1),
        identity uuid,
        tokens uuid[] not null default '{}',
        claimed timestamptz,
        sources text[] not null default '{}',
        old_until timestamptz,
        move_began timestamptz,
        move_after text,
        moved timestamptz
      );
      create table old_blob (key text primary key);
      insert into blob_bucket default values;
      update blob_bucket set sources = '{""}', old_until = now() + interval '24 hours' where exists (select from "user");
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table old_blob; drop table blob_bucket');
  }
}
