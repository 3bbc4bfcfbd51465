import type { Place } from './offers.js';
import { type ScreenProject, screensOf } from './screens.js';

const rowOf = (name: string): string[] => [name, `Edit ${name}`, `Delete ${name}`];

/** Tabs of the dashboard (console, section 2): Details and Billing are of premium projects; Settings stands in the sidebar. */
const TABS = ['History', 'Stats', 'Activity', 'Runners', 'Install'];

/** Sections of the settings of a project. */
const SECTIONS = ['General', 'Sharing', 'Alert channels', 'Backup and cache', 'Danger zone'];

/** Offer on a screen of the list. */
type Offered = Omit<Place, 'path' | 'title'> & { screen: string };

const tab = (screen: string, { offers = {}, ...more }: Partial<Offered> = {}): Offered => ({
  screen,
  ...more,
  offers: {
    ...offers,
    everybody: [...TABS, ...(offers.everybody ?? [])],
  },
});

/** A list of resources: new, edit and delete for who may manage them (resources, section 6). */
const list = (screen: string, create: string, rows: string[]): Offered => ({
  screen,
  offers: { manage: [create, ...rows.flatMap(rowOf)] },
});

const workspacePage = (screen: string, more: readonly string[] = []): Offered => ({
  screen,
  offers: {
    everybody: ['Tasks', 'Details', 'State', 'Search the logs'],
    run: ['Run Network'],
    manage: ['Add a description', 'Copy template', 'Delete template', 'Edit', ...more],
  },
});

/** The log of a task: readers watch, who may run tasks also decides and stops (console, section 4). */
const log = (screen: string, run: readonly string[], everybody: readonly string[]): Offered => ({
  screen,
  within: '[role=dialog]',
  offers: {
    everybody: ['Close', 'Copy link', 'Find', 'Full screen', 'Log', 'More', 'Time', 'Wrap', ...everybody],
    run,
  },
});

const STOP = ['Stop', 'Stop with a reason…'];
const RUNNING = ['Details', 'Summary (off)', 'Notify me when it ends or waits for me', 'Following'];
const APPS = ['Ansible', 'Bash', 'OpenTofu', 'PowerShell', 'Pulumi', 'Python', 'Terraform', 'Terragrunt'];
const TEMPLATES = ['All', 'Nightly', 'Columns'];

const offeredOn = ({ tasks }: ScreenProject): Offered[] => [
  tab('history'),
  tab('stats'),
  tab('activity'),
  tab('install', { offers: { everybody: ['Copy Install a runner'] } }),
  {
    screen: 'settings',
    needs: 'update',
    offers: {
      update: [
        ...SECTIONS,
        'Save',
        'New channel',
        'Sent alerts',
        'Backup',
        'Backup with secrets',
        'Clear cache',
        'Delete project',
      ],
    },
  },
  tab('project-runners', {
    offers: {
      manage: [
        'New runner',
        'Registration tokens',
        'crane active',
        'More for crane',
        'Clear cache of crane',
        ...rowOf('crane'),
      ],
    },
    only: { 'task runner': ['crane active (off)'], guest: ['crane active (off)'] },
  }),
  {
    screen: 'templates',
    offers: {
      everybody: [...TEMPLATES, 'Show the last tasks of Network', 'Show the last tasks of Backup'],
      run: ['Run Backup', 'Run Network'],
      manage: ['New template', 'Edit views'],
    },
  },
  {
    screen: 'view',
    offers: {
      everybody: [...TEMPLATES, 'Show the last tasks of Backup'],
      run: ['Run Backup'],
      manage: ['New template', 'Edit views'],
    },
  },
  {
    screen: 'templates',
    needs: 'manage',
    open: 'button:has-text("New template")',
    within: '.sy-menu',
    offers: { manage: APPS, admin: ['Applications'] },
  },
  workspacePage('workspace'),
  workspacePage('workspace-details'),
  workspacePage('states', [
    'Add workspace',
    'Edit workspace',
    'Delete workspace',
    'Detach',
    'Make default (off)',
    'Add alias',
  ]),
  {
    screen: 'template',
    offers: {
      everybody: ['Tasks', 'Details', 'Search the logs'],
      run: ['Run Backup'],
      manage: ['Add a description', 'Copy template', 'Delete template', 'Edit'],
    },
  },
  list('environments', 'New group', ['Empty', 'Settings']),
  {
    screen: 'inventories',
    // Members who may not change it may look at it.
    offers: {
      everybody: ['This machine', 'default'],
      manage: ['New inventory', ...['This machine', 'default'].flatMap((name) => [`Edit ${name}`, `Delete ${name}`])],
    },
  },
  list('keys', 'New key', ['None', 'No key']),
  { screen: 'repositories', offers: { manage: ['Project files', 'New repository', ...rowOf('Playbooks')] } },
  { screen: 'workflows', offers: { run: ['Run Release'], manage: ['New workflow', 'Edit Release', 'Delete Release'] } },
  { screen: 'workflow', offers: { run: ['Run Release'], manage: ['Edit', 'Delete workflow'] } },
  // Its approval is for managers and owners.
  { screen: 'workflow-run', offers: { run: ['Stop'], manage: ['Approve go', 'Reject go'] } },
  {
    screen: 'schedules',
    offers: { manage: ['New schedule', 'Every night is active', ...rowOf('Every night')] },
    only: { 'task runner': ['Every night is active (off)'], guest: ['Every night is active (off)'] },
  },
  {
    // The actions of the list depend on updateProject (resources, section 6), what an integration is made of on managing.
    screen: 'integrations',
    offers: { manage: ['Add alias'], update: ['New integration', 'Edit Push', 'Delete Push'] },
  },
  {
    screen: 'integration',
    offers: {
      manage: ['Global alias', 'Add alias', 'New matcher', 'New value', 'Try'],
      update: ['Edit', 'Delete integration'],
    },
    only: { 'task runner': ['Global alias (off)'], guest: ['Global alias (off)'] },
  },
  {
    // An owner cannot leave (resources, section 6), unless he is an administrator (decided).
    screen: 'team',
    offers: { members: ['Add member', 'Remove Administrator', 'Remove Manager', 'Remove Task Runner', 'Remove Guest'] },
    only: {
      admin: ['Leave project', 'Remove Owner'],
      owner: ['Leave project (off)', 'Remove Owner (off)'],
      manager: ['Leave project'],
      'task runner': ['Leave project'],
      guest: ['Leave project'],
    },
  },
  log('task-log', ['Run again'], ['Details', 'Plan', 'Summary']),
  log('task-waiting', STOP, RUNNING),
  log('plan', ['Confirm', 'Reject'], [...RUNNING, 'Plan', 'Review the plan']),
  {
    screen: 'history',
    open: '.sy-user',
    within: '.sy-menu',
    offers: {
      everybody: ['Edit account', 'API tokens', 'Keyboard shortcuts ?', 'Sign out'],
      admin: ['Users', 'Active tasks 2', 'Applications', 'Access', 'Runners', 'Subscription details'],
    },
  },
  {
    // New project for people with can_create_project; here administrators alone.
    screen: 'history',
    open: '.sy-switch',
    within: '.sy-menu',
    offers: { admin: ['New project', 'Create demo project', 'Restore project'] },
    only: {
      admin: ['Harbour Owner', 'Leave Harbour'],
      owner: ['Harbour Owner'],
      manager: ['Harbour Manager', 'Leave Harbour'],
      'task runner': ['Harbour Task runner', 'Leave Harbour'],
      guest: ['Harbour Guest', 'Leave Harbour'],
    },
  },
  {
    screen: 'users',
    needs: 'admin',
    offers: {
      admin: [
        'Back',
        'New user',
        ...['Administrator', 'Owner', 'Manager', 'Task Runner', 'Guest'].flatMap((name) => rowOf(name).slice(1)),
      ],
    },
  },
  {
    screen: 'runners',
    needs: 'admin',
    offers: {
      admin: [
        'Back',
        'New runner',
        'Registration tokens',
        'crane active',
        'More for crane',
        'Clear cache of crane',
        ...rowOf('crane'),
      ],
    },
  },
  {
    screen: 'active-tasks',
    needs: 'admin',
    offers: { admin: ['Back', `Stop task ${tasks.waiting}`, `Stop task ${tasks.waiting_confirmation}`] },
  },
  {
    screen: 'apps',
    offers: { everybody: ['Back'], admin: ['New app', ...APPS.flatMap((app) => [`Edit ${app}`, `${app} active`])] },
    only: Object.fromEntries(
      ['owner', 'manager', 'task runner', 'guest'].map((role) => [
        role,
        ['New app (off)', ...APPS.map((app) => `${app} active (off)`)],
      ]),
    ),
  },
  { screen: 'tokens', offers: { everybody: ['Back', 'New token'] } },
  {
    screen: 'new-project',
    needs: 'admin',
    offers: { admin: ['Back', 'Create project', 'Create demo project'] },
  },
  {
    screen: 'restore',
    needs: 'admin',
    offers: { admin: ['Back', 'Backup file', 'Check the file'] },
  },
];

/** Offers of the screens and the menus of the shell, by the tables of both documents. */
export function offerTable(project: ScreenProject): Place[] {
  const screens = screensOf(project);
  return offeredOn(project).map(({ screen, ...offers }) => {
    const found = screens.find(({ name }) => name === screen);
    if (found === undefined) {
      throw new Error(`No screen is named ${screen}`);
    }
    return { path: found.path, title: found.title ?? '', ...offers };
  });
}
