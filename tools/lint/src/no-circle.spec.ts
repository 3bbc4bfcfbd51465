import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('circles of imports', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'workspace/no-circle',
      overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function faults(file: string, code: string): Promise<string[]> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return result?.messages.map(({ message }) => message) ?? [];
  }

  it('should be found between two files, types included', async () => {
    expect(await faults('apps/runner/src/git/commit.ts', "import type { Checkout } from './checkout.js';")).toEqual([
      'Circle of imports: apps/runner/src/git/commit.ts → apps/runner/src/git/checkout.ts → apps/runner/src/git/commit.ts',
    ]);
  });

  it('should be found between two features of the api, however deep the files lie', async () => {
    expect(
      await faults('apps/api/src/auth/sessions/new.ts', "export * from '../../identity/oidc/oidc-cookies.js';"),
    ).toEqual(['Circle of imports: apps/api/src/auth → apps/api/src/identity → apps/api/src/auth']);
  });

  it('should be found between two folders of any project', async () => {
    expect(
      await faults('apps/runner/src/process/new.ts', "import type { Workspace } from '../attempt/workspace.js';"),
    ).toEqual(['Circle of imports: apps/runner/src/process → apps/runner/src/attempt → apps/runner/src/process']);
  });

  it('should be found between two folders inside a folder', async () => {
    const [room, code] = ['apps/api/src/auth', "import { AccessGuard } from '../access/access.guard.js';"];
    expect(await faults(`${room}/audit/new.ts`, code)).toEqual([
      `Circle of imports: ${room}/audit → ${room}/access → ${room}/audit`,
    ]);
  });

  it('should be found between a folder and a file beside it', async () => {
    const room = 'apps/api/src/billing';
    expect(await faults(`${room}/gateways/new.ts`, "export * from '../callback-receiver.js';")).toEqual([
      `Circle of imports: ${room}/gateways → ${room}/callback-receiver.ts → ${room}/gateways`,
    ]);
  });

  it.each([
    ['apps/runner/src/attempt/new.ts', "import type { ProcessGroup } from '../process/spawn-group.js';"],
    ['apps/api/src/identity/oidc/new.ts', "import { Caller } from '../../auth/access/caller.js';"],
    ['apps/api/src/auth/sessions/new.ts', "import { hashSecret } from '../secrets/credentials.js';"],
    ['apps/api/src/app/app.module.ts', "import { AuthModule } from '../auth/auth.module.js';"],
    ['apps/api/src/auth/new.ts', "import { DataSource } from 'typeorm';"],
  ])('should not be seen where there is none: %s %s', async (file, code) => {
    expect(await faults(file, code)).toEqual([]);
  });
});
