import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const checkout = path.resolve(import.meta.dirname, '../../..');
const nobody = { uid: 65534, gid: 65534 };
const asRoot = process.getuid?.() === 0;
const needed = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tools/bootstrap',
  'tools/bootstrap.mjs',
  'libs/settings/src',
];

describe('a checkout that is not installed', () => {
  let copy: string;

  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'switchyard-checkout-'));
    needed.forEach((name) => cpSync(path.join(checkout, name), path.join(copy, name), { recursive: true }));
    chmodSync(copy, 0o755);
  });

  afterEach(() => rmSync(copy, { recursive: true }));

  function command(args: string[], env: NodeJS.ProcessEnv, user: { uid?: number; gid?: number } = {}) {
    const options = { ...user, cwd: copy, encoding: 'utf8', env } as const;
    return spawnSync(process.execPath, ['tools/bootstrap.mjs', ...args], options);
  }

  /** Without programs on the PATH, nothing can be installed: neither npm nor git is there. */
  const bare = (args: string[], env: NodeJS.ProcessEnv = {}) => command(args, { PATH: '', ...env });

  it.each(['--help', '-h'])('should list the options for %s at once', (option) => {
    const { status, stdout, stderr } = bare(['start', option]);
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^Usage: npm start[^]*--port /), '']);
    expect(readdirSync(copy).toSorted()).toEqual([...new Set(needed.map((name) => name.split('/')[0]))].toSorted());
  });

  it.each([
    [['start', '--prot', '1'], {}, /Unknown option '--prot'/],
    [['start', '--port', 'http'], {}, /SWITCHYARD_PORT: must be/],
    [['start'], { SWITCHYARD_PORT: '0' }, /SWITCHYARD_PORT: must be/],
    [['user'], { SWITCHYARD_PROT: '1' }, /SWITCHYARD_PROT: no such setting/],
  ])('should name the fault of %j with %j at once', (args, env, fault) => {
    const { status, stderr } = bare(args, env);
    expect([status, stderr]).toEqual([78, expect.stringMatching(fault)]);
  });

  (asRoot ? it : it.skip).each(['start', 'build', 'user'])(
    `should be explained in one line by %s for a user who may not write${asRoot ? '' : ' (skipped: needs root)'}`,
    (name) => {
      const { status, stderr } = command([name], { PATH: process.env.PATH }, nobody);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^Packages must be installed in .*\n$/)]);
    },
  );
});
