import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { faultsOf, measure, tightened } from '../measures.mjs';

const LONG = '// a line\n'.repeat(30);
const IMPORTS_NEW = `import './new.js';\n${LONG}`;

/** A small checkout in which nothing is to be found fault with. */
const CHECKOUT = {
  'apps/api/src/main.ts': `import './tasks/tasks.js';\nimport './auth/auth.js';\n${LONG}`,
  'apps/api/src/tasks/tasks.ts': `import { check } from '../auth/auth.js';\n${LONG}`,
  'apps/api/src/tasks/task.repository.ts': `export const read = (manager) => manager.findOneBy({});\n${LONG}`,
  'apps/api/src/auth/auth.ts': `export const check = 1;\n${LONG}`,
  'apps/api/src/auth/auth.spec.ts': LONG,
};

describe(measure.name, () => {
  let root: string;
  let bounds: ReturnType<typeof measure>;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'measures-'));
    write(CHECKOUT);
    bounds = measure(root);
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  }

  it('should be within bounds that it wrote itself', () => {
    expect(faultsOf(measure(root), bounds)).toEqual([]);
    expect(bounds).toMatchObject({ 'entries at the top': { 'apps/api': 3 }, 'knots of folders': {} });
  });

  it.each([
    ['entries at the top', { 'apps/api/src/extra.ts': LONG }],
    ['knots of folders', { 'apps/api/src/auth/new.ts': `import '../tasks/task.repository.js';\n${LONG}` }],
    [
      'small files with one importer',
      { 'apps/api/src/auth/new.ts': 'export const one = 1;\n', 'apps/api/src/auth/auth.ts': IMPORTS_NEW },
    ],
    ['casts that hide a type', { 'apps/api/src/auth/new.ts': `const id = text as unknown as number;\n${LONG}` }],
    ['ORM calls outside repositories', { 'apps/api/src/auth/new.ts': `await manager.insert(User, row);\n${LONG}` }],
    ['back-off', { 'apps/api/src/auth/new.ts': `const ms = 100 * 2 ** Math.min(tries, 9);\n${LONG}` }],
    [
      'message of an error',
      { 'apps/api/src/auth/new.ts': `const m = e instanceof Error ? e.message : String(e);\n${LONG}` },
    ],
    [
      'options of Node for the api',
      { 'apps/api/src/auth/new.ts': `spawn(node, ['--heap-growing-percent=50']);\n${LONG}` },
    ],
    ['loader of compiled code', { 'apps/api/src/auth/new.ts': `new Script(text, { cachedData: bytes });\n${LONG}` }],
    ['spec lines of 100 source lines', { 'apps/api/src/auth/new.ts': LONG }],
  ])('should find fault with one more: %s', (what, files) => {
    write(files);
    expect(faultsOf(measure(root), bounds).filter((fault) => fault.includes(what))).toHaveLength(1);
  });

  it('should leave a small file with two importers and the calls of tests alone', () => {
    write({
      'apps/api/src/auth/new.ts': 'export const one = 1;\n',
      'apps/api/src/auth/a.ts': IMPORTS_NEW,
      'apps/api/src/auth/b.ts': IMPORTS_NEW,
      'apps/api/src/auth/new.spec.ts': `await manager.insert(User, row as never);\n${LONG.repeat(4)}`,
    });
    expect(faultsOf(measure(root), bounds)).toEqual([]);
  });

  it('should leave entry points, migrations and pages alone', () => {
    write({
      'apps/api/src/auth/thread.ts': 'start();\n',
      'apps/api/src/auth/migrations/one.ts': 'export const one = 1;\n',
      'apps/api/src/auth/pages/one.ts': 'export const one = 1;\n',
      'apps/api/src/auth/more.spec.ts': LONG,
      'apps/api/src/auth/auth.ts': `import './migrations/one.js';\nimport('./pages/one.js');\n${LONG}`,
    });
    expect(faultsOf(measure(root), bounds)).toEqual([]);
  });

  it('should leave a small file with a spec of its own alone', () => {
    write({
      'apps/api/src/auth/new.ts': 'export const one = 1;\n',
      'apps/api/src/auth/new.spec.ts': LONG,
      'apps/api/src/auth/auth.ts': IMPORTS_NEW,
    });
    expect(faultsOf(measure(root), bounds)).toEqual([]);
  });
});

describe(tightened.name, () => {
  type Measures = Record<string, Record<string, number>>;
  const [entries, ratio] = ['entries at the top', 'spec lines of 100 source lines'];

  it('should take what is better, and keep the bound of what is worse', () => {
    const bounds: Measures = { [entries]: { a: 5, b: 5, gone: 1 }, [ratio]: { a: 20, b: 20 } };
    const measures: Measures = { [entries]: { a: 4, b: 6 }, [ratio]: { a: 30, b: 10 } };
    expect(tightened(measures, bounds)).toEqual({ [entries]: { a: 4, b: 5 }, [ratio]: { a: 29, b: 20 } });
  });

  it('should allow nothing in a place that had no bound', () => {
    const measures: Measures = { [entries]: { a: 0, b: 3 }, [ratio]: { a: 0 } };
    expect(tightened(measures, {})).toEqual({ [entries]: {}, [ratio]: { a: 0 } });
  });

  it('should leave a point of room to specs, so that a small change of source does not fail', () => {
    expect(tightened({ [ratio]: { a: 21 } }, { [ratio]: { a: 21 } })).toEqual({ [ratio]: { a: 21 } });
    expect(tightened({ [ratio]: { a: 22 } }, { [ratio]: { a: 21 } })).toEqual({ [ratio]: { a: 21 } });
  });
});
