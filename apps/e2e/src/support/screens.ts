import { LANGUAGES, languageTag } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import type { ApiClient } from './api-client.js';
import { createUser } from './people.js';
import { createTemplate, runTask, type TestProject } from './project.js';
import { createRunner, inDatabase } from './runners.js';

/** A page of the console, with what its checks in every language need. */
export interface Screen {
  name: string;
  path: string;
  /** What stands there in every language once it is loaded: a name that people gave. */
  text?: string;
  /** Selector of what stands there once it is loaded; without it the title of the page changes. */
  ready?: string;
  /** Selectors of what is pressed, one after the other, to open the dialog of the screen. */
  opens?: readonly string[];
}

/** Ids of what the screens of a project show. */
export interface ScreenProject {
  id: number;
  template: number;
  terraform: number;
  view: number;
  integration: number;
  tasks: { done: number; plan: number };
}

const NEW = 'main .ant-btn-primary';
const DIALOG = '[role=dialog]';

/** The main screens, of which there are pictures in every language. */
export function mainScreens({ id, tasks }: ScreenProject): Screen[] {
  const base = `/project/${id}`;
  return [
    { name: 'history', path: `${base}/history`, text: 'Before the release' },
    { name: 'templates', path: `${base}/templates`, text: 'Nightly backup' },
    { name: 'template-dialog', path: `${base}/templates/new/edit?app=ansible`, ready: `${DIALOG} form` },
    { name: 'task-log', path: `${base}/history?t=${tasks.done}`, ready: `${DIALOG} [role=log]` },
    { name: 'team', path: `${base}/team`, text: 'Zoë Ångström', opens: [NEW] },
    { name: 'settings', path: `${base}/settings`, ready: '.al-section' },
    { name: 'runners', path: '/runners', text: 'local', opens: [NEW] },
  ];
}

/** Every screen behind the sign-in; a new one belongs here. */
export function allScreens(project: ScreenProject): Screen[] {
  const { id, template, terraform, view, integration, tasks } = project;
  const base = `/project/${id}`;
  return [
    ...mainScreens(project),
    { name: 'run-dialog', path: `${base}/views/${view}/templates`, text: 'Nightly backup', opens: ['.sy-run'] },
    { name: 'stats', path: `${base}/stats` },
    { name: 'activity', path: `${base}/activity`, text: 'Nightly backup' },
    { name: 'project-runners', path: `${base}/runners`, text: 'crane', opens: [NEW] },
    { name: 'billing', path: `${base}/billing` },
    { name: 'install', path: `${base}/install` },
    { name: 'news', path: `${base}/news`, text: 'Version 2' },
    { name: 'plan', path: `${base}/history?t=${tasks.plan}`, ready: `${DIALOG} [role=log]` },
    { name: 'template', path: `${base}/templates/${template}`, text: 'Before the release' },
    { name: 'template-details', path: `${base}/templates/${template}/details`, ready: '.sy-facts' },
    { name: 'states', path: `${base}/templates/${terraform}/state`, text: 'Core network' },
    { name: 'schedules', path: `${base}/schedule`, text: 'Every third night', opens: [NEW] },
    { name: 'inventories', path: `${base}/inventory`, text: 'This machine', opens: [NEW, '[role=menuitem]'] },
    { name: 'environments', path: `${base}/environment`, text: 'Shared values', opens: [NEW] },
    { name: 'keys', path: `${base}/keys`, text: 'No key', opens: [NEW] },
    { name: 'repositories', path: `${base}/repositories`, text: 'Playbooks', opens: [NEW] },
    { name: 'integrations', path: `${base}/integrations`, text: 'Push hook', opens: [NEW] },
    { name: 'integration', path: `${base}/integrations/${integration}`, text: 'Push hook' },
    { name: 'not-found', path: `${base}/nowhere` },
    { name: 'new-project', path: '/project/new' },
    { name: 'restore', path: '/project/restore' },
    { name: 'users', path: '/users', text: 'Zoë Ångström', opens: [NEW] },
    { name: 'apps', path: '/apps', text: 'Terragrunt', opens: [NEW] },
    { name: 'active-tasks', path: '/tasks', text: 'Core network' },
    { name: 'tokens', path: '/tokens' },
  ];
}

/** Goes to the screen as a link does, without loading the page again, and waits until everything is there. */
export async function show(page: Page, { path, text = '', ready }: Screen): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(
    ([old, awaited, selector]) =>
      (selector === '' ? document.title !== old : document.querySelector(selector) !== null) &&
      document.body.innerText.includes(awaited) &&
      !document.querySelector('.ant-skeleton, .sy-loading-row, .ant-spin-spinning, .sy-start'),
    [before, text, ready ?? ''] as const,
  );
}

/** Goes through the screens, and through the dialogs that they open. */
export async function walk(
  page: Page,
  screens: readonly Screen[],
  look: (name: string) => Promise<void>,
): Promise<void> {
  for (const screen of screens) {
    await show(page, screen);
    await look(screen.name);
    // Away from a button whose tooltip may lie over the next one.
    await page.mouse.move(0, 0);
    for (const selector of screen.opens ?? []) {
      await page.locator(selector).first().click();
    }
    if (screen.opens) {
      await page.locator(`${DIALOG} form`).first().waitFor();
      await look(`${screen.name}-dialog`);
      await page.keyboard.press('Escape');
      await page.locator(DIALOG).first().waitFor({ state: 'hidden' });
    }
  }
}

/** Fills a project of a stack with a runner with what the screens show; names are none that a language has as a text. */
export async function furnish(client: ApiClient, databaseUrl: string, project: TestProject): Promise<ScreenProject> {
  const { id } = project;
  const base = `/project/${id}`;
  for (const [name, role] of [
    ['Zoë Ångström', 'manager'],
    ['Олена Шевченко', 'guest'],
  ] as const) {
    const userId = await createUser(client, name, { username: `user-${role}`, email: `${role}@example.com` });
    await client.call('POST', `${base}/users`, { user_id: userId, role });
  }
  await client.create(`${base}/environment`, { project_id: id, name: 'Shared values', json: '{}', env: '{}' });
  const view = await client.create(`${base}/views`, { project_id: id, title: 'Nights', position: 0 });
  const template = await createTemplate(client, project, { name: 'Nightly backup', view_id: view });
  const terraform = await createTemplate(client, project, {
    ...{ name: 'Core network', app: 'terraform', playbook: '.', inventory_id: null },
  });
  await client.create(`${base}/schedules`, {
    ...{ project_id: id, template_id: template, name: 'Every third night', cron_format: '0 3 */3 * *', active: true },
  });
  const integration = await client.create(`${base}/integrations`, {
    ...{ project_id: id, template_id: template, name: 'Push hook', auth_method: '' },
  });
  await createRunner(client, base, { name: 'crane', tags: ['windows'] });
  const done = await runTask(client, project, template, { message: 'Before the release' });
  await client.untilStatus(id, done, 'success');
  await inDatabase(
    databaseUrl,
    `insert into task (project_id, template_id, status, app, playbook, created, started, ended)
     select $1, $2, status, 'terraform', '.', now(), now() - interval '90 s', case when status = 'error' then now() end
       from unnest(array['error', 'waiting_confirmation']) status`,
    [id, terraform],
  );
  const rows = await client.call<{ id: number; status: string }[]>('GET', `${base}/tasks`);
  const plan = rows.find(({ status }) => status === 'waiting_confirmation')?.id ?? 0;
  const alone = await createTemplate(client, project, { name: 'Image of the desktops', runner_tag: 'windows' });
  await runTask(client, project, alone);
  return { id, template, terraform, view, integration, tasks: { done, plan } };
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
