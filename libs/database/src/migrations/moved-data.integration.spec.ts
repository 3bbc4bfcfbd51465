import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import { EarlierDatabase } from '../testing/index.js';
import { BlobBucket1764581410000 } from './1764581410000-blob-bucket.js';
import { SecretNames1764581421000 } from './1764581421000-secret-names.js';
import { LostAttempts1764581430000 } from './1764581430000-lost-attempts.js';
import { WorkspaceLines1764581450000 } from './1764581450000-workspace-lines.js';
import { Outbox1764581600000 } from './1764581600000-outbox.js';
import { MatchersOfOwnAddresses1764581740000 } from './1764581740000-matchers-of-own-addresses.js';
import { SeveralReservations1764581800000 } from './1764581800000-several-reservations.js';
import { ConfirmationRules1764582100000 } from './1764582100000-confirmation-rules.js';
import { RepositoryTrust1764582320000 } from './1764582320000-repository-trust.js';
import { IdTokens1764584600000 } from './1764584600000-id-tokens.js';

let database: EarlierDatabase;
const before = async (migration: new () => MigrationInterface): Promise<void> => {
  database = await EarlierDatabase.before(migration);
};
afterEach(() => database.drop());

/** An attempt of a task, with the columns that every version has. */
const attempt = (ids: { projectId: number; templateId: number; task: number }, status: string): Promise<number> =>
  database.insert('attempt', {
    task_id: ids.task,
    number: 1,
    project_id: ids.projectId,
    template_id: ids.templateId,
    runner_id: 1,
    lease_id: randomUUID(),
    lease_until: new Date(),
    status,
  });

describe(BlobBucket1764581410000.name, () => {
  const bucket = () =>
    database.query<object>('select sources, old_until > now() as looks_at_the_root from blob_bucket');

  it('should look at the root of the bucket where somebody used the installation before', async () => {
    await before(BlobBucket1764581410000);
    await database.insert('user', { username: 'ann', name: 'Ann', email: 'ann@example.test' });
    await database.migrate();
    expect(await bucket()).toEqual([{ sources: [''], looks_at_the_root: true }]);
  });

  it('should look at no other place in a new installation', async () => {
    await before(BlobBucket1764581410000);
    await database.migrate();
    expect(await bucket()).toEqual([{ sources: [], looks_at_the_root: null }]);
  });
});

describe(SecretNames1764581421000.name, () => {
  it('should judge names at the end of a change, so that two can be exchanged', async () => {
    await before(SecretNames1764581421000);
    const { projectId } = await database.newTemplate();
    const environment_id = await database.insert('environment', { project_id: projectId, name: 'prod' });
    for (const name of ['A', 'B']) {
      await database.insert('environment_secret', { environment_id, type: 'env', name, secret: 'sealed' });
    }
    await database.migrate();
    await database.query(`update environment_secret set name = case name when 'A' then 'B' else 'A' end`);
    await expect(
      database.insert('environment_secret', { environment_id, type: 'env', name: 'A', secret: 'sealed' }),
    ).rejects.toThrow('environment_secret_name_key');
  });
});

describe(LostAttempts1764581430000.name, () => {
  it('should take attempts as settled that ended and still have a lock, and no other', async () => {
    await before(LostAttempts1764581430000);
    const { projectId, templateId } = await database.newTemplate();
    const ids: number[] = [];
    for (const [index, status] of ['ended', 'running', 'ended'].entries()) {
      const members = { project_id: projectId, template_id: templateId, status: 'running', app: 'terraform' };
      const task = await database.insert('task', members);
      ids.push(await attempt({ projectId, templateId, task }, status));
      if (index < 2) {
        const row = { project_id: projectId, name: `w${index}`, type: 'terraform-workspace' };
        const inventory_id = await database.insert('inventory', row);
        await database.insert('terraform_lock', { inventory_id, lock_id: 'x', info: {}, attempt_id: ids[index] });
      }
    }
    await database.migrate();
    const settled = await database.query<{ id: number }>('select id from attempt where settled is not null');
    expect(settled.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });
});

describe(WorkspaceLines1764581450000.name, () => {
  it('should give open tasks their workspace, their own before that of the template', async () => {
    await before(WorkspaceLines1764581450000);
    const { projectId, templateId } = await database.newTemplate({ app: 'terraform' });
    const inventory = (name: string, type: string): Promise<number> =>
      database.insert('inventory', { project_id: projectId, name, type });
    const [usual, own, hosts] = [
      await inventory('usual', 'terraform-workspace'),
      await inventory('own', 'tofu-workspace'),
      await inventory('hosts', 'static'),
    ];
    await database.query('update template set inventory_id = $1', [usual]);
    const task = (status: string, inventory_id: number | null): Promise<number> =>
      database.insert('task', {
        project_id: projectId,
        template_id: templateId,
        app: 'terraform',
        status,
        inventory_id,
      });
    await task('waiting', null);
    await task('running', own);
    await task('waiting', hosts);
    await task('success', own);
    await database.migrate();
    const rows = await database.query<{ workspace_id: number }>('select workspace_id from task order by id');
    expect(rows.map(({ workspace_id }) => workspace_id)).toEqual([usual, own, 0, 0]);
  });
});

describe(Outbox1764581600000.name, () => {
  it('should keep what is to be sent, with constraints that have the names of their tables', async () => {
    await before(Outbox1764581600000);
    const named = () =>
      database.query<{ conname: string }>(
        `select conname from pg_constraint where conrelid::regclass::text in ('delivery', 'outbox_message') and contype <> 'n'`,
      );
    const older = (await named()).map(({ conname }) => conname.replace(/^delivery/, 'outbox_message'));
    await database.migrate();
    expect((await named()).map(({ conname }) => conname).toSorted()).toEqual(older.toSorted());
    await database.revert();
    expect(await database.query('select from delivery')).toEqual([]);
  });
});

describe(MatchersOfOwnAddresses1764581740000.name, () => {
  it('should let those start as before that have an own address and matchers, and hold matchers for all others', async () => {
    await before(MatchersOfOwnAddresses1764581740000);
    const { projectId, templateId } = await database.newTemplate();
    const integration = async (name: string, hasAddress: boolean, hasMatcher: boolean): Promise<void> => {
      const row = { project_id: projectId, template_id: templateId, name };
      const integration_id = await database.insert('integration', row);
      if (hasAddress) {
        await database.insert('integration_alias', { project_id: projectId, integration_id, alias: name });
      }
      if (hasMatcher) {
        const matcher = { integration_id, name: 'branch', match_type: 'body', method: 'equals', value: 'main' };
        await database.insert('integration_matcher', matcher);
      }
    };
    await integration('both', true, true);
    await integration('address', true, false);
    await integration('matcher', false, true);
    await database.migrate();
    expect(await database.query('select name from integration where ignores_matchers')).toEqual([{ name: 'both' }]);
  });
});

describe(SeveralReservations1764581800000.name, () => {
  it('should let a runner have several, and one task of an attempt once', async () => {
    await before(SeveralReservations1764581800000);
    const runner_id = await database.insert('runner', { name: 'r', token_hash: 'h', public_key: 'k' });
    const reservation = { runner_id, attempt_id: 1, lease_id: randomUUID(), until: new Date() };
    await database.insert('reservation', { ...reservation, task_id: 1 });
    await database.migrate();
    await database.insert('reservation', { ...reservation, task_id: 1 });
    await database.insert('reservation', { ...reservation, task_id: 2 });
    await expect(database.insert('reservation', { ...reservation, task_id: 2 })).rejects.toThrow('reservation_pkey');
    await database.query('delete from runner');
    expect(await database.query('select from reservation')).toEqual([]);
  });
});

describe('a column with a default', () => {
  it('should leave templates to those who could confirm before', async () => {
    await before(ConfirmationRules1764582100000);
    await database.newTemplate();
    await database.migrate();
    expect(await database.query('select confirmation_role, confirmation_by_other from template')).toEqual([
      { confirmation_role: 'task_runner', confirmation_by_other: false },
    ]);
  });

  it('should fetch repositories as before, and lose nothing on the way back', async () => {
    await before(RepositoryTrust1764582320000);
    await database.newTemplate();
    const older = await database.query('select * from git_repository');
    await database.migrate();
    expect(await database.query('select lfs, submodules, ca_certificates, second_key_id from git_repository')).toEqual([
      { lfs: true, submodules: true, ca_certificates: '', second_key_id: null },
    ]);
    await database.revert();
    expect(await database.query('select * from git_repository')).toEqual(older);
  });
});

describe(IdTokens1764584600000.name, () => {
  const asked = () => database.query<object>('select name, id_tokens from template order by name');

  it('should ask for no ID token in templates from before, and keep no key where it is reverted', async () => {
    await before(IdTokens1764584600000);
    const { projectId } = await database.newTemplate({ name: 'before' });
    await database.migrate();
    const tokens = [{ variable: 'VAULT_ID_TOKEN', audience: 'https://vault.test' }];
    const [row] = await database.query<{ repository_id: number }>('select repository_id from template');
    const template = { project_id: projectId, repository_id: row?.repository_id, name: 'later' };
    await database.insert('template', { ...template, id_tokens: tokens });
    expect(await asked()).toEqual([
      { name: 'before', id_tokens: [] },
      { name: 'later', id_tokens: tokens },
    ]);
    const pair = { public_key: { kty: 'RSA' }, private_key: 'sealed', signs_from: new Date() };
    await database.insert('id_token_key', { id: 'thumbprint', ...pair });
    await database.revert();
    await database.migrate();
    expect(await asked()).toEqual(['before', 'later'].map((name) => ({ name, id_tokens: [] })));
    expect(await database.query('select from id_token_key')).toEqual([]);
  });
});
