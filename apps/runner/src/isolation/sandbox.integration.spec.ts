import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { processesOf } from '../process/attempt-processes.js';
import { makeRepository } from '../testing/git-repository.js';
import { exampleJob } from '../testing/recorded-attempt.js';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot, UIDS } from '../testing/isolated-runner.js';

const NAME = `switchyard-sandbox-${process.pid}`;
const SHARED = ['/tmp', '/var/tmp', '/dev/shm'];
const SCRIPTS = {
  'account.sh': 'id -un; id -gn; getent passwd "$(id -u)" | cut -d: -f6; echo "$HOME"\n',
  'shared.sh': `
for dir in ${SHARED.join(' ')}; do
  [ -e $dir/${NAME} ] && echo "FOUND $dir/${NAME}"
  echo "$dir $(ls $dir | wc -l)"
  touch $dir/${NAME}-task || echo "FOUND no right to write $dir"
done
`,
  'hidden.sh':
    'ls -A "$HIDDEN/plain" 2>&1; cat "$HIDDEN/secret" 2>&1; ls -A "$HIDDEN" | wc -l; touch "$HIDDEN/x" 2>&1; echo looked\n',
  'fetched.sh': `
own=$(find ../cache/git/*/objects -type f ! -path '*/info/*' | wc -l); [ $own = 0 ] && echo "fetched nothing"
borrowed=$(cat ../cache/git/*/objects/info/alternates 2>/dev/null); [ -n "$borrowed" ] && echo "borrowed $borrowed"
[ -n "$borrowed" ] || exit 0
for file in "$borrowed/planted" "$borrowed/../HEAD" "$borrowed/../../planted"; do
  (echo x >"$file") 2>/dev/null && echo "FOUND write $file"
done
echo looked
`,
  'downloads.sh': 'ls ../cache/terraform-plugins; touch "../cache/terraform-plugins/of-$NAME"; echo "uid $(id -u)"\n',
  'uid.sh': 'echo "uid $(id -u)"\n',
  'stay.sh': 'echo "uid $(id -u)"; sleep 600\n',
};

/** A directory with all programs of the machine but one. */
function programsWithout(name: string, dir: string): string {
  mkdirSync(dir);
  for (const each of new Set([...readdirSync('/usr/bin'), ...readdirSync('/bin')])) {
    if (each !== name) {
      symlinkSync(join('/usr/bin', each), join(dir, each));
    }
  }
  return dir;
}

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

(isRoot ? describe : describe.skip)('what an attempt with a user of its own sees of the machine', () => {
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

  async function linesOf(playbook: string, part: Parameters<IsolatedRunner['assign']>[1] = {}): Promise<string[]> {
    const attempt = runner.assign(++tasks, { playbook, ...part });
    const { reason } = await runner.finished(attempt);
    return [...runner.lines(attempt), ...(reason === null ? [] : [reason])];
  }

  /** Mirrors of a project, once there is one that is whole. */
  async function mirrorOf(project: number): Promise<string[]> {
    const mirrors = join(runner.workDir, 'cache', String(project), '0/git');
    const found = () => readdirSync(mirrors).filter((name) => /^[0-9a-f]{40}$/.test(name));
    while (!found().some((name) => existsSync(join(mirrors, name, 'packed-refs')))) {
      await delay(20);
    }
    return found().map((name) => join(mirrors, name));
  }

  it('should be an account of its own, whose home is that of the attempt', async () => {
    await runner.start();
    const [user, group, home, variable] = await linesOf('account.sh');
    expect(user).toMatch(/^switchyard-\d$/);
    expect(group).toBe(user);
    expect(home).toMatch(/attempts\/\d+\/home$/);
    expect(variable).toContain(home?.replace(/\/home$/, ''));
    expect(runner.under.ownLog.join('')).not.toContain('ssh does not run');
  });

  it('should have temporary directories and shared memory of its own', async () => {
    SHARED.forEach((dir) => writeFileSync(join(dir, NAME), 'x', { mode: 0o666 }));
    try {
      await runner.start();
      for (let i = 0; i < 2; i++) {
        const lines = await linesOf('shared.sh');
        expect(lines.filter((line) => line.startsWith('FOUND'))).toEqual([]);
        expect(lines).toContain('/dev/shm 0');
        expect(lines).toContain('/var/tmp 0');
      }
      SHARED.forEach((dir) => expect(readdirSync(dir)).not.toContain(`${NAME}-task`));
    } finally {
      SHARED.forEach((dir) => rmSync(join(dir, NAME)));
    }
  });

  it('should find nothing in a hidden directory, also when the work directory lies in it', async () => {
    const hidden = area.path('data');
    mkdirSync(join(hidden, 'plain/sub'), { recursive: true });
    writeFileSync(join(hidden, 'secret'), 'canary', { mode: 0o644 });
    const workDir = join(hidden, 'runners/work');
    await runner.start(undefined, workDir, { hiddenDirs: [hidden] });
    const lines = await linesOf('hidden.sh', { env: { HIDDEN: hidden } });
    expect(lines).toEqual([
      expect.stringContaining('No such file'),
      expect.stringContaining('No such file'),
      expect.stringContaining('Permission denied'),
      '0',
      expect.stringContaining('Permission denied'),
      'looked',
    ]);
  });

  it('should see no directory through a link in a temporary directory', async () => {
    const link = join('/var/tmp', NAME);
    const closed = mkdtempSync(join('/var/tmp', 'closed-'));
    makeRepository(join(closed, 'sources'), SCRIPTS);
    symlinkSync(join(closed, 'sources'), link);
    try {
      await runner.start();
      const run = (url: string) => {
        const attempt = runner.under.gateway.assign(exampleJob(url, { task_id: ++tasks, playbook: 'account.sh' }));
        return runner.finished(attempt);
      };
      expect(await run(link)).toMatchObject({ outcome: 'error' });
      expect(await run(`file://${closed}/sources`)).toMatchObject({ outcome: 'error' });
      expect(await run(`file://${area.sources}`)).toMatchObject({ outcome: 'success' });
    } finally {
      [link, closed].forEach((each) => rmSync(each, { recursive: true }));
    }
  });

  it('should borrow what earlier tasks of its project have fetched, and not be able to change it', async () => {
    await runner.start();
    expect(await linesOf('fetched.sh')).toEqual(['']);
    await mirrorOf(1);
    const second = await linesOf('fetched.sh');
    expect(second).toEqual(['fetched nothing', expect.stringMatching(/^borrowed .+objects$/), 'looked']);
    expect(await linesOf('fetched.sh', { project_id: 2 })).toEqual(['']);
  });

  it('should do without what was fetched when it is damaged, and have it replaced', async () => {
    await runner.start();
    await linesOf('fetched.sh');
    const objects = (await mirrorOf(1)).flatMap((dir) => filesBelow(join(dir, 'objects')));
    objects.forEach((file) => writeFileSync(file, 'damaged'));
    expect((await linesOf('fetched.sh')).at(-1)).not.toBe('looked');
    while ((await linesOf('fetched.sh')).at(-1) !== 'looked') {
      await delay(50);
    }
  });

  it('should keep what it downloads for later tasks of its project and of no other', async () => {
    await runner.start(`${FIRST_UID}-${FIRST_UID + 1}`);
    const run = (name: string, project_id: number) => linesOf('downloads.sh', { project_id, env: { NAME: name } });
    expect(await run('a', 1)).toEqual([`uid ${FIRST_UID}`]);
    expect(await run('b', 2)).toEqual([`uid ${FIRST_UID}`]);
    expect(await run('c', 1)).toEqual(['of-a', `uid ${FIRST_UID}`]);
  });

  it('should keep the cache that it began with when that is cleared, and leave an empty one to the next', async () => {
    await runner.start();
    const { attempts } = runner.under.gateway;
    await linesOf('downloads.sh', { env: { NAME: 'a' } });
    const held = runner.assign(++tasks, { playbook: 'stay.sh' });
    await runner.printed(held, 'uid');
    attempts.clearProjects = { request: 'clear', projects: [1] };
    attempts.touch();
    const next = join(runner.workDir, 'cache/1/1');
    do {
      expect(await linesOf('downloads.sh', { env: { NAME: 'b' } })).toContainEqual(expect.stringMatching(/^uid/));
    } while (!existsSync(next));
    expect(existsSync(join(runner.workDir, 'cache/1/0'))).toBe(true);
    attempts.orderStop(held);
    await runner.finished(held);
    while (existsSync(join(runner.workDir, 'cache/1/0'))) {
      await delay(20);
    }
  });

  it('should be open to its user whatever the umask of the runner is', async () => {
    const before = process.umask(0o077);
    try {
      await runner.start();
      expect((await linesOf('uid.sh'))[0]).toMatch(/^uid \d+$/);
    } finally {
      process.umask(before);
    }
  });

  it('should be that of all where the runner may make no namespaces', async () => {
    const before = process.env.PATH;
    process.env.PATH = programsWithout('unshare', area.path('bin'));
    try {
      await runner.start();
      expect(runner.under.ownLog.join('')).toContain('may not make namespaces');
      expect((await linesOf('uid.sh'))[0]).toMatch(/^uid \d+$/);
      expect(runner.gateway.polls[0]?.separation).toBe('partial');
    } finally {
      process.env.PATH = before;
    }
  });

  it('should be over with its processes, mounts and files when the task ends or is stopped', async () => {
    await runner.start();
    const attempt = runner.assign(++tasks, { playbook: 'stay.sh' });
    await runner.printed(attempt, 'uid');
    runner.under.gateway.attempts.orderStop(attempt);
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'stopped' });
    expect(processesOf(new Set([runner.uidOf(attempt)]))).toEqual([]);
    await runner.under.stopRunner();
    expect(processesOf(UIDS)).toEqual([]);
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(basename(runner.workDir));
    expect(readdirSync(join(runner.workDir, 'sandboxes'))).toEqual([]);
    expect(tmpdir()).toBe('/tmp');
  });
});
