import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keys that open the registries of images. */
export class ImageKeys1764585610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table template add image_key_id int references access_key (id);
      create index template_image_key on template (image_key_id) where image_key_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template drop image_key_id');
  }
}
