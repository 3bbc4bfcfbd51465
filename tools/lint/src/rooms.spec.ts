import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { rooms } from '../import-table.mjs';
import { folderGraph, readGraph } from '../module-graph.mjs';

const root = resolve(import.meta.dirname, '../../..');

describe('the table of rooms', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/rooms-import-by-table',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function faults(file: string, code: string): Promise<string[]> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return result?.messages.map(({ message }) => message) ?? [];
  }

  it.each([
    ['apps/api/src/platform/new.ts', "import type { Caller } from '../auth/access/caller.js';"],
    ['apps/api/src/auth/access/new.ts', "export * from '../../tasks/active-tasks.js';"],
    ['apps/api/src/terraform/new.ts', "const late = await import('../tasks/active-tasks.js');"],
    ['apps/api/src/main.ts', "import { AuthModule } from './auth/auth.module.js';"],
    ['apps/api/src/new-room/new.ts', "import { AuthModule } from '../auth/auth.module.js';"],
  ])('should keep %s from %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([expect.stringContaining('tools/lint/import-table.mjs')]);
  });

  it.each([
    ['apps/api/src/tasks/new.ts', "import type { Caller } from '../auth/access/caller.js';"],
    ['apps/api/src/tasks/logs/new.ts', "import { ActiveTasks } from '../active-tasks.js';"],
    ['apps/api/src/platform/new.spec.ts', "import type { Caller } from '../auth/access/caller.js';"],
    ['apps/api/src/platform/new.ts', "import { DataSource } from 'typeorm';"],
    ['apps/dispatcher/src/new/new.ts', "import { X } from '../main.js';"],
  ])('should let %s have %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([]);
  });

  it.each(Object.entries(rooms))(
    'should list what the rooms of %s import and no more, the lower ones first',
    (app, table) => {
      const roomOf = (file: string): string | null => file.split(`${app}/src/`)[1]?.split('/')[0] ?? null;
      const graph = folderGraph(readGraph(root), roomOf);
      const order = Object.keys(table);
      for (const [room, allowed] of Object.entries(table)) {
        expect([room, ...allowed].toSorted()).toEqual([room, ...(graph.get(room) ?? [])].toSorted());
        expect(allowed.filter((other) => order.indexOf(other) >= order.indexOf(room))).toEqual([]);
      }
    },
  );
});
