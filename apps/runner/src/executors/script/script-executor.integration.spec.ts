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
