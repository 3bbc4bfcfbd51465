import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which images the tools of tasks ran in. */
export class ImageDigests1764585600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task_snapshot add image_digest text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table task_snapshot drop image_digest');
  }
}
