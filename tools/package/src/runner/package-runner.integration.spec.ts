import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageRunner } from './package-runner.mjs';
import { targets } from './targets.mjs';

const fits = process.platform === 'linux' && process.arch === 'x64';

(fits ? describe : describe.skip)(`packageRunner${fits ? '' : ' (skipped: needs Linux on x64)'}`, () => {
  let out: string;
  let again: string;
  const text = (program: string, args: string[], env = {}): string =>
    execFileSync(program, args, { cwd: out, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } });

  beforeAll(async () => {
    out = mkdtempSync(path.join(tmpdir(), 'switchyard-one-'));
    again = mkdtempSync(path.join(tmpdir(), 'switchyard-two-'));
    const linux = targets.filter(({ name }) => name === 'linux-x64');
    const options = { version: '9.8.7', targets: linux, kinds: ['archive'] as const };
    await Promise.all([out, again].map((directory) => packageRunner({ ...options, out: directory }, () => undefined)));
  }, 120_000);

  afterAll(() => [out, again].forEach((directory) => rmSync(directory, { recursive: true })));

  it('should make an archive, its contents and their checksums', () => {
    expect(readdirSync(out).sort()).toEqual([
      'SHA256SUMS',
      'switchyard-runner-9.8.7-linux-x64.tar.gz',
      'switchyard-runner-9.8.7.cdx.json',
    ]);
    expect(text('sha256sum', ['--check', '--strict', 'SHA256SUMS'])).toMatch(/^(\S+: OK\n){2}$/);
  });

  it('should make the same packages from the same sources', () => {
    const [one, two] = [out, again].map((directory) => readFileSync(path.join(directory, 'SHA256SUMS'), 'utf8'));
    expect(one).toBe(two);
  });

  it('should make an executable that runs without Node', () => {
    text('tar', ['-xzf', 'switchyard-runner-9.8.7-linux-x64.tar.gz']);
    const directory = path.join(out, 'switchyard-runner-9.8.7-linux-x64');
    expect(readdirSync(directory).sort()).toEqual([
      'LICENSE.node',
      'config.example.yaml',
      'switchyard-runner',
      'switchyard-runner.service',
    ]);
    const program = path.join(directory, 'switchyard-runner');
    expect(text(program, ['--version'])).toBe('9.8.7\n');
    const options = ['check', '--url', 'http://127.0.0.1:9', '--work-dir', path.join(out, 'work')];
    const { status, stdout, stderr } = spawnSync(program, options, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(/^ok +work directory/m);
    expect(stdout).toMatch(/^bad +control plane: .*ECONNREFUSED/m);
  });
});
