import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { processesOf } from '../process/attempt-processes.js';
import { writePidFile } from '../process/pid-file.js';
import { findProcess } from '../process/process-table.js';
import {
  FIRST_UID,
  IsolatedRunner,
  IsolationArea,
  isRoot,
  markLease,
  runnerEnvironment,
  UID_RANGE,
  UIDS,
} from '../testing/isolated-runner.js';

const SECRET = 'canary-of-the-first-task';
const LEFT = `/tmp/left-by-a-task-${process.pid}`;

/** Leaves things in every place a task can think of, then waits for a file. */
const LEAVE = `
echo ${SECRET} > left; echo ${SECRET} > "$HOME/.netrc"; echo ${SECRET} > "$TMPDIR/left"
mkdir -p "$HOME/.ansible"; echo ${SECRET} > "$HOME/.ansible/left"; echo ${SECRET} > .git/hooks-left
echo ${SECRET} > ${LEFT}; echo "uid $(id -u)"; echo ready
while [ ! -e "$HOLD" ]; do sleep 0.05; done
`;

/** Looks for them, and for what belongs to the runner; every finding is a line that begins with FOUND. */
const LOOK = `
own=$(id -u)
for at in "$ROOT" "$ROOT/attempts" "$ROOT/attempts/1" "$ROOT/attempts/1/home" "$ROOT/attempts/1/repository" \\
  "$ROOT/attempts/1/sockets" "$ROOT/spool" "$ROOT/cache" "$ROOT"/cache/[0-9]* "$ROOT"/cache/[0-9]*/0 "$ROOT/sandboxes" "$ROOT/sandboxes/1" ../../1 ../../../attempts/1; do
  ls -A "$at" >/dev/null 2>&1 && echo "FOUND list $at"
  touch "$at/planted" 2>/dev/null && echo "FOUND write $at"
done
for at in "$ROOT/token" "$ROOT/key.pem" "$ROOT/lock" "$ROOT/instance" "$ROOT/server-key" "$ROOT/spool/1/lines" \\
  "$ROOT/attempts/1/repository/left" "$ROOT/attempts/1/home/.netrc" "$ROOT/attempts/1/tmp/left" \\
  "$HOME/.netrc" "$HOME/.ansible/left" .git/hooks-left "$TMPDIR/left" ${LEFT}; do
  cat "$at" 2>/dev/null && echo "FOUND read $at"
done
others=0
for p in /proc/[0-9]*; do
  [ "$(stat -c %u $p 2>/dev/null)" = $own ] && continue
  others=$((others + 1))
  cat $p/environ >/dev/null 2>&1 && echo "FOUND environ $p"
  ls $p/cwd/ >/dev/null 2>&1 && echo "FOUND cwd $p"
  kill -0 \${p#/proc/} 2>/dev/null && echo "FOUND signal $p"
done
[ $others = 2 ] || echo "FOUND processes beside the two that hold its namespaces: $others"
ls -l /proc/self/fd | grep socket: && echo "FOUND socket"
[ -S "$SSH_AUTH_SOCK" ] && echo "FOUND agent"
echo "umask $(umask)"; echo "groups $(id -G)"; echo "uid $own"
env | cut -d= -f1 | grep -E 'TOKEN|KEY|NODE|JEST|RUNNER' | sed 's/^/FOUND variable /'
echo looked
`;

(isRoot ? describe : describe.skip)('attempts with users of their own', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;
  let hold: string;

  beforeAll(() => {
    area = new IsolationArea({
      'leave.sh': LEAVE,
      'look.sh': LOOK,
      'hello.sh': 'echo hello; echo "uid $(id -u)"; umask; touch file; ls -ld "$HOME" "$TMPDIR" file | cut -c1-10\n',
      'stay.sh':
        'trap "" TERM; echo "uid $(id -u)"; cd /; (setsid env -i sleep 600 >/dev/null 2>&1 </dev/null &); echo ready; sleep 600\n',
      'escape.sh': 'rm -rf ../sockets; ln -s "$PRECIOUS" ../sockets; ln -s "$PRECIOUS" link; chmod 500 .; echo done\n',
      'asked.sh':
        'trap ": >asked; echo asked" TERM; (trap "" TERM; while [ ! -e asked ]; do sleep 0.05; done; sleep 0.2; echo child) & ' +
        'echo ready; wait; wait; echo "uid $(id -u)"\n',
      'halt.sh': 'echo "uid $(id -u)"; kill -STOP $$\n',
      'fail.sh': 'kill -9 -1; kill -9 $$; sleep 600\n',
    });
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
    hold = area.path(`hold-${Math.random()}`);
    for (const name of ['token', 'key.pem']) {
      writeFileSync(join(runner.workDir, name), 'of the runner', { mode: 0o600 });
    }
  });
  afterEach(() => runner.close());
  afterAll(() => area.remove());

  it('should run a task as its user, in directories of its own, with files for nobody else', async () => {
    await runner.start();
    const attempt = runner.assign(1, { playbook: 'hello.sh' });
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success', reason: null });
    const modes = ['drwx------', 'drwx------', '-rw-------'];
    expect(runner.lines(attempt)).toEqual(['hello', expect.stringMatching(/^uid \d+$/), '0077', ...modes]);
    expect(runner.under.gateway.polls[0]?.max_parallel_tasks).toBe(4);
    await runner.under.stopRunner();
    expect(readdirSync(join(runner.workDir, 'attempts'))).toEqual([]);
  });

  it('should show a hostile task nothing of another task or of the runner', async () => {
    await runner.start();
    const first = runner.assign(1, { playbook: 'leave.sh', secret_env: { HOLD: hold } });
    await runner.printed(first, 'ready');
    const second = runner.assign(2, { playbook: 'look.sh', env: { ROOT: runner.workDir } });
    expect(await runner.finished(second)).toMatchObject({ outcome: 'success' });
    const own = runner.uidOf(second);
    expect(own).not.toBe(runner.uidOf(first));
    expect(runner.lines(second)).toEqual(['umask 0077', `groups ${own}`, `uid ${own}`, 'looked']);
    writeFileSync(hold, '');
    expect(await runner.finished(first)).toMatchObject({ outcome: 'success' });
    expect(existsSync(LEFT)).toBe(false);
  });

  it('should show it nothing of a task that is over either, though it gets the same user', async () => {
    writeFileSync(hold, '');
    await runner.start(`${FIRST_UID}-${FIRST_UID}`);
    const first = runner.assign(1, { playbook: 'leave.sh', env: { HOLD: hold } });
    await runner.finished(first);
    const second = runner.assign(2, { playbook: 'look.sh', env: { ROOT: runner.workDir } });
    await runner.finished(second);
    expect(runner.uidOf(second)).toBe(runner.uidOf(first));
    expect(runner.lines(second).at(-1)).toBe('looked');
    expect(runner.output(second)).not.toContain('FOUND');
  });

  it('should end every process of the user with the task, whatever it did to hide', async () => {
    await runner.start();
    const attempt = runner.assign(1, { playbook: 'stay.sh' });
    await runner.printed(attempt, 'ready');
    expect(processesOf(UIDS).length).toBeGreaterThan(2);
    runner.under.gateway.attempts.orderStop(attempt);
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'stopped' });
    expect(processesOf(new Set([runner.uidOf(attempt)]))).toEqual([]);
  });

  it('should ask the tool alone to stop, once, and wait for what it does then', async () => {
    await runner.start();
    const attempt = runner.assign(1, { playbook: 'asked.sh', stop_grace_seconds: 20 });
    await runner.printed(attempt, 'ready');
    runner.under.gateway.attempts.orderStop(attempt);
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'stopped' });
    expect(runner.lines(attempt)).toEqual(['ready', 'asked', 'child', expect.stringMatching(/^uid \d+$/)]);
  });

  it('should end a tool that has stopped itself, and lend its user again', async () => {
    await runner.start(`${FIRST_UID}-${FIRST_UID}`);
    const halted = runner.assign(1, { playbook: 'halt.sh', stop_grace_seconds: 1 });
    await runner.printed(halted, 'uid');
    runner.under.gateway.attempts.orderStop(halted);
    expect(await runner.finished(halted)).toMatchObject({ outcome: 'stopped' });
    const next = runner.assign(2, { playbook: 'hello.sh' });
    expect(await runner.finished(next)).toMatchObject({ outcome: 'success' });
    expect(runner.uidOf(next)).toBe(runner.uidOf(halted));
  });

  it('should leave no process when the runner itself is killed', async () => {
    await runner.under.gateway.listen();
    writeFileSync(join(runner.workDir, 'token'), runner.under.identity.token);
    writeFileSync(join(runner.workDir, 'key.pem'), runner.under.identity.privateKeyPem);
    const settings = { URL: runner.under.gateway.url.href, RUN_AS: UID_RANGE, WORK_DIR: runner.workDir };
    const own = spawn(process.execPath, [area.program, 'start'], {
      env: runnerEnvironment(settings),
      stdio: 'ignore',
    });
    const ended = once(own, 'exit');
    await runner.printed(runner.assign(1, { playbook: 'leave.sh', env: { HOLD: hold } }), 'ready');
    own.kill('SIGKILL');
    await ended;
    while (processesOf(UIDS).length > 0) {
      await delay(20);
    }
  });

  it('should end what an earlier process of this runner has left of its users, and nothing else', async () => {
    const sleeping = (uid: number) => spawn('sleep', ['600'], { uid, gid: uid, cwd: '/', env: {}, stdio: 'ignore' });
    const [left, other, stranger] = [sleeping(FIRST_UID), sleeping(FIRST_UID + 1), sleeping(FIRST_UID + 2)];
    await Promise.all([left, other, stranger].map((each) => once(each, 'spawn')));
    const exited = once(left, 'exit');
    const [own, another] = [randomUUID(), randomUUID()];
    writeFileSync(join(runner.workDir, 'instance'), own);
    markLease(FIRST_UID, own);
    markLease(FIRST_UID + 1, another);
    await runner.start();
    expect((await exited)[1]).toBe('SIGKILL');
    expect([other, stranger].map(({ pid }) => findProcess(pid ?? 0) !== null)).toEqual([true, true]);
    const attempts = [1, 2].map((task) => runner.assign(task, { playbook: 'hello.sh' }));
    await Promise.all(attempts.map((attempt) => runner.finished(attempt)));
    const strangers = [FIRST_UID + 1, FIRST_UID + 2];
    attempts.forEach((attempt) => expect(strangers).not.toContain(runner.uidOf(attempt)));
    expect([other, stranger].map(({ pid }) => findProcess(pid ?? 0) !== null)).toEqual([true, true]);
    [other, stranger].forEach((each) => each.kill('SIGKILL'));
  });

  it('should not be led to the files and processes of others by what a task has left behind', async () => {
    const precious = mkdtempSync(join(tmpdir(), 'switchyard-'));
    writeFileSync(join(precious, 'file'), 'x');
    const bystander = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    await once(bystander, 'spawn');
    const dir = join(runner.workDir, 'attempts', '9');
    mkdirSync(dir, { recursive: true });
    symlinkSync(precious, join(dir, 'sockets'));
    writePidFile(dir, bystander.pid ?? 0);
    [dir, join(dir, 'process.json')].forEach((path) => chownSync(path, FIRST_UID, FIRST_UID));
    await runner.start();
    expect(readdirSync(precious)).toEqual(['file']);
    expect(existsSync(dir)).toBe(false);
    expect(findProcess(bystander.pid ?? 0)).not.toBeNull();
    bystander.kill('SIGKILL');
    rmSync(precious, { recursive: true });
  });

  it('should remove nothing but its own when a task bends links', async () => {
    const precious = area.path('precious');
    mkdirSync(precious);
    writeFileSync(join(precious, 'file'), 'x');
    await runner.start();
    const attempt = runner.assign(1, { playbook: 'escape.sh', env: { PRECIOUS: precious } });
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success' });
    await runner.under.stopRunner();
    expect(readdirSync(precious)).toEqual(['file']);
    expect(readdirSync(join(runner.workDir, 'attempts'))).toEqual([]);
  });

  it('should run as an account, and keep the files of the runner from it', async () => {
    await runner.start('nobody');
    const attempt = runner.assign(5, { playbook: 'look.sh', env: { ROOT: runner.workDir } });
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(runner.uidOf(attempt)).toBe(65_534);
    expect(runner.output(attempt)).not.toContain('FOUND');
  });

  it('should report a task that kills all it can, and go on with the next', async () => {
    await runner.start();
    expect(await runner.finished(runner.assign(1, { playbook: 'fail.sh' }))).toMatchObject({
      outcome: 'error',
      reason: 'bash was ended by the signal SIGKILL',
    });
    expect(await runner.finished(runner.assign(2, { playbook: 'hello.sh' }))).toMatchObject({ outcome: 'success' });
  });
});
