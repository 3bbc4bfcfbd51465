import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import { consoleCatalogue, textsOf } from '@switchyard/texts/testing';
import { FIRST_TEXTS } from '../locales/first-texts.js';

/** A chunk of Vite's manifest. */
interface Chunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

describe('the build of the console', () => {
  const project = path.resolve(import.meta.dirname, '../..');
  let outDir: string;
  let chunks: Record<string, Chunk>;

  beforeAll(() => {
    outDir = mkdtempSync(path.join(tmpdir(), 'switchyard-console-'));
    const build = spawnSync('pnpm', ['run', 'build', '--outDir', outDir, '--emptyOutDir', '--manifest'], {
      cwd: project,
      env: { ...process.env, NODE_ENV: 'test' },
      encoding: 'utf8',
    });
    expect(build).toMatchObject({ status: 0 });
    chunks = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8')) as typeof chunks;
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  /** The files that load with these chunks, found by their name or the end of their source, and the page itself. */
  function filesOf(...names: string[]): string[] {
    const files = new Set(['index.html']);
    const add = (chunk: Chunk | undefined): void => {
      if (chunk !== undefined && !files.has(chunk.file)) {
        [chunk.file, ...(chunk.css ?? [])].forEach((file) => files.add(file));
        (chunk.imports ?? []).forEach((key) => add(chunks[key]));
      }
    };
    for (const name of names) {
      const chunk = Object.values(chunks).find((each) => each.name === name || each.src?.endsWith(name));
      expect([name, chunk?.file]).toEqual([name, expect.stringMatching(/\.js$/)]);
      add(chunk);
    }
    return [...files];
  }

  /** Bytes that are sent of a file to a browser. */
  function sentBytes(file: string): number {
    const plain = path.join(outDir, file);
    return statSync(existsSync(`${plain}.br`) ? `${plain}.br` : plain).size;
  }

  const total = (files: string[]): number => files.reduce((sum, file) => sum + sentBytes(file), 0);

  it('should be for production whatever the caller has in NODE_ENV', () => {
    const assets = path.join(outDir, 'assets');
    const development = readdirSync(assets).filter(
      (name) => name.endsWith('.js') && /css-dev-only|jsxDEV/.test(readFileSync(path.join(assets, name), 'utf8')),
    );
    expect(development).toEqual([]);
  });

  it('should load no language with the page, but the one in use by itself', () => {
    const first = filesOf('index', 'start').map((file) => readFileSync(path.join(outDir, file), 'utf8'));
    const samples = new Map(LANGUAGES.map((code) => [code, sampleOf(consoleCatalogue(code))]));
    const loaded = LANGUAGES.filter((code) => first.some((text) => text.includes(samples.get(code) ?? '')));
    expect(loaded).toEqual([]);
    for (const code of LANGUAGES) {
      expect(filesOf(`console/${code}.json?first`)).toHaveLength(2);
      expect(filesOf(`console/${code}.json?rest`)).toHaveLength(2);
    }
  });

  const history = ['index', 'start', 'console/en.json?first', 'shell', 'socket.io-client/build/esm/index.js'];

  // That a browser loads no other file is held by the scenario `page-details`.
  it('should send at most 242 kB of script and style for the history, in at most 13 files', () => {
    const files = filesOf(...history);
    expect(total(files)).toBeLessThanOrEqual(242_000);
    expect(files.length).toBeLessThanOrEqual(13);
  });

  it.each([
    'keys-page.tsx',
    'audit-page.tsx',
    'inventory-page.tsx',
    'repositories-page.tsx',
    'integrations-page.tsx',
    'schedules-page.tsx',
    'users-page.tsx',
    'team-page.tsx',
    'tokens-page.tsx',
    'runners-page.tsx',
  ])('should send at most 60 kB for %s beyond those of the history, and no form or schema with them', (page) => {
    const known = filesOf(...history, 'console/en.json?rest');
    const more = filesOf(...history, 'console/en.json?rest', page).filter((file) => !known.includes(file));
    expect(total(more)).toBeLessThanOrEqual(60_000);
    expect(more.filter((file) => /\/(?:contracts|dialogs|parts|form|select|overlays)-/.test(file))).toEqual([]);
  });

  it('should need no text for the history that is not among the first', () => {
    const code = filesOf(...history)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(path.join(outDir, file), 'utf8'));
    const named = new Set(
      code.flatMap((text) => [...text.matchAll(/[`'"]([a-z]\w*(?:\.\w+)+)[`'"]/g)].map(([, key]) => key)),
    );
    const texts = keysOf(consoleCatalogue('en'));
    const isFirst = (key: string): boolean => [...FIRST_TEXTS].some((first) => `${key}.`.startsWith(`${first}.`));
    expect(texts.filter((key) => named.has(key) && !isFirst(key))).toEqual([]);
  });

  it('should send at most 200 kB for the sign-in page, and nothing of the shell', () => {
    const files = filesOf('index', 'start', 'sign-in-page.tsx', 'console/en.json?first', 'console/en.json?rest');
    expect(total(files)).toBeLessThanOrEqual(200_000);
    expect(files.filter((file) => /\/(?:shell|ui|contracts)-/.test(file))).toEqual([]);
  });

  it('should send at most 203 kB before a shared log, nothing of the shell with them, and 337 kB in all', () => {
    const page = ['index', 'start', 'shared-log-page.tsx', 'console/en.json?first', 'console/en.json?rest'];
    expect(total(filesOf(...page))).toBeLessThanOrEqual(203_000);
    expect(filesOf(...page).filter((file) => /\/(?:shell|ui|contracts)-/.test(file))).toEqual([]);
    expect(total(filesOf(...page, 'sharing/shared-log.tsx'))).toBeLessThanOrEqual(337_000);
  });
});

/** The longest text of a catalogue that stands in code as it is. */
function sampleOf(catalogue: object): string {
  const texts = [...textsOf(catalogue).values()].filter((text) => !/["\\'`$]/.test(text));
  return texts.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

interface Texts {
  [key: string]: string | Texts;
}

/** Keys as the code names them, without the forms of plurals. */
function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [(prefix + name).replace(/_(?:zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${prefix}${name}.`),
  );
}
