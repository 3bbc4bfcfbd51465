import type { Page } from 'playwright-core';

/** A page of the console, with what its checks need. */
export interface Screen {
  name: string;
  path: string;
  /** Part of the title of the browser's tab in English, once it is shown. */
  title?: string;
  /** Text on the loaded screen in every language: a name that people gave. */
  text?: string;
  /** Selector of what stands there once it is loaded. */
  ready?: string;
  /** Selectors of what is pressed, one after the other, to open the dialog of the screen. */
  opens?: readonly string[];
  /** One of the main screens, of which there are pictures in every language. */
  main?: true;
  /** Only where an installation is hosted. */
  hosted?: true;
}

/** A project that has one of everything. */
export interface ScreenProject {
  id: number;
  view: number;
  template: number;
  workspace: number;
  integration: number;
  workflow: number;
  /** A run of it that waits for an approval. */
  run: number;
  /** Tasks by their status. */
  tasks: { success: number; waiting: number; waiting_confirmation: number };
  /** Names that people gave. */
  names: Record<'template' | 'workspace' | 'schedule' | 'group' | 'integration' | 'workflow' | 'member', string>;
}

const NEW = 'main .ant-btn-primary';
const DIALOG = '[role=dialog]';
const LOG = `${DIALOG} [role=log]`;
/** Placeholders of parts that are not there yet, or have nothing in them. */
const LOADING = '.ant-skeleton, .sy-loading, .sy-loading-row, .ant-spin-spinning, .sy-start, [role=search]:empty';
const ROWS = 'main table, main .sy-list';

const workflowScreens = ({ workflow, run, names }: ScreenProject): Screen[] => [
  { name: 'workflows', path: 'workflows', title: 'Workflows', text: names.workflow, opens: [NEW], main: true },
  { name: 'workflow', path: `workflows/${workflow}`, title: names.workflow, ready: '.wf-nodes' },
  { name: 'workflow-run', path: `workflows/runs/${run}`, title: `#${run}`, ready: '.wf-nodes', main: true },
];

const projectScreens = ({ view, template, workspace, integration, tasks, names }: ScreenProject): Screen[] => [
  { name: 'history', path: 'history', title: 'History', text: names.template, main: true },
  { name: 'stats', path: 'stats', title: 'Stats' },
  { name: 'activity', path: 'activity', title: 'Activity', text: names.template },
  { name: 'view', path: `views/${view}/templates`, title: 'Templates', text: names.template, opens: ['.sy-run'] },
  { name: 'settings', path: 'settings', title: 'Settings', ready: '.al-section', main: true },
  { name: 'project-runners', path: 'runners', title: 'Runners', text: 'crane', opens: [NEW] },
  { name: 'billing', path: 'billing', hosted: true },
  { name: 'install', path: 'install', title: 'Install', text: 'Install a runner' },
  { name: 'news', path: 'news', text: 'Version 2', hosted: true },
  { name: 'task-log', path: `history?t=${tasks.success}`, title: `#${tasks.success} `, ready: LOG, main: true },
  { name: 'task-waiting', path: `history?t=${tasks.waiting}`, title: `#${tasks.waiting} `, ready: LOG },
  {
    name: 'plan',
    path: `history?t=${tasks.waiting_confirmation}`,
    title: `#${tasks.waiting_confirmation} `,
    ready: LOG,
  },
  { name: 'templates', path: 'templates', title: 'Templates', text: names.workspace, main: true },
  { name: 'template-dialog', path: 'templates/new/edit?app=ansible', ready: `${DIALOG} form`, main: true },
  { name: 'template', path: `templates/${template}/tasks`, title: names.template, ready: ROWS },
  { name: 'template-details', path: `templates/${template}/details`, title: names.template, ready: '.sy-facts' },
  { name: 'workspace', path: `templates/${workspace}/tasks`, title: names.workspace, ready: ROWS },
  { name: 'workspace-details', path: `templates/${workspace}/details`, title: names.workspace, ready: '.sy-facts' },
  { name: 'states', path: `templates/${workspace}/state`, title: names.workspace, ready: '.ws-section' },
  { name: 'schedules', path: 'schedule', title: 'Schedules', text: names.schedule, opens: [NEW] },
  {
    name: 'inventories',
    path: 'inventory',
    title: 'Inventory',
    text: 'This machine',
    opens: [NEW, '[role=menuitem]'],
  },
  { name: 'environments', path: 'environment', title: 'Variable groups', text: names.group, opens: [NEW] },
  { name: 'keys', path: 'keys', title: 'Key store', text: 'No key', opens: [NEW] },
  { name: 'repositories', path: 'repositories', title: 'Repositories', text: 'Playbooks', opens: [NEW] },
  { name: 'integrations', path: 'integrations', title: 'Integrations', text: names.integration, opens: [NEW] },
  { name: 'integration', path: `integrations/${integration}`, title: names.integration, text: names.integration },
  { name: 'team', path: 'team', title: 'Team', text: names.member, opens: [NEW], main: true },
  { name: 'not-found', path: 'nowhere' },
];

const otherScreens = ({ names }: ScreenProject): Screen[] => [
  { name: 'new-project', path: '/project/new', title: 'New project' },
  { name: 'restore', path: '/project/restore', title: 'Restore project' },
  { name: 'users', path: '/users', title: 'Users', text: names.member, opens: [NEW] },
  { name: 'runners', path: '/runners', title: 'Runners', text: 'crane', opens: [NEW], main: true },
  { name: 'apps', path: '/apps', title: 'Applications', text: 'Terragrunt', opens: [NEW] },
  { name: 'active-tasks', path: '/tasks', title: 'Active tasks', text: names.workspace },
  { name: 'tokens', path: '/tokens', title: 'API tokens' },
  { name: 'device', path: '/device', title: 'Sign in a command line' },
  { name: 'access', path: '/access', title: 'Access' },
  { name: 'doctor', path: '/doctor', title: 'System check', ready: '.dr-findings' },
];

/** Every screen behind the sign-in: every check walks over this list, and a new screen belongs here. */
export const screensOf = (project: ScreenProject): Screen[] => [
  ...[...projectScreens(project), ...workflowScreens(project)].map((screen) => ({
    ...screen,
    path: `/project/${project.id}/${screen.path}`,
  })),
  ...otherScreens(project),
];

/** Goes to the screen as a link does, without loading the page again, and waits until everything is there. */
export async function show(
  page: Page,
  { path, title = '', text = '', ready = '' }: Omit<Screen, 'name'>,
): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  const shown = page.waitForFunction(
    ([old, wanted, awaited, selector, loading]) => {
      const { title: now, documentElement, body } = document;
      const isEnglish = documentElement.lang === 'en' && localStorage.getItem('switchyard.language') !== 'pseudo';
      const isTitled = isEnglish && wanted !== '' ? now.includes(wanted) : selector !== '' || now !== old;
      return (
        isTitled &&
        (selector === '' || document.querySelector(selector) !== null) &&
        body.innerText.includes(awaited) &&
        !document.querySelector(loading)
      );
    },
    [before, title, text, ready, LOADING] as const,
  );
  await shown.catch(async () => {
    throw new Error(`${path} does not come: ${await page.title()}\n${await page.locator('body').innerText()}`);
  });
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
