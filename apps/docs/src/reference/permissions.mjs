import { allows, Permission, ROLE_PERMISSIONS, ROLES } from '@switchyard/contracts';
import { page, table } from './markdown.mjs';

/** @type {Record<import('@switchyard/contracts').PermissionName, string>} */
const MEANINGS = {
  runProjectTasks: 'Run templates and workflows, stop tasks and runs, confirm and reject plans',
  updateProject: 'Rename and delete the project, change its settings',
  manageProjectResources:
    'Create, change and delete templates, inventories, repositories, keys, variable groups, workflows, schedules and integrations',
  manageProjectUsers: 'Add and remove members, change their roles',
};

/** @type {Record<(typeof ROLES)[number], string>} */
const TITLES = { owner: 'Owner', manager: 'Manager', task_runner: 'Task runner', guest: 'Guest' };

/** Page of the rights of each role of a project. */
export function permissionsPage() {
  const names = /** @type {(keyof typeof Permission)[]} */ (Object.keys(Permission));
  const rows = names.map((name) => [
    MEANINGS[name],
    ...ROLES.map((role) => (allows(ROLE_PERMISSIONS[role], name) ? 'yes' : '–')),
    `\`${name}\` (${Permission[name]})`,
  ]);
  return page(
    '# Roles and permissions',
    'Give each member of a project one role under **Team**. Every member can read the project: its templates, tasks and logs. Nobody can read a secret back.',
    table(['Allows', ...ROLES.map((role) => TITLES[role]), 'Name on the wire (bit)'], rows),
    '## Administrators',
    'An administrator has every permission in every project, manages users and global runners, and reads the audit. Make somebody an administrator under **Users**, or create one at the server: `npm run user -- add --login L --name N --email E --admin`.',
    '## People outside the project',
    'A project that you are not a member of answers 404, as if it did not exist. A member without the permission gets 403.',
  );
}
