import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { readGlossary } from '../glossary.mjs';

const root = resolve(import.meta.dirname, '../../..');

describe('the glossary', () => {
  const glossary = readGlossary(readFileSync(join(root, 'libs/contracts/README.md'), 'utf8'));
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/glossary',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function faults(file: string, code: string): Promise<string[]> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return result?.messages.map(({ message }) => message) ?? [];
  }

  it('should be read from the README, with folders that are there', () => {
    expect(glossary.size).toBeGreaterThan(30);
    expect([...glossary.values()].flat().filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  });

  it.each([
    ['apps/api/src/tasks/new.ts', 'export class Schedule {}'],
    ['libs/server/src/queue/new.ts', 'export interface OutboxMessage { id: string }'],
    ['libs/engine/src/launch/new.ts', 'export type Session = string;'],
    ['libs/billing/src/new.ts', 'export const Role = 1;'],
  ])('should keep %s from %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([expect.stringContaining('choose another name')]);
  });

  it.each([
    ['libs/database/src/outbox/new.ts', 'export class OutboxMessage {}'],
    ['libs/database/src/task/new.ts', 'export class Task {}'],
    ['apps/api/src/tasks/new.ts', 'class Schedule {}\nexport const schedule = new Schedule();'],
    ['apps/api/src/tasks/new.spec.ts', 'export class Schedule {}'],
  ])('should let %s have %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([]);
  });
});
