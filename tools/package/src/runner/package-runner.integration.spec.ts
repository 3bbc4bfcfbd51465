import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageRunner } from './package-runner.mjs';
import { plainTargets, targets } from '../artifacts/targets.mjs';

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
    const kinds = ['archive', 'rpm'] as const;
    const options = { version: '9.8.7', targets: [...linux, ...plainTargets], kinds };
    await Promise.all([out, again].map((directory) => packageRunner({ ...options, out: directory }, () => undefined)));
  }, 300_000);

  afterAll(() => [out, again].forEach((directory) => rmSync(directory, { recursive: true })));

  it('should make an archive, its contents and their checksums', () => {
    expect(readdirSync(out).sort()).toEqual([
      'SHA256SUMS',
      'switchyard-runner-9.8.7-1.x86_64.rpm',
      'switchyard-runner-9.8.7-freebsd-arm64.tar.gz',
      'switchyard-runner-9.8.7-freebsd-x64.tar.gz',
      'switchyard-runner-9.8.7-linux-x64.tar.gz',
      'switchyard-runner-9.8.7-windows-arm64.zip',
      'switchyard-runner-9.8.7.cdx.json',
    ]);
    expect(text('sha256sum', ['--check', '--strict', 'SHA256SUMS'])).toMatch(/^(\S+: OK\n){6}$/);
  });

  it('should make the same packages from the same sources', () => {
    const [one, two] = [out, again].map((directory) => readFileSync(path.join(directory, 'SHA256SUMS'), 'utf8'));
    expect(one).toBe(two);
  });

  it('should make an RPM package that keeps the settings of people and makes the user of its service', () => {
    const query = (...args: string[]): string => text('rpm', ['-qp', ...args, 'switchyard-runner-9.8.7-1.x86_64.rpm']);
    expect(query('--list').trim().split('\n')).toEqual([
      '/etc/switchyard-runner',
      '/etc/switchyard-runner/config.yaml',
      '/usr/bin/switchyard-runner',
      '/usr/lib/systemd/system/switchyard-runner.service',
      '/usr/share/licenses/switchyard-runner',
      '/usr/share/licenses/switchyard-runner/LICENSE.node',
      '/usr/share/licenses/switchyard-runner/copyright',
      '/var/lib/switchyard-runner',
    ]);
    expect(query('--queryformat', '[%{FILENAMES} %{FILEMODES:perms} %{FILEUSERNAME} %{FILEFLAGS:fflags}\n]')).toContain(
      '/etc/switchyard-runner/config.yaml -rw-r----- root cn',
    );
    expect(query('--scripts')).toMatch(/useradd --system[^]*systemctl disable --now/);
    text('rpm2archive', ['switchyard-runner-9.8.7-1.x86_64.rpm']);
    text('tar', ['-xzf', 'switchyard-runner-9.8.7-1.x86_64.rpm.tgz', './usr/bin/switchyard-runner']);
    expect(text(path.join(out, 'usr/bin/switchyard-runner'), ['--version'])).toBe('9.8.7\n');
  });

  it('should make archives for the Node of machines that have no published one', () => {
    const name = 'switchyard-runner-9.8.7-freebsd-x64';
    text('tar', ['-xzf', `${name}.tar.gz`]);
    expect(readdirSync(path.join(out, name)).sort()).toEqual(['config.example.yaml', 'switchyard-runner']);
    const PATH = `${path.dirname(process.execPath)}:/usr/bin:/bin`;
    expect(text(path.join(out, name, 'switchyard-runner'), ['--version'], { PATH })).toBe('9.8.7\n');
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
