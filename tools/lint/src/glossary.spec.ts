import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { readGlossary, readNameWords } from '../glossary.mjs';

const root = resolve(import.meta.dirname, '../../..');

describe('the glossary', () => {
  const glossary = readGlossary(readFileSync(join(root, 'libs/contracts/GLOSSARY.md'), 'utf8'));
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/glossary',
      overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function faults(file: string, code: string): Promise<string[]> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return result?.messages.map(({ message }) => message) ?? [];
  }

  it('should name words without a type as a type would', () => {
    const text = '| Word | Owner |\n| due time | when | `a` |\n| task `Task` | a run | `b` `c` |';
    expect(readGlossary(text)).toEqual([
      { name: 'DueTime', isBare: true, owners: ['a'] },
      { name: 'Task', isBare: false, owners: ['b', 'c'] },
    ]);
  });

  it.each([
    ['state', 'stageState', true],
    ['state', 'states', true],
    ['state', 'MAX_STATE_BYTES', true],
    ['state', 'STATES', true],
    ['state', 'statement', false],
    ['state', 'STATEMENTS', false],
    ['state', 'restate', false],
    ['plan', 'RestorePlan', true],
    ['plan', 'planetOf', false],
  ])('should find the word %s in %s: %s', (word, name, isHeld) => {
    const [row] = readNameWords(`| Word | Paths |\n| \`${word}\` | \`a/b\` \`c.ts\` |`);
    expect(row?.paths).toEqual(['a/b', 'c.ts']);
    expect(row?.pattern.test(name)).toBe(isHeld);
  });

  it('should be read from the README, with folders that are there', () => {
    expect(glossary.length).toBeGreaterThan(40);
    expect(glossary.flatMap(({ owners }) => owners).filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  });

  it('should know words in names, each below paths that begin a file or folder', () => {
    const words = readNameWords(readFileSync(join(root, 'libs/contracts/GLOSSARY.md'), 'utf8'));
    const starts = (path: string) =>
      readdirSync(join(root, dirname(path))).some((name) => name.startsWith(basename(path)));
    expect(words.map(({ word }) => word)).toEqual(['state', 'plan', 'webhook', 'lease']);
    expect(words.flatMap(({ paths }) => paths).filter((path) => !starts(path))).toEqual([]);
  });

  it.each([
    ['apps/api/src/tasks/new.ts', 'export class Schedule {}'],
    ['libs/server/src/queue/new.ts', 'export interface OutboxMessage { id: string }'],
    ['libs/engine/src/launch/new.ts', 'export type Session = string;'],
    ['libs/billing/src/new.ts', 'export const Role = 1;'],
    ['apps/runner/src/isolation/new.ts', 'export class UserLeases {}'],
    ['libs/engine/src/outbox/new.ts', 'export type RunnerWebhook = string;'],
    ['apps/api/src/tasks/new.ts', 'export interface PlannedDueTime { at: Date }'],
    ['apps/console/src/app/new.tsx', 'export function NoticeHost() {}'],
    ['apps/runner/src/attempt/new.ts', 'export class AttemptState {}'],
    ['apps/console/src/features/tasks/new.ts', 'export const stageStates = [];'],
    ['apps/api/src/projects/new.ts', 'export interface RestorePlan { made: string[] }'],
    ['libs/engine/src/outbox/new.ts', "export const HAS_WEBHOOKS = '';"],
    ['libs/contracts/src/runner/new.ts', 'export const webhookSecretContext = 1;'],
    ['apps/runner/src/isolation/new.ts', 'export const lockOfLease = 1;'],
  ])('should keep %s from %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([expect.stringContaining('choose another name')]);
  });

  it.each([
    ['libs/database/src/outbox/new.ts', 'export class OutboxMessage {}'],
    ['libs/database/src/task/new.ts', 'export class Task {}'],
    ['libs/engine/src/leases/new.ts', 'export interface LostLease { id: string }'],
    ['libs/engine/src/retention/new.ts', 'export function expireLeases() {}'],
    ['apps/api/src/tasks/new.ts', 'class Schedule {}\nexport const schedule = new Schedule();'],
    ['apps/api/src/tasks/new.spec.ts', 'export class Schedule {}'],
    ['apps/api/src/terraform/state/new.ts', 'export class StateStore {}'],
    ['apps/runner/src/attempt/new.ts', 'export const statement = 1, planetOf = 2, released = 3;'],
    ['apps/api/src/runners/gateway/new.ts', 'export class ControlPlanePresence {}'],
  ])('should let %s have %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([]);
  });
});
