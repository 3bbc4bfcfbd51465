import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Launches that may be repeated: each key of a person in a project has one task. */
export class LaunchKeys1764240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table launch_key (
        project_id int not null references project on delete cascade,
        user_id int not null references "user" on delete cascade,
        key text not null,
        fingerprint text not null,
        task_id int references task on delete cascade,
        created timestamptz not null default now(),
        primary key (project_id, user_id, key)
      );
      create index launch_key_task on launch_key (task_id);
      create index launch_key_user on launch_key (user_id);
      create index launch_key_created on launch_key (created);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table launch_key');
  }
}
