import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Backup } from '@switchyard/contracts';
import {
  AccessKey,
  AlertChannel,
  EnvironmentSecret,
  GitRepository,
  IntegrationAlias,
  Project,
  Template,
  TemplateVault,
} from '@switchyard/database';
import { newAccessKey, newTemplate } from '@switchyard/database/testing';
import { RESOURCES } from '../../definitions/all-resources.js';
import { foreignColumns } from '../../definitions/foreign-columns.js';
import { signInAs } from '../../testing/client.js';
import { filledProject, type ObjectIds } from '../../testing/filled-project.js';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let ids: ObjectIds;

beforeAll(async () => {
  test = await startProjectFixture();
  ids = await filledProject(test.dataSource);
});
afterAll(() => test.close());

const backup = async (projectId: number): Promise<Backup> => {
  const answer = await test.admin.get(`/api/project/${projectId}/backup`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return answer.json<Backup>();
};

/** Tables of a project that are in no backup. */
const LEFT_OUT = [
  // Records of events.
  'event',
  'task',
  'task_day',
  'imported_task',
  'integration_delivery',
  'commit_launch',
  'pull_request_comment',
  'pull_request_head',
  'integration_launch',
  'schedule_run',
  'workflow_run',
  'workflow_version',
  'outbox_message',
  'inventory_content',
  'billing_usage',
  // Runners, whose tokens are of this installation.
  'runner',
  'runner_registration_token',
  'branch_listing',
  // Which repository a project is synced from is a matter of the installation.
  'project_sync',
  'managed_row',
  // Links to logs, whose tasks are in no backup.
  'log_link',
  // States are data of tools and hold secrets; their addresses are secrets.
  'terraform_state',
  'terraform_lock',
  'terraform_alias',
  // Findings of the last checks.
  'workspace_drift',
  // Which project is the one of demo mode, a matter of the installation.
  'demo',
  // In the document without being a resource.
  'project_member',
];

describe('GET /api/project/{id}/backup', () => {
  it('should hold a list of every kind of resource, with names in place of ids', async () => {
    const document = await backup(ids.projectId);
    expect(Object.keys(document)).toEqual([
      'meta',
      ...RESOURCES.map((kind) => kind.backup.section),
      'integration_aliases',
      'members',
    ]);
    const own = {
      name: 'r',
      git_url: '/srv/code',
      git_branch: '',
      ssh_key: 'k',
      lfs: true,
      submodules: true,
      paths: [],
    };
    const trust = { ca_certificates: '', known_hosts: '', second_key_prefix: '', forge: '', web_url: '' };
    expect(document.repositories).toEqual([{ ...own, ...trust }]);
    expect(document.templates[0]).toMatchObject({ name: 't', repository: 'r', view: 'v', vaults: [] });
    expect(document.schedules[0]).toMatchObject({ template: 't', cron_format: '0 4 * * *' });
    expect(document.integrations[0]).toMatchObject({
      template: 't',
      aliases: ['…'],
      matchers: [{ name: 'n', match_type: 'body', value: 'x' }],
      extract_values: [{ name: 'n', variable: 'v' }],
    });
    expect([document.integration_aliases, document.members.map(({ role }) => role)]).toEqual([['…'], ['guest']]);
    expect(JSON.stringify(document)).not.toMatch(/"(id|\w+_id|created)":/);
  });

  it('should hold no secret', async () => {
    const { manager } = test.dataSource;
    const { projectId, keyId, repositoryId, environmentId, templateId, channelId } = ids;
    const secret = 'canary-secret';
    await manager.update(AccessKey, keyId, { secret });
    await manager.update(GitRepository, repositoryId, { secretUrl: secret });
    await manager.insert(EnvironmentSecret, { environmentId, type: 'var', name: 'token', secret });
    await manager.update(AlertChannel, channelId, { secret });
    await manager.update(Project, projectId, { vaultTokenEncrypted: secret });
    await manager.update(IntegrationAlias, { projectId }, { alias: () => `'${secret}' || id` });
    const question = { name: 'q', title: 'q', description: '', required: false, values: [], default_value: '' };
    await manager.update(Template, templateId, {
      surveyVars: [{ ...question, type: 'secret', secret_default: true, sealed_default: secret }],
    });
    const document = await backup(projectId);
    expect(JSON.stringify(document)).not.toContain(secret);
    expect(document.environments[0]).toMatchObject({ secrets: [{ type: 'var', name: 'token' }] });
  });

  it('should make the second and third of one name unique, the same way each time', async () => {
    const twin = { projectId: test.projectId, name: 'twin' };
    const rows = [1, 2, 3].map(() => newAccessKey(test.dataSource, twin));
    const [last] = (await Promise.all(rows)).toSorted((one, other) => other.id - one.id);
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    const vault = { projectId: test.projectId, templateId: template.id, vaultKeyId: last?.id ?? 0 };
    await test.dataSource.manager.insert(TemplateVault, vault);
    const document = await backup(test.projectId);
    const names = document.keys.map(({ name }) => name as string).filter((name) => name.startsWith('twin'));
    expect(names).toEqual(['twin', expect.stringMatching(/^twin - \w{10}$/), expect.stringMatching(/^twin - \w{10}$/)]);
    expect(document.templates[0]).toMatchObject({ vaults: [{ vault_key: names[2] }] });
    expect(await backup(test.projectId)).toEqual(document);
  });

  it('should be for members, and stand in the activity log', async () => {
    const guest = await signInAs(test, test.projectId, 'guest');
    expect((await guest.get(`${test.base}/backup`)).status).toBe(200);
    expect(await activities(test, 1)).toEqual([expect.stringMatching(/^project: Project .* exported$/)]);
  });

  it('should leave out a table of a project only on purpose', () => {
    const kept = new Set<unknown>(
      RESOURCES.flatMap(({ entity, children = [] }) => [entity, ...children.map((child) => child.entity)]),
    );
    const isOfProject = (entity: new () => object): boolean =>
      foreignColumns(test.dataSource, entity).some(({ target }) => target === Project || kept.has(target));
    const tables = test.dataSource.entityMetadatas
      .filter(({ target }) => !kept.has(target) && isOfProject(target as new () => object))
      .map(({ tableName }) => tableName);
    expect(tables.toSorted()).toEqual(LEFT_OUT.toSorted());
  });
});
