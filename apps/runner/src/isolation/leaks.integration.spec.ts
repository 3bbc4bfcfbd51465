import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot } from '../testing/isolated-runner.js';

const SECRET = 'canary-of-the-first-task';

/** Ends its first thread and goes on in another one. */
const THREAD = `
import ctypes, os, threading, time
os.setsid()
threading.Thread(target=lambda: time.sleep(600)).start()
ctypes.CDLL(None).pthread_exit(0)
`;
/** Is another process at each moment. */
const CHAIN = `
import os, time
while True:
    if os.fork(): os._exit(0)
    os.setsid()
    time.sleep(0.001)
`;
const HIDE = `cd /; hide() { setsid env -i "$(command -v python3)" -c "$1" >/dev/null 2>&1 </dev/null & }`;
const SCRIPTS = {
  'outlive.sh': `echo "uid $(id -u)"; ${HIDE}
hide '${THREAD}'; hide '${CHAIN}'; sleep 0.5; echo hidden; [ -z "$STAY" ] || exec sleep 600\n`,
  'stay.sh': `echo ${SECRET} >/tmp/secret; echo ${SECRET} >/var/tmp/secret; chmod 644 /tmp/secret /var/tmp/secret; echo "uid $(id -u)"
exec python3 -c 'import time; time.sleep(600)' ${SECRET}\n`,
  'look.sh': `
for n in $(seq 0 20); do
  [ "$ROOT/sandboxes/$n/tmp" -ef /tmp ] && continue
  for at in tmp var/tmp outer outer/tmp start cache view view/real; do
    dir="$ROOT/sandboxes/$n/$at"
    ls -A "$dir" >/dev/null 2>&1 && echo "FOUND list $dir"
    cat "$dir/secret" 2>/dev/null && echo "FOUND read $dir"
    (touch "$dir/planted") 2>/dev/null && echo "FOUND write $dir"
  done
done
grep -al 'canary-of-the-[f]irst' /proc/[0-9]*/cmdline 2>/dev/null | sed 's/^/FOUND command line /'
ls /run/lock/left /dev/mqueue/left 2>/dev/null | sed 's/^/FOUND /'
ipcs -m | grep 0x000000aa | sed 's/^/FOUND /'
echo "uid $(id -u)"; echo looked\n`,
  'alone.sh': `
for p in /proc/[0-9]*; do
  [ "$(stat -c %u $p 2>/dev/null)" = "$(id -u)" ] && [ "$p" != "/proc/$$" ] || continue
  grep -q "^PPid:[[:space:]]*$$"'$' $p/status 2>/dev/null || ! [ -d $p ] || echo "FOUND $(tr '\\0' ' ' <$p/cmdline)"
done
ls -l /proc/$$/fd | grep -E 'socket:|mnt:|pid:' | sed 's/^/FOUND descriptor /'
echo looked\n`,
  'ipc.py': `
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
add_key = {"x86_64": 248, "aarch64": 217}[platform.machine()]
print("uid", os.getuid())
print("segment", libc.shmget(0xaa, 4096, 0o1600) >= 0)
print("queue", libc.mq_open(b"/left", os.O_CREAT | os.O_RDWR, 0o600, None) >= 0)
for ring in (-4, -5): libc.syscall(add_key, b"user", b"left", b"${SECRET}", ${SECRET.length}, ring)
print("keys", "left" in open("/proc/keys").read())
try: open("/run/lock/left", "w").close()
except OSError: pass
`,
  'met.py': `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
print("uid", os.getuid())
if libc.mq_open(b"/left", os.O_RDWR) >= 0: print("FOUND queue")
if "left" in open("/proc/keys").read(): print("FOUND keys")
print("looked")
`,
};

/** Processes of a user, also those whose first thread has ended. */
function remaining(uid: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const [, state] = /^State:\t(\w)/m.exec(status) ?? [];
        const [, threads] = /^Threads:\t(\d+)/m.exec(status) ?? [];
        return new RegExp(`^Uid:\t${uid}\t`, 'm').test(status) && (state !== 'Z' || Number(threads) > 1);
      } catch {
        return false;
      }
    });
}

(isRoot ? describe : describe.skip)('what could lead from one attempt to the next or to one beside it', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;
  let tasks = 0;

  beforeAll(() => {
    area = new IsolationArea(SCRIPTS);
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(() => runner.close());
  afterAll(() => area.remove());

  const assign = (playbook: string, project_id: number, env: Record<string, string> = {}): number =>
    runner.assign(++tasks, { playbook, project_id, env: { ROOT: runner.workDir, ...env } });

  it.each([
    ['ends', ''],
    ['is ended by force', 'yes'],
  ])('should be no process that hides in a thread or in a chain of forks when its task %s', async (_what, STAY) => {
    await runner.start();
    const attempt = assign('outlive.sh', 1, { STAY });
    await runner.printed(attempt, 'hidden');
    if (STAY) {
      runner.under.gateway.attempts.orderStop(attempt);
    }
    await runner.finished(attempt);
    expect(remaining(runner.uidOf(attempt))).toEqual([]);
  });

  it('should be no temporary file and no command line of a task that runs beside it', async () => {
    await runner.start();
    const held = assign('stay.sh', 1);
    await runner.printed(held, 'uid');
    const looking = assign('look.sh', 2);
    await runner.finished(looking);
    expect(runner.lines(looking)).toEqual([`uid ${runner.uidOf(looking)}`, 'looked']);
    expect(runner.uidOf(looking)).not.toBe(runner.uidOf(held));
  });

  it('should be no process of its user but what the task has started, and no way to the runner but its output', async () => {
    await runner.start();
    const attempt = assign('alone.sh', 1);
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(runner.lines(attempt)).toEqual(['looked']);
  });

  it('should be no shared memory, queue, key and lock file of the task that had the user before', async () => {
    await runner.start(`${FIRST_UID}-${FIRST_UID}`);
    const first = runner.assign(++tasks, { app: 'python', playbook: 'ipc.py', project_id: 1 });
    await runner.finished(first);
    expect(runner.output(first)).toMatch(/segment True\nqueue True\nkeys True/);
    for (const [app, playbook] of [
      ['bash', 'look.sh'],
      ['python', 'met.py'],
    ] as const) {
      const attempt = runner.assign(++tasks, { app, playbook, project_id: 2 });
      await runner.finished(attempt);
      expect(runner.lines(attempt)).toEqual([`uid ${runner.uidOf(first)}`, 'looked']);
    }
  });
});
