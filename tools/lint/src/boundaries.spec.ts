import { resolve } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

jest.setTimeout(60_000);

describe('the import table', () => {
  let eslint: ESLint;

  beforeAll(() => {
    const enforced = new Set(['boundaries/dependencies', 'no-restricted-imports']);
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => enforced.has(ruleId),
      overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  /** The rules that a file with this one import would break. */
  async function brokenRules(file: string, imported: string): Promise<string[]> {
    const [result] = await eslint.lintText(`import '${imported}';\n`, { filePath: resolve(root, file) });
    return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
  }

  it.each([
    ['libs/database/src/index.ts', '@switchyard/contracts'],
    ['libs/engine/src/index.ts', '@switchyard/database'],
    ['libs/server/src/index.ts', '@switchyard/contracts'],
    ['libs/server/src/index.ts', '@nestjs/common'],
    ['libs/testing/src/index.ts', '@switchyard/stack'],
    ['apps/api/src/main.ts', '@switchyard/engine'],
    ['apps/dispatcher/src/main.ts', '@switchyard/server'],
    ['apps/runner/src/main.ts', '@switchyard/contracts'],
    ['apps/runner/src/main.ts', 'node:fs'],
    ['apps/console/src/main.tsx', 'antd'],
    ['libs/contracts/src/index.ts', 'zod'],
    ['libs/contracts/src/yaml.ts', 'yaml'],
    ['apps/console/src/components/code-editor/languages.ts', '@switchyard/contracts/yaml'],
    ['libs/database/src/testing/index.ts', '@switchyard/testing'],
  ])('should let %s import %s', async (file, imported) => {
    expect(await brokenRules(file, imported)).toEqual([]);
  });

  it.each([
    ['libs/contracts/src/index.ts', '@switchyard/database'],
    ['libs/contracts/src/index.ts', 'typeorm'],
    ['libs/contracts/src/index.ts', 'pg'],
    ['libs/contracts/src/index.ts', 'yaml'],
    ['libs/contracts/src/index.ts', 'node:fs'],
    ['libs/database/src/index.ts', '@switchyard/engine'],
    ['libs/engine/src/index.ts', '@switchyard/server'],
    ['libs/engine/src/index.ts', '@nestjs/common'],
    ['libs/server/src/index.ts', '@switchyard/database'],
    ['libs/testing/src/index.ts', '@switchyard/database'],
    ['apps/api/src/main.ts', 'react'],
    ['apps/api/src/main.ts', '@switchyard/stack'],
    ['apps/api/src/main.ts', '../../../libs/engine/src/index.js'],
    ['apps/runner/src/main.ts', '@switchyard/server'],
    ['apps/runner/src/main.ts', '@nestjs/common'],
    ['apps/console/src/main.tsx', '@switchyard/engine'],
    ['apps/api/src/main.ts', '../../../libs/contracts/src/index.js'],
  ])('should keep %s from importing %s', async (file, imported) => {
    expect(await brokenRules(file, imported)).toContain('boundaries/dependencies');
  });

  it('should keep a lib from being entered anywhere but at its index', async () => {
    const broken = await brokenRules('apps/api/src/main.ts', '@switchyard/contracts/src/primitives/primitives.js');
    expect(broken).toContain('boundaries/dependencies');
  });

  it('should keep code that ships from importing test services', async () => {
    const broken = await brokenRules('apps/api/src/main.ts', '@switchyard/testing');
    expect(broken).toEqual(expect.arrayContaining(['boundaries/dependencies', 'no-restricted-imports']));
  });
});
