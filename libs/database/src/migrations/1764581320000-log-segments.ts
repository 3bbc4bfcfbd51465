import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logs of ended tasks in the blob store. */
export class LogSegments1764581320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table attempt_log add archived_lines int not null default 0;
      alter table task add log_archived timestamptz;
      create index task_log_unarchived on task (ended) where ended is not null and log_archived is null;
      create table log_segment (
        task_id int not null,
        attempt smallint not null,
        first_line int not null,
        line_count int not null,
        blob text not null,
        size int not null,
        sha256 text not null,
        sections bytea,
        created timestamptz not null default now(),
        primary key (task_id, attempt, first_line)
      );
      create unique index log_segment_blob on log_segment (blob);
      create or replace function delete_log_chunks() returns trigger language plpgsql as $$
      begin
        delete from log_chunk c using gone where c.task_id = gone.task_id and c.attempt = gone.attempt;
        delete from log_segment s using gone where s.task_id = gone.task_id and s.attempt = gone.attempt;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function delete_log_chunks() returns trigger language plpgsql as $$
      begin
        delete from log_chunk c using gone where c.task_id = gone.task_id and c.attempt = gone.attempt;
        return null;
      end $$;
      drop table log_segment;
      drop index task_log_unarchived;
      alter table task drop log_archived;
      alter table attempt_log drop archived_lines;
    `);
  }
}
