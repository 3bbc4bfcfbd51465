import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FatalError } from '../gateway/gateway-errors.js';
import { IsolatedRunner, IsolationArea, isRoot, runnerEnvironment, UID_RANGE } from '../testing/isolated-runner.js';
import { newRunnerIdentity } from '../testing/fake-identity.js';

(isRoot ? describe : describe.skip)('a runner that cannot give its attempts other users', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;

  beforeAll(() => {
    area = new IsolationArea({});
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(() => runner.close());
  afterAll(() => area.remove());

  it.each([
    ['root', 'must not run as root'],
    ['no-such-account', 'does not exist'],
    ['0-5', 'no range'],
    ['900-800', 'no range'],
    ['1-70000', 'holds the user id of the account'],
  ])('should refuse to start with %s', async (runAs, message) => {
    const refusal: unknown = await runner.start(runAs).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FatalError);
    expect(String(refusal)).toContain(message);
  });

  it('should refuse to start where its users cannot reach the work directory', async () => {
    const closed = mkdtempSync('/var/lib/switchyard-closed-');
    const starting = runner.start(UID_RANGE, join(closed, 'work'));
    await expect(starting).rejects.toThrow('cannot reach the work directory');
    rmSync(closed, { recursive: true });
  });

  it('should check whether the users can work', async () => {
    const users = (runAs: string): string => {
      const settings = { URL: 'http://127.0.0.1:9', RUN_AS: runAs, WORK_DIR: runner.workDir };
      const { stdout } = spawnSync(process.execPath, [area.program, 'check'], {
        env: runnerEnvironment(settings),
        encoding: 'utf8',
      });
      return /^.*users: .*$/m.exec(stdout)?.[0] ?? '';
    };
    expect(users('nobody')).toBe('ok   users: tasks run as nobody');
    expect(users(UID_RANGE)).toBe(`ok   users: tasks run as ${UID_RANGE}`);
    expect(users('root')).toMatch(/^bad {2}users: .*must not run as root/);
  });

  it('should refuse to start for anybody but root', () => {
    const key = area.path('identity.pem');
    writeFileSync(key, newRunnerIdentity().privateKeyPem);
    const settings = {
      URL: 'http://127.0.0.1:9',
      TOKEN: 'x',
      PRIVATE_KEY_FILE: key,
      RUN_AS: UID_RANGE,
      WORK_DIR: '/tmp/none',
    };
    const env = runnerEnvironment(settings);
    const { status, stdout } = spawnSync(process.execPath, [area.program, 'start'], {
      uid: 65_534,
      gid: 65_534,
      env,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([78, expect.stringContaining('needs a runner that root has started')]);
  });
});
