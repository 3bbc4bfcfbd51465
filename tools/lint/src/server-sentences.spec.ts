import { resolve } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');
const PLANTED = 'apps/console/src/planted.ts';
const PLANTED_SPEC = 'apps/console/src/planted.spec.ts';

const GIVEN = `export {};
declare const body: { error: string; issues?: { path: string[]; code: string; params: object; message: string }[]; inUse?: boolean };
declare const event: { description: string | null; activity: object | null } | undefined;
declare const task: { id: number; message: string; params: object; description: string; end_reason: string | null };
declare const reason: { code: string; params: object; text: string };
declare const query: { error?: Error; data?: string };
`;

jest.setTimeout(120_000);

describe('sentences of a server', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      overrideConfigFile: resolve(root, 'eslint.typed.config.mjs'),
      ruleFilter: ({ ruleId }) => ruleId === 'sentences/server',
      overrideConfig: {
        files: ['**/*.ts'],
        languageOptions: { parserOptions: { project: null, projectService: { allowDefaultProject: [PLANTED] } } },
      },
    });
  });

  async function faults(code: string, file = PLANTED): Promise<number> {
    const [result] = await eslint.lintText(`${GIVEN}${code}\n`, { filePath: resolve(root, file) });
    return result?.errorCount ?? 0;
  }

  it.each([
    'export const a = body.error;',
    'export const a = body.issues?.map(({ message }) => message);',
    'export const a = event?.description;',
    "export const a = event?.['description'];",
    'export const a = (given: NonNullable<typeof event>) => { const { description: text } = given; return text; };',
    'export const a = task.end_reason;',
    'export const a = reason.text;',
    'export const a = <T extends { paused_reason: string }>(runner: T) => runner.paused_reason;',
  ])('should not be read as in %s', async (code) => {
    expect(await faults(code)).toBe(1);
  });

  it.each([
    'export const a = body.issues;',
    'export const a = [task.message, task.description];',
    'export const a = query.error?.message;',
  ])('should not be seen in %s', async (code) => {
    expect(await faults(code)).toBe(0);
  });

  it('should be free in specs', async () => {
    expect(await faults('export const a = body.error;', PLANTED_SPEC)).toBe(0);
  });
});
