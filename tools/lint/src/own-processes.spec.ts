import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('the rule that a spec looks for its own processes only', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/own-processes',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  it.each([
    ["expect(processesWith('sleep 600')).toEqual([]);", 1],
    ['expect(commandLinesWith(`sleep 600`)).toEqual([]);', 1],
    ['expect(commandLinesWith(`sleep ${seconds}`)).toEqual([]);', 0],
    ["expect(processesWith('terraform', dir)).toEqual([]);", 0],
    ['expect(processesWith(seconds)).toEqual([]);', 0],
  ])('should find in %j faults: %i', async (code, faults) => {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, 'apps/e2e/src/scenarios/example.spec.ts') });
    expect(result?.errorCount).toBe(faults);
  });
});
