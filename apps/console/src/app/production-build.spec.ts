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

  it('should be for production whatever the caller has in NODE_ENV', () => {
    const build = spawnSync('pnpm', ['run', 'build', '--outDir', outDir, '--emptyOutDir'], {
      cwd: project,
      env: { ...process.env, NODE_ENV: 'test' },
      encoding: 'utf8',
    });
    expect(build).toMatchObject({ status: 0 });
    const assets = path.join(outDir, 'assets');
    const development = readdirSync(assets).filter(
      (name) => name.endsWith('.js') && /css-dev-only|jsxDEV/.test(readFileSync(path.join(assets, name), 'utf8')),
    );
    expect(development).toEqual([]);
  });
});
