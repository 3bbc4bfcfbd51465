import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('the guard of the task table', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function faults(file: string, code: string): Promise<number> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return result?.errorCount ?? 0;
  }

  it.each([
    "await db.query('update task set status = $1', ['error']);",
    'await db.query(`\n  UPDATE "task"\n  set status = ${status}`);',
    "await manager.update(Task, id, { status: 'error' });",
    "await dataSource.getRepository(Task).update(id, { status: 'error' });",
  ])('should forbid an app %j', async (code) => {
    expect(await faults('apps/api/src/tasks/example.ts', code)).toBe(1);
  });

  it.each(["await db.query('select status from task');", "await db.query('update task_log set text = $1');"])(
    'should let an app %j',
    async (code) => {
      expect(await faults('apps/api/src/tasks/example.ts', code)).toBe(0);
    },
  );

  it('should leave the engine free', async () => {
    expect(await faults('libs/engine/src/example.ts', "await db.query('update task set status = $1');")).toBe(0);
  });
});
