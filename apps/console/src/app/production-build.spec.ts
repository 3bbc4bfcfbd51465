import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

describe('the build of the console', () => {
  const project = path.resolve(import.meta.dirname, '../..');
  let outDir: string;

  beforeAll(() => {
    outDir = mkdtempSync(path.join(tmpdir(), 'switchyard-console-'));
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  const build = () =>
    spawnSync('pnpm', ['run', 'build', '--outDir', outDir, '--emptyOutDir'], {
      cwd: project,
      env: { ...process.env, NODE_ENV: 'test' },
      encoding: 'utf8',
    });
  const contentOf = (name: string): string => readFileSync(path.join(outDir, 'assets', name), 'utf8');

  it('should be for production whatever the caller has in NODE_ENV', () => {
    expect(build()).toMatchObject({ status: 0 });
    const scripts = readdirSync(path.join(outDir, 'assets')).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => /css-dev-only|jsxDEV/.test(contentOf(name)))).toEqual([]);
  });

  it('should not load the texts of another language than English with the page', () => {
    const page = readFileSync(path.join(outDir, 'index.html'), 'utf8');
    const first = [...page.matchAll(/assets\/([^"]+\.js)/g)].map(([, name = '']) => contentOf(name)).join('\n');
    const locales = path.join(project, 'src/locales');
    const codes = readdirSync(locales).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []);
    const loaded = codes.filter((code) => first.includes(sampleOf(path.join(locales, `${code}.json`))));
    expect(loaded).toEqual(['en']);
  });
});

/** The longest text of a catalogue that stands in code as it is. */
function sampleOf(file: string): string {
  const texts = [...readFileSync(file, 'utf8').matchAll(/: "([^"\\'`$]+)"/g)].map(([, text = '']) => text);
  return texts.toSorted((one, other) => other.length - one.length)[0] ?? '';
}
