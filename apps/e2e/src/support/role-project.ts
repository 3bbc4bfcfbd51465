import type { ApiClient } from './api-client.js';
import { createProject, createTemplate, runTask } from './project.js';
import { createUser } from './people.js';
import { inDatabase } from './database.js';
import { createRunner } from './runners.js';
import type { ScreenProject } from './screens.js';
import { askingWorkflow } from './workflows.js';

const STATUSES = ['success', 'waiting_confirmation'] as const;

async function addMembers(client: ApiClient, projectId: number): Promise<void> {
  for (const [name, role] of [
    ['Owner', 'owner'],
    ['Manager', 'manager'],
    ['Task Runner', 'task_runner'],
    ['Guest', 'guest'],
  ] as const) {
    const userId = await createUser(client, name);
    await client.call('POST', `/project/${projectId}/users`, { user_id: userId, role });
  }
}

/** Tasks that no runner has run: their rows alone. */
async function addTasks(databaseUrl: string, projectId: number, templateId: number): Promise<void> {
  await inDatabase(
    databaseUrl,
    `insert into task (project_id, template_id, status, app, playbook, created, started, ended)
     select $1, $2, status, 'terraform', '.', now(), now(), case when status = 'success' then now() end
       from unnest($3::text[]) status`,
    [projectId, templateId, STATUSES],
  );
}

const NAMES: ScreenProject['names'] = {
  template: 'Backup',
  workspace: 'Network',
  schedule: 'Every night',
  group: 'Empty',
  integration: 'Push',
  workflow: 'Release',
  member: 'Task Runner',
};

/** A project that has one of everything, with a member of each role. */
export async function fillProject(client: ApiClient, databaseUrl: string): Promise<ScreenProject> {
  const project = await createProject(client, 'https://git.example/site.git', { name: 'Harbour' });
  const base = `/project/${project.id}`;
  await addMembers(client, project.id);
  await client.create(`${base}/environment`, { project_id: project.id, name: 'Settings', json: '{}', env: '{}' });
  const view = await client.create(`${base}/views`, { project_id: project.id, title: 'Nightly', position: 0 });
  const template = await createTemplate(client, project, { name: NAMES.template, view_id: view });
  const workspace = await createTemplate(client, project, {
    name: NAMES.workspace,
    app: 'terraform',
    playbook: '.',
    inventory_id: null,
  });
  await client.create(`${base}/schedules`, {
    project_id: project.id,
    template_id: template,
    name: NAMES.schedule,
    cron_format: '0 3 * * *',
    active: true,
  });
  const integration = await client.create(`${base}/integrations`, {
    project_id: project.id,
    template_id: template,
    name: NAMES.integration,
    auth_method: '',
  });
  const { workflow, run } = await askingWorkflow(client, base, { name: NAMES.workflow, template });
  await createRunner(client, base, { name: 'crane', tags: ['x'] });
  await addTasks(databaseUrl, project.id, workspace);
  const waiting = await runTask(client, project, template);
  const rows = await client.call<{ id: number; status: string }[]>('GET', `${base}/tasks`);
  const idOf = (wanted: (typeof STATUSES)[number]): number => rows.find(({ status }) => status === wanted)?.id ?? 0;
  const tasks = { success: idOf('success'), waiting, waiting_confirmation: idOf('waiting_confirmation') };
  return { id: project.id, view, template, workspace, integration, workflow, run, tasks, names: NAMES };
}
