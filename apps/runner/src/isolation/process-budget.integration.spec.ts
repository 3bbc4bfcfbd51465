import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot } from '../testing/isolated-runner.js';

/** Most programs that may be executed around the tool of a task whose repository is known. */
const MOST = 8;
/** The tool of these tasks. */
const TOOL = 'bash';
/** The shell that unshare(1) executes, and the mount(8) of that. */
const OF_NAMESPACES = ['sh', 'mount'];

/** Programs that a process of the runner executes in turn: nsenter(1) becomes its program. */
function executed({ spawnfile, spawnargs }: ChildProcess): string[] {
  const name = basename(spawnfile);
  const program = spawnargs[spawnargs.indexOf('--') + 1] ?? '';
  return [name, ...(name === 'unshare' ? OF_NAMESPACES : name === 'nsenter' ? [program] : [])];
}

(isRoot ? describe : describe.skip)('the programs around the tool of a task', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => void started.push((message as { process: ChildProcess }).process);

  beforeAll(() => {
    area = new IsolationArea({ 'hello.sh': 'echo hello\n' });
    channel('child_process').subscribe(note);
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(() => runner.close());
  afterAll(() => {
    channel('child_process').unsubscribe(note);
    area.remove();
  });

  /** Runs a task, after which its repository is known and nothing of it is under way. */
  async function warmUp(): Promise<void> {
    await runner.run(1, { playbook: 'hello.sh' });
    const mirrors = join(runner.workDir, 'cache/1/0/git');
    const isWhole = (): boolean => readdirSync(mirrors).some((name) => existsSync(join(mirrors, name, 'packed-refs')));
    while (!isWhole() || readdirSync(join(runner.workDir, 'attempts')).length > 0) {
      await delay(20);
    }
  }

  it('should be no more than these', async () => {
    // Ids that no other test leaves keyrings with.
    await runner.start(`${FIRST_UID + 5}-${FIRST_UID + 7}`);
    await warmUp();
    started.length = 0;
    expect(await runner.run(2, { playbook: 'hello.sh' })).toMatchObject({ outcome: 'success' });
    const programs = started.flatMap(executed);
    expect(programs.filter((name) => name === TOOL)).toHaveLength(1);
    const around = programs.filter((name) => name !== TOOL);
    expect({ most: MOST, around: around.length <= MOST ? [] : around.sort() }).toEqual({ most: MOST, around: [] });
  });
});
