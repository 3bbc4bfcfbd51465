import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendSignal } from '../process/send-signal.js';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot, runnerEnvironment } from '../testing/isolated-runner.js';
import { leakPrograms, openWays } from '../testing/leak-programs.js';

const LEFT = 'left-by-the-first-task';
const HIDDEN = 'canary-that-hides';
/** No task of another spec has it. */
const USER = isRoot ? FIRST_UID + 7 : (process.getuid?.() ?? 0);
/** Shared memory and message queues go with the runner. */
const AS_USER = isRoot ? ['unshare', '--ipc', 'setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : [];

describe('the programs that leave something and look for it', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;
  let program: ChildProcess | null = null;
  let said = '';

  beforeAll(() => {
    area = new IsolationArea(leakPrograms());
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(async () => {
    await end();
    await runner.close();
    hiding().forEach((pid) => sendSignal(pid, 'SIGKILL'));
    ['/tmp', '/var/tmp', '/dev/shm', '/run/lock'].forEach((dir) => rmSync(join(dir, LEFT), { force: true }));
  });
  afterAll(() => area.remove());

  /** Runs the program as an ordinary user does, without rights of its own. */
  async function startAsUser(): Promise<void> {
    const { gateway, identity } = runner.under;
    await gateway.listen();
    writeFileSync(join(runner.workDir, 'token'), identity.token, { mode: 0o600 });
    writeFileSync(join(runner.workDir, 'key.pem'), identity.privateKeyPem, { mode: 0o600 });
    [runner.workDir, join(runner.workDir, 'token'), join(runner.workDir, 'key.pem')].forEach((path) =>
      chownSync(path, USER, USER),
    );
    const settings = { URL: gateway.url.href, WORK_DIR: runner.workDir };
    const env = { ...runnerEnvironment(settings), PATH: '/usr/bin:/bin' };
    const [file = '', ...args] = [...AS_USER, process.execPath, area.program, 'start'];
    const started = spawn(file, args, { env, cwd: '/' });
    [started.stdout, started.stderr].forEach((stream) => stream.on('data', (text) => (said += String(text))));
    program = started;
  }

  async function end(): Promise<void> {
    if (program?.exitCode === null) {
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
    program = null;
  }

  /** @returns what a task of another project finds */
  async function look(task: number): Promise<string[]> {
    const attempt = runner.assign(task, { app: 'python', playbook: 'look.py', project_id: task });
    await runner.finished(attempt);
    expect(runner.lines(attempt).at(-1)).toBe('looked');
    return runner.lines(attempt).filter((line) => line.startsWith('FOUND'));
  }

  /** Leaks that are found while the first task runs, and once it was stopped. */
  async function play(): Promise<{ beside: string[]; later: string[] }> {
    const first = runner.assign(1, { app: 'python', playbook: 'leave.py', project_id: 1, stop_grace_seconds: 5 });
    await runner.printed(first, 'left');
    const beside = await look(2);
    runner.gateway.attempts.orderStop(first);
    await runner.finished(first);
    return { beside, later: await look(3) };
  }

  const found = ({ beside, later }: { beside: string[]; later: string[] }): object => ({
    beside: beside.map((leak) => `FOUND ${leak}`),
    later: later.map((leak) => `FOUND ${leak}`),
  });

  (isRoot ? it : it.skip)(
    'should find nothing where root has started the runner with a range of user ids',
    async () => {
      await runner.start();
      expect(await play()).toEqual(found(openWays('root')));
      expect(hiding()).toEqual([]);
      expect(runner.gateway.polls[0]?.separation).toBe('full');
    },
  );

  it('should find what the threat model says where an ordinary user has started it, which the runner says', async () => {
    await startAsUser();
    expect(await play()).toEqual(found(openWays('user')));
    expect(hiding()).not.toEqual([]);
    expect(said).toContain('none: tasks run as the user of the runner');
    expect(runner.gateway.polls[0]?.separation).toBe('none');
  });
});

/** Processes of the first task that its end has missed. */
function hiding(): number[] {
  const hides = (pid: string): boolean => {
    try {
      return readdirSync(`/proc/${pid}/task`).some((thread) =>
        readFileSync(`/proc/${pid}/task/${thread}/cmdline`, 'utf8').includes(HIDDEN),
      );
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hides(name))
    .map(Number);
}
