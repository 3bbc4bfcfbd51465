import { resolve } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');
const PLANTED = 'libs/contracts/src/planted.ts';
const PLANTED_SPEC = 'libs/contracts/src/planted.spec.ts';

jest.setTimeout(120_000);

describe('names that index objects', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      overrideConfigFile: resolve(root, 'eslint.typed.config.mjs'),
      ruleFilter: ({ ruleId }) => ruleId === 'names/own',
      overrideConfig: {
        files: ['**/*.ts'],
        languageOptions: { parserOptions: { project: null, projectService: { allowDefaultProject: [PLANTED] } } },
      },
    });
  });

  /** How often the rule finds something in the code, where `name` is somebody's text and `table` an object of texts. */
  async function faults(code: string, file = PLANTED): Promise<number> {
    const text = `export {};\ndeclare const name: string;\ndeclare const table: Record<string, string>;\n${code}\n`;
    const [result] = await eslint.lintText(text, { filePath: resolve(root, file) });
    return result?.errorCount ?? 0;
  }

  it.each([
    'export const a = table[name];',
    "table[name] = 'x';",
    'export const a = table[name.trim()]?.length;',
    'export const a = table[`x-${name}`];',
    "export const a = ({ a: 1 } as const)[name as 'a'];",
    'export const { [name]: a } = table;',
    'export const a = name in table;',
    'export const a = (key: keyof typeof table) => table[key];',
    'export const a = <K extends string>(key: K) => table[key];',
  ])('should find %s', async (code) => {
    expect(await faults(code)).toBe(1);
  });

  it.each([
    'export const a = new Map(Object.entries(table)).get(name);',
    'delete table[name];',
    'export const a = { [name]: 1 };',
    "export const a = table['fixed'];",
    "export const a = (key: 'x' | 'y') => table[key];",
    'export const a = [name][0];',
    'export const a = (index: number) => name[index];',
    "export const a = 'fixed' in table;",
  ])('should let pass %s', async (code) => {
    expect(await faults(code)).toBe(0);
  });

  it('should leave specs free', async () => {
    expect(await faults('export const a = table[name];', PLANTED_SPEC)).toBe(0);
  });
});
