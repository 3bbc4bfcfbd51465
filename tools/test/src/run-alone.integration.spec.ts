import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const module = path.join(import.meta.dirname, 'run-alone.mjs');
const signals = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

(existsSync('/proc/self/environ') ? describe : describe.skip)('a run of tests that is cut off', () => {
  let temporary: string;
  let sleeps: string;

  beforeEach(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'cut-off-'));
    sleeps = `600.${randomInt(1e9)}`;
  });

  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  /** Ids of what sleeps for this test. */
  const sleepers = (): string[] =>
    readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(sleeps));

  function commandLine(pid: string): string {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }

  async function untilNoneOf(left: () => unknown[]): Promise<void> {
    while (left().length > 0) {
      await pause(20);
    }
  }

  /** Starts a run that leaves a file, and sleepers in sessions of their own; resolves when they are there. */
  async function startRun(): Promise<ChildProcess> {
    const leave = `touch "$TMPDIR/left"; setsid sleep ${sleeps} & (setsid nohup sleep ${sleeps} &); sleep ${sleeps}`;
    const program = `
      const { passSignalsOn } = await import(${JSON.stringify(path.join(import.meta.dirname, 'run.mjs'))});
      const { runAlone } = await import(${JSON.stringify(module)});
      passSignalsOn();
      console.log('started');
      await runAlone('sh', ['-c', ${JSON.stringify(leave)}]);`;
    const env = { ...process.env, TMPDIR: temporary };
    const driver = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: driver.stdout }), 'line');
    while (sleepers().length < 3) {
      await pause(20);
    }
    return driver;
  }

  it.each(signals)('should leave no process and no file after %s', async (signal) => {
    const driver = await startRun();
    expect(readdirSync(temporary)).not.toEqual([]);
    driver.kill(signal);
    await untilNoneOf(sleepers);
    await untilNoneOf(() => readdirSync(temporary));
  });
});
