import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('SQL in the servers', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/sql-in-repositories',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function isFaulty(file: string, code: string): Promise<boolean> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return (result?.errorCount ?? 0) > 0;
  }

  const QUERIES = [
    'await manager.query(text);',
    "await dataSource.getRepository(User).createQueryBuilder('u').getMany();",
    "const text = 'select 1 from task';",
    'const text = `\n  with recursive chain as (select 1) select * from chain`;',
    'const text = `update runner set name = ${name}`;',
    'await manager.findOneBy(User, { id });',
    'await this.dataSource.manager.update(User, { id }, { name });',
    'const users = dataSource.getRepository(User);',
  ];

  it.each(QUERIES)('should be forbidden in a service: %s', async (code) => {
    expect(await isFaulty('apps/api/src/tasks/example.service.ts', code)).toBe(true);
    expect(await isFaulty('apps/dispatcher/src/outbox/example.ts', code)).toBe(true);
  });

  it.each(QUERIES)('should be allowed in a repository: %s', async (code) => {
    expect(await isFaulty('apps/api/src/tasks/example.repository.ts', code)).toBe(false);
  });

  it.each(["log('select a project first');", 'const text = `Delete ${name}?`;', 'const { limit } = request.query;'])(
    'should not be seen in %s',
    async (code) => {
      expect(await isFaulty('apps/api/src/tasks/example.service.ts', code)).toBe(false);
    },
  );
});
