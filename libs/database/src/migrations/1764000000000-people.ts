import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ways to sign in beside a password, second factors, and what a user chose for the console. */
export class People1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table "user" add language text, add theme text;

      alter table session
        alter user_id drop not null,
        add verified_at timestamptz;

      create table user_totp (
        id int generated always as identity primary key,
        user_id int not null references "user" on delete cascade,
        created timestamptz not null default now(),
        secret_encrypted text not null,
        recovery_hash text,
        last_step bigint not null default 0
      );
      create unique index user_totp_user_key on user_totp (user_id);

      create table user_identity (
        provider text not null,
        subject text not null,
        user_id int not null references "user" on delete cascade,
        created timestamptz not null default now(),
        primary key (provider, subject)
      );
      create index user_identity_user on user_identity (user_id);

      create table email_code (
        session_id text primary key references session on delete cascade on update cascade,
        email text not null,
        code_hash text not null,
        expires timestamptz not null,
        tries int not null default 0,
        sent timestamptz not null default now()
      );

      create unlogged table sign_in_limit (
        key text primary key,
        until timestamptz not null
      );
      create index sign_in_limit_until on sign_in_limit (until);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sign_in_limit;
      drop table email_code;
      drop table user_identity;
      drop table user_totp;
      delete from session where user_id is null;
      alter table session alter user_id set not null, drop verified_at;
      alter table "user" drop language, drop theme;
    `);
  }
}
