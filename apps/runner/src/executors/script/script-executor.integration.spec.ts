import { afterAll, describe, expect, it } from '@jest/globals';
import { type Job, problem } from '@switchyard/contracts';
import { makeRepository } from '../../testing/git-repository.js';
import { commandLinesWith, ownSeconds } from '../../testing/live-processes.js';
import { exampleJob, makeTestArea, recordAttempt } from '../../testing/recorded-attempt.js';
import { startSilentServer } from '../../testing/silent-server.js';
import { execute } from '../execute.js';
import { reasonText } from '../../testing/reason-text.js';

const area = makeTestArea();
afterAll(() => area.remove());

const PRINT_PYTHON = [
  'import json, os, sys',
  'print(json.dumps({"args": sys.argv[1:], "region": os.environ.get("region"), "key": os.environ.get("api_key")}))',
  'print(sys.stdin.read() == "")',
].join('\n');

const seconds = ownSeconds();

const sources = makeRepository(area.path('sources'), {
  'run.sh': 'printf "%s\\n" "$@"\necho "region=$region key=$api_key"\ntest -t 0 && echo tty\ncat\n',
  'show.py': `${PRINT_PYTHON}\n`,
  'publish.sh': `printf 'version=1.10\\nn:=3\\n1st=x\\n' >> "$SWITCHYARD_OUTPUTS"
printf 'notes<<END\\none\\ntwo\\nEND\\nkey=%s\\n' "$api_key" >> "$SWITCHYARD_OUTPUTS"
exit 3
`,
  'flood.sh': 'head -c 2000000 /dev/zero | tr "\\0" x > "$SWITCHYARD_OUTPUTS"\n',
  'fail.sh': 'echo before; exit 7\n',
  'sleep.sh': `trap "" TERM\nsleep ${seconds} &\n(setsid sleep ${seconds} &)\necho ready\nwait\nsleep ${seconds}\n`,
  'tools/greet': '#!/bin/sh\necho "greet $*"\n',
});

async function run(part: Partial<Job>) {
  const attempt = recordAttempt(area, exampleJob(`file://${sources}`, part));
  return { attempt, result: await execute(attempt.context) };
}

const variables = { region: 'eu west', nested: { a: [1, true] } };

describe('scripts', () => {
  it('should give bash arguments and variables in their order, secrets in the environment alone', async () => {
    const { attempt, result } = await run({
      arguments: ['--fast', '$(id)'],
      task_arguments: ['last'],
      variables,
      secret_variables: { api_key: 'k-1' },
    });
    expect(result).toMatchObject({ outcome: 'success', exitCode: 0 });
    expect(attempt.output().trimEnd().split('\n')).toEqual([
      '--fast',
      '$(id)',
      'region=eu west',
      'nested={"a":[1,true]}',
      'last',
      'region=eu west key=k-1',
    ]);
    expect(attempt.facts.command).toEqual([
      'bash',
      'run.sh',
      '--fast',
      '$(id)',
      'region=eu west',
      'nested={"a":[1,true]}',
      'last',
    ]);
    expect(JSON.stringify(attempt.facts)).not.toContain('k-1');
  });

  it('should give Python the same, unbuffered and without input', async () => {
    const { attempt, result } = await run({
      app: 'python',
      playbook: 'show.py',
      variables,
      secret_variables: { api_key: 'k-1' },
    });
    expect(result.outcome).toBe('success');
    const [shown = '', emptyInput] = attempt.output().trimEnd().split('\n');
    expect(JSON.parse(shown)).toEqual({
      args: ['region=eu west', 'nested={"a":[1,true]}'],
      region: 'eu west',
      key: 'k-1',
    });
    expect(emptyInput).toBe('True');
  });

  it('should run a custom app by its program, with the leading arguments an administrator has set', async () => {
    const { attempt, result } = await run({
      app: 'greeter',
      playbook: 'run.sh',
      command: { path: area.path('sources', 'tools', 'greet'), args: ['--polite'] },
    });
    expect(result.outcome).toBe('success');
    expect(attempt.output()).toBe('greet --polite run.sh\n');
  });

  it('should publish what it writes to the file of outputs, also when it fails, secret where a secret is in it', async () => {
    const { attempt, result } = await run({ playbook: 'publish.sh', secret_variables: { api_key: 'key-of-the-api' } });
    expect(result.exitCode).toBe(3);
    expect([...attempt.outputs.values()]).toEqual([
      { name: 'version', value: '1.10', secret: false },
      { name: 'n', value: 3, secret: false },
      { name: 'notes', value: 'one\ntwo', secret: false },
      { name: 'key', value: 'key-of-the-api', secret: true },
    ]);
    expect(attempt.system.filter((line) => line.includes('left out'))).toEqual([
      expect.stringContaining('The output "1st" is left out: a name has'),
    ]);
  });

  it('should leave out a file of outputs that is too large, and not fail for it', async () => {
    const { attempt, result } = await run({ playbook: 'flood.sh' });
    expect([result.outcome, attempt.outputs.size]).toEqual(['success', 0]);
    expect(attempt.system).toContainEqual(
      expect.stringMatching(/^The outputs are left out: .*more than 1048576 bytes$/),
    );
  });

  it('should report how a script failed', async () => {
    const { result } = await run({ playbook: 'fail.sh' });
    const reason = problem('tool_exited', { tool: 'bash', code: 7 });
    expect(result).toEqual({ outcome: 'error', exitCode: 7, signal: null, reason });
  });

  it.each([
    ['a tool that is not installed', { app: 'nowhere' }, /The tool "nowhere" is not installed on this runner/],
    ['a script that is not there', { playbook: 'none.sh' }, /none\.sh/],
    ['a script outside the checkout', { playbook: '../x.sh' }, /must not leave|outside/],
  ])('should refuse %s before anything runs', async (_what, part, reason) => {
    const attempt = recordAttempt(area, exampleJob(`file://${sources}`, part), () =>
      Promise.reject(new Error('must not start')),
    );
    const result = await execute(attempt.context);
    expect(result.outcome).toBe('error');
    expect(reasonText(result.reason)).toMatch(reason);
  });
});

describe('stopping', () => {
  it('should end a script with all it has started, also what has left its session', async () => {
    const attempt = recordAttempt(area, exampleJob(`file://${sources}`, { playbook: 'sleep.sh' }));
    const ended = execute(attempt.context);
    await attempt.printed('ready');
    attempt.abort('kill');
    expect((await ended).outcome).toBe('stopped');
    expect(commandLinesWith(seconds)).toEqual([]);
  });

  it('should end a clone that hangs', async () => {
    const server = await startSilentServer();
    const url = `http://127.0.0.1:${server.port}/sources.git`;
    const attempt = recordAttempt(area, exampleJob(url), () => Promise.reject(new Error('must not start')));
    const ended = execute(attempt.context);
    await server.connected;
    attempt.abort('stop');
    expect(await ended).toMatchObject({ outcome: 'stopped' });
    expect(commandLinesWith(`127.0.0.1:${server.port}`)).toEqual([]);
    await server.close();
  });

  it('should run nothing when it is stopped before the script', async () => {
    const attempt = recordAttempt(area, exampleJob(`file://${sources}`), () => {
      attempt.abort('stop');
      return Promise.resolve();
    });
    expect((await execute(attempt.context)).outcome).toBe('stopped');
    expect(attempt.output()).toBe('');
  });
});
