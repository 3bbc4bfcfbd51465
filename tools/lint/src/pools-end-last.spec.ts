import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('the rule of pools', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/pools-end-last',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  it.each([
    ['class A { work = new BoundedWork(view, options); onModuleDestroy() { return this.work.close(); } }', 1],
    ['class A { threads; constructor() { this.threads = new WorkerPool({}); } onModuleDestroy() {} }', 1],
    ['class A { work = new BoundedWork(view, options); onApplicationShutdown() { return this.work.close(); } }', 0],
    ['class A { timer = setInterval(look, 1); onModuleDestroy() { clearInterval(this.timer); } }', 0],
  ])('should find in %j faults: %i', async (code, faults) => {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, 'apps/api/src/tasks/example.ts') });
    expect(result?.errorCount).toBe(faults);
  });
});
