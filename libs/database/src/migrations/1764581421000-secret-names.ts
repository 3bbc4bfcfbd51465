import type { MigrationInterface, QueryRunner } from 'typeorm';

/** That a name is used once may be judged at the end of a change of several secrets. */
export class SecretNames1764581421000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index environment_secret_name_key');
    await runner.query(
      `alter table environment_secret add constraint environment_secret_name_key
         unique (environment_id, type, name) deferrable initially immediate`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table environment_secret drop constraint environment_secret_name_key');
    await runner.query(
      'create unique index environment_secret_name_key on environment_secret (environment_id, type, name)',
    );
  }
}
