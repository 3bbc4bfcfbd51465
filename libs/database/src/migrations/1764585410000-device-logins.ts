import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins of command lines that people confirm in the console. */
export class DeviceLogins1764585410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table device_login (
        id text primary key,
        user_code text not null,
        name text not null,
        ip text not null,
        created timestamptz not null default now(),
        expires timestamptz not null,
        user_id int references "user" on delete cascade
      );
      create unique index device_login_user_code on device_login (user_code);
      create index device_login_user on device_login (user_id);
      create index device_login_expires on device_login (expires);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table device_login');
  }
}
