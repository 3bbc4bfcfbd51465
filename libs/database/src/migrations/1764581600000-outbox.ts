import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = ['open', 'sending', 'target_created', 'project', 'ended'];

/** Renames outgoing messages to outbox messages; a delivery is what a webhook receives. */
export class Outbox1764581600000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return rename(runner, ['delivery', 'outbox_message'], ['delivery_target', 'outbox_target']);
  }

  down(runner: QueryRunner): Promise<void> {
    return rename(runner, ['outbox_message', 'delivery'], ['outbox_target', 'delivery_target']);
  }
}

/** Constraints are named after their tables, and are renamed with them. */
async function rename(
  runner: QueryRunner,
  [from, to]: [string, string],
  [target, newTarget]: [string, string],
): Promise<void> {
  await runner.query(`
    alter table ${from} rename to ${to};
    alter table ${target} rename to ${newTarget};
    alter table ${to} rename constraint ${from}_pkey to ${to}_pkey;
    alter table ${newTarget} rename constraint ${target}_pkey to ${newTarget}_pkey;
    alter table ${to} rename constraint ${from}_project_id_fkey to ${to}_project_id_fkey;
    ${INDEXES.map((name) => `alter index ${from}_${name} rename to ${to}_${name};`).join('\n')}
  `);
}
