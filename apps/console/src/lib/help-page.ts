import { own } from '@switchyard/contracts';
import { ownAddress } from './own-address.js';

/** The pages of the documentation, by the part of an address that names a screen. */
export const HELP_PAGES: Readonly<Record<string, string>> = {
  access: 'administration/security',
  activity: 'guides/team',
  apps: 'guides/scripts',
  audit: 'administration/security',
  doctor: 'administration/troubleshooting',
  environment: 'guides/variables',
  history: 'guides/task-log',
  install: 'start/first-runner',
  integrations: 'guides/webhooks',
  inventory: 'guides/inventories',
  keys: 'guides/keys',
  new: 'start/first-run',
  repositories: 'guides/repositories',
  restore: 'administration/backup',
  runners: 'guides/runners',
  schedule: 'guides/schedules',
  settings: 'guides/projects',
  stats: 'guides/task-log',
  tasks: 'guides/task-log',
  team: 'guides/team',
  templates: 'guides/templates',
  tokens: 'guides/api',
  users: 'administration/sign-in',
  workflows: 'guides/workflows',
};

/** The address of the documentation about a screen; of its first page where there is none about it. */
export function helpPage(pathname: string): string {
  const screen = pathname.replace(/^\/project\/(\d+\/)?(views\/\d+\/)?/, '/').split('/')[1] ?? '';
  const page = own(HELP_PAGES, screen);
  return ownAddress(page === undefined ? '/docs/' : `/docs/${page}.html`);
}
