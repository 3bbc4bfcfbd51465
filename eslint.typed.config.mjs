import tseslint from 'typescript-eslint';
import { ignored } from './tools/lint/ignored.mjs';
import { ownNames } from './tools/lint/own-names.mjs';
import { serverSentences } from './tools/lint/server-sentences.mjs';

const tests = ['**/*.spec.{ts,tsx}', 'apps/e2e/', '**/testing/'];

/** Our own rules that need types, on code that ships: two programs in place of one for each package. */
export default tseslint.config(
  { ignores: [...ignored, '**/*.{js,mjs,cjs}', ...tests] },
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { names: { rules: { own: ownNames } } },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.lint.json', './apps/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: { 'names/own': 'error' },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: ['apps/console/src/lib/problem-words.ts'],
    plugins: { sentences: { rules: { server: serverSentences } } },
    rules: { 'sentences/server': 'error' },
  },
);
