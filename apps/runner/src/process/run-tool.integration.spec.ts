import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { commandLinesWith, ownSeconds } from '../testing/live-processes.js';
import { makeTestArea } from '../testing/recorded-attempt.js';
import { attemptEnvironment } from './attempt-environment.js';
import { askLeft, killLeftovers } from '../attempt/kill-leftovers.js';
import { ownPlace } from './own-place.js';
import { createOutputPipe, openOutputPipe } from './output-pipe.js';
import { runTool } from './run-tool.js';
import { spawnGroup } from './spawn-group.js';
import { writePidFile } from './pid-file.js';
import type { StopManner } from './stop-manner.js';

const MANNER = { signal: 'SIGTERM', graceMs: 300, childrenAfterMs: 60 } as const;

const area = makeTestArea();
let attemptDir = '';
let outputPath = '';
let count = 0;

afterAll(() => area.remove());

beforeEach(async () => {
  attemptDir = area.path(`attempt-${++count}`);
  mkdirSync(attemptDir);
  outputPath = area.path(`attempt-${count}`, 'output');
  await createOutputPipe(outputPath);
});

function run(
  script: string,
  stop = new AbortController(),
  stopAt?: { text: string; reason: string },
  options: { manner?: StopManner; kill?: AbortSignal } = {},
  onText: (text: string) => void = () => undefined,
) {
  const chunks: Buffer[] = [];
  const onOutput = (bytes: Buffer) => {
    chunks.push(bytes);
    onText(String(bytes));
    if (stopAt && Buffer.concat(chunks).includes(stopAt.text)) {
      stop.abort(stopAt.reason);
    }
  };
  const command = { file: 'bash', args: ['-c', script], cwd: area.dir, env: attemptEnvironment(attemptDir) };
  const ended = runTool(command, {
    place: ownPlace(attemptDir),
    outputPath,
    onOutput,
    stop: stop.signal,
    manner: MANNER,
    ...options,
  });
  return ended.then((end) => ({ end, output: Buffer.concat(chunks).toString('utf8') }));
}

describe('runTool', () => {
  it('should deliver stdout and stderr in the order in which they were written', async () => {
    const script = 'for i in {1..300}; do echo "out $i"; echo "err $i" >&2; done; echo device > /dev/stderr; exit 3';
    const { end, output } = await run(script);
    const expected = Array.from({ length: 300 }, (_, i) => `out ${i + 1}\nerr ${i + 1}\n`).join('');
    expect(output).toBe(`${expected}device\n`);
    expect(end).toEqual({ exitCode: 3, signal: null });
  });

  it('should lose no byte of a large output', async () => {
    const { output } = await run('head -c 20000000 /dev/zero | tr "\\0" x');
    expect(output).toHaveLength(20_000_000);
  });

  it('should give the tool an empty input, its own session and nothing of the runner', async () => {
    const { output } = await run('cat; ps -o sid= -p $$ | tr -d " "; echo $$; env | cut -d= -f1 | sort | tr "\\n" " "');
    const [session, pid, names = ''] = output.trim().split('\n');
    expect(session).toBe(pid);
    expect(
      names
        .trim()
        .split(' ')
        .filter((name) => !/^(PWD|SHLVL|_)$/.test(name)),
    ).toEqual(Object.keys(attemptEnvironment(attemptDir)).sort());
  });

  it('should name a tool that is not installed', async () => {
    const command = { file: 'no-such-tool', args: [], cwd: area.dir, env: attemptEnvironment(attemptDir) };
    const options = {
      place: ownPlace(attemptDir),
      outputPath,
      onOutput: () => undefined,
      stop: new AbortController().signal,
      manner: MANNER,
    };
    await expect(runTool(command, options)).rejects.toThrow('The tool "no-such-tool" is not installed on this runner');
  });

  it.each([
    ['children', 'sleep T & sleep T & sleep T'],
    ['a child in its own session', 'setsid sleep T & echo x; sleep T'],
    ['an orphan in its own session', '(setsid bash -c "sleep T & sleep T" &) ; sleep T'],
    ['an orphan without environment', '(env -i setsid sleep T > /dev/null 2>&1 &) ; sleep T'],
    ['an orphan without environment that writes here', '(cd /; env -i setsid sleep T &) ; sleep T'],
    ['children deaf to SIGTERM', 'trap "" TERM; sleep T & sleep T & wait; sleep T'],
  ])('should leave no process alive when stopped with %s', async (_what, script) => {
    const seconds = ownSeconds();
    const stop = new AbortController();
    const ended = run(`cd "${attemptDir}"; ${script.replaceAll('sleep T', `sleep ${seconds}`)}`, stop);
    await eventually(() => commandLinesWith(`sleep ${seconds}`).length > 1);
    stop.abort('stop');
    await ended;
    expect(commandLinesWith(`sleep ${seconds}`)).toEqual([]);
  });

  it('should leave no process alive when the tool ends by itself', async () => {
    const seconds = ownSeconds();
    const { end } = await run(`(setsid sleep ${seconds} &); nohup sleep ${seconds} & disown; exit 0`);
    expect(end).toEqual({ exitCode: 0, signal: null });
    expect(commandLinesWith(`sleep ${seconds}`)).toEqual([]);
  });

  it('should let a tool finish its work within the grace of a stop', async () => {
    const script = 'trap "echo saved; exit 7" TERM; echo ready; while :; do sleep 0.01; done';
    const { end, output } = await run(script, new AbortController(), { text: 'ready', reason: 'stop' });
    expect(output).toContain('saved');
    expect(end).toEqual({ exitCode: 7, signal: null });
  });

  it('should ask the tool alone when its children are its own affair, and kill what it leaves', async () => {
    const seconds = ownSeconds();
    const child = 'trap "echo child asked" TERM INT; while :; do sleep 0.01; done';
    const script = `trap "echo asked; kill %2; exit 3" INT; bash -c '${child}' & sleep ${seconds} & sleep 0.2; echo ready; wait`;
    const manner = { signal: 'SIGINT', graceMs: 20_000, childrenAfterMs: null } as const;
    const { end, output } = await run(script, new AbortController(), { text: 'ready', reason: 'stop' }, { manner });
    expect(end).toEqual({ exitCode: 3, signal: null });
    expect(output).toBe('ready\nasked\n');
    expect(commandLinesWith(child)).toEqual([]);
  });

  it('should ask a tool once, and its foreground child a part of the grace later', async () => {
    const child = 'trap "echo child asked; exit" TERM; echo ready; while :; do :; done';
    const script = `trap "echo asked" TERM; bash -c '${child}'; exit 5`;
    const manner = { signal: 'SIGTERM', graceMs: 20_000, childrenAfterMs: 50 } as const;
    const { end, output } = await run(script, new AbortController(), { text: 'ready', reason: 'stop' }, { manner });
    expect(end).toEqual({ exitCode: 5, signal: null });
    expect(output).toBe('ready\nchild asked\nasked\n');
  });

  it('should give what a tool has left the rest of the grace', async () => {
    const child = 'trap "sleep 0.1; echo saved; exit" TERM; echo ready; while :; do sleep 0.01; done';
    const manner = { signal: 'SIGTERM', graceMs: 600_000, childrenAfterMs: 500_000 } as const;
    const { end, output } = await run(
      `bash -c '${child}' & wait`,
      new AbortController(),
      { text: 'ready', reason: 'stop' },
      { manner },
    );
    expect(end.signal).toBe('SIGTERM');
    expect(output).toBe('ready\nsaved\n');
  });

  it.each([
    ['a tool that is asked alone', { signal: 'SIGINT', graceMs: 600_000, childrenAfterMs: null } as const],
    ['a tool that is asked with its children', { signal: 'SIGTERM', graceMs: 600_000, childrenAfterMs: 10 } as const],
  ])('should kill %s at once by force while it still has time', async (_what, manner) => {
    const stop = new AbortController();
    const kill = new AbortController();
    const script = 'trap "echo asked" INT TERM; echo ready; while :; do sleep 0.01; done';
    const onOutput = (text: string) => (text.includes('asked') ? kill.abort() : undefined);
    const { end } = await run(script, stop, { text: 'ready', reason: 'stop' }, { manner, kill: kill.signal }, onOutput);
    expect(end.signal).toBe('SIGKILL');
  });

  it('should kill at once on a forced stop', async () => {
    const script = 'trap "echo saved; exit 7" TERM; echo ready; while :; do sleep 0.01; done';
    const { end, output } = await run(script, new AbortController(), { text: 'ready', reason: 'kill' });
    expect(output).not.toContain('saved');
    expect(end).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });
});

describe('killLeftovers', () => {
  it('should kill what an attempt has left, in its group or out of it', async () => {
    const seconds = ownSeconds();
    const script = `setsid sleep ${seconds} & sleep ${seconds}`;
    const command = { file: 'bash', args: ['-c', script], cwd: '/', env: attemptEnvironment(attemptDir) };
    const group = await spawnGroup(command, 'ignore');
    writePidFile(attemptDir, group.pid);
    await eventually(() => commandLinesWith(`sleep ${seconds}`).length > 1);
    expect(await killLeftovers(attemptDir)).toBe(true);
    expect(commandLinesWith(`sleep ${seconds}`)).toEqual([]);
    await group.ended;
  });

  it('should let a tool that changes a state end by itself, though nobody reads its output any more', async () => {
    const file = area.path('saved');
    const script = `trap 'echo asked; echo saved > ${file}; exit 1' INT; echo ready; while :; do echo more; sleep 0.01; done`;
    const outputPath = area.path('left-output');
    await createOutputPipe(outputPath);
    const lines: string[] = [];
    const pipe = openOutputPipe(outputPath, (bytes) => lines.push(String(bytes)));
    const command = { file: 'bash', args: ['-c', script], cwd: '/', env: attemptEnvironment(attemptDir) };
    const group = await spawnGroup(command, ['ignore', pipe.writer, pipe.writer]);
    pipe.closeWriter();
    writePidFile(attemptDir, group.pid, { signal: 'SIGINT', graceMs: 20_000 });
    await eventually(() => lines.join('').includes('more'));
    pipe.destroy();
    await pipe.drained;
    expect(await killLeftovers(attemptDir)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('saved\n');
    await group.ended;
  });

  it.each([
    ['the runner before it was killed', true],
    ['a runner that was killed, too', false],
  ])('should not ask a tool again that %s has asked', async (_who, byRunner) => {
    const [file, gate] = [area.path(`asked-${byRunner}`), area.path(`gate-${byRunner}`)];
    const script = `trap 'echo asked >> ${file}' INT; echo ready; until [ -e ${gate} ]; do sleep 0.01; done`;
    const manner = { signal: 'SIGINT', graceMs: 20_000, childrenAfterMs: null } as const;
    const stop = new AbortController();
    let tool: ReturnType<typeof run> | undefined;
    const shown = new Promise<void>((resolve) => {
      tool = run(script, stop, undefined, { manner }, () => resolve());
    });
    await shown;
    const first = byRunner ? stop.abort() : askLeft(attemptDir);
    await eventually(() => existsSync(file));
    const second = askLeft(attemptDir);
    writeFileSync(gate, '');
    await Promise.all([first, second]);
    expect((await tool)?.end).toEqual({ exitCode: 0, signal: null });
    expect(readFileSync(file, 'utf8')).toBe('asked\n');
  });

  it('should spare a process that was given the remembered id later', async () => {
    const command = { file: 'sleep', args: [ownSeconds()], cwd: '/', env: { PATH: process.env.PATH ?? '' } };
    const group = await spawnGroup(command, 'ignore');
    writePidFile(attemptDir, group.pid);
    const path = `${attemptDir}/process.json`;
    const record = JSON.parse(readFileSync(path, 'utf8')) as { startTicks: number };
    writeFileSync(path, JSON.stringify({ ...record, startTicks: record.startTicks - 1 }));
    await killLeftovers(attemptDir);
    expect(process.kill(group.pid, 0)).toBe(true);
    process.kill(group.pid, 'SIGKILL');
    await group.ended;
  });

  it('should do nothing for an attempt without processes or without a directory', async () => {
    expect(await killLeftovers(attemptDir)).toBe(true);
    expect(await killLeftovers(area.path('never'))).toBe(true);
  });
});
