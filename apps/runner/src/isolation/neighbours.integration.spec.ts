import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { processesOf } from '../process/attempt-processes.js';
import { findProcess } from '../process/process-table.js';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot, runnerEnvironment } from '../testing/isolated-runner.js';

/** Room for two attempts, a process that waits and a keeper of mirrors on either side. */
const SHARED = `${FIRST_UID}-${FIRST_UID + 7}`;

/** Works until the file is gone, with a process that outlives the one of the attempt. */
const HOLD = `
(cd /; setsid env -i sleep 600 >/dev/null 2>&1 </dev/null &); echo "uid $(id -u)"
while [ -e "$HOLD" ]; do sleep 0.02; done; echo held
`;

(isRoot ? describe : describe.skip)('two runners of different installations with the same user ids', () => {
  let area: IsolationArea;
  let one: IsolatedRunner;
  let other: IsolatedRunner;
  let hold: string;
  let tasks = 0;

  beforeAll(() => {
    area = new IsolationArea({ 'hold.sh': HOLD, 'quick.sh': 'echo "uid $(id -u)"\n' });
  });
  beforeEach(() => {
    [one, other] = [new IsolatedRunner(area), new IsolatedRunner(area)];
    hold = area.path(`hold-${tasks}`);
    writeFileSync(hold, '');
  });
  afterEach(async () => {
    rmSync(hold, { force: true });
    await Promise.all([one, other].map((runner) => runner.close()));
  });
  afterAll(() => area.remove());

  async function holding(runner: IsolatedRunner): Promise<number> {
    const attempt = runner.assign(++tasks, { playbook: 'hold.sh', env: { HOLD: hold } });
    await runner.printed(attempt, 'uid');
    return attempt;
  }

  /** The runner as a process of its own, which can be killed. */
  function program(runner: IsolatedRunner): ChildProcess {
    const { gateway, identity } = runner.under;
    writeFileSync(join(runner.workDir, 'token'), identity.token);
    writeFileSync(join(runner.workDir, 'key.pem'), identity.privateKeyPem);
    const settings = { URL: gateway.url.href, RUN_AS: SHARED, WORK_DIR: runner.workDir };
    return spawn(process.execPath, [area.program, 'start'], { env: runnerEnvironment(settings), stdio: 'ignore' });
  }

  it('should not end the tasks of each other, nor share an id, when they start, work and stop', async () => {
    await one.start(SHARED);
    const held = await holding(one);
    await other.start(SHARED);
    const besides = await holding(other);
    expect(other.uidOf(besides)).not.toBe(one.uidOf(held));
    for (const runner of [one, other, one, other]) {
      const quick = runner.assign(++tasks, { playbook: 'quick.sh' });
      expect(await runner.finished(quick)).toMatchObject({ outcome: 'success' });
      expect([one.uidOf(held), other.uidOf(besides)]).not.toContain(runner.uidOf(quick));
    }
    other.under.gateway.attempts.orderStop(besides);
    await other.finished(besides);
    await other.under.stopRunner();
    rmSync(hold);
    expect(await one.finished(held)).toMatchObject({ outcome: 'success' });
    expect(one.lines(held).at(-1)).toBe('held');
  });

  it('should leave the tasks of the other alone when one is killed and starts again', async () => {
    await one.under.gateway.listen();
    const killed = program(one);
    const left = await holding(one);
    await other.start(SHARED);
    const held = await holding(other);
    const exited = once(killed, 'exit');
    killed.kill('SIGKILL');
    await exited;
    const quick = other.assign(++tasks, { playbook: 'quick.sh' });
    expect(await other.finished(quick)).toMatchObject({ outcome: 'success' });
    const orphans = processesOf(new Set([one.uidOf(left)]));
    const again = program(one);
    const after = one.assign(++tasks, { playbook: 'quick.sh' });
    expect(await one.finished(after)).toMatchObject({ outcome: 'success' });
    expect(orphans.filter((pid) => findProcess(pid) !== null)).toEqual([]);
    again.kill();
    await once(again, 'exit');
    expect(processesOf(new Set([other.uidOf(held)])).length).toBeGreaterThan(1);
    rmSync(hold);
    expect(await other.finished(held)).toMatchObject({ outcome: 'success' });
    expect(existsSync(join(other.workDir, 'user-locks'))).toBe(false);
  });
});
