import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const checkout = path.resolve(import.meta.dirname, '../../..');
const nobody = { uid: 65534, gid: 65534 };
const asRoot = process.getuid?.() === 0;

(asRoot ? describe : describe.skip)(`a checkout that is not installed${asRoot ? '' : ' (skipped: needs root)'}`, () => {
  it.each(['start', 'build', 'user'])(
    'should be explained in one line by %s for a user who may not write',
    (command) => {
      const copy = mkdtempSync(path.join(tmpdir(), 'switchyard-checkout-'));
      try {
        cpSync(path.join(checkout, 'package.json'), path.join(copy, 'package.json'));
        cpSync(path.join(checkout, 'pnpm-lock.yaml'), path.join(copy, 'pnpm-lock.yaml'));
        cpSync(path.join(checkout, 'pnpm-workspace.yaml'), path.join(copy, 'pnpm-workspace.yaml'));
        ['tools/bootstrap', 'tools/bootstrap.mjs', 'libs/settings/src'].forEach((name) =>
          cpSync(path.join(checkout, name), path.join(copy, name), { recursive: true }),
        );
        chmodSync(copy, 0o755);
        const options = { ...nobody, cwd: copy, encoding: 'utf8', env: { PATH: process.env.PATH } } as const;
        const { status, stderr } = spawnSync(process.execPath, ['tools/bootstrap.mjs', command], options);
        expect([status, stderr]).toEqual([1, expect.stringMatching(/^Packages must be installed in .*\n$/)]);
      } finally {
        rmSync(copy, { recursive: true });
      }
    },
  );
});
