import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { ATTEMPT_CODE, attemptFilesThroughPlace } from './tools/lint/attempt-files.mjs';
import { signalsLive } from './tools/lint/any-signal.mjs';
import { boundaries, testCodeStaysInTests } from './tools/lint/boundaries.mjs';
import { schemasNameProblems } from './tools/lint/catalogue-words.mjs';
import { consoleHabits } from './tools/lint/console-habits.mjs';
import { fewCollaborators } from './tools/lint/few-collaborators.mjs';
import { fileName } from './tools/lint/file-name.mjs';
import { glossaryHolds } from './tools/lint/glossary.mjs';
import { ignored } from './tools/lint/ignored.mjs';
import { listsStayLists } from './tools/lint/lists-stay-lists.mjs';
import { noCircle } from './tools/lint/no-circle.mjs';
import { noLiteralSpread } from './tools/lint/no-literal-spread.mjs';
import { ownProcesses } from './tools/lint/own-processes.mjs';
import { poolsEndLast } from './tools/lint/pools-end-last.mjs';
import { roomsImportByTable } from './tools/lint/rooms.mjs';
import { sqlInRepositories } from './tools/lint/sql-in-repositories.mjs';
import { tasksBelongToTheEngine } from './tools/lint/task-status.mjs';

const typescript = ['**/*.{ts,tsx}'];
const tests = ['**/*.spec.{ts,tsx}', 'apps/e2e/**'];

/** Rules that need no types; those that do are in `eslint.typed.config.mjs` and `.oxlintrc.json`. */
export default tseslint.config(
  { ignores: ignored },
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  {
    plugins: {
      workspace: {
        rules: {
          'attempt-files-through-place': attemptFilesThroughPlace,
          'file-name': fileName,
          glossary: glossaryHolds,
          'lists-stay-lists': listsStayLists,
          'no-circle': noCircle,
          'no-literal-spread': noLiteralSpread,
          'own-processes': ownProcesses,
          'pools-end-last': poolsEndLast,
          'rooms-import-by-table': roomsImportByTable,
          'sql-in-repositories': sqlInRepositories,
          'few-collaborators': fewCollaborators,
        },
      },
    },
    rules: {
      'workspace/file-name': 'error',
      'workspace/no-literal-spread': 'error',
      'workspace/own-processes': 'error',
      eqeqeq: 'error',
      curly: 'error',
      complexity: ['error', { max: 15, variant: 'modified' }],
      'no-control-regex': 'off',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
    rules: { 'no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }] },
  },
  { files: ['{apps,libs}/**'], rules: { 'workspace/lists-stay-lists': 'error' } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  { files: typescript, extends: [tseslint.configs.recommended] },
  {
    files: typescript,
    rules: { '@typescript-eslint/no-non-null-assertion': 'error', '@typescript-eslint/no-unused-vars': 'off' },
  },
  { files: ['apps/console/**/*.{ts,tsx}'], languageOptions: { globals: globals.browser } },
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['{apps,libs,tools}/*/src/**/*.{ts,tsx}'],
    ignores: [...tests, '**/src/**/testing/**'],
    rules: {
      'workspace/no-circle': 'error',
      'workspace/rooms-import-by-table': 'error',
      'workspace/few-collaborators': 'error',
    },
  },
  {
    files: ['{apps,libs}/*/src/**/*.{ts,tsx}'],
    ignores: [...tests, '**/src/**/testing/**', 'apps/e2e/**'],
    rules: { 'workspace/glossary': 'error' },
  },
  {
    files: ['apps/{api,dispatcher}/src/**/*.ts'],
    ignores: [...tests, '**/src/**/testing/**'],
    rules: { 'workspace/pools-end-last': 'error', 'workspace/sql-in-repositories': 'error' },
  },
  {
    ...ATTEMPT_CODE,
    ignores: [...tests, ...ATTEMPT_CODE.ignores],
    rules: { 'workspace/attempt-files-through-place': 'error' },
  },
  signalsLive,
  boundaries,
  testCodeStaysInTests,
  tasksBelongToTheEngine,
  schemasNameProblems,
  consoleHabits,
  { files: tests, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
);
