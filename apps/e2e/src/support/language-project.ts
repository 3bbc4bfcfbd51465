import { LANGUAGES, languageTag } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import type { ApiClient } from './api-client.js';
import { createUser } from './people.js';
import { createTemplate, runTask, type TestProject } from './project.js';
import { inDatabase } from './database.js';
import { createRunner } from './runners.js';
import type { ScreenProject } from './screens.js';
import { askingWorkflow } from './workflows.js';

const NAMES: ScreenProject['names'] = {
  template: 'Nightly backup',
  workspace: 'Core network',
  schedule: 'Every third night',
  group: 'Shared values',
  integration: 'Push hook',
  workflow: 'Release train',
  member: 'Zoë Ångström',
};

/** Fills a project of a stack with a runner with what the screens show; names are none that a language has as a text. */
export async function furnish(client: ApiClient, databaseUrl: string, project: TestProject): Promise<ScreenProject> {
  const { id } = project;
  const base = `/project/${id}`;
  for (const [name, role] of [
    [NAMES.member, 'manager'],
    ['Олена Шевченко', 'guest'],
  ] as const) {
    const userId = await createUser(client, name, { username: `user-${role}`, email: `${role}@example.com` });
    await client.call('POST', `${base}/users`, { user_id: userId, role });
  }
  await client.create(`${base}/environment`, { project_id: id, name: NAMES.group, json: '{}', env: '{}' });
  const view = await client.create(`${base}/views`, { project_id: id, title: 'Nights', position: 0 });
  const template = await createTemplate(client, project, { name: NAMES.template, view_id: view });
  const workspace = await createTemplate(client, project, {
    name: NAMES.workspace,
    app: 'terraform',
    playbook: '.',
    inventory_id: null,
  });
  await client.create(`${base}/schedules`, {
    project_id: id,
    template_id: template,
    name: NAMES.schedule,
    cron_format: '0 3 */3 * *',
    active: true,
  });
  const integration = await client.create(`${base}/integrations`, {
    project_id: id,
    template_id: template,
    name: NAMES.integration,
    auth_method: '',
  });
  const { workflow, run } = await askingWorkflow(client, base, { name: NAMES.workflow, template });
  await createRunner(client, base, { name: 'crane', tags: ['windows'] });
  const success = await runTask(client, project, template, { message: 'Before the release' });
  await client.untilStatus(id, success, 'success');
  await inDatabase(
    databaseUrl,
    `insert into task (project_id, template_id, status, app, playbook, created, started, ended)
     select $1, $2, status, 'terraform', '.', now(), now() - interval '90 s', case when status = 'error' then now() end
       from unnest(array['error', 'waiting_confirmation']) status`,
    [id, workspace],
  );
  const rows = await client.call<{ id: number; status: string }[]>('GET', `${base}/tasks`);
  const plan = rows.find(({ status }) => status === 'waiting_confirmation')?.id ?? 0;
  const alone = await createTemplate(client, project, { name: 'Image of the desktops', runner_tag: 'windows' });
  const waiting = await runTask(client, project, alone);
  const tasks = { success, waiting, waiting_confirmation: plan };
  return { id, template, workspace, view, integration, workflow, run, tasks, names: NAMES };
}

/** Chooses a language in the menu, whose first entry is the one of the system, which loads the page again. */
export async function chooseLanguage(page: Page, code: (typeof LANGUAGES)[number]): Promise<void> {
  await page.locator('.sy-side-foot button:has(.anticon-global)').click();
  await page
    .getByRole('menuitemradio')
    .nth(1 + LANGUAGES.indexOf(code))
    .click();
  await page.waitForFunction((tag) => document.documentElement.lang === tag, languageTag(code));
  await page.getByRole('navigation').first().waitFor();
}
