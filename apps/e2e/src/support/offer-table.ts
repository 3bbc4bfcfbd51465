import type { Place } from './offers.js';
import type { RoleProject } from './role-project.js';

const rowOf = (name: string): string[] => [name, `Edit ${name}`, `Delete ${name}`];

/** Tabs of the dashboard (console, section 2): Settings for who may update the project; Details, Billing and Install are of premium projects. */
const TABS = ['History', 'Stats', 'Activity', 'Runners'];

const tab = (path: string, title: string, { offers = {}, ...more }: Partial<Place> = {}): Place => ({
  path,
  title,
  ...more,
  offers: {
    ...offers,
    everybody: [...TABS, ...(offers.everybody ?? [])],
    update: ['Settings', ...(offers.update ?? [])],
  },
});

/** A list of resources: new, edit and delete for who may manage them (resources, section 6). */
const list = (path: string, title: string, create: string, rows: string[]): Place => ({
  path,
  title,
  offers: { manage: [create, ...rows.flatMap(rowOf)] },
});

const templatePage = (path: string, more: readonly string[] = []): Place => ({
  path,
  title: 'Network',
  offers: {
    everybody: ['Tasks', 'Details', 'State'],
    run: ['Run Network'],
    manage: ['Add a description', 'Copy template', 'Delete template', 'Edit', ...more],
  },
});

/** The log of a task: readers watch, who may run tasks also decides and stops (console, section 4). */
const log = (id: number, path: string, run: readonly string[], everybody: readonly string[]): Place => ({
  path: `${path}?t=${id}`,
  title: `#${id} `,
  within: '[role=dialog]',
  offers: {
    everybody: ['Close', 'Copy link', 'Find', 'Full screen', 'Log', 'More', 'Time', 'Wrap', ...everybody],
    run,
  },
});

const RUNNING = ['Details (off)', 'Summary (off)', 'Notify me when it ends or waits for me', 'Following'];
const APPS = ['Ansible', 'Bash', 'OpenTofu', 'PowerShell', 'Pulumi', 'Python', 'Terraform', 'Terragrunt'];
const TEMPLATES = ['All', 'Nightly', 'Columns'];

/** Every route of the tables of both documents that exists, and the menus of the shell. */
export const offerTable = ({ view, template, workspace, integration, tasks }: RoleProject): Place[] => [
  tab('history', 'History'),
  tab('stats', 'Stats'),
  tab('activity', 'Activity'),
  tab('settings', 'Settings', {
    needs: 'update',
    offers: { update: ['Save', 'New channel', 'Sent alerts', 'Backup', 'Clear cache', 'Delete project'] },
  }),
  tab('runners', 'Runners', {
    offers: {
      manage: [
        ...['New runner', 'Registration tokens', 'crane active', 'More for crane', 'Clear cache of crane'],
        ...rowOf('crane'),
      ],
    },
    only: { 'task runner': ['crane active (off)'], guest: ['crane active (off)'] },
  }),
  {
    path: 'templates',
    title: 'Templates',
    offers: {
      everybody: [...TEMPLATES, 'Show the last tasks of Network', 'Show the last tasks of Backup'],
      run: ['Run Backup', 'Run Network'],
      manage: ['New template', 'Edit views'],
    },
  },
  {
    path: `views/${view}/templates`,
    title: 'Templates',
    offers: {
      everybody: [...TEMPLATES, 'Show the last tasks of Backup'],
      run: ['Run Backup'],
      manage: ['New template', 'Edit views'],
    },
  },
  {
    path: 'templates',
    title: 'Templates',
    needs: 'manage',
    open: 'button:has-text("New template")',
    within: '.sy-menu',
    offers: { manage: APPS, admin: ['Applications'] },
  },
  templatePage(`templates/${workspace}/tasks`),
  templatePage(`templates/${workspace}/details`),
  templatePage(`templates/${workspace}/state`, [
    ...['Add workspace', 'Edit workspace', 'Delete workspace', 'Detach', 'Make default (off)', 'Add alias'],
  ]),
  {
    path: `templates/${template}/tasks`,
    title: 'Backup',
    offers: {
      everybody: ['Tasks', 'Details'],
      run: ['Run Backup'],
      manage: ['Add a description', 'Copy template', 'Delete template', 'Edit'],
    },
  },
  list('environment', 'Variable groups', 'New group', ['Empty', 'Settings']),
  {
    path: 'inventory',
    title: 'Inventory',
    // Who may not change it may look at it.
    offers: { everybody: ['This machine'], manage: ['New inventory', 'Edit This machine', 'Delete This machine'] },
  },
  list('keys', 'Key store', 'New key', ['None', 'No key']),
  list('repositories', 'Repositories', 'New repository', ['Playbooks']),
  {
    path: 'schedule',
    title: 'Schedules',
    offers: { manage: ['New schedule', 'Every night is active', ...rowOf('Every night')] },
    only: { 'task runner': ['Every night is active (off)'], guest: ['Every night is active (off)'] },
  },
  {
    // The actions of the list depend on updateProject (resources, section 6), what an integration is made of on managing.
    path: 'integrations',
    title: 'Integrations',
    offers: { manage: ['Add Alias'], update: ['New integration', 'Edit Push', 'Delete Push'] },
  },
  {
    path: `integrations/${integration}`,
    title: 'Push',
    offers: {
      manage: ['Global alias', 'Add Alias', 'New value', 'Try'],
      update: ['Edit', 'Delete integration'],
    },
    only: { 'task runner': ['Global alias (off)'], guest: ['Global alias (off)'] },
  },
  {
    // An owner cannot leave (resources, section 6), unless he is an administrator (decided).
    path: 'team',
    title: 'Team',
    offers: { members: ['Add member', 'Remove Administrator', 'Remove Manager', 'Remove Task Runner', 'Remove Guest'] },
    only: {
      admin: ['Leave project', 'Remove Owner'],
      owner: ['Leave project (off)', 'Remove Owner (off)'],
      manager: ['Leave project'],
      'task runner': ['Leave project'],
      guest: ['Leave project'],
    },
  },
  log(tasks.success, 'history', ['Run again'], ['Details', 'Plan', 'Summary']),
  log(tasks.waiting, 'history', ['Stop'], RUNNING),
  log(tasks.waiting_confirmation, 'history', ['Stop', 'Confirm', 'Reject'], [...RUNNING, 'Plan', 'Review the plan']),
  {
    path: 'history',
    title: 'History',
    open: '.sy-user',
    within: '.sy-menu',
    offers: {
      everybody: ['Edit account', 'API tokens', 'Keyboard shortcuts ?', 'Sign out'],
      admin: ['Users', 'Active tasks 2', 'Applications', 'Runners', 'Subscription details'],
    },
  },
  {
    // New project for people with can_create_project; here administrators alone.
    path: 'history',
    title: 'History',
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
    path: '/users',
    title: 'Users',
    needs: 'admin',
    offers: {
      admin: [
        ...['Back', 'New user'],
        ...['Administrator', 'Owner', 'Manager', 'Task Runner', 'Guest'].flatMap((name) => rowOf(name).slice(1)),
      ],
    },
  },
  {
    path: '/runners',
    title: 'Runners',
    needs: 'admin',
    offers: {
      admin: [
        ...['Back', 'New runner', 'Registration tokens', 'crane active', 'More for crane', 'Clear cache of crane'],
        ...rowOf('crane'),
      ],
    },
  },
  {
    path: '/tasks',
    title: 'Active tasks',
    needs: 'admin',
    offers: { admin: ['Back', 'Refresh', `Stop task ${tasks.waiting}`, `Stop task ${tasks.waiting_confirmation}`] },
  },
  {
    path: '/apps',
    title: 'Applications',
    offers: { everybody: ['Back'], admin: ['New app', ...APPS.flatMap((app) => [`Edit ${app}`, `${app} active`])] },
    only: Object.fromEntries(
      ['owner', 'manager', 'task runner', 'guest'].map((role) => [
        role,
        ['New app (off)', ...APPS.map((app) => `${app} active (off)`)],
      ]),
    ),
  },
  { path: '/tokens', title: 'API tokens', offers: { everybody: ['Back', 'New token'] } },
  {
    path: '/project/new',
    title: 'New project',
    needs: 'admin',
    offers: { admin: ['Back', 'Create project', 'Create demo project'] },
  },
  {
    path: '/project/restore',
    title: 'Restore project',
    needs: 'admin',
    offers: { admin: ['Back', 'Backup file', 'Check the file'] },
  },
];
