/**
 * Who may import what, from the architecture page: a project and the projects whose public entry it may import. Specs of
 * a project with `tests: true`, and its `testing` folders, may also import libs/testing with its suite for blob stores and, where the database is
 * allowed, its factories in `@switchyard/database/testing`; the walks over schemas in `@switchyard/contracts/testing` and the checks of
 * catalogues in `@switchyard/texts/testing`.
 * @typedef {{ directory: string, imports: string[], tests?: boolean }} Project
 * @type {Record<string, Project>}
 */
export const importTable = {
  contracts: { directory: 'libs/contracts', imports: [] },
  concurrency: { directory: 'libs/concurrency', imports: [] },
  connections: { directory: 'libs/connections', imports: [] },
  tracing: { directory: 'libs/tracing', imports: [] },
  postgres: { directory: 'libs/postgres', imports: ['concurrency'], tests: true },
  texts: { directory: 'libs/texts', imports: ['contracts'], tests: true },
  masking: { directory: 'libs/masking', imports: [] },
  settings: { directory: 'libs/settings', imports: [] },
  database: { directory: 'libs/database', imports: ['concurrency', 'contracts', 'postgres'], tests: true },
  engine: { directory: 'libs/engine', imports: ['concurrency', 'contracts', 'database'], tests: true },
  billing: { directory: 'libs/billing', imports: ['contracts', 'database', 'engine'], tests: true },
  server: { directory: 'libs/server', imports: ['concurrency', 'connections', 'contracts', 'postgres'], tests: true },
  infrastructure: {
    directory: 'libs/infrastructure',
    imports: ['billing', 'contracts', 'database', 'engine', 'server', 'tracing'],
    tests: true,
  },
  testing: { directory: 'libs/testing', imports: ['concurrency', 'contracts', 'stack'] },
  stack: { directory: 'tools/stack', imports: ['concurrency', 'settings'] },
  api: {
    directory: 'apps/api',
    imports: [
      'billing',
      'concurrency',
      'contracts',
      'database',
      'engine',
      'infrastructure',
      'masking',
      'server',
      'settings',
      'texts',
    ],
    tests: true,
  },
  dispatcher: {
    directory: 'apps/dispatcher',
    imports: [
      'billing',
      'concurrency',
      'contracts',
      'database',
      'engine',
      'infrastructure',
      'server',
      'settings',
      'texts',
    ],
    tests: true,
  },
  runner: {
    directory: 'apps/runner',
    imports: ['concurrency', 'connections', 'contracts', 'masking', 'settings', 'tracing'],
    tests: true,
  },
  cli: { directory: 'apps/cli', imports: ['concurrency', 'connections', 'contracts', 'texts'], tests: true },
  console: { directory: 'apps/console', imports: ['contracts', 'texts'] },
  docs: { directory: 'apps/docs', imports: ['contracts', 'settings'] },
  e2e: { directory: 'apps/e2e', imports: ['concurrency', 'contracts', 'masking', 'testing', 'texts', 'stack'] },
};

/**
 * Inside an app: a room, which is a folder or a file directly below `src`, and the rooms that it may import. The order is
 * from the lowest to the highest, and no room imports a higher one. Specs and `testing` may import every room.
 * @type {Record<string, Record<string, string[]>>}
 */
export const rooms = {
  'apps/api': {
    'own-file.ts': [],
    platform: ['own-file.ts'],
    definitions: ['platform'],
    auth: ['platform', 'definitions'],
    tasks: ['own-file.ts', 'platform', 'auth'],
    resources: ['own-file.ts', 'platform', 'definitions', 'auth', 'tasks'],
    terraform: ['own-file.ts', 'platform', 'auth', 'resources'],
    runners: ['own-file.ts', 'platform', 'auth', 'tasks', 'resources', 'terraform'],
    projects: ['own-file.ts', 'platform', 'definitions', 'auth', 'tasks', 'resources'],
    billing: ['platform', 'auth', 'projects'],
    identity: ['platform', 'auth', 'projects', 'billing'],
    app: [
      'own-file.ts',
      'platform',
      'auth',
      'tasks',
      'resources',
      'terraform',
      'runners',
      'projects',
      'billing',
      'identity',
    ],
    cli: ['platform', 'auth', 'runners', 'billing', 'identity', 'app'],
    'main.ts': ['platform', 'app'],
    'cli.ts': ['cli'],
  },
};

/**
 * Packages from outside that some projects must do without: contracts, runner and console stay free of the server's
 * frameworks, the rules of the task life cycle free of Nest, everything but the console free of React.
 * @type {{ projects: string[], packages: string[] }[]}
 */
export const packageBans = [
  {
    projects: ['concurrency', 'connections', 'contracts', 'masking', 'settings', 'texts', 'runner', 'console'],
    packages: ['typeorm', '@nestjs/*'],
  },
  { projects: ['billing', 'database', 'engine', 'infrastructure', 'testing', 'stack'], packages: ['@nestjs/*'] },
  {
    projects: Object.keys(importTable).filter((name) => name !== 'console'),
    packages: ['react', 'react-*', 'antd', '@ant-design/*', '@reduxjs/*'],
  },
];

/** The only packages from outside that contracts may import. */
export const contractsPackages = ['zod'];
