import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundleApp } from '../../bundle/bundle.mjs';

const SOURCES = {
  'src/main.ts': `import { readFileSync } from 'node:fs';
import { ownFile } from './files/own-file.js';
import { Task as Row } from './row.js';
class Task {}
const [, place = ''] = /main\\.bundle\\.js:(\\d+)/.exec(new Error().stack ?? '') ?? [];
console.log(JSON.stringify([Task.name, Row.name, JSON.parse(readFileSync(ownFile('messages/en.json'), 'utf8')), place]));
`,
  'src/files/own-file.ts': 'export const ownFile = (path: string): URL => new URL(path, import.meta.url);\n',
  'src/row.ts': '/** A row. */\nexport class Task extends Object {\n  id = 1;\n}\n',
  'src/thread.ts': 'export const thread = true;\n',
};

describe('bundleApp', () => {
  let directory: string;
  let printed: unknown[];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'switchyard-bundle-'));
    Object.entries(SOURCES).forEach(([file, text]) => {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), text);
    });
    const app = { directory, programs: { main: [] }, threads: ['thread'], folders: ['libs/texts/src/messages'] };
    await bundleApp(app);
    printed = JSON.parse(
      execFileSync(process.execPath, [join(directory, 'dist/main.js')], { encoding: 'utf8' }),
    ) as unknown[];
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('should keep the names of two classes that have the same', () => {
    expect(printed.slice(0, 2)).toEqual(['Task', 'Task']);
  });

  it('should let modules find the files that are copied beside the bundle', () => {
    expect(printed[2]).toHaveProperty('alert');
  });

  it('should leave a map with the lines of our own sources, the code that was compiled, and threads', () => {
    const map = new SourceMap(JSON.parse(readFileSync(join(directory, 'dist/main.bundle.js.map'), 'utf8')));
    expect(map.findEntry(Number(printed[3]) - 1, 0)).toMatchObject({
      originalSource: '../src/main.ts',
      originalLine: 4,
    });
    expect(['dist/main.bundle.js.cache', 'dist/thread.js'].map((file) => existsSync(join(directory, file)))).toEqual([
      true,
      true,
    ]);
  });
});
