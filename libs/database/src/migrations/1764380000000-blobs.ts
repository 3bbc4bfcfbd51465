import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blobs; plans move out of their rows. Plans that wait for a decision now are lost: their tasks have to run again. */
export class Blobs1764380000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table blob (
        id uuid primary key,
        key text collate "C" not null,
        size bigint not null default 0,
        whole boolean not null default false,
        created timestamptz not null default now()
      );
      create unique index blob_key on blob (key);
      create index blob_unfinished on blob (created) where not whole;
      create table blob_chunk (
        blob_id uuid not null references blob on delete cascade,
        n int not null,
        data bytea not null,
        primary key (blob_id, n)
      );
      alter table blob_chunk alter data set storage external;
      delete from task_plan;
      alter table task_plan drop sealed, add blob text not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from task_plan;
      alter table task_plan drop blob, add sealed bytea not null;
      alter table task_plan alter sealed set storage external;
      drop table blob_chunk, blob;
    `);
  }
}
