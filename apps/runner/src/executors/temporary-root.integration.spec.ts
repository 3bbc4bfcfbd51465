import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { makeRepository } from '../testing/git-repository.js';
import { exampleJob, LOCAL_INVENTORY, makeTestArea, recordAttempt } from '../testing/recorded-attempt.js';
import { WorkDirectory } from '../attempt/work-directory.js';
import { execute } from './execute.js';

const area = makeTestArea();
afterAll(() => area.remove());

let count = 0;

/** Directories of Jest, of browsers and of whole stacks that other specs run meanwhile: gigabytes, and none of a tool of this one. */
const FOREIGN = ['proc', 'jest_*', 'playwright*', 'switchyard-*'];

/** Files below these directories that hold a text. Files that go while they are read are left out. */
function filesWith(text: string, dirs: readonly string[]): string[] {
  const existing = dirs.filter((dir) => existsSync(dir));
  const pruned = FOREIGN.flatMap((name, i) => [...(i === 0 ? [] : ['-o']), '-name', name]);
  const search = ['-type', 'f', '-exec', 'grep', '-lsF', '-e', text, '{}', '+'];
  const { stdout } = spawnSync('find', [...existing, '(', ...pruned, ')', '-prune', '-o', ...search], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean);
}

/** Where a tool of this user may leave something. */
const PLACES = [join(homedir(), '.ansible'), join(homedir(), '.ansible_async'), '/tmp', '/var/tmp', '/dev/shm'];

function playbookAttempt(tasks: string) {
  const head = '- hosts: all\n  gather_facts: false\n  tasks:\n';
  const source = makeRepository(area.path(`sources-${++count}`), { 'site.yml': `${head}${tasks}` });
  const part = { app: 'ansible', playbook: 'site.yml', inventory: LOCAL_INVENTORY };
  return (secret: string) =>
    recordAttempt(area, exampleJob(`file://${source}`, { ...part, secret_variables: { password: secret } }));
}

const WAITING = `    - name: Hold
      ansible.builtin.shell: {cmd: 'echo ready > {{ proof }}; sleep 600', stdin: '{{ password }}'}
      no_log: true
`;

describe('what a tool keeps for itself', () => {
  it.each(['stop', 'kill'] as const)(
    'should hold nothing of a secret after a playbook on this machine was ended by %s and its attempt removed',
    async (how) => {
      const secret = `canary-of-${how}-${process.pid}-${Date.now()}`;
      const proof = area.path(`ready-${++count}`);
      const attempt = playbookAttempt(WAITING.replace('{{ proof }}', proof))(secret);
      const ended = execute(attempt.context);
      await eventually(() => existsSync(proof));
      const held = filesWith(secret, PLACES);
      attempt.abort(how);
      expect((await ended).outcome).toBe('stopped');
      expect(held.filter((path) => !path.startsWith(attempt.context.dir))).toEqual([]);
      expect(held.some((path) => path.includes('/home/.ansible/tmp/'))).toBe(true);
      rmSync(attempt.context.dir, { recursive: true });
      expect(filesWith(secret, PLACES)).toEqual([]);
    },
    60_000,
  );

  it('should hold nothing of a secret after the runner itself vanished and another one started', async () => {
    const secret = `canary-of-a-crash-${process.pid}-${Date.now()}`;
    const proof = area.path(`ready-${++count}`);
    const attempt = playbookAttempt(WAITING.replace('{{ proof }}', proof))(secret);
    const ended = execute(attempt.context);
    await eventually(() => existsSync(proof));
    const next = new WorkDirectory(area.dir);
    await next.open();
    expect(filesWith(secret, PLACES)).toEqual([]);
    expect((await ended).outcome).toBe('error');
    expect(existsSync(attempt.context.dir)).toBe(false);
    next.close();
  }, 60_000);

  it('should lie in the directory of the attempt for modules with and without pipelining', async () => {
    const made = '    - ansible.builtin.copy: {content: "x", dest: "{{ playbook_dir }}/made"}\n';
    for (const env of [{}, { ANSIBLE_PIPELINING: 'True' }]) {
      const attempt = playbookAttempt(`${made}    - ansible.builtin.command: ls -A .\n      register: found\n`)('s');
      Object.assign(attempt.context.job.env, env);
      const before = PLACES.slice(0, 2).map(entries);
      const result = await execute(attempt.context);
      expect([result.outcome, attempt.output()]).toEqual(['success', expect.not.stringContaining('failed=1')]);
      expect(PLACES.slice(0, 2).map(entries)).toEqual(before);
      expect(entries(join(attempt.context.dir, 'repository')).sort()).toEqual(['.git', 'made', 'site.yml']);
    }
  }, 60_000);

  it('should be in a directory of the attempt for every kind', async () => {
    const names = ['HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];
    const script = `for n in ${names.join(' ')} XDG_RUNTIME_DIR; do echo "$n \${!n}"; done; stat -c %a "$XDG_RUNTIME_DIR"\n`;
    const source = makeRepository(area.path(`sources-${++count}`), { 'run.sh': script });
    const attempt = recordAttempt(area, exampleJob(`file://${source}`));
    await execute(attempt.context);
    const lines = attempt.output().trimEnd().split('\n');
    expect(lines.at(-1)).toBe('700');
    expect(lines.slice(0, -1).every((line) => line.includes(` ${attempt.context.dir}/`))).toBe(true);
    expect(lines).toHaveLength(names.length + 2);
  });
});

/** But for the directory that an Ansible of another spec makes in the home of the user meanwhile. */
const entries = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir).filter((name) => name !== 'tmp') : []);
