import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startTcpProxy, type TcpProxy } from '@switchyard/testing';
import { type CliEnd, CliRun, linesOnTerminal } from '../support/cli-run.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { createWorkspace, lockCall, StateClient } from '../support/state-client.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** Prints numbered lines until a file is there, and ends with a code of its own. */
const SCRIPT = `i=0
while [ ! -e "$1" ]; do i=$((i+1)); echo "line $i"; sleep 0.02; done
echo "answer $greeting"
exit \${2:-0}
`;

describe('the command line', () => {
  let place: Workplace;
  let project: TestProject;
  let directory: string;
  let token: string;
  let env: Record<string, string>;
  let proxy: TcpProxy | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-cli-'));
    await chmod(directory, 0o755);
    place = await openWorkplace(
      { 'run.sh': SCRIPT, 'greet.sh': 'echo "hello $greeting"' },
      { git: 'path', shared: true },
    );
    ({ project } = place);
    token = (await place.client.call<{ id: string }>('POST', '/user/tokens', { name: 'cli' })).id;
    env = { HOME: directory, LANG: 'C' };
  });

  afterAll(async () => {
    await proxy?.close();
    await place.close();
    await rm(directory, { recursive: true, force: true });
  });

  const cli = (words: string[], input?: string): Promise<CliEnd> => new CliRun(words, env, input).end();

  /** A template whose tasks run until the file of this name is made by `release`. */
  async function held(name: string, code = 0) {
    const gate = join(directory, `${name}.gate`);
    await createTemplate(place.client, project, {
      name,
      arguments: JSON.stringify([gate, String(code)]),
      survey_vars: [{ name: 'greeting', title: 'Greeting', required: true }],
    });
    return { gate, words: ['run', name, '--answer', 'greeting=hello'] };
  }

  const release = (gate: string): Promise<void> => writeFile(gate, '');

  it('should sign in by a token, keep it for its owner alone, and choose a project', async () => {
    expect(await cli(['tasks'])).toMatchObject({ code: 3, stderr: expect.stringContaining('switchyard login') });
    const wrong = await cli(['login', place.stack.address, '--token-stdin'], 'not-a-token');
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
    expect(await cli(['login', place.stack.address, '--token-stdin', '--name', 'test'], `${token}\n`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Signed in'),
    });
    const file = join(directory, '.config/switchyard/contexts.json');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await cli(['projects', 'use', String(project.id)])).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ current: 'test', contexts: { test: { token } } });
    expect((await cli(['contexts'])).stdout).toMatch(/^\*\s+test\s/m);
  });

  it('should follow a task to its end, and end with the exit code of its tool', async () => {
    const { gate, words } = await held('fails', 7);
    const run = new CliRun([...words, '--follow'], env);
    await eventually(() => run.stdout.includes('line 20'));
    await release(gate);
    const end = await run.end();
    expect(end).toMatchObject({ code: 7, stdout: expect.stringContaining('answer hello') });
    expect(end.stderr).toContain('exited with code 7');
  });

  it('should lose and double no line when the connection breaks', async () => {
    const { gate, words } = await held('broken');
    const through = (proxy = await startTcpProxy(Number(new URL(place.stack.address).port)));
    const server = `http://127.0.0.1:${through.port}`;
    const run = new CliRun(['--server', server, '-p', String(project.id), ...words, '--follow'], {
      ...env,
      SWITCHYARD_TOKEN: token,
    });
    for (const line of ['line 20', 'line 60', 'line 100']) {
      await eventually(() => run.stdout.includes(`${line}\n`));
      through.cut();
    }
    await eventually(() => run.stdout.includes('line 150\n'));
    await release(gate);
    const { code, stdout } = await run.end();
    expect(code).toBe(0);
    const numbers = [...stdout.matchAll(/^line (\d+)$/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(stdout).toContain('answer hello');
  });

  it('should leave a task at Ctrl-C, and stop it at the second', async () => {
    const { words } = await held('stopped');
    const run = new CliRun([...words, '--follow'], env);
    await eventually(() => run.stdout.includes('line 5\n'));
    run.interrupt();
    await eventually(() => run.stderr.includes('goes on'), { timeout: 10_000 });
    run.interrupt();
    expect(await run.end()).toMatchObject({ code: 130, stderr: expect.stringContaining('stopped') });
    const { id, status } = await lastTask();
    expect(status).toBe('stopped');

    const left = new CliRun(['logs', String(id), '--tail', '1'], env);
    expect((await left.end()).code).toBe(0);
  });

  it('should list, show and search what ran, in every format', async () => {
    const { id } = await lastTask();
    expect((await cli(['tasks'])).stdout).toMatch(new RegExp(`^${id}\\s+stopped\\s`, 'm'));
    expect((await cli(['tasks', 'show', `#${id}`])).stdout).toMatch(/^Status\s+stopped$/m);
    expect(JSON.parse((await cli(['tasks', '--limit', '1', '-o', 'json'])).stdout)).toMatchObject([{ id }]);
    expect((await cli(['tasks', '-o', 'template={{id}} {{status}}', '--limit', '1'])).stdout).toBe(`${id} stopped\n`);
    expect((await cli(['tasks', '--limit', '1', '-o', 'yaml'])).stdout).toContain(`id: ${id}\n`);
    const found = (await cli(['logs', String(id), '--grep', '^line [12]$'])).stdout;
    expect(found).toBe('line 1\nline 2\n');
    expect((await cli(['logs', String(id), '--since', '2000-01-01T00:00:00Z', '--timestamps'])).stdout).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z line 1$/m,
    );
    expect(await cli(['api', 'GET', `/api/project/${project.id}/tasks/${id}`])).toMatchObject({ code: 0 });
  });

  it('should name what is wrong, in the language of the person, with a code for scripts', async () => {
    expect(await cli(['run', 'nothing'])).toMatchObject({ code: 4, stderr: 'There is no template "nothing"\n' });
    expect(await cli(['tasks', 'show', 'x'])).toMatchObject({ code: 2 });
    expect(await cli(['unknown'])).toMatchObject({ code: 2 });
    expect(await cli(['tasks', 'show', '999999'])).toMatchObject({ code: 4 });
    const { id } = await lastTask();
    const german = await new CliRun(['confirm', String(id)], { ...env, LANG: 'de_DE.UTF-8' }).end();
    expect(german.code).toBe(5);
    expect(german.stderr).not.toBe((await cli(['confirm', String(id)])).stderr);
    const away = new CliRun(['tasks', '--server', 'http://127.0.0.1:1', '-p', '1'], {
      ...env,
      SWITCHYARD_TOKEN: token,
    });
    expect(await away.end()).toMatchObject({ code: 6, stderr: expect.stringContaining('cannot be reached') });
  });

  it('should list what there is, whole in a pipe, and cut on a narrow terminal', async () => {
    const name = 'A template with a name that no narrow terminal has room for';
    await createTemplate(place.client, project, { name });
    expect((await cli(['templates'])).stdout).toContain(`${name}\n`);
    const lines = await linesOnTerminal(['templates'], env, 40);
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines.join('\n')).toMatch(/A template .*…$/m);
    expect((await cli(['projects'])).stdout).toMatch(new RegExp(`^${project.id}\\s`, 'm'));
    expect((await cli(['runners', '--all'])).stdout).toMatch(/^ID\s+STATE\s/);
    expect(await cli(['runners'])).toMatchObject({ code: 0 });
  });

  it('should pause and resume a schedule, stop a task, and show what it has published', async () => {
    const { words } = await held('long');
    const started = await cli(words);
    expect(started.code).toBe(0);
    const { id } = await lastTask();
    const template_id = (await place.client.call<{ template_id: number }>('GET', `/project/${project.id}/tasks/${id}`))
      .template_id;
    const schedule = { name: 'nightly', template_id, cron_format: '0 4 * * *', active: true };
    await place.client.call('POST', `/project/${project.id}/schedules`, {
      ...schedule,
      task_params: { environment: '{"greeting":"hello"}' },
    });
    expect(await cli(['schedules', 'pause', 'nightly', '--reason', 'release'])).toMatchObject({ code: 0 });
    expect((await cli(['schedules'])).stdout).toMatch(/^\d+\s+no\s.*nightly$/m);
    expect(await cli(['schedules', 'resume', 'nightly'])).toMatchObject({ code: 0 });
    expect((await cli(['schedules'])).stdout).toMatch(/^\d+\s+yes\s.*nightly$/m);
    expect(await cli(['stop', String(id), '--force', '--reason', 'release'])).toMatchObject({ code: 0 });
    await eventually(async () => expect((await lastTask()).status).toBe('stopped'));
    expect(await cli(['outputs', String(id)])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^NAME/) });
    expect(await cli(['reject', String(id)])).toMatchObject({ code: 5 });
  });

  it.each(['bash', 'zsh', 'fish'])('should write a completion for %s', async (shell) => {
    expect(await cli(['completion', shell])).toMatchObject({ code: 0, stdout: expect.stringContaining('switchyard') });
  });

  it('should sign in by a code that a person confirms in the console, and out again', async () => {
    const home = { ...env, HOME: join(directory, 'browser') };
    const run = new CliRun(['login', place.stack.address, '--browser'], home);
    await eventually(() => run.stderr.includes('/device?code='));
    const [, code] = /code (\S+) at/.exec(run.stderr) ?? [];
    await place.client.call('POST', '/user/device_logins/decide', { user_code: code, approved: true });
    expect(await run.end()).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed in') });
    expect(await new CliRun(['projects'], home).end()).toMatchObject({ code: 0 });
    expect(await new CliRun(['logout'], home).end()).toMatchObject({ code: 0 });
    expect(await new CliRun(['projects'], home).end()).toMatchObject({ code: 3 });
    const declined = new CliRun(['login', place.stack.address, '--browser'], home);
    await eventually(() => declined.stderr.includes('/device?code='));
    const [, other] = /code (\S+) at/.exec(declined.stderr) ?? [];
    await place.client.call('POST', '/user/device_logins/decide', { user_code: other, approved: false });
    expect(await declined.end()).toMatchObject({ code: 5 });
  });

  it('should push a state, pull it again, and free the lock of its workspace', async () => {
    const at = await createWorkspace(place.client, project.id, 'network');
    const state = JSON.stringify({ version: 4, serial: 1, lineage: 'a', outputs: {}, resources: [] });
    const wrong = await cli(['state', 'push', 'network'], 'no state');
    expect(wrong).toMatchObject({ code: 5, stdout: '' });
    expect(await cli(['state', 'push', 'network'], state)).toMatchObject({ code: 0, stdout: '' });
    expect(await cli(['state', 'pull', 'network'])).toMatchObject({ code: 0, stdout: state });
    expect(await cli(['state', 'push', 'network'], state.replace('"a"', '"b"'))).toMatchObject({ code: 5 });
    const states = new StateClient();
    expect((await states.send(place.stack.address, lockCall(at.path, 'held'))).status).toBe(200);
    await states.close();
    expect(await cli(['state', 'push', 'network', '--force'], state)).toMatchObject({ code: 5 });
    expect(await cli(['state', 'unlock', 'network'])).toMatchObject({ code: 0 });
    expect(await cli(['state', 'push', 'network', '--force'], state.replace('"a"', '"b"'))).toMatchObject({ code: 0 });
  });

  it('should refuse a launch whose question has no answer, and take answers from a file', async () => {
    await createTemplate(place.client, project, {
      name: 'Greets',
      playbook: 'greet.sh',
      survey_vars: [{ name: 'greeting', title: 'Greeting', required: true, type: 'secret' }],
    });
    expect(await cli(['run', 'greets'])).toMatchObject({ code: 5, stderr: expect.stringContaining('Greeting') });
    const started = await cli(['run', 'greets', '--follow', '--answers-file', '-'], 'greeting: pa55word-of-ours\n');
    expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining('hello ') });
    expect(started.stdout).not.toContain('pa55word-of-ours');
  });

  async function lastTask(): Promise<{ id: number; status: string }> {
    const [task] = await place.client.call<{ id: number; status: string }[]>(
      'GET',
      `/project/${project.id}/tasks/last?limit=1`,
    );
    return task ?? { id: 0, status: 'none' };
  }
});
