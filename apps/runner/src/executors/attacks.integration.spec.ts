import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, LOCAL_INVENTORY, makeTestArea, recordAttempt } from '../testing/recorded-attempt.js';
import { execute } from './execute.js';
import { reasonText } from '../testing/reason-text.js';

const area = makeTestArea();
afterAll(() => area.remove());

/** A path that must not come into being, and a command that would make it. */
function trap(): { proof: string; command: string; sprung: () => boolean } {
  const proof = area.path(`proof-${Math.random()}`);
  return { proof, command: `touch ${proof}`, sprung: () => existsSync(proof) };
}

const repository = (name: string, files: Record<string, string>): string => makeRepository(area.path(name), files);

async function run(source: string, part: Partial<Job> = {}) {
  const attempt = recordAttempt(area, exampleJob(`file://${source}`, part));
  const result = await execute(attempt.context);
  return { result, output: attempt.output(), attempt };
}

describe('a repository that wants more than to be checked out', () => {
  /** A commit with a submodule entry at `path` and this .gitmodules. */
  function withSubmodule(name: string, path: string, settings: string): string {
    const dir = repository(name, { 'run.sh': 'echo ran\n' });
    writeFileSync(join(dir, '.gitmodules'), `[submodule "s"]\n${settings}`);
    git(dir, 'update-index', '--add', '--cacheinfo', `160000,${git(dir, 'rev-parse', 'HEAD')},${path}`);
    git(dir, 'add', '.gitmodules');
    git(dir, 'commit', '--quiet', '-m', 'Submodule');
    return dir;
  }

  it.each([
    ['an address that is an option', 's', (command: string) => `\tpath = s\n\turl = --upload-pack=${command}\n`],
    ['an address that is a command', 's', (command: string) => `\tpath = s\n\turl = ext::sh -c "${command}"\n`],
    ['a path that is an option', '-foo', () => '\tpath = -foo\n\turl = ./x\n'],
    ['an update that is a command', 's', (command: string) => `\tpath = s\n\turl = ./x\n\tupdate = !${command}\n`],
    ['a file outside for its address', 's', () => '\tpath = s\n\turl = ../../../../../etc\n'],
  ])('should be refused with a submodule that has %s', async (what, path, settings) => {
    const { command, sprung } = trap();
    const source = withSubmodule(what.replaceAll(' ', '-'), path, settings(command));
    const { result, output } = await run(source);
    expect(result.outcome).toBe('error');
    expect(output).not.toContain('ran\n');
    expect(sprung()).toBe(false);
  });

  it('should not have its filters run, nor large files fetched from an address in it', async () => {
    const { command, sprung } = trap();
    const requested: string[] = [];
    const server = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const internal = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const source = repository('filters', {
      'run.sh': 'cat large.bin; echo ran\n',
      'large.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs\n* filter=evil\n',
      '.lfsconfig': `[lfs]\n\turl = ${internal}\n`,
      '.gitconfig': `[filter "evil"]\n\tsmudge = ${command}\n`,
    });
    const { result, output } = await run(source);
    expect(result.outcome).toBe('success');
    expect(output).toContain('version https://git-lfs');
    expect([sprung(), requested]).toEqual([false, []]);
    server.close();
  });

  it('should not have hooks of an earlier task in the next one', async () => {
    const { command, sprung } = trap();
    const hook = '.git/hooks/post-checkout';
    const plant = `mkdir -p .git/hooks; printf '#!/bin/sh\\n${command}\\n' > ${hook}; chmod +x ${hook}\n`;
    const source = repository('hooks', { 'run.sh': `ls .git/hooks 2>/dev/null; ${plant}` });
    await run(source);
    const { output } = await run(source);
    expect(output).toBe('');
    expect(sprung()).toBe(false);
  });

  it('should not reach out of its checkout by a link', async () => {
    const source = repository('links', { 'run.sh': '->/etc/hostname', 'play.yml': '->../../../etc/passwd' });
    for (const part of [{}, { app: 'ansible', playbook: 'play.yml', inventory: LOCAL_INVENTORY }]) {
      expect(reasonText((await run(source, part)).result.reason)).toMatch(/leads out of the repository|does not exist/);
    }
  });
});

describe('values that want to be commands', () => {
  const words = (command: string): string[] => [
    `{{ lookup('pipe', '${command}') }}`,
    `$(${command})`,
    `\`${command}\``,
    `; ${command};`,
    `x\n${command}\n`,
    '${IFS}',
    `'"; ${command} #`,
  ];

  it('should reach Ansible as data', async () => {
    const { command, sprung } = trap();
    const tasks =
      '    - ansible.builtin.debug: {msg: "{{ answer }}"}\n    - ansible.builtin.debug: {var: switchyard_vars}\n';
    const source = repository('data', { 'site.yml': `- hosts: all\n  gather_facts: false\n  tasks:\n${tasks}` });
    for (const answer of words(command)) {
      const part = { app: 'ansible', playbook: 'site.yml', inventory: LOCAL_INVENTORY };
      const { result, output } = await run(source, {
        ...part,
        variables: { answer },
        details: { id: 7, username: answer, url: null, type: '' },
      });
      expect(result).toMatchObject({ outcome: 'success' });
      expect(output).toContain(JSON.stringify(answer).slice(1, -1).split("'")[0]);
    }
    expect(sprung()).toBe(false);
  }, 60_000);

  it('should reach a script as data', async () => {
    const { command, sprung } = trap();
    const source = repository('script-data', { 'run.sh': 'printf "%s|" "$answer" "$secret" "$@"\n' });
    for (const answer of words(command)) {
      const { output } = await run(source, {
        env: { answer },
        secret_env: { secret: answer },
        arguments: [answer],
        task_arguments: [answer],
      });
      expect(output).toBe(`${answer}|`.repeat(4));
    }
    expect(sprung()).toBe(false);
  });

  it('should not be executed when an inventory file of the repository is a program', async () => {
    const { command, sprung } = trap();
    const source = repository('program-inventory', {
      'site.yml': '- hosts: all\n  gather_facts: false\n  tasks: []\n',
    });
    commitFiles(source, { hosts: `#!/bin/sh\n${command}\necho '{}'\n` }, 'Program');
    chmodSync(join(source, 'hosts'), 0o755);
    const inventory = { ...LOCAL_INVENTORY, type: 'file' as const, content: 'hosts' };
    const { result } = await run(source, { app: 'ansible', playbook: 'site.yml', inventory });
    expect(result.outcome).toBe('error');
    expect(sprung()).toBe(false);
  });

  it('should not load a library or a start-up file into the tools', async () => {
    const { command, sprung } = trap();
    const startUp = area.path('start-up.sh');
    writeFileSync(startUp, `${command}\n`);
    const source = repository('start-up', { 'run.sh': 'echo "preload=$LD_PRELOAD env=$BASH_ENV"\n' });
    const { output } = await run(source, { env: { LD_PRELOAD: startUp, BASH_ENV: startUp }, variables: {} });
    expect(output).toBe('preload= env=\n');
    expect(sprung()).toBe(false);
  });

  it('should not find a secret on any command line of the machine', async () => {
    const source = repository('lines', {
      'run.sh':
        'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " " > lines; grep -c "$NEEDLE" lines; grep -q "bash run.sh" lines && echo seen\n',
    });
    const { output } = await run(source, {
      env: { NEEDLE: 'canary-on-a-line' },
      secret_env: { PASSWORD: 'canary-on-a-line-secret' },
      secret_variables: { api_key: 'canary-on-a-line-variable' },
    });
    expect(output).toBe('0\nseen\n');
  });
});

describe('a task', () => {
  it('should have a home, a directory for temporary files and an environment of its own', async () => {
    process.env['RUNNER_ONLY'] = 'of the runner';
    const source = repository('own', {
      'run.sh': 'echo "$HOME $TMPDIR $RUNNER_ONLY|"; umask; ls -ld "$HOME" | cut -c1-10; > x; ls -l x | cut -c1-10\n',
    });
    mkdirSync(area.path('cache'), { recursive: true });
    const { output, attempt } = await run(source);
    const { dir } = attempt.context;
    expect(output).toBe(`${dir}/home ${dir}/tmp |\n0077\ndrwx------\n-rw-------\n`);
    delete process.env['RUNNER_ONLY'];
  });
});
