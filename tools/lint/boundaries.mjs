import path from 'node:path';
import plugin from 'eslint-plugin-boundaries';
import { contractsPackages, importTable, packageBans } from './import-table.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const testFiles = ['**/*.spec.{ts,tsx}', '**/src/**/testing/**'];

/** Inside the console imports flow one way: shared folders, then features, then pages and the application's frame. */
const consoleElements = [
  { type: 'console-feature', pattern: 'apps/console/src/features/*', capture: ['feature'] },
  { type: 'console-shared', pattern: 'apps/console/src/!(features|pages|app)' },
];

const elements = [
  ...consoleElements,
  ...Object.entries(importTable).map(([type, { directory }]) => ({ type, pattern: directory })),
];

/** @param {string} project */
function elementTypes(project) {
  return project === 'console' ? ['console', 'console-feature', 'console-shared'] : [project];
}

/**
 * The public entry of a lib.
 * @param {string} type
 */
function entryOf(type, entry = 'src/index.ts') {
  return { element: { type, fileInternalPath: entry } };
}

const projectPolicies = Object.entries(importTable)
  .filter(([, { imports }]) => imports.length > 0)
  .map(([project, { imports }]) => ({
    from: { element: { type: elementTypes(project) } },
    allow: { to: imports.map((type) => entryOf(type)) },
  }));

/** A lib is imported by its name, never by a path that leads out of one's own project. */
const pathPolicies = Object.keys(importTable).map((project) => ({
  from: { element: { type: `!${project}` } },
  disallow: {
    to: { element: { type: project, fileInternalPath: 'src/**/index.ts' } },
    dependency: { source: '!@switchyard/**' },
  },
}));

const testPolicies = Object.entries(importTable)
  .filter(([, { tests }]) => tests)
  .map(([project, { imports }]) => {
    const factories = ['database', 'contracts', 'texts']
      .filter((name) => imports.includes(name))
      .map((name) => entryOf(name, 'src/testing/index.ts'));
    return {
      from: { element: { type: project }, file: { categories: 'test' } },
      allow: { to: [entryOf('testing'), entryOf('testing', 'src/blobs/blob-store-suite.ts'), ...factories] },
    };
  });

const consolePolicies = [
  // The part that needs nothing of Node.
  {
    from: { element: { type: elementTypes('console') } },
    allow: { to: entryOf('concurrency', 'src/message-of.ts') },
  },
  {
    from: { element: { type: ['console', 'console-feature', 'console-shared'] } },
    allow: { to: { element: { type: 'console-shared' } } },
  },
  { from: { element: { type: 'console' } }, allow: { to: { element: { type: 'console-feature' } } } },
  {
    from: { element: { type: elementTypes('console') }, file: { categories: 'test' } },
    allow: { to: ['contracts', 'texts'].map((name) => entryOf(name, 'src/testing/index.ts')) },
  },
  { from: { element: { type: 'e2e' } }, allow: { to: entryOf('texts', 'src/testing/index.ts') } },
];

/** Packages and what Node brings along. */
const anywhereElse = ['external', 'core'];

const packagePolicies = [
  { from: { element: { type: '*' } }, allow: { to: { module: { origin: anywhereElse } } } },
  ...packageBans.map(({ projects, packages }) => ({
    from: { element: { type: projects.flatMap(elementTypes) } },
    disallow: { to: { module: { origin: 'external', source: packages } } },
  })),
  {
    from: { element: { type: 'contracts' } },
    disallow: { to: { module: { origin: anywhereElse, source: contractsPackages.map((name) => `!${name}`) } } },
  },
  {
    from: { element: { type: 'contracts' }, file: { categories: 'test' } },
    allow: { to: { module: { origin: anywhereElse } } },
  },
];

/** The parts of the contracts that need more than zod: the parser of YAML, and the ciphers of Node. */
const yamlEntry = 'src/yaml.ts';
const sealEntry = 'src/backup-seal.ts';
const filesEntry = 'src/project-files.ts';
const contractsPolicies = [
  {
    from: { element: { type: ['api', ...elementTypes('console')] } },
    allow: { to: entryOf('contracts', yamlEntry) },
  },
  // The part that threads of the api import in place of the whole.
  { from: { element: { type: 'api' } }, allow: { to: entryOf('contracts', 'src/log-text.ts') } },
  {
    from: { element: { type: 'contracts', fileInternalPath: yamlEntry } },
    allow: { to: { module: { origin: 'external', source: 'yaml' } } },
  },
  { from: { element: { type: ['cli', 'runner'] } }, allow: { to: entryOf('contracts', filesEntry) } },
  {
    from: { element: { type: 'contracts', fileInternalPath: filesEntry } },
    allow: { to: { module: { origin: 'external', source: 'yaml' } } },
  },
  { from: { element: { type: ['api', 'cli'] } }, allow: { to: entryOf('contracts', sealEntry) } },
  {
    from: { element: { type: 'contracts', fileInternalPath: sealEntry } },
    allow: { to: { module: { origin: 'core', source: 'node:crypto' } } },
  },
];

/** The import table as an eslint configuration. */
export const boundaries = {
  files: ['{apps,libs}/**/*.{ts,tsx}', 'tools/stack/**/*.ts'],
  plugins: { boundaries: plugin },
  settings: {
    'boundaries/root-path': root,
    'boundaries/elements': elements.map((element) => ({ ...element, partialMatch: false })),
    'boundaries/files': [{ category: 'test', pattern: testFiles }],
    'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import', 'require'],
    'boundaries/legacy-templates': false,
    'import/resolver': { [path.join(import.meta.dirname, 'workspace-resolver.cjs')]: {} },
  },
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkAllOrigins: true,
        policies: [
          ...projectPolicies,
          ...testPolicies,
          ...consolePolicies,
          ...packagePolicies,
          ...contractsPolicies,
          ...pathPolicies,
        ],
      },
    ],
  },
};

/** Code that ships does not reach for what only tests use. */
export const testCodeStaysInTests = {
  files: ['{apps,libs}/*/src/**/*.{ts,tsx}'],
  ignores: [...testFiles, 'apps/e2e/**', 'libs/testing/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['**/testing/**', '**/*.spec.js', '@switchyard/testing', '@switchyard/*/testing', '@jest/globals'],
            message: 'Only specs and testing folders may import test code.',
          },
        ],
      },
    ],
  },
};
