import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import './access-grants-api.js';
import './alerts-api.js';
import './apps-api.js';
import './auth-api.js';
import './environments-api.js';
import './git-repositories-api.js';
import './integrations-api.js';
import './inventories-api.js';
import './keys-api.js';
import './log-links-api.js';
import './members-api.js';
import './projects-api.js';
import './registration-tokens-api.js';
import './resources-api.js';
import './runners-api.js';
import './schedules-api.js';
import { closeSocket } from './socket.js';
import './subscription-api.js';
import './system-api.js';
import './tasks-api.js';
import './templates-api.js';
import './terraform-api.js';
import './user-api.js';
import './users-api.js';
import './views-api.js';
import './workflows-api.js';
import './workspaces-api.js';
import { watchClicks } from './click-age.js';
import { callApi, FakeServer } from './testing/fake-server.js';

/** Queries that a page may show at once, by the name of the call, with its arguments and the path that it reads. */
const SHOWN: readonly (readonly [name: string, args: unknown, path: string])[] = [
  ['listProjects', undefined, 'projects?deleting=true'],
  ['getRole', 1, 'project/1/role'],
  ['listMembers', 1, 'project/1/users?sort=name&order=asc'],
  ['listEvents', { projectId: 1, limit: 20 }, 'project/1/events?limit=20'],
  ['listKeys', 1, 'project/1/keys'],
  ['listGitRepositories', 1, 'project/1/repositories'],
  ['listInventories', 1, 'project/1/inventory'],
  ['listEnvironments', 1, 'project/1/environment'],
  ['listTemplates', 1, 'project/1/templates'],
  ['getTemplate', { projectId: 1, id: 4 }, 'project/1/templates/4'],
  ['listViews', 1, 'project/1/views'],
  ['listSchedules', 1, 'project/1/schedules'],
  ['listWorkflows', 1, 'project/1/workflows'],
  ['getWorkflow', { projectId: 1, id: 8 }, 'project/1/workflows/8'],
  ['listWorkflowRuns', { projectId: 1, id: 8 }, 'project/1/workflows/8/runs?limit=100'],
  ['getWorkflowRun', { projectId: 1, runId: 9 }, 'project/1/workflow_runs/9'],
  ['listIntegrations', 1, 'project/1/integrations'],
  ['listMatchers', { projectId: 1, id: 6 }, 'project/1/integrations/6/matchers'],
  ['listIntegrationAliases', { projectId: 1, integrationId: null }, 'project/1/integrations/aliases'],
  ['listTasks', { projectId: 1, limit: 20 }, 'project/1/tasks?limit=20'],
  ['getTask', { projectId: 1, taskId: 7 }, 'project/1/tasks/7'],
  ['listTemplateTasks', { projectId: 1, templateId: 4, limit: 5 }, 'project/1/templates/4/tasks/last?limit=5'],
  ['listLogLinks', { projectId: 1, taskId: 7 }, 'project/1/tasks/7/log_links'],
  ['listStates', { projectId: 1, inventoryId: 3 }, 'project/1/inventory/3/terraform/states'],
  ['listAliases', { projectId: 1, inventoryId: 3 }, 'project/1/inventory/3/terraform/aliases'],
  ['listAlertChannels', 1, 'project/1/alert_channels'],
  ['listRunners', null, 'runners'],
  ['listRegistrationTokens', null, 'runner_registration_tokens'],
  ['listApps', undefined, 'apps'],
  ['listUsers', undefined, 'users'],
  ['getCurrentUser', undefined, 'user'],
  ['listTokens', undefined, 'user/tokens'],
  ['listAccessGrants', undefined, 'access_grants'],
  ['getInfo', undefined, 'info'],
];
const paths = new Map(SHOWN.map(([name, , path]) => [name, path]));

/** A change, what it sends, and what of {@link SHOWN} is read again after it. */
type Row = readonly [name: string, args: unknown, sent: { line: string; body?: unknown }, again: readonly string[]];

/** A new row, and a change of one. */
const saved = (name: string, path: string, again: readonly string[]): Row[] => [
  [
    name,
    { projectId: 1, body: { name: 'a' } },
    { line: `POST project/1/${path}`, body: { name: 'a', project_id: 1 } },
    [...again, 'listEvents'],
  ],
  [
    name,
    { projectId: 1, id: 5, body: { name: 'a' } },
    { line: `PUT project/1/${path}/5`, body: { name: 'a', id: 5, project_id: 1 } },
    [...again, 'listEvents'],
  ],
];

/** Every list that shows tasks, or names templates and schedules with their last one, and the run whose nodes they are. */
const PROJECT_TASKS = ['listTasks', 'listTemplates', 'listSchedules', 'listStates', 'getWorkflowRun'];
const ALL_TASKS = [...PROJECT_TASKS, 'listTemplateTasks', 'getTemplate', 'listRunners'];

const deleted = (kind: string, again: string): Row => [
  'deleteResource',
  { projectId: 1, kind, id: 5 },
  { line: `DELETE project/1/${kind}/5` },
  [...new Set([again, ...PROJECT_TASKS, 'listEvents'])],
];

const RESOURCES: readonly Row[] = [
  ...saved('saveKey', 'keys', ['listKeys']),
  ...saved('saveGitRepository', 'repositories', ['listGitRepositories']),
  ...saved('saveInventory', 'inventory', ['listInventories']),
  ...saved('saveEnvironment', 'environment', ['listEnvironments']),
  ...saved('saveTemplate', 'templates', ['listTemplates', 'listInventories']),
  ...saved('saveView', 'views', ['listViews']),
  ...saved('saveSchedule', 'schedules', ['listSchedules']),
  ...saved('saveWorkflow', 'workflows', ['listWorkflows', 'getWorkflow']),
  ...saved('saveIntegration', 'integrations', ['listIntegrations']),
  ...saved('saveAlertChannel', 'alert_channels', ['listAlertChannels']),
  deleted('keys', 'listKeys'),
  deleted('repositories', 'listGitRepositories'),
  deleted('inventory', 'listInventories'),
  deleted('environment', 'listEnvironments'),
  deleted('templates', 'listTemplates'),
  deleted('schedules', 'listSchedules'),
  deleted('integrations', 'listIntegrations'),
  deleted('workflows', 'listWorkflows'),
];

const TEMPLATE = ['listTemplates', 'getTemplate', 'listEvents'];

const PROJECT: readonly Row[] = [
  ['createProject', { name: 'a' }, { line: 'POST projects', body: { name: 'a' } }, ['listProjects']],
  [
    'updateProject',
    { id: 1, name: 'a' },
    { line: 'PUT project/1', body: { id: 1, name: 'a' } },
    ['listProjects', 'listEvents'],
  ],
  ['deleteProject', 1, { line: 'DELETE project/1' }, ['listProjects']],
  ['clearProjectCache', 1, { line: 'DELETE project/1/cache' }, []],
  ['previewRestore', { meta: {} }, { line: 'POST projects/restore/plan?partial=true', body: { meta: {} } }, []],
  [
    'restoreProject',
    { body: { meta: {} }, members: true, schedules: false },
    { line: 'POST projects/restore?partial=true&members=true&schedules=false', body: { meta: {} } },
    ['listProjects'],
  ],
  [
    'backupProjectSecrets',
    { projectId: 1, passphrase: 'p' },
    { line: 'POST project/1/backup', body: { passphrase: 'p' } },
    ['listEvents'],
  ],
  [
    'addMember',
    { projectId: 1, body: { user_id: 9, role: 'guest' } },
    { line: 'POST project/1/users', body: { user_id: 9, role: 'guest' } },
    ['getRole', 'listMembers', 'listEvents'],
  ],
  [
    'changeRole',
    { projectId: 1, userId: 9, role: 'guest' },
    { line: 'PUT project/1/users/9', body: { role: 'guest' } },
    ['getRole', 'listMembers', 'listEvents'],
  ],
  [
    'removeMember',
    { projectId: 1, userId: 9 },
    { line: 'DELETE project/1/users/9' },
    ['getRole', 'listMembers', 'listEvents'],
  ],
  ['leaveProject', 1, { line: 'DELETE project/1/me' }, ['listProjects', 'getRole', 'listMembers']],
  [
    'moveTemplate',
    { projectId: 1, id: 4, view_id: 3 },
    { line: 'PUT project/1/templates/4/view', body: { view_id: 3 } },
    TEMPLATE,
  ],
  [
    'describeTemplate',
    { projectId: 1, id: 4, description: 'b' },
    { line: 'PUT project/1/templates/4/description', body: { description: 'b' } },
    TEMPLATE,
  ],
  [
    'changeWorkspace',
    { projectId: 1, templateId: 4, inventoryId: 3, change: 'attach' },
    { line: 'POST project/1/templates/4/inventory/3/attach' },
    [...TEMPLATE, 'listInventories'],
  ],
  [
    'deleteView',
    { projectId: 1, id: 2 },
    { line: 'DELETE project/1/views/2' },
    ['listViews', 'listTemplates', 'getTemplate', 'listEvents'],
  ],
  [
    'orderViews',
    { projectId: 1, positions: { 2: 1, 3: 0 } },
    { line: 'POST project/1/views/positions', body: { 2: 1, 3: 0 } },
    ['listViews', 'listEvents'],
  ],
  [
    'setScheduleActive',
    { projectId: 1, id: 8, active: false, reason: 'Freeze' },
    { line: 'PUT project/1/schedules/8/active', body: { active: false, reason: 'Freeze' } },
    ['listSchedules', 'listEvents'],
  ],
  [
    'deleteAlertChannel',
    { projectId: 1, id: 2 },
    { line: 'DELETE project/1/alert_channels/2' },
    ['listAlertChannels', 'listEvents'],
  ],
  [
    'testAlertChannel',
    { projectId: 1, id: 2 },
    { line: 'POST project/1/alert_channels/2/test' },
    ['listAlertChannels'],
  ],
  [
    'sendAlertAgain',
    { projectId: 1, delivery: 'd' },
    { line: 'POST project/1/alert_deliveries/d/send_again' },
    ['listAlertChannels'],
  ],
];

const RUN = { projectId: 1, runId: 9 };
const RUNS = ['listWorkflows', 'listWorkflowRuns', 'getWorkflowRun', 'listEvents'];

const WORKFLOWS: readonly Row[] = [
  [
    'startWorkflow',
    { projectId: 1, id: 8, message: 'now' },
    { line: 'POST project/1/workflows/8/runs', body: { message: 'now' } },
    RUNS,
  ],
  ['stopWorkflowRun', RUN, { line: 'POST project/1/workflow_runs/9/stop' }, RUNS],
  [
    'retryWorkflowRun',
    { ...RUN, node: 'build' },
    { line: 'POST project/1/workflow_runs/9/retry', body: { node: 'build' } },
    RUNS,
  ],
  [
    'skipNode',
    { ...RUN, node: 'ok', reason: 'fine' },
    { line: 'POST project/1/workflow_runs/9/nodes/ok/skip', body: { reason: 'fine' } },
    RUNS,
  ],
  [
    'decideApproval',
    { ...RUN, node: 'ok', approves: true, reason: 'fine' },
    { line: 'POST project/1/workflow_runs/9/nodes/ok/approve', body: { reason: 'fine' } },
    RUNS,
  ],
  [
    'decideApproval',
    { ...RUN, node: 'ok', approves: false, reason: '' },
    { line: 'POST project/1/workflow_runs/9/nodes/ok/reject', body: { reason: '' } },
    RUNS,
  ],
];

const TASK = { projectId: 1, taskId: 7 };

const TASKS: readonly Row[] = [
  [
    'createTask',
    { projectId: 1, body: { template_id: 4 }, key: 'k' },
    { line: 'POST project/1/tasks', body: { template_id: 4 } },
    [...ALL_TASKS, 'listEvents'],
  ],
  ['confirmTask', TASK, { line: 'POST project/1/tasks/7/confirm', body: {} }, [...ALL_TASKS, 'getTask', 'listEvents']],
  [
    'rejectTask',
    { ...TASK, reason: 'not now' },
    { line: 'POST project/1/tasks/7/reject', body: { reason: 'not now' } },
    [...ALL_TASKS, 'getTask', 'listEvents'],
  ],
  [
    'stopTask',
    { ...TASK, force: true, reason: 'wrong branch' },
    { line: 'POST project/1/tasks/7/stop', body: { force: true, reason: 'wrong branch' } },
    [...ALL_TASKS, 'getTask'],
  ],
  ['stopActiveTask', 7, { line: 'DELETE tasks/7' }, ALL_TASKS],
  [
    'addLogLink',
    { ...TASK, hours: 24 },
    { line: 'POST project/1/tasks/7/log_links', body: { hours: 24 } },
    ['listLogLinks'],
  ],
  ['removeLogLink', { ...TASK, id: 3 }, { line: 'DELETE project/1/tasks/7/log_links/3' }, ['listLogLinks']],
];

const OF = { projectId: 1, id: 6 };
const INTEGRATION = 'project/1/integrations/6';

const INTEGRATIONS: readonly Row[] = [
  [
    'saveMatcher',
    { of: OF, body: { name: 'm' } },
    { line: `POST ${INTEGRATION}/matchers`, body: { name: 'm', integration_id: 6 } },
    ['listMatchers'],
  ],
  [
    'saveValue',
    { of: OF, id: 2, body: { name: 'v' } },
    { line: `PUT ${INTEGRATION}/values/2`, body: { name: 'v', id: 2, integration_id: 6 } },
    ['listMatchers'],
  ],
  ['deletePart', { of: OF, path: 'matchers', id: 2 }, { line: `DELETE ${INTEGRATION}/matchers/2` }, ['listMatchers']],
  ['tryWebhook', { ...OF, trial: { body: '' } }, { line: `POST ${INTEGRATION}/test`, body: { body: '' } }, []],
  ['approveDelivery', { of: OF, deliveryId: 'd' }, { line: `POST ${INTEGRATION}/deliveries/d/approve` }, PROJECT_TASKS],
  ['deliverAgain', { of: OF, deliveryId: 'd' }, { line: `POST ${INTEGRATION}/deliveries/d/redeliver` }, PROJECT_TASKS],
  [
    'addIntegrationAlias',
    { projectId: 1, integrationId: null },
    { line: 'POST project/1/integrations/aliases' },
    ['listIntegrationAliases'],
  ],
  [
    'deleteIntegrationAlias',
    { projectId: 1, integrationId: 6, id: 2 },
    { line: `DELETE ${INTEGRATION}/aliases/2` },
    ['listIntegrationAliases'],
  ],
];

const WORKSPACE = { projectId: 1, inventoryId: 3 };
const TERRAFORM = 'project/1/inventory/3/terraform';

const STATES: readonly Row[] = [
  [
    'saveAlias',
    { ...WORKSPACE, keyId: 2 },
    { line: `POST ${TERRAFORM}/aliases`, body: { auth_key_id: 2 } },
    ['listAliases'],
  ],
  [
    'saveAlias',
    { ...WORKSPACE, id: 8, keyId: 2 },
    { line: `PUT ${TERRAFORM}/aliases/8`, body: { id: 8, auth_key_id: 2 } },
    ['listAliases'],
  ],
  ['deleteAlias', { ...WORKSPACE, id: 8 }, { line: `DELETE ${TERRAFORM}/aliases/8` }, ['listAliases']],
  ['restoreState', { ...WORKSPACE, id: 8 }, { line: `POST ${TERRAFORM}/states/8/restore` }, ['listStates']],
  ['freeStateLock', WORKSPACE, { line: `DELETE ${TERRAFORM}/lock` }, ['listStates']],
  [
    'acceptState',
    { ...WORKSPACE, id: 8, replace: true },
    { line: `POST ${TERRAFORM}/states/8/accept`, body: { replace: true } },
    ['listStates'],
  ],
  ['discardState', { ...WORKSPACE, id: 8 }, { line: `DELETE ${TERRAFORM}/states/8` }, ['listStates']],
];

const RUNNER = { scope: null, id: 2 };

const INSTALLATION: readonly Row[] = [
  [
    'createRunner',
    { scope: null, body: { name: 'r' } },
    { line: 'POST runners', body: { name: 'r' } },
    ['listRunners'],
  ],
  [
    'createRunner',
    { scope: 1, body: { name: 'r' } },
    { line: 'POST project/1/runners', body: { name: 'r' } },
    ['listRunners'],
  ],
  [
    'updateRunner',
    { ...RUNNER, tag: null, body: { name: 'r' } },
    { line: 'PUT runners/2', body: { name: 'r' } },
    ['listRunners'],
  ],
  [
    'switchRunner',
    { ...RUNNER, active: false },
    { line: 'POST runners/2/active', body: { active: false } },
    ['listRunners'],
  ],
  [
    'drainRunner',
    { ...RUNNER, draining: true },
    { line: 'POST runners/2/drain', body: { draining: true } },
    ['listRunners'],
  ],
  ['rotateRunner', RUNNER, { line: 'POST runners/2/rotate' }, ['listRunners']],
  ['renewWebhookSecret', RUNNER, { line: 'POST runners/2/webhook_secret' }, []],
  ['clearRunnerCache', RUNNER, { line: 'DELETE runners/2/cache' }, ['listRunners']],
  ['clearProjectOnRunner', { id: 2, projectId: 1 }, { line: 'DELETE runners/2/caches/1' }, []],
  ['deleteRunner', RUNNER, { line: 'DELETE runners/2' }, ['listRunners']],
  [
    'createRegistrationToken',
    { scope: null, body: { name: 't' } },
    { line: 'POST runner_registration_tokens', body: { name: 't' } },
    ['listRegistrationTokens'],
  ],
  ['revokeRegistrationToken', RUNNER, { line: 'DELETE runner_registration_tokens/2' }, ['listRegistrationTokens']],
  ['createApp', { id: 'my/app', body: {} }, { line: 'POST apps/my%2Fapp', body: {} }, ['listApps']],
  ['saveApp', { id: 'bash', tag: null, body: {} }, { line: 'PUT apps/bash', body: {} }, ['listApps']],
  ['switchApp', { id: 'bash', active: true }, { line: 'POST apps/bash/active', body: { active: true } }, ['listApps']],
  ['deleteApp', 'bash', { line: 'DELETE apps/bash' }, ['listApps']],
  ['createUser', { username: 'jo' }, { line: 'POST users', body: { username: 'jo' } }, ['listUsers']],
  [
    'updateUser',
    { id: 9, body: { name: 'Jo' } },
    { line: 'PUT users/9', body: { name: 'Jo' } },
    ['listUsers', 'getCurrentUser', 'getRole', 'listMembers'],
  ],
  ['deleteUser', 9, { line: 'DELETE users/9' }, ['listUsers', 'getRole', 'listMembers']],
  [
    'setPassword',
    { id: 9, body: { password: 'p' } },
    { line: 'POST users/9/password', body: { password: 'p' } },
    ['listTokens'],
  ],
  ['beginTotp', 9, { line: 'POST users/9/2fas/totp', body: { pending: true } }, []],
  [
    'confirmTotp',
    { userId: 9, totpId: 3, passcode: '123456' },
    { line: 'POST users/9/2fas/totp/3/confirm', body: { passcode: '123456' } },
    ['listUsers', 'getCurrentUser'],
  ],
  ['disableTotp', { userId: 9, totpId: 3 }, { line: 'DELETE users/9/2fas/totp/3' }, ['listUsers', 'getCurrentUser']],
  ['createToken', { name: 't' }, { line: 'POST user/tokens', body: { name: 't' } }, ['listTokens']],
  [
    'endAccessGrant',
    '/api/project/1/users/2',
    { line: 'DELETE project/1/users/2' },
    ['listAccessGrants', 'listRunners', 'listRegistrationTokens', 'listApps', 'listUsers', 'getRole', 'listMembers'],
  ],
  ['deleteToken', 'a/b', { line: 'DELETE user/tokens/a%2Fb' }, ['listTokens']],
  ['saveOptions', { theme: 'dark' }, { line: 'PUT user/options', body: { theme: 'dark' } }, []],
  [
    'activateSubscription',
    { key: 'k' },
    { line: 'POST subscription', body: { key: 'k' } },
    ['getCurrentUser', 'getInfo'],
  ],
];

const server = new FakeServer();

describe('a change', () => {
  beforeAll(async () => {
    server.start();
    for (const [name, args] of SHOWN) {
      await callApi(name, args);
    }
    server.lines();
  });
  afterAll(() => {
    server.stop();
    closeSocket();
  });

  describe.each([
    ['a resource', RESOURCES],
    ['a project', PROJECT],
    ['a task', TASKS],
    ['an integration', INTEGRATIONS],
    ['a workflow', WORKFLOWS],
    ['a state', STATES],
    ['the installation', INSTALLATION],
  ])('of %s', (_, rows) => {
    it.each(rows)('should be sent by %s of %j, and read again what it changes', async (name, args, sent, again) => {
      await callApi(name, args);
      const [{ body } = { body: undefined }] = server.calls;
      const [line, ...reads] = server.lines();
      expect({ line, ...(body !== undefined && { body }) }).toEqual(sent);
      expect(reads.sort()).toEqual(again.map((each) => `GET ${paths.get(each)}`).sort());
    });
  });

  it('should carry the key of its launch, and the state that was edited', async () => {
    await callApi('createTask', { projectId: 1, body: {}, key: 'launch-1' });
    await callApi('saveKey', { projectId: 1, id: 5, tag: '"3"', body: {} });
    await callApi('saveKey', { projectId: 1, id: 5, tag: null, body: {} });
    const headers = server.calls
      .filter(({ line }) => /^(?:POST|PUT)/.test(line))
      .map((call) => [call.headers.get('idempotency-key'), call.headers.get('if-match')]);
    expect(headers).toEqual([
      ['launch-1', null],
      [null, '"3"'],
      [null, null],
    ]);
    server.lines();
  });

  it('should say with a launch how long ago its button was pressed, and with nothing else', async () => {
    const target = new EventTarget();
    watchClicks(target);
    target.dispatchEvent(new Event('click'));
    await callApi('createTask', { projectId: 1, body: {}, key: 'launch-2' });
    await callApi('saveTemplate', { projectId: 1, id: 4, body: {} });
    const ages = server.calls
      .filter(({ line }) => /^(?:POST|PUT)/.test(line))
      .map((call) => call.headers.get('click-age'));
    expect(ages).toEqual([expect.stringMatching(/^\d{1,4}$/), null]);
    server.lines();
  });

  it('should read a template again that was changed, but no other', async () => {
    await callApi('saveTemplate', { projectId: 1, id: 4, body: {} });
    expect(server.lines()).toContain('GET project/1/templates/4');
  });

  it('should read nothing again of what is deleted when it was refused', async () => {
    server.answer('DELETE', 409);
    await callApi('deleteResource', { projectId: 1, kind: 'keys', id: 5 });
    await callApi('deleteRunner', RUNNER);
    expect(server.lines()).toEqual(['DELETE project/1/keys/5', 'DELETE runners/2']);
  });

  it('should read rights again when it was forbidden', async () => {
    server.answer('POST project/1/tasks/7/stop', 403);
    await callApi('stopTask', { ...TASK, force: false });
    expect(server.lines()).toEqual(expect.arrayContaining(['GET user', 'GET project/1/role']));
  });
});
