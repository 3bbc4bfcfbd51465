import { REST_GROUPS } from '../reference/rest/rest-groups.mjs';

/** @typedef {{ title: string, pages: Record<string, string> }} Section pages: titles by path, in the order of the menu */

/**
 * Every page but the first, in the order of the menu. A spec holds this list and the folder of pages together.
 * @type {Section[]}
 */
export const sections = [
  {
    title: 'Start',
    pages: {
      'start/first-run': 'Five minutes to a green run',
      'start/first-runner': 'Add a runner on another machine',
      'start/concepts': 'Concepts',
    },
  },
  {
    title: 'Guides',
    pages: {
      'guides/ansible': 'Run Ansible over SSH',
      'guides/terraform': 'Plan and apply with Terraform',
      'guides/scripts': 'Run scripts',
      'guides/projects': 'Projects',
      'guides/templates': 'Templates and the Run form',
      'guides/repositories': 'Repositories',
      'guides/inventories': 'Inventories',
      'guides/variables': 'Variable groups and secrets',
      'guides/keys': 'Keys',
      'guides/id-tokens': 'Clouds and vaults without stored keys',
      'guides/build-and-deploy': 'Build, then deploy',
      'guides/workflows': 'Workflows',
      'guides/schedules': 'Schedules',
      'guides/webhooks': 'Webhooks from GitHub, GitLab, Gitea and Bitbucket',
      'guides/alerts': 'Alerts',
      'guides/team': 'Team and roles',
      'guides/runners': 'Runners',
      'guides/task-log': 'Read a task log',
      'guides/api': 'Use the API',
      'guides/cli': 'Use the command line',
      'guides/pipelines': 'Start tasks from a pipeline',
      'guides/moving-in': 'Move in from another product',
    },
  },
  {
    title: 'Administration',
    pages: {
      'administration/install': 'Install',
      'administration/deploy': 'Deploy with compose, systemd or Helm',
      'administration/configure': 'Configure',
      'administration/sign-in': 'Sign-in',
      'administration/tls-and-proxies': 'TLS and proxies',
      'administration/scale': 'Scale',
      'administration/capacity': 'Capacity',
      'administration/backup': 'Back up and restore',
      'administration/upgrade': 'Upgrade',
      'administration/monitoring': 'Monitor',
      'administration/security': 'Security',
      'administration/audit': 'Audit log',
      'administration/demo-server': 'Demo server',
      'administration/troubleshooting': 'Troubleshoot',
    },
  },
  {
    title: 'Reference',
    pages: {
      'reference/settings': 'Settings',
      'reference/permissions': 'Roles and permissions',
      'reference/statuses': 'Task statuses',
      'reference/problems': 'Problem codes',
      'reference/rest': 'REST API',
      'reference/apps': 'Supported tools',
      'reference/limits': 'Limits',
      'reference/command-lines': 'Command lines of the tools',
    },
  },
  {
    title: 'REST calls',
    pages: Object.fromEntries(Object.entries(REST_GROUPS).map(([name, { title }]) => [name, title])),
  },
  {
    title: 'Internals',
    pages: {
      'internals/architecture': 'Architecture',
      'internals/life-cycle': 'Task life cycle',
      'internals/api': 'The api',
      'internals/engine': 'The engine',
      'internals/runner': 'The runner',
      'internals/console': 'The console',
      'internals/command-line': 'The command line',
      'internals/server-library': 'The server library',
      'internals/stack': 'Behind npm start',
      'internals/packages': 'Packages and images',
      'internals/test-suites': 'Test suites',
      'internals/benchmarks': 'Benchmarks',
      'internals/records': 'Decision records',
      'internals/licence': 'Licence decision',
    },
  },
];

/** The menu at the side, as VitePress takes it. */
export const sidebar = sections.map(({ title, pages }) => ({
  text: title,
  items: Object.entries(pages).map(([page, text]) => ({ text, link: `/${page}` })),
}));
