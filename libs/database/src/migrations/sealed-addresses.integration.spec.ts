import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { SealedAddresses1764110000000 } from './1764110000000-sealed-addresses.js';

const CANARY = 'canary-55';

/** Rows as earlier versions have written them. */
describe(SealedAddresses1764110000000.name, () => {
  let database: EarlierDatabase;
  beforeEach(async () => {
    database = await EarlierDatabase.before(SealedAddresses1764110000000);
  });
  afterEach(() => database.drop());

  it('should take credentials out of old snapshots and audit records, and nothing else', async () => {
    const { projectId: project_id, templateId: template_id } = await database.newTemplate();
    const task_id = await database.insert('task', { project_id, template_id, status: 'success', app: 'bash' });
    const urls = [`https://${CANARY}@git.example/a`, `https://bot:${CANARY}@git.example/a?token=${CANARY}`];
    const snapshot = { repository: { url: urls[0] }, playbook: 'a?b' };
    await database.insert('task_snapshot', { task_id, project_id, snapshot });
    for (const git_url of [...urls, 'ssh://git@git.example/a']) {
      await database.insert('audit', { action: 'x', object_type: 'repository', after: { git_url, name: 'r' } });
    }
    const environment = { name: 'e', password: CANARY };
    await database.insert('audit', { action: 'x', object_type: 'environment', after: environment });
    await database.migrate();
    expect(await database.query('select snapshot from task_snapshot')).toEqual([
      { snapshot: { repository: { url: 'https://git.example/a' }, playbook: 'a?b' } },
    ]);
    expect(await database.query('select after from audit order by id')).toEqual([
      ...[1, 2].map(() => ({ after: { git_url: 'https://git.example/a', name: 'r' } })),
      { after: { git_url: 'ssh://git@git.example/a', name: 'r' } },
      { after: { name: 'e', password: '(set)' } },
    ]);
  });
});
