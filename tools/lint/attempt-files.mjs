const message =
  'Files of an attempt are under the hands of its task, and the runner may be root: use the files of its workspace (files/attempt-files.ts).';

/** Modules of Node that open files by their path. */
const MODULES = new Set(['fs', 'fs/promises', 'node:fs', 'node:fs/promises']);

/** A rule: what works in the directory of an attempt reaches its files through its place alone. */
export const attemptFilesThroughPlace = {
  meta: { schema: [] },
  create: (context) => ({
    ImportDeclaration(node) {
      if (MODULES.has(node.source.value)) {
        context.report({ node, message });
      }
    },
    ImportExpression(node) {
      if (MODULES.has(node.source.value)) {
        context.report({ node, message });
      }
    },
  }),
};

/** Code of an executor; the programs of the machine and its rules for local repositories are no files of an attempt. */
export const ATTEMPT_CODE = {
  files: ['apps/runner/src/{executors,git,inventory,credentials,demo}/**/*.ts'],
  ignores: [
    'apps/runner/src/executors/find-tool.ts',
    'apps/runner/src/executors/ansible/ansible-executor.ts',
    'apps/runner/src/git/local-{directory,rules}.ts',
  ],
};
