import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins keep their case and are unique without regard to it. */
export class LoginCase1764370000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const doubles: { logins: string[] }[] = await runner.query(
      'select array_agg(username order by id) as logins from "user" group by lower(username) having count(*) > 1',
    );
    if (doubles.length > 0) {
      const groups = doubles.map(({ logins }) => logins.join(' and ')).join('; ');
      throw new Error(`These logins differ in their case alone: ${groups}. Rename one of each, then start again.`);
    }
    await runner.query(`
      drop index user_username_key;
      create unique index user_username_key on "user" (lower(username));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index user_username_key;
      create unique index user_username_key on "user" (username);
    `);
  }
}
