import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('the rule of signals made of several', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-properties',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  it.each([
    ['apps/api/src/example.ts', 'AbortSignal.any([end, AbortSignal.timeout(1)]);', 1],
    ['libs/testing/src/example.ts', "AbortSignal['any']([end]);", 1],
    ['apps/runner/src/example.ts', 'anySignal([end, AbortSignal.timeout(1)]);', 0],
    ['libs/concurrency/src/any-signal.ts', 'AbortSignal.any([...signals]);', 0],
  ])('should find in %s of %j faults: %i', async (file, code, faults) => {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    expect(result?.errorCount).toBe(faults);
  });
});
