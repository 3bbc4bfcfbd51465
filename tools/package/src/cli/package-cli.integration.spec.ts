import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plainTargets, targets } from '../artifacts/targets.mjs';
import { packageCli } from './package-cli.mjs';

const fits = process.platform === 'linux' && process.arch === 'x64';

(fits ? describe : describe.skip)(`packageCli${fits ? '' : ' (skipped: needs Linux on x64)'}`, () => {
  let out: string;
  const text = (program: string, args: string[], env = {}): string =>
    execFileSync(program, args, { cwd: out, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } });

  beforeAll(async () => {
    out = mkdtempSync(path.join(tmpdir(), 'switchyard-cli-'));
    const chosen = [...targets, ...plainTargets].filter(({ name }) => ['linux-x64', 'windows-arm64'].includes(name));
    await packageCli({ version: '9.8.7', targets: chosen, kinds: ['archive', 'debian', 'npm'], out }, () => undefined);
  }, 300_000);

  afterAll(() => rmSync(out, { recursive: true }));

  it('should make archives, packages and their checksums', () => {
    expect(readdirSync(out).sort()).toEqual([
      'SHA256SUMS',
      'switchyard-9.8.7-linux-x64.tar.gz',
      'switchyard-9.8.7-windows-arm64.zip',
      'switchyard-9.8.7.cdx.json',
      'switchyard-cli-9.8.7.tgz',
      'switchyard_9.8.7_amd64.deb',
    ]);
    expect(text('sha256sum', ['--check', '--strict', 'SHA256SUMS'])).toMatch(/^(\S+: OK\n){5}$/);
  });

  it('should make a Debian package whose program runs without Node and asks to sign in', () => {
    text('dpkg-deb', ['--extract', 'switchyard_9.8.7_amd64.deb', 'root']);
    const program = path.join(out, 'root/usr/bin/switchyard');
    expect(text(program, ['--version'])).toBe('9.8.7\n');
    expect(() => text(program, ['tasks'], { HOME: out })).toThrow('You are not signed in');
    expect(text(program, ['completion', 'fish'])).toContain('complete -c switchyard');
  });

  it('should make a package that npm installs as a command', () => {
    const npm = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, HOME: out };
    text('npm', ['install', '--global', '--offline', '--prefix', 'prefix', './switchyard-cli-9.8.7.tgz'], npm);
    expect(text(path.join(out, 'prefix/bin/switchyard'), ['--version'], npm)).toBe('9.8.7\n');
  });
});
